import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';

export const ADA = 'ADA' as AssetId;

/** Base units of one asset in a value. */
export function of(value: Value, asset: AssetId): bigint {
  return value.get(asset) ?? 0n;
}

export function lovelace(amount: bigint): Value {
  return amount === 0n ? new Map() : new Map([[ADA, amount]]);
}

/** Σ of `factor × value`: the one operation of which plus and minus are cases. Assets that come to nothing are left out. */
export function weighed(...terms: readonly (readonly [factor: bigint, value: Value])[]): Value {
  const sum = new Map<AssetId, bigint>();
  for (const [factor, value] of terms)
    for (const [asset, held] of value) sum.set(asset, of(sum, asset) + factor * held);
  return only(sum, (held) => held !== 0n);
}

export function total(values: readonly Value[]): Value {
  return weighed(...values.map((value) => [1n, value] as const));
}

export function minus(value: Value, ...parts: readonly Value[]): Value {
  return weighed([1n, value], ...parts.map((part) => [-1n, part] as const));
}

/** The assets of which there is more than nothing. */
export function positive(value: Value): Value {
  return only(value, (held) => held > 0n);
}

/** For each asset, how much of it `value` holds in excess of `most`. */
export function excess(value: Value, most: Value): Value {
  return positive(minus(value, most));
}

/** The tokens of a value. */
export function withoutAda(value: Value): Value {
  return only(value, (_, asset) => asset !== ADA);
}

export function atLeastZero(amount: bigint): bigint {
  return larger(amount, 0n);
}

export function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** Σ of a part of each; `undefined` as soon as one has none. */
export function sumIfAll<T>(all: readonly T[], part: (one: T) => bigint | undefined): bigint | undefined {
  let sum = 0n;
  for (const one of all) {
    const stated = part(one);
    if (stated === undefined) return undefined;
    sum += stated;
  }
  return sum;
}

/** Σ of a part of each, as far as they have one. */
export function sumOfStated<T>(all: readonly T[], part: (one: T) => bigint | undefined): bigint {
  return all.reduce((sum, one) => sum + (part(one) ?? 0n), 0n);
}

function only(value: Value, keep: (held: bigint, asset: AssetId) => boolean): Value {
  return new Map([...value].filter(([asset, held]) => keep(held, asset)));
}
