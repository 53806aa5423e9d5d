import { ADA, type AssetId } from './asset.ts';
import type { Brand } from './brand.ts';
import { parseDecimal, type Rounding } from './decimal.ts';

/** A number of an asset's base units on chain: an integer, never negative, may exceed 2^53. */
export type Quantity = Brand<bigint, 'Quantity'>;

/** A quantity of ADA's base unit. 1 ADA = 1,000,000 lovelace. */
export type Lovelace = Quantity & Brand<bigint, 'Lovelace'>;

/** A quantity together with the asset that it counts. */
export interface Amount {
  readonly asset: AssetId;
  readonly quantity: Quantity;
}

/** Largest quantity that a transaction's output can hold of one asset. */
export const LARGEST_QUANTITY = (1n << 63n) - 1n;

/** @throws RangeError when negative: a quantity below zero is a bug of the caller. */
export function quantity(value: bigint): Quantity {
  if (value < 0n) throw new RangeError('a quantity cannot be negative');
  return value as Quantity;
}

/** @throws RangeError when negative. */
export function lovelace(value: bigint): Lovelace {
  return quantity(value) as Lovelace;
}

/** Ledger quantities are 64 bits wide. */
export const MOST_UNITS = (1n << 64n) - 1n;

/**
 * A stated figure (decimal text in display units) as base units. `undefined` when it is not a number, below zero, or more
 * than the ledger can hold: such a figure says nothing.
 */
export function statedQuantity(text: string, decimals: number, rounding: Rounding): Quantity | undefined {
  const units = parseDecimal(text, decimals, rounding);
  return units === undefined || units < 0n || units > MOST_UNITS ? undefined : (units as Quantity);
}

/** The content of an output or a wallet: base units by asset. Absent assets count as zero; zeros are not stored. */
export type Value = ReadonlyMap<AssetId, bigint>;

export function valueOf(...amounts: readonly Amount[]): Value {
  const sum = new Map<AssetId, bigint>();
  for (const { asset, quantity: part } of amounts) addTo(sum, asset, part);
  return sum;
}

export function quantityIn(value: Value, asset: AssetId): bigint {
  return value.get(asset) ?? 0n;
}

/** Sum of two values. */
export function addValues(left: Value, right: Value): Value {
  const sum = new Map(left);
  for (const [asset, part] of right) addTo(sum, asset, part);
  return sum;
}

/** Sum of any number of values. */
export function sumValues(values: Iterable<Value>): Value {
  const sum = new Map<AssetId, bigint>();
  for (const value of values) for (const [asset, part] of value) addTo(sum, asset, part);
  return sum;
}

/** `left − right` by asset; entries may be negative (a net change). */
export function subtractValues(left: Value, right: Value): Value {
  const difference = new Map(left);
  for (const [asset, part] of right) addTo(difference, asset, -part);
  return difference;
}

export function lovelaceIn(value: Value): bigint {
  return quantityIn(value, ADA);
}

export function valuesEqual(left: Value, right: Value): boolean {
  const same = left.size === right.size && [...left].every(([asset, held]) => right.get(asset) === held);
  return same || subtractValues(left, right).size === 0;
}

function addTo(sum: Map<AssetId, bigint>, asset: AssetId, part: bigint): void {
  const next = (sum.get(asset) ?? 0n) + part;
  if (next === 0n) sum.delete(asset);
  else sum.set(asset, next);
}
