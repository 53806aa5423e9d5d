import { moved, otherSide, type Pool, type Side } from './pool.ts';
import type { AssetId } from '#domain/asset.ts';

/** Fees are in parts of this. */
const OF = 10_000_000_000n;
/** How often the contract refines a root. */
const MOST_ROUNDS = 255;

/** A pool of two assets meant to be worth the same. */
export interface StableSwap {
  readonly assets: readonly [AssetId, AssetId];
  /** The balances that the curve counts, in base units; the output also holds the exchange's share of the fees. */
  readonly balances: readonly [bigint, bigint];
  /** Multipliers that make base units of both assets comparable. */
  readonly multiples: readonly [bigint, bigint];
  readonly amplification: bigint;
  /** Taken from what the curve pays, in parts of 10,000,000,000. */
  readonly fee: bigint;
  /** The exchange's share of the fee, in the same parts. */
  readonly adminFee: bigint;
}

/**
 * The stableswap pool of Minswap (`minswap-stableswap`, `stableswap-docs/formula.md`; `pool_utils.ak`, `get_d` and `get_y`;
 * `pool_validator.ak`, `calculate_exchange`). Every division rounds down. Balances, multiples and the amplification must be
 * positive, and the fees at most the whole. A swap for which the contract finds no root pays nothing.
 */
export function stableSwap(terms: StableSwap): Pool {
  const { assets, balances, multiples, amplification, fee, adminFee } = terms;
  return {
    assets,
    reserves: balances,
    keeps: undefined,
    bowed: { amplification, multiples, fee: { parts: fee, of: OF } },
    swap(side: Side, sold: bigint) {
      const [into, from] = [multiples[side], multiples[otherSide(side)]];
      const held = [balances[0] * multiples[0], balances[1] * multiples[1]] as const;
      const reached = held[side] + sold * into;
      const left = balanceAt(reached, held, amplification);
      const paid = left === undefined ? 0n : held[otherSide(side)] - left;
      if (left === undefined || paid <= 0n) return { out: 0n, after: stableSwap(terms) };
      const charged = (paid * fee) / OF;
      const poolFee = charged - (charged * adminFee) / OF;
      const after = (left + poolFee) / from;
      const change = balances[otherSide(side)] - after;
      return {
        out: (paid - charged) / from,
        after: stableSwap({ ...terms, balances: moved(balances, side, sold, change) }),
      };
    },
  };
}

/** `get_d`: the sum that the balances would have if they were equal; `undefined` if one is empty. */
function invariant([first, second]: readonly [bigint, bigint], amplification: bigint): bigint | undefined {
  if (first <= 0n || second <= 0n) return undefined;
  const sum = first + second;
  const ann = amplification * 2n;
  let root = sum;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const product = (((root * root) / (first * 2n)) * root) / (second * 2n);
    const divisor = (ann - 1n) * root + 3n * product;
    if (divisor <= 0n) return undefined;
    const next = ((ann * sum + product * 2n) * root) / divisor;
    if (isNear(next, root)) return next;
    root = next;
  }
  return root;
}

/** `get_y`: the other balance once one has reached `reached`; `undefined` if a step divides by zero. */
function balanceAt(
  reached: bigint,
  held: readonly [bigint, bigint],
  amplification: bigint,
): bigint | undefined {
  const whole = invariant(held, amplification);
  if (whole === undefined) return undefined;
  const ann = amplification * 2n;
  const linear = reached + whole / ann;
  const constant = (((whole * whole) / (reached * 2n)) * whole) / (ann * 2n);
  let root = whole;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const divisor = 2n * root + linear - whole;
    if (divisor <= 0n) return undefined;
    const next = (root * root + constant) / divisor;
    if (isNear(next, root)) return next;
    root = next;
  }
  return root;
}

function isNear(left: bigint, right: bigint): boolean {
  return left - right <= 1n && right - left <= 1n;
}
