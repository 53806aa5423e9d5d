import type { ApprovalTask } from '#contract/index.ts';

type TransactionTask = Extract<ApprovalTask, { readonly kind: 'transaction' }>;

/** A file as it is offered to the user. */
export interface OfferedFile {
  readonly name: string;
  readonly text: string;
}

/** The unsigned transaction as a text envelope, the form of cardano-cli's transaction files. */
export function transactionFile({ bodyHash, cbor }: TransactionTask): OfferedFile {
  const envelope = { type: 'Tx ConwayEra', description: 'Ledger Cddl Format', cborHex: cbor };
  return { name: `${stem(bodyHash)}-transaction.json`, text: pretty(envelope) };
}

/** All that the approval window shows of a transaction. */
export function reportFile(task: TransactionTask): OfferedFile {
  return { name: `${stem(task.bodyHash)}-report.json`, text: pretty(task) };
}

function stem(bodyHash: string): string {
  return `touchstone-${bodyHash.slice(0, 16)}`;
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
