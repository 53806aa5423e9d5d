import { mulDivCeil, mulDivFloor, WHOLE_PPM } from '#domain/ratio.ts';
import { poolIn, poolOut, reserves } from './pools.ts';
import type { Direction, Pool } from './types.ts';

/** An order as matching sees it: it gives all of `sold` for at least `minimum` of the other asset. */
export interface Offer {
  readonly sold: bigint;
  readonly minimum: bigint;
  /** Older offers have smaller numbers. */
  readonly sequence: number;
  /** Whether it may be filled in parts. */
  readonly partial: boolean;
}

/** The buyer's payment in lovelace, and the seller's delivery in the token's base units. */
export interface Match {
  readonly lovelace: bigint;
  readonly tokens: bigint;
}

/** The part of an order that a pool takes, and what it pays for it. */
export interface PoolPart {
  readonly amountIn: bigint;
  readonly out: bigint;
}

/** Minimum value in lovelace of a filled part and of what is left: less is not worth a transaction. */
const LEAST_PART = 1_000_000n;
/**
 * A pool takes no part worth less than this unless it is a good share of what is left, so that no order is filled
 * in tiny pieces.
 */
const AMPLE_PART = 50_000_000n;
const SMALLEST_SHARE = 4n;
const ROUNDING_TRIES = 6n;

/** Price-time priority among offers of one side: the better price first, then the older offer. */
export function byPriority(left: Offer, right: Offer): number {
  const difference = left.minimum * right.sold - right.minimum * left.sold;
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return left.sequence - right.sequence;
}

/** True when the buyer pays at least what the seller asks. `bid` gives ADA for tokens, `ask` tokens for ADA. */
export function crosses(bid: Offer, ask: Offer): boolean {
  return bid.minimum * ask.minimum <= bid.sold * ask.sold;
}

/**
 * The trade between two crossing offers at the price of the older one, for as much as the smaller of them takes. If
 * too little of the other would be left, both trade in full where that meets both prices; otherwise both keep
 * enough to be traded later. Never below the price of either. `undefined` when there is no such trade.
 */
export function matchOf(bid: Offer, ask: Offer): Match | undefined {
  if (!crosses(bid, ask)) return undefined;
  const match = bid.sequence < ask.sequence ? atPriceOfBid(bid, ask) : atPriceOfAsk(bid, ask);
  if (match.lovelace > 0n && match.tokens > 0n && mayLeave(bid, ask, match)) return match;
  if (bid.sold >= ask.minimum && ask.sold >= bid.minimum) return { lovelace: bid.sold, tokens: ask.sold };
  const less = lessThan(bid, ask, match);
  return less.lovelace >= LEAST_PART && suits(bid, ask, less) && mayLeave(bid, ask, less) ? less : undefined;
}

/** A match that leaves something of both offers, at the price of the older one. */
function lessThan(bid: Offer, ask: Offer, match: Match): Match {
  const lovelace = match.lovelace - LEAST_PART;
  if (lovelace <= 0n) return { lovelace: 0n, tokens: 0n };
  return bid.sequence < ask.sequence
    ? { lovelace, tokens: mulDivCeil(bid.minimum, lovelace, bid.sold) }
    : { lovelace, tokens: mulDivFloor(ask.sold, lovelace, ask.minimum) };
}

function suits(bid: Offer, ask: Offer, { lovelace, tokens }: Match): boolean {
  return tokens * bid.sold >= bid.minimum * lovelace && lovelace * ask.sold >= ask.minimum * tokens;
}

function atPriceOfAsk(bid: Offer, ask: Offer): Match {
  return bid.sold >= ask.minimum
    ? { lovelace: ask.minimum, tokens: ask.sold }
    : { lovelace: bid.sold, tokens: mulDivFloor(bid.sold, ask.sold, ask.minimum) };
}

function atPriceOfBid(bid: Offer, ask: Offer): Match {
  return ask.sold >= bid.minimum
    ? { lovelace: bid.sold, tokens: bid.minimum }
    : { lovelace: mulDivFloor(ask.sold, bid.sold, bid.minimum), tokens: ask.sold };
}

function mayLeave(bid: Offer, ask: Offer, { lovelace, tokens }: Match): boolean {
  return mayStay(bid, bid.sold - lovelace, 'buy') && mayStay(ask, ask.sold - tokens, 'sell');
}

function mayStay(offer: Offer, rest: bigint, side: Direction): boolean {
  return rest === 0n || (offer.partial && worthOf(offer, rest, side) >= LEAST_PART);
}

/** Value in lovelace of a part of an offer at its own price. */
function worthOf({ sold, minimum }: Offer, part: bigint, side: Direction): bigint {
  return side === 'buy' ? part : mulDivFloor(part, minimum, sold);
}

/** True when neither side would get more from the pool now. */
export function isBestFor(match: Match, pool: Pool): boolean {
  return (
    match.tokens >= poolOut(pool, 'buy', match.lovelace) &&
    match.lovelace >= poolOut(pool, 'sell', match.tokens)
  );
}

/**
 * The whole offer if the pool gives its minimum for it; otherwise the largest part that may be filled. `'waits'`:
 * the pool has reached the offer's price, but not far enough for a part worth a transaction; offers with lower
 * priority may not go first.
 */
export function poolPartOf(offer: Offer, pool: Pool, side: Direction): PoolPart | 'waits' | undefined {
  const out = poolOut(pool, side, offer.sold);
  if (out >= offer.minimum && out > 0n) return { amountIn: offer.sold, out };
  const most = offer.sold - leastRest(offer, side);
  if (!offer.partial || most <= 0n) return undefined;
  const limit = reachOf(offer, pool, side);
  if (limit <= 0n) return undefined;
  return largestPart(offer, pool, side, limit < most ? limit : most) ?? 'waits';
}

/**
 * How much of an offer the pool takes at the offer's price on average: the average price for `x` falls with `x`,
 * and meets the offer's price as long as `out·γ·sold ≥ minimum·(in + γ·x)`, which is solved for `x`.
 */
function reachOf({ sold, minimum }: Offer, pool: Pool, side: Direction): bigint {
  const held = reserves(pool, side);
  const keep = WHOLE_PPM - BigInt(pool.feePpm);
  const above = held.out * keep * sold - minimum * held.in * WHOLE_PPM;
  return above <= 0n || minimum === 0n ? 0n : above / (minimum * keep);
}

function largestPart(offer: Offer, pool: Pool, side: Direction, most: bigint): PoolPart | undefined {
  const { sold, minimum } = offer;
  for (let tries = 0n; tries < ROUNDING_TRIES; tries += 1n) {
    // Rounding off one unit can cost more than one unit less of input gains: hence the steps.
    const out = poolOut(pool, side, most - (most * tries) / WHOLE_PPM);
    const amountIn = poolIn(pool, side, out) ?? 0n;
    const paid = poolOut(pool, side, amountIn);
    if (amountIn === 0n || amountIn > most || paid * sold < minimum * amountIn) continue;
    const part = worthOf(offer, amountIn, side);
    const isEnough = part >= AMPLE_PART || (amountIn * SMALLEST_SHARE >= sold && part >= LEAST_PART);
    return isEnough ? { amountIn, out: paid } : undefined;
  }
  return undefined;
}

/** The smallest remainder that may be left of an offer. */
function leastRest({ sold, minimum }: Offer, side: Direction): bigint {
  return side === 'buy' ? LEAST_PART : mulDivFloor(LEAST_PART, sold, minimum) + 1n;
}
