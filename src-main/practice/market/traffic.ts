import type { AssetId } from '#domain/asset.ts';
import type { CastMember } from './cast.ts';
import type { SeededRandom } from './random.ts';
import type { Direction, Pool } from './types.ts';

/** The simulated crowd's beliefs about one token. Prices in lovelace per base unit. */
export interface Belief {
  /** The price's long-run mean. */
  readonly anchor: number;
  fair: number;
  /** Relative drift per second. */
  trend: number;
}

/** A trade that the seeded market makes on one pool. */
export interface Intention {
  readonly poolId: string;
  readonly direction: Direction;
  readonly amountIn: bigint;
  readonly source: 'trader' | 'arbitrage';
}

/** The market as its crowd sees and moves it. */
export interface Floor {
  poolsOf(token: AssetId): readonly Pool[];
  execute(intention: Intention): void;
}

const DAY_SECONDS = 86_400;
/** The price is pulled back to its anchor within about this many seconds. */
const PULL_SECONDS = 4 * DAY_SECONDS;
/** Trends fade within about this many seconds. */
const TREND_SECONDS = 5_400;
/** The fair price stays within this factor of its anchor. */
const WIDEST = 3;
/** The crowd's largest single trade, as a fraction of the pool. */
const LARGEST_TRADE = 0.012;
const SMALLEST_TRADE_LOVELACE = 3_000_000;
/** Arbitrage trades when a pool is this far outside its fee band and the trade is large enough. */
const ARBITRAGE_EDGE = 0.001;
const SMALLEST_ARBITRAGE_LOVELACE = 2_000_000;

/**
 * Simulates one token for `seconds`: its fair price moves (noise, a fading trend, a pull to the anchor), traders
 * arrive at the token's usual rate, and arbitrage brings a pool back into its fee band around the fair price. A
 * short tick checks one pool for arbitrage, a long one all pools.
 */
export function liveFor(
  seconds: number,
  member: CastMember,
  belief: Belief,
  floor: Floor,
  random: SeededRandom,
): void {
  wander(belief, member.volatility, seconds, random);
  const token = member.token.id;
  for (let count = arrivals((member.tradesPerDay * seconds) / DAY_SECONDS, random); count > 0; count -= 1) {
    const intention = traderOn(floor.poolsOf(token), belief.fair, random);
    if (intention) floor.execute(intention);
  }
  const pools = floor.poolsOf(token);
  if (pools.length === 0) return;
  const looked = seconds > 1 ? pools : [pools[random.below(pools.length)] as Pool];
  for (const pool of looked) {
    const intention = arbitrageOn(pool, belief.fair);
    if (intention) floor.execute(intention);
  }
}

/** An order shifts what the crowd believes halfway to the price that it left behind. */
export function learnFrom(belief: Belief, before: number, after: number): void {
  belief.fair = clamp(belief.fair * (1 + (after / before - 1) / 2), belief.anchor);
}

function wander(belief: Belief, volatility: number, seconds: number, random: SeededRandom): void {
  const step = volatility * Math.sqrt(seconds / DAY_SECONDS);
  const fading = seconds / (seconds + TREND_SECONDS);
  // In equilibrium, the trend adds about as much to a daily move as the noise does.
  const gust = (volatility / DAY_SECONDS) * 3;
  belief.trend += -belief.trend * fading + gust * Math.sqrt(2 * fading) * random.bell();
  const pull = (belief.anchor / belief.fair - 1) * (seconds / (seconds + PULL_SECONDS));
  const change = belief.trend * seconds + step * random.bell() + pull;
  belief.fair = clamp(belief.fair * (1 + Math.max(-0.2, Math.min(0.2, change))), belief.anchor);
}

function clamp(price: number, anchor: number): number {
  return Math.max(anchor / WIDEST, Math.min(anchor * WIDEST, price));
}

/** Number of arriving traders when `expected` arrive on average (below one: at most one). */
function arrivals(expected: number, random: SeededRandom): number {
  const whole = Math.floor(expected);
  return whole + (random.unit() < expected - whole ? 1 : 0);
}

/** A trade on a random pool, deep ones more often; slightly more likely towards the fair price. */
function traderOn(pools: readonly Pool[], fair: number, random: SeededRandom): Intention | undefined {
  let total = 0;
  for (const pool of pools) total += Number(pool.ada);
  let mark = random.unit() * total;
  const pool = pools.find((item) => (mark -= Number(item.ada)) < 0) ?? pools.at(-1);
  if (pool === undefined) return undefined;
  const ada = Number(pool.ada);
  const price = ada / Number(pool.tokens);
  const leaning = Math.max(-0.3, Math.min(0.3, (fair / price - 1) * 10));
  const buys = random.unit() < 0.5 + leaning;
  const luck = random.unit();
  const most = ada * LARGEST_TRADE;
  const value = Math.min(most, SMALLEST_TRADE_LOVELACE + most * luck * luck * luck * luck);
  const amountIn = BigInt(Math.floor(buys ? value : value / price));
  return amountIn <= 0n
    ? undefined
    : { poolId: pool.id, direction: buys ? 'buy' : 'sell', amountIn, source: 'trader' };
}

/** The most profitable trade on a pool whose price after fees is off the fair price, if any. */
export function arbitrageOn(pool: Pool, fair: number): Intention | undefined {
  const ada = Number(pool.ada);
  const tokens = Number(pool.tokens);
  const keep = 1 - pool.feePpm / 1_000_000;
  const price = ada / tokens;
  if (price < fair * keep * (1 - ARBITRAGE_EDGE)) {
    const lovelace = (Math.sqrt(ada * tokens * fair * keep) - ada) / keep;
    return arbitrage(pool, 'buy', lovelace, lovelace);
  }
  if (price > (fair / keep) * (1 + ARBITRAGE_EDGE)) {
    const units = (Math.sqrt((ada * tokens * keep) / fair) - tokens) / keep;
    return arbitrage(pool, 'sell', units, units * price);
  }
  return undefined;
}

function arbitrage(
  pool: Pool,
  direction: Direction,
  amount: number,
  lovelace: number,
): Intention | undefined {
  const amountIn = BigInt(Math.floor(amount));
  if (amountIn <= 0n || lovelace < SMALLEST_ARBITRAGE_LOVELACE) return undefined;
  return { poolId: pool.id, direction, amountIn, source: 'arbitrage' };
}
