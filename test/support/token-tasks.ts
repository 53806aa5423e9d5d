import fc from 'fast-check';
import { ADA, type AssetId } from '#domain/asset.ts';
import { constantProduct } from '../../src-main/exchanges/constant-product.ts';
import { sideOf } from '../../src-main/exchanges/pool.ts';
import { stableSwap } from '../../src-main/exchanges/stable-swap.ts';
import { throughBoth } from '../../src-main/exchanges/through.ts';
import type { Place, RouteTask } from '../../src-main/exchanges/routing/route.ts';

/** The token that every task sells. */
export const SOLD = `${'5a'.repeat(28)}5a` as AssetId;
const WANTED = `${'7e'.repeat(28)}7e` as AssetId;

/** The reserve of a pool. */
export const size = fc.bigInt({ min: 10n ** 9n, max: 10n ** 13n });
const permille = fc.bigInt({ min: 700n, max: 1_400n });
const fee = fc.bigInt({ min: 0n, max: 100n });
const flipped = fc.boolean();

/** A constant-product pool of the two tokens. */
export const product = fc
  .record({ size, permille, fee, flipped })
  .map(({ size: first, permille: off, fee: charged, flipped: turned }) =>
    constantProduct({
      assets: turned ? [WANTED, SOLD] : [SOLD, WANTED],
      reserves: [first, (first * off) / 1_000n],
      fees: [charged, charged],
      of: 10_000n,
    }),
  );
/** A stable pool of the two tokens. */
export const stable = fc
  .record({ size, permille, amplification: fc.bigInt({ min: 1n, max: 2_000n }), flipped })
  .map(({ size: first, permille: off, amplification, flipped: turned }) =>
    stableSwap({
      assets: turned ? [WANTED, SOLD] : [SOLD, WANTED],
      balances: [first, (first * off) / 1_000n],
      multiples: [1n, 1n],
      amplification,
      fee: 1_000_000n,
      adminFee: 5_000_000_000n,
    }),
  );
/** Two pools through ADA, where a token is worth a lovelace or more: below that, rounding to whole lovelace in between costs tokens. */
export const hop = fc
  .record({
    lovelace: fc.bigInt({ min: 10n ** 13n, max: 10n ** 15n }),
    first: size,
    second: size,
    fee,
    flipped,
  })
  .map(({ lovelace, first, second, fee: charged, flipped: turned }) => {
    const pool = (token: AssetId, held: bigint) =>
      constantProduct({
        assets: turned ? [token, ADA] : [ADA, token],
        reserves: turned ? [held, lovelace] : [lovelace, held],
        fees: [charged, charged],
        of: 10_000n,
      });
    const both = throughBoth(pool(SOLD, first), pool(WANTED, second), SOLD);
    if (!both) throw new Error('they share ADA');
    return both;
  });

/** A trade between the tokens, over one to three pools. */
export const tokenTask = fc
  .record({
    pools: fc.array(fc.oneof(product, stable, hop), { minLength: 1, maxLength: 3 }),
    fees: fc.array(fc.bigInt({ min: 0n, max: 3_000_000n }), { minLength: 3, maxLength: 3 }),
    lovelaceWorth: fc.double({ min: 0, max: 3, noNaN: true }),
    part: fc.bigInt({ min: 1n, max: 6_000n }),
  })
  .map(({ pools, fees, lovelaceWorth, part }): RouteTask => {
    const places = pools.map((pool, at): Place => ({ exchange: `X${at}`, pool, fee: fees[at] ?? 0n }));
    const held = places.reduce((sum, { pool }) => sum + pool.reserves[sideOf(pool, SOLD) ?? 0], 0n);
    return { sells: SOLD, wants: WANTED, quantity: (held * part) / 10_000n, places, lovelaceWorth };
  });

/** The proceeds of this much of the sold token at a place. */
export function out({ pool }: Place, sold: bigint): bigint {
  return sold > 0n ? pool.swap(sideOf(pool, SOLD) ?? 0, sold).out : 0n;
}

/** The most that these places pay, by thirds over every split: the proceeds fall off on both sides of the best one. */
function thirds(places: readonly Place[], quantity: bigint): bigint {
  const [first, ...others] = places;
  if (!first || others.length === 0) return first ? out(first, quantity) : 0n;
  const paid = (sold: bigint): bigint => out(first, sold) + thirds(others, quantity - sold);
  let [low, high] = [0n, quantity];
  while (high - low > 3n) {
    const third = (high - low) / 3n;
    const [left, right] = [low + third, high - third];
    if (paid(left) < paid(right)) low = left;
    else high = right;
  }
  let best = 0n;
  for (let sold = low; sold <= high; sold += 1n) best = paid(sold) > best ? paid(sold) : best;
  return best;
}

/** The best net of any set of the places, by a search that shares no code with the router. */
export function searchedNet({ places, quantity, lovelaceWorth = 0 }: RouteTask): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let mask = 1; mask < 1 << places.length; mask += 1) {
    const used = places.filter((_, at) => (mask & (1 << at)) !== 0);
    const fees = used.reduce((sum, place) => sum + place.fee, 0n);
    best = Math.max(best, Number(thirds(used, quantity)) - lovelaceWorth * Number(fees));
  }
  return best;
}
