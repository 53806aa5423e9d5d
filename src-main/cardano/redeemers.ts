import { scanCbor, type CborItem } from './cbor-scanner.ts';
import { slice, type Transaction } from './transaction.ts';

/** What a redeemer is for, among the purposes of the ledger (Conway CDDL, `redeemer_tag`). */
export const SPEND = 0;
export const REWARD = 3;

/** What a transaction hands to one of its scripts. */
export interface Redeemer {
  /** The purpose: 0 spends an input, 3 withdraws from a reward account. */
  readonly tag: number;
  /** Which input (or reward account) that is, in the ledger's order. */
  readonly index: number;
  readonly data: CborItem;
}

/** Field of the witness set that holds the redeemers. */
const REDEEMERS = 5n;

/**
 * The redeemers of a transaction, in either of their forms: a list of `[tag, index, data, units]`, or a map from
 * `[tag, index]` to `[data, units]`. One that is in neither form is left out, as a ledger would refuse it.
 */
export function redeemersOf(tx: Transaction): readonly Redeemer[] {
  const scanned = scanCbor(slice(tx.bytes, tx.spans.witnesses));
  if (!scanned.ok || scanned.value.kind !== 'map') return [];
  const found = scanned.value.entries.find(({ key }) => key.kind === 'int' && key.value === REDEEMERS);
  const item = found?.value;
  if (item?.kind === 'map')
    return item.entries.flatMap(({ key, value }) =>
      key.kind === 'array' && value.kind === 'array'
        ? redeemer(key.items[0], key.items[1], value.items[0])
        : [],
    );
  if (item?.kind !== 'array') return [];
  return item.items.flatMap((entry) =>
    entry.kind === 'array' ? redeemer(entry.items[0], entry.items[1], entry.items[2]) : [],
  );
}

function redeemer(
  tag: CborItem | undefined,
  index: CborItem | undefined,
  data: CborItem | undefined,
): readonly Redeemer[] {
  if (tag?.kind !== 'int' || index?.kind !== 'int' || data === undefined) return [];
  return [{ tag: Number(tag.value), index: Number(index.value), data }];
}

/** Inputs in the order in which the ledger shows them to scripts: by transaction id, then by index. */
export function inLedgerOrder<T extends string>(references: readonly T[]): readonly T[] {
  return [...new Set(references)].sort((left, right) => {
    const [leftHash, rightHash] = [left.slice(0, 64), right.slice(0, 64)];
    if (leftHash !== rightHash) return leftHash < rightHash ? -1 : 1;
    return Number(left.slice(65)) - Number(right.slice(65));
  });
}
