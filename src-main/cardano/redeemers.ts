import { scanCbor, type CborItem } from './cbor-scanner.ts';
import { slice, type Transaction } from './transaction.ts';

/** Redeemer purposes (Conway CDDL, `redeemer_tag`). */
export const SPEND = 0;
export const REWARD = 3;

/** The argument that a transaction passes to one of its scripts. */
export interface Redeemer {
  /** Purpose: 0 spends an input, 3 withdraws from a reward account. */
  readonly tag: number;
  /** Index of the input (or reward account) in ledger order. */
  readonly index: number;
  readonly data: CborItem;
}

/** Key of the redeemers in the witness set. */
const REDEEMERS = 5n;

/**
 * A transaction's redeemers, in either encoding: a list of `[tag, index, data, units]`, or a map from `[tag, index]` to
 * `[data, units]`. An entry in neither form is left out, since the ledger would reject it.
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

/** Inputs in the order in which scripts see them, without duplicates: by transaction id, then by index. */
export function inLedgerOrder<T extends string>(references: readonly T[]): readonly T[] {
  return [...new Set(references)].sort((left, right) => {
    const [leftHash, rightHash] = [left.slice(0, 64), right.slice(0, 64)];
    if (leftHash !== rightHash) return leftHash < rightHash ? -1 : 1;
    return Number(left.slice(65)) - Number(right.slice(65));
  });
}
