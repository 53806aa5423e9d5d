import type { AssetId } from '#domain/asset.ts';
import { otherSide, sideOf, type Hyperbola, type Pool, type Side } from './pool.ts';

/**
 * Two constant-product pools that share an asset, as the one pool that an order sees which its exchange takes through both:
 * all that the first pays is sold to the second. Two hyperbolas in a row are again one. `undefined` if they share none but
 * what is sold, or follow another curve.
 */
export function throughBoth(first: Pool, second: Pool, sells: AssetId): Pool | undefined {
  const side = sideOf(first, sells);
  const middle = side === undefined ? undefined : first.assets[otherSide(side)];
  const next = middle === undefined ? undefined : sideOf(second, middle);
  if (side === undefined || next === undefined || !first.keeps || !second.keeps) return undefined;
  return bothPools(first, side, second, next);
}

function bothPools(first: Pool, side: Side, second: Pool, next: Side): Pool {
  const [back, out] = [otherSide(side), otherSide(next)];
  return {
    assets: [first.assets[side], second.assets[out]],
    reserves: [first.reserves[side], second.reserves[out]],
    keeps: undefined,
    hyperbolas: [
      inARow(curve(first, side), curve(second, next)),
      inARow(curve(second, out), curve(first, back)),
    ],
    swap(sold: Side, quantity: bigint) {
      const [before, after] = sold === 0 ? [first, second] : [second, first];
      const [into, from] = sold === 0 ? [side, next] : [out, back];
      const passed = before.swap(into, quantity);
      const paid = after.swap(from, passed.out);
      return {
        out: paid.out,
        after:
          sold === 0
            ? bothPools(passed.after, side, paid.after, next)
            : bothPools(paid.after, side, passed.after, next),
      };
    },
  };
}

/** The curve of a constant-product pool, fee included. */
export function curve({ reserves, keeps }: Pool, side: Side): Hyperbola {
  const keep = keeps?.[side] ?? { parts: 1n, of: 1n };
  return {
    out: Number(reserves[otherSide(side)]),
    into: (Number(reserves[side]) * Number(keep.of)) / Number(keep.parts),
  };
}

/** `x` goes into the first, and what it pays into the second: `y₂ · o / (x₂ + o)` with `o = y₁ · x / (x₁ + x)`. */
function inARow(first: Hyperbola, second: Hyperbola): Hyperbola {
  const sum = second.into + first.out;
  return { out: (second.out * first.out) / sum, into: (first.into * second.into) / sum };
}
