import { type Kind, CANCELS } from './kinds.ts';
import type { Want } from './want.ts';

/** Ways to write a transaction that takes something. How much each takes is a number, in a unit particular to it. */
export const SHAPES = [
  'tribute', // lovelace to the thief
  'fee', // lovelace more for the network
  'batcher', // lovelace more in orders, as their fee
  'turned', // lovelace of the deposits that are a fee instead
  'unexplained', // lovelace more in orders than their terms explain
  'proceeds', // lovelace of fee that the orders do not hold: out of what they bring
  'skim', // parts per million of the least that orders enforce, left out
  'lopsided', // parts per million left out of the least of nearly all, and asked of a tiny order instead
  'orders', // one order more for each
  'oversell', // parts per million sold beyond what was asked
  'bystanders', // other tokens sent along: 1
  'redirect', // orders that name the thief as their owner
  'keep', // of what cancelled orders hold, tokens to the thief: 1
  'omit', // orders that were to be cancelled and are left: 1
  'relock', // lovelace put into an order of the thief's
] as const;
export type Shape = (typeof SHAPES)[number];

export type Vector = Readonly<Partial<Record<Shape, bigint>>>;

export function amountIn(vector: Vector, shape: Shape): bigint {
  return vector[shape] ?? 0n;
}

export interface Reach {
  readonly shape: Shape;
  /** The smallest amount worth trying, and the largest that can be taken. */
  readonly least: bigint;
  readonly most: bigint;
}

const ALL_THERE_IS = 9_900_000_000n;
const ONE_ADA = 1_000_000n;

/** The shapes that fit a kind of trade, and how far each goes. */
export function reachesOf(kind: Kind, want: Want): readonly Reach[] {
  const tribute: Reach = { shape: 'tribute', least: ONE_ADA, most: ALL_THERE_IS };
  const fee: Reach = { shape: 'fee', least: 10_000n, most: ALL_THERE_IS };
  if (CANCELS.includes(kind))
    return [
      tribute,
      fee,
      { shape: 'keep', least: 1n, most: 1n },
      { shape: 'bystanders', least: 1n, most: 1n },
      { shape: 'omit', least: 1n, most: 1n },
      { shape: 'relock', least: 2n * ONE_ADA, most: ALL_THERE_IS },
    ];
  const parts = want.kind === 'trade' ? BigInt(want.parts.length) : 1n;
  const common: readonly Reach[] = [
    tribute,
    { shape: 'batcher', least: 10_000n, most: ALL_THERE_IS },
    { shape: 'unexplained', least: 10_000n, most: ALL_THERE_IS },
    { shape: 'turned', least: 10_000n, most: 2n * ONE_ADA * parts },
    { shape: 'proceeds', least: 10_000n, most: ALL_THERE_IS },
    fee,
    { shape: 'oversell', least: 1_000n, most: 9_000_000n },
    { shape: 'bystanders', least: 1n, most: 1n },
    { shape: 'redirect', least: 1n, most: parts },
  ];
  if (kind === 'recurring') return common;
  const least: readonly Reach[] = [
    { shape: 'skim', least: 1_000n, most: 1_000_000n },
    { shape: 'lopsided', least: 1_000n, most: 1_000_000n },
  ];
  const more: readonly Reach[] = kind === 'multiples' ? [] : [{ shape: 'orders', least: 1n, most: 29n }];
  return [...more, ...common, ...least];
}
