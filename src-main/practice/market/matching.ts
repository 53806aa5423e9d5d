import { mulDivCeil, mulDivFloor } from '#domain/ratio.ts';
import { poolIn, PPM, poolOut, reserves } from './pools.ts';
import type { Direction, Pool } from './types.ts';

/** What matching needs to know of an order: all of `sold` is given for at least `minimum` of the other asset. */
export interface Offer {
  readonly sold: bigint;
  readonly minimum: bigint;
  /** The older, the smaller. */
  readonly sequence: number;
  /** Whether a part of it may be filled. */
  readonly partial: boolean;
}

/** What goes from the buyer to the seller, in lovelace, and what comes back, in the token's base units. */
export interface Match {
  readonly lovelace: bigint;
  readonly tokens: bigint;
}

/** A part of an order that a pool takes, and what it pays for it. */
export interface PoolPart {
  readonly amountIn: bigint;
  readonly out: bigint;
}

/** Lovelace that a part and what is left of an order must each be worth: less does not pay for a transaction. */
const LEAST_PART = 1_000_000n;
/** A pool takes no part below this worth unless it is a good share of what is left: no order is filled in crumbs. */
const AMPLE_PART = 50_000_000n;
const SMALLEST_SHARE = 4n;
const ROUNDING_TRIES = 6n;

/** Price-time priority among offers of one side: who asks less for what he gives comes first, then who came first. */
export function byPriority(left: Offer, right: Offer): number {
  const difference = left.minimum * right.sold - right.minimum * left.sold;
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return left.sequence - right.sequence;
}

/** True when the buyer pays what the seller asks. `bid` gives ADA for tokens, `ask` tokens for ADA. */
export function crosses(bid: Offer, ask: Offer): boolean {
  return bid.minimum * ask.minimum <= bid.sold * ask.sold;
}

/**
 * The trade between two offers that cross, at the price of the older one: as much as the smaller of them takes. Where
 * too little would be left of the other, each gives all that he has, if that suits both; else both keep enough to be
 * traded later. Never below the price of either. `undefined` when there is no such trade.
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

/** Lovelace that a part of what an offer gives is worth at its own price. */
function worthOf({ sold, minimum }: Offer, part: bigint, side: Direction): bigint {
  return side === 'buy' ? part : mulDivFloor(part, minimum, sold);
}

/** True when neither of the two would get more from the pool now. */
export function isBestFor(match: Match, pool: Pool): boolean {
  return (
    match.tokens >= poolOut(pool, 'buy', match.lovelace) &&
    match.lovelace >= poolOut(pool, 'sell', match.tokens)
  );
}

/**
 * All of the offer when the pool gives its minimum for it; else the largest part that may be filled. `'waits'`: the
 * pool has reached its price, but not far enough for a part that is worth a transaction; nobody who came later or asks
 * for more may go first.
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
 * How much of an offer the pool takes at the offer's price on average: the average for `x` falls with `x`, and meets the
 * offer's price as long as `out·γ·sold ≥ minimum·(in + γ·x)`, which is solved for `x`.
 */
function reachOf({ sold, minimum }: Offer, pool: Pool, side: Direction): bigint {
  const held = reserves(pool, side);
  const keep = PPM - BigInt(pool.feePpm);
  const above = held.out * keep * sold - minimum * held.in * PPM;
  return above <= 0n || minimum === 0n ? 0n : above / (minimum * keep);
}

function largestPart(offer: Offer, pool: Pool, side: Direction, most: bigint): PoolPart | undefined {
  const { sold, minimum } = offer;
  for (let tries = 0n; tries < ROUNDING_TRIES; tries += 1n) {
    // A unit that is rounded away can cost more of the price than a unit less of input brings: hence steps.
    const out = poolOut(pool, side, most - (most * tries) / PPM);
    const amountIn = poolIn(pool, side, out) ?? 0n;
    const paid = poolOut(pool, side, amountIn);
    if (amountIn === 0n || amountIn > most || paid * sold < minimum * amountIn) continue;
    const part = worthOf(offer, amountIn, side);
    const isEnough = part >= AMPLE_PART || (amountIn * SMALLEST_SHARE >= sold && part >= LEAST_PART);
    return isEnough ? { amountIn, out: paid } : undefined;
  }
  return undefined;
}

/** The least of what an offer gives that may be left of it. */
function leastRest({ sold, minimum }: Offer, side: Direction): bigint {
  return side === 'buy' ? LEAST_PART : mulDivFloor(LEAST_PART, sold, minimum) + 1n;
}
