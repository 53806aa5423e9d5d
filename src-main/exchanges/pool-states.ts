import { ADA } from '#domain/asset.ts';
import { parseAddress, type parseAddressBytes } from '../cardano/address.ts';
import type { OutputReference, Transaction } from '../cardano/transaction.ts';
import { proveInputBy, type ResolvedInput, type ResolvedInputs } from '../cardano/resolution.ts';
import type { Pool } from './pool.ts';
import type { AuditScripts } from './audit.ts';

/** A transaction read from bytes. */
export type ReadTransaction = Transaction;

/** Transactions read from bytes, by their hash. */
export type ReadTransactions = ReadonlyMap<string, ReadTransaction>;

/** Hash of the transaction that made an output. */
export function hashOf(reference: OutputReference): string {
  return reference.slice(0, reference.indexOf('#'));
}

/** Hash (hex) of the script that controls an address; `undefined` if a key does, or if the address cannot be read. */
export function scriptAt(address: ReturnType<typeof parseAddressBytes>): string | undefined {
  return address.ok && address.value.payment.kind === 'script' ? address.value.payment.hash : undefined;
}

/** The outputs that inputs spend, as far as the bytes of `parents` prove them. */
export function resolvedBy(inputs: readonly OutputReference[], parents: ReadTransactions): ResolvedInputs {
  const resolved = new Map<string, ResolvedInput>();
  for (const reference of inputs) {
    const held = provenBy(reference, parents);
    if (held) resolved.set(reference, held);
  }
  return resolved;
}

/** An output, if `parents` has the transaction that made it. */
export function provenBy(reference: OutputReference, parents: ReadTransactions): ResolvedInput | undefined {
  const parent = parents.get(hashOf(reference));
  const proven = parent && proveInputBy(reference, parent);
  return proven?.ok === true ? proven.value : undefined;
}

/** The pool that an output holds; `undefined` if there is none that can be read. */
export function poolIn(output: ResolvedInput, { pools }: AuditScripts): Pool | undefined {
  const script = scriptAt(parseAddress(output.address));
  const form = script === undefined ? undefined : pools.get(script)?.form;
  const { datum } = output;
  if (script === undefined || !form) return undefined;
  const read = form.read({
    script,
    value: output.value,
    datum: datum?.kind === 'inline' ? datum.hex : undefined,
  });
  return read.ok ? read.value : undefined;
}

/** Identifies a pool among those of its script, by the assets that it trades and the other tokens that it holds. */
export function marksOf({ value }: ResolvedInput, { assets }: Pool): string {
  const others = [...value.keys()].filter((asset) => asset !== ADA && !assets.includes(asset));
  return [...assets, ...others.toSorted()].join(' ');
}

/** Identifies a pool, whichever of its outputs holds it; `undefined` if the output holds no pool. */
export function poolName(output: ResolvedInput, scripts: AuditScripts): string | undefined {
  const pool = poolIn(output, scripts);
  return pool && `${scriptAt(parseAddress(output.address)) ?? ''} ${marksOf(output, pool)}`;
}

/** The output that holds the pool of this name after a transaction; `undefined` unless there is exactly one. */
export function poolLeft(tx: Transaction, name: string, scripts: AuditScripts): OutputReference | undefined {
  const references = tx.body.outputs.map((_, index): OutputReference => `${tx.bodyHash}#${index}`);
  const [only, ...others] = named(references, new Map([[tx.bodyHash, tx]]), name, scripts);
  return others.length > 0 ? undefined : only;
}

/** The inputs that spend the pool of this name, as far as bytes prove them. */
export function poolsSpent(
  tx: Transaction,
  parents: ReadTransactions,
  name: string,
  scripts: AuditScripts,
): readonly OutputReference[] {
  return named(tx.body.inputs, parents, name, scripts);
}

function named(
  references: readonly OutputReference[],
  transactions: ReadTransactions,
  name: string,
  scripts: AuditScripts,
): readonly OutputReference[] {
  return references.filter((reference) => {
    const output = provenBy(reference, transactions);
    return output && poolName(output, scripts) === name;
  });
}
