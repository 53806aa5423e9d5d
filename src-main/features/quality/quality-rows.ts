import type { Execution } from '../../trading/execution.ts';

/** By what executions are put together. */
export const QUALITY_GROUPS = ['venue', 'token', 'size', 'kind', 'month'] as const;
export type QualityGroup = (typeof QUALITY_GROUPS)[number];

/** Bounds of the sizes that are told apart, in lovelace; the last one has none. */
const SIZES = [
  ['below-100', 100_000_000n],
  ['100-to-1000', 1_000_000_000n],
  ['1000-to-10000', 10_000_000_000n],
] as const;

/** A figure over several executions, of which `of` have it. */
export interface Spread {
  readonly of: number;
  /** The middle one; of an even number, the worse of the two in the middle. */
  readonly median: number;
  readonly worst: number;
}

/** The executions that have something in common. */
export interface QualityRow {
  /** An exchange's codes joined by `+`, an asset id, a size, a kind, or a month such as `2026-11` (UTC). */
  readonly key: string;
  readonly trades: number;
  readonly fills: number;
  readonly checkable: number;
  readonly exact: number;
  readonly shortfall: Spread | undefined;
  readonly quoted: Spread | undefined;
  readonly used: Spread | undefined;
  readonly took: Spread | undefined;
  /** `worst`: the largest advantage that another route had. */
  readonly better: Spread | undefined;
}

/** The groups, those with most trades first. */
export function qualityRows(executions: readonly Execution[], by: QualityGroup): readonly QualityRow[] {
  const groups = Map.groupBy(executions, (one) => keyOf(one, by));
  return [...groups]
    .map(([key, group]) => rowOf(key, group))
    .toSorted((a, b) => b.trades - a.trades || (a.key < b.key ? -1 : 1));
}

/** All executions in one row; `undefined` where there are none. */
export function qualityTotal(executions: readonly Execution[]): QualityRow | undefined {
  return executions.length === 0 ? undefined : rowOf('', executions);
}

function rowOf(key: string, group: readonly Execution[]): QualityRow {
  const sum = (of: (one: Execution) => number): number => group.reduce((total, one) => total + of(one), 0);
  return {
    key,
    trades: group.length,
    fills: sum(({ fills }) => fills),
    checkable: sum(({ checkable }) => checkable),
    exact: sum(({ exact }) => exact),
    shortfall: spreadOf(group.flatMap(({ shortfall }) => shortfall ?? [])),
    // Less than quoted is worse.
    quoted: spreadOf(
      group.flatMap(({ quoted }) => quoted ?? []).map((one) => -one),
      -1,
    ),
    used: spreadOf(group.flatMap(({ used }) => used ?? [])),
    took: spreadOf(group.flatMap(({ took }) => took ?? [])),
    better: spreadOf(group.flatMap(({ better }) => better ?? [])),
  };
}

function keyOf({ venues, token, worth, kind, at }: Execution, by: QualityGroup): string {
  switch (by) {
    case 'venue':
      return venues.length === 0 ? 'unknown' : venues.join('+');
    case 'token':
      return token;
    case 'size':
      if (worth === undefined) return 'unknown';
      return SIZES.find(([, below]) => worth < below)?.[0] ?? 'above-10000';
    case 'kind':
      return kind;
    case 'month':
      return new Date(at).toISOString().slice(0, 7);
  }
}

/** `values`: the larger, the worse. `sign`: by what they are multiplied in the result. */
function spreadOf(values: readonly number[], sign: 1 | -1 = 1): Spread | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [median, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  if (median === undefined || worst === undefined) return undefined;
  // No negative zero, which JSON writes as zero.
  return { of: sorted.length, median: median * sign + 0, worst: worst * sign + 0 };
}
