import { lovelace, type Lovelace } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { bestVenueSets, inputAt, marginalRateOfAll, type Venue, type VenueSet } from './optimum.ts';
import { WHOLE_PPM } from '#domain/ratio.ts';
import { outAtSpotScaled, poolFeeOf, poolIn, poolOut, priceImpactPpm, reserves } from './pools.ts';
import type { Direction, Exchange, Leg, MarketFailure, Pool, Share } from './types.ts';

/** A route request. All pools hold ADA and the token. */
export interface RouteRequest {
  readonly token: AssetId;
  readonly pools: readonly Pool[];
  readonly direction: Direction;
  /** Base units of the input. */
  readonly amountIn: bigint;
  /** The exchanges and their fixed fees; pools of an exchange that is not listed are not used. */
  readonly exchanges: readonly Exchange[];
  readonly excluded?: readonly string[];
}

interface Candidate {
  readonly pool: Pool;
  readonly exchange: Exchange;
}

interface Part {
  readonly candidate: Candidate;
  amountIn: bigint;
  out: bigint;
}

/** A route may take at most this percentage of what the allowed pools hold. */
const MOST_OF_RESERVES = 90n;

/**
 * The best split of one conversion between ADA and a token, at most one order for each exchange.
 *
 * Maximises the output less the exchanges' batcher fees. A fee counts in lovelace when ADA is the output, and
 * otherwise at the marginal price (tokens for one more lovelace) of the split over all allowed pools. The best set
 * of pools is the exact optimum; on each pool used the marginal price after fees is equal; the parts are integers
 * that sum to `amountIn`, and no single pool does better.
 */
export function route(request: RouteRequest): Result<Leg, MarketFailure> {
  const { direction, amountIn } = request;
  const excluded = new Set(request.excluded ?? []);
  const allowed = request.exchanges.filter((exchange) => !excluded.has(exchange.code));
  if (allowed.length === 0) return failed({ code: 'all-exchanges-excluded' });
  const candidates = candidatesOf(request.pools, allowed);
  if (candidates.length === 0) return failed({ code: 'no-pool', token: request.token });
  if (amountIn <= 0n) return failed({ code: 'amount-too-small' });

  const amount = Number(amountIn);
  const venues = venuesOf(candidates, direction, amount);
  const singles = venues.map((_, index): VenueSet => ({ venues: [index], rootRate: 1, net: 0 }));
  let best: { readonly parts: readonly Part[]; readonly out: bigint; readonly fees: number } | undefined;
  for (const set of [...bestVenueSets(venues, amount), ...singles]) {
    const parts = allocate(set, venues, candidates, direction, amountIn);
    const out = parts.reduce((sum, part) => sum + part.out, 0n);
    const fees = parts.reduce((sum, part) => sum + feeIn(venues, candidates, part), 0);
    if (out > 0n && (best === undefined || Number(out - best.out) > fees - best.fees))
      best = { parts, out, fees };
  }
  if (best === undefined) return failed(tooSmall(candidates, direction));
  const held = candidates.reduce((sum, { pool }) => sum + reserves(pool, direction).out, 0n);
  if (best.out * 100n > held * MOST_OF_RESERVES) return failed({ code: 'not-enough-liquidity' });
  return ok(legOf(best.parts, direction, amountIn, best.out));
}

function candidatesOf(pools: readonly Pool[], exchanges: readonly Exchange[]): readonly Candidate[] {
  const byCode = new Map(exchanges.map((exchange) => [exchange.code, exchange]));
  return pools.flatMap((pool) => {
    const exchange = byCode.get(pool.exchange);
    return exchange === undefined || pool.ada <= 0n || pool.tokens <= 0n ? [] : [{ pool, exchange }];
  });
}

function venuesOf(candidates: readonly Candidate[], direction: Direction, amount: number): readonly Venue[] {
  const groups = new Map<string, number>();
  const free = candidates.map(({ pool, exchange }): Venue => {
    const side = reserves(pool, direction);
    const group = groups.get(exchange.code) ?? groups.size;
    groups.set(exchange.code, group);
    return {
      group,
      reserveIn: Number(side.in),
      reserveOut: Number(side.out),
      keep: Number(WHOLE_PPM - BigInt(pool.feePpm)) / Number(WHOLE_PPM),
      fixedFee: 0,
    };
  });
  const perLovelace = direction === 'sell' ? 1 : marginalRateOfAll(free, amount);
  return free.map((venue, index) => ({
    ...venue,
    fixedFee: perLovelace * Number((candidates[index] as Candidate).exchange.batcherFee),
  }));
}

function feeIn(venues: readonly Venue[], candidates: readonly Candidate[], part: Part): number {
  return (venues[candidates.indexOf(part.candidate)] as Venue).fixedFee;
}

/**
 * The set's split in whole base units: rounded down, the remainder to the largest part, then spare input to where
 * it buys a unit.
 */
function allocate(
  set: VenueSet,
  venues: readonly Venue[],
  candidates: readonly Candidate[],
  direction: Direction,
  amountIn: bigint,
): readonly Part[] {
  const parts = set.venues.map((index): Part => {
    const share =
      set.venues.length === 1 ? amountIn : BigInt(Math.floor(inputAt(venues[index] as Venue, set.rootRate)));
    return { candidate: candidates[index] as Candidate, amountIn: share, out: 0n };
  });
  parts.sort((left, right) => (left.amountIn < right.amountIn ? 1 : left.amountIn > right.amountIn ? -1 : 0));
  const largest = parts[0] as Part;
  largest.amountIn += amountIn - parts.reduce((sum, part) => sum + part.amountIn, 0n);
  if (largest.amountIn < 0n) return [];
  for (const part of parts) part.out = poolOut(part.candidate.pool, direction, part.amountIn);
  useSpareInput(parts, direction);
  return parts.filter((part) => part.out > 0n);
}

/**
 * Rounding down leaves each part some input that buys nothing. Where the spare input of all parts together buys one
 * more unit somewhere, it goes there (this matters for tokens with few decimals). The remainder goes to the largest
 * part. Keeps the sum.
 */
function useSpareInput(parts: readonly Part[], direction: Direction): void {
  const least = (part: Part, out: bigint): bigint | undefined => poolIn(part.candidate.pool, direction, out);
  let spare = 0n;
  const needed = parts.map((part) => least(part, part.out) ?? part.amountIn);
  for (const [index, part] of parts.entries()) spare += part.amountIn - (needed[index] as bigint);
  const largest = parts[0];
  if (largest === undefined) return;
  for (let bumps = 0; bumps < parts.length; bumps += 1) {
    let cheapest: { readonly index: number; readonly cost: bigint } | undefined;
    for (const [index, part] of parts.entries()) {
      const next = least(part, part.out + 1n);
      if (next === undefined) continue;
      const cost = next - (needed[index] as bigint);
      if (cost <= spare && (cheapest === undefined || cost < cheapest.cost)) cheapest = { index, cost };
    }
    if (cheapest === undefined) break;
    const part = parts[cheapest.index] as Part;
    part.out += 1n;
    needed[cheapest.index] = (needed[cheapest.index] as bigint) + cheapest.cost;
    spare -= cheapest.cost;
  }
  for (const [index, part] of parts.entries()) {
    part.amountIn = part.out > 0n ? (needed[index] as bigint) : 0n;
  }
  const receiver = parts.find((part) => part.out > 0n);
  if (receiver === undefined) return;
  receiver.amountIn += spare;
  receiver.out = poolOut(receiver.candidate.pool, direction, receiver.amountIn);
}

function tooSmall(candidates: readonly Candidate[], direction: Direction): MarketFailure {
  const costs = candidates.flatMap(({ pool }) => poolIn(pool, direction, 1n) ?? []);
  const minimum = costs.reduce<bigint | undefined>(
    (low, cost) => (low === undefined || cost < low ? cost : low),
    undefined,
  );
  return { code: 'amount-too-small', ...(minimum === undefined ? {} : { minimum }) };
}

function legOf(parts: readonly Part[], direction: Direction, amountIn: bigint, expectedOut: bigint): Leg {
  const ordered = [...parts].sort((left, right) => (left.amountIn < right.amountIn ? 1 : -1));
  let atSpot = 0n;
  const shares = ordered.map(({ candidate: { pool, exchange }, amountIn: part, out }): Share => {
    const spot = outAtSpotScaled(pool, direction, part);
    atSpot += spot;
    return {
      exchange: exchange.code,
      poolId: pool.id,
      amountIn: part,
      expectedOut: out,
      poolFee: poolFeeOf(pool, part),
      batcherFee: exchange.batcherFee,
      deposit: exchange.deposit,
      priceImpactPpm: priceImpactPpm(spot, out),
    };
  });
  const first = ordered[0] as Part;
  return {
    token: first.candidate.pool.token,
    direction,
    amountIn,
    expectedOut,
    shares,
    marginalRate: marginalRate(first, direction),
    batcherFees: sumOf(shares.map((share) => share.batcherFee)),
    deposits: sumOf(shares.map((share) => share.deposit)),
    priceImpactPpm: priceImpactPpm(atSpot, expectedOut),
  };
}

/** `in·out·γ / (in + γx)²`: the slope of the pool's payout at `x`. */
function marginalRate({ candidate: { pool }, amountIn }: Part, direction: Direction): number {
  const side = reserves(pool, direction);
  const keep = WHOLE_PPM - BigInt(pool.feePpm);
  const after = Number(side.in * WHOLE_PPM + keep * amountIn);
  return (Number(side.in * WHOLE_PPM) / after) * (Number(side.out * keep) / after);
}

function sumOf(amounts: readonly Lovelace[]): Lovelace {
  return lovelace(amounts.reduce((sum, amount) => sum + amount, 0n));
}
