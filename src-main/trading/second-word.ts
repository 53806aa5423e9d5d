import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { proveInput } from '../cardano/resolution.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { ReferenceSource } from '../ports/ledger.ts';

/** Outputs asked for at a back-end without history: those that a trade places come first. */
const FIRST_OUTPUTS = 4;

/**
 * Whether the second back-end shows the trade's transaction on chain, by its bytes or by one of its outputs. No answer
 * counts as no: an unreachable back-end never keeps a trade open. An answer about it that cannot be read is no such no.
 */
export async function isShownBySecond(
  { trade: { bodyHash, orders } }: JournalEntry,
  second: ReferenceSource | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const bytes = await second?.transactionBytes([bodyHash], signal);
  const shown = bytes?.ok === true ? bytes.value.get(bodyHash) : undefined;
  if (shown !== undefined && proveInput(`${bodyHash}#0`, shown).ok) return true;
  if (isUnread(bytes)) return true;
  const first = Array.from({ length: FIRST_OUTPUTS }, (_, index) => index);
  const indexes = [...new Set([...orders.map(({ index }) => index), ...first])];
  const outputs = await second?.outputs(
    indexes.map((index) => ({ txHash: bodyHash, index })),
    signal,
  );
  if (isUnread(outputs)) return true;
  return outputs?.ok === true && outputs.value.some(({ txHash }) => txHash === bodyHash);
}

/** Whether something came in answer, in a form that is not known: what is no answer at all has no field at fault. */
function isUnread(answer: Result<unknown, Failure> | undefined): boolean {
  if (answer === undefined || answer.ok) return false;
  const { code, data } = answer.failure;
  return code === 'ledger-answer-malformed' && (data?.['path'] ?? '') !== '';
}
