import { lovelaceIn, quantityIn, subtractValues, sumValues } from '#domain/amount.ts';
import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import { MAKERS, sendOwn, signedBy, type WorldKey } from '../accounts.ts';
import type { Chain } from '../chain/chain.ts';
import { leastLovelace, withLeastFee, type Draft, type DraftOutput } from '../chain/draft.ts';
import { leastAt, leastOrderWorth, limitPrice } from '../market/limit-orders.ts';
import type { Market } from '../market/market.ts';
import { SeededRandom } from '../market/random.ts';
import type { Direction, Pool } from '../market/types.ts';
import type { OrderRecord } from '../orders/order-history.ts';
import { orderOutput } from '../orders/order-output.ts';
import type { Floor } from './floor.ts';

/**
 * The market makers: wallets of the practice world, one per main pair (the tokens with the deepest pools), that
 * keep limit orders on both sides of the price. Their orders are outputs on chain and are filled like everybody
 * else's. The first ones are part of genesis; later a maker regularly cancels those that the price has moved away
 * from and fills gaps, in one transaction.
 */

/** Distance of each level from the pool's price in percent, on top of the pool's fee and `CLEARANCE_PERCENT`. */
const LEVELS_PERCENT: readonly number[] = [0, 0.25, 0.6, 1.1, 1.8, 2.8, 4.5, 7];
/** Percent: any closer, and an order would be filled as soon as it is placed. */
const CLEARANCE_PERCENT = 0.4;
/** Distance from the pool's price, in percent, at which an order is cancelled. */
const STALE_PERCENT = 9;
/** Distance, in percent, within which a level counts as occupied. */
const SAME_LEVEL_PERCENT = 0.15;
/** Number of exchanges, the deepest ones, at which a maker quotes. */
const VENUES = 3;
/** Seconds between two turns: each turn, one maker checks its orders. */
const LOOKS_EVERY_SECONDS = 30;
const MOST_INPUTS = 40;
const ONE_ADA = 1_000_000;
const SMALLEST_ORDER_ADA = 30;
const LARGEST_ORDER_ADA = 3_000;
/** A maker's reserve on each side, in addition to its first orders. */
const RESERVE_ADA = 100_000;

interface MainPair {
  readonly token: AssetId;
  readonly decimals: number;
  /** At exchanges that take limit orders, deepest first. */
  readonly pools: readonly Pool[];
}

/** The makers' outputs in genesis: their orders and reserves. */
export function openingBook(market: Market, makers: readonly WorldKey[]): readonly DraftOutput[] {
  return mainPairs(market).flatMap((pair, index) => {
    const maker = makers[index];
    if (!maker) return [];
    const price = priceOf(pair.pools[0]);
    const reserve = new Map([
      [ADA, BigInt(RESERVE_ADA * ONE_ADA)],
      [pair.token, BigInt(Math.floor((RESERVE_ADA * ONE_ADA) / price)) + 1n],
    ]);
    const orders = (['buy', 'sell'] as const).flatMap((side) =>
      LEVELS_PERCENT.map((_, level) => levelOrder(market, pair, maker, side, level, 'genesis')),
    );
    return [{ address: maker.address, value: reserve }, ...orders];
  });
}

/**
 * Updates the orders of the maker whose turn it is, if any: `now` is the slot of the last block, `before` the slot
 * of the block before it. Sends at most one transaction.
 */
export function tendBook(floor: Floor, before: number, now: number): void {
  const turn = Math.floor(now / LOOKS_EVERY_SECONDS);
  if (turn === Math.floor(before / LOOKS_EVERY_SECONDS)) return;
  const pairs = mainPairs(floor.market);
  const index = turn % MAKERS;
  const [pair, maker] = [pairs[index], floor.keys.makers[index]];
  if (pair && maker) tendPair(floor, pair, maker, String(now));
}

function tendPair(floor: Floor, pair: MainPair, maker: WorldKey, moment: string): void {
  const { chain, market, orders } = floor;
  const resting = orders
    .open()
    .filter(({ owner, current }) => owner === maker.address && chain.resolve(current) !== undefined);
  const distances = resting.map((order) => ({ order, percent: percentFromPool(market, order) }));
  const stale = distances.filter(({ percent }) => percent > STALE_PERCENT).map(({ order }) => order);
  const fresh = distances.filter(({ order }) => !stale.includes(order));
  const wanted = (['buy', 'sell'] as const).flatMap((side) => {
    const taken = fresh.filter(({ order }) => sideOf(order) === side).map(({ percent }) => percent);
    return LEVELS_PERCENT.flatMap((_, level) => {
      const percent = levelPercent(pair, level);
      const isTaken = taken.some((other) => Math.abs(other - percent) < SAME_LEVEL_PERCENT + percent / 10);
      return isTaken ? [] : [levelOrder(market, pair, maker, side, level, moment)];
    }).slice(0, Math.max(0, LEVELS_PERCENT.length - taken.length));
  });
  if (stale.length > 0 || wanted.length > 0) send(chain, pair, maker, stale, wanted);
}

/** One transaction that cancels orders and places as many new ones as the maker can pay for. */
function send(
  chain: Chain,
  { token }: MainPair,
  maker: WorldKey,
  stale: readonly OrderRecord[],
  wanted: readonly DraftOutput[],
): void {
  const own = chain
    .spendableAt(maker.address)
    .filter(({ output }) => [...output.value.keys()].every((asset) => asset === ADA || asset === token))
    .slice(0, MOST_INPUTS);
  const spent = [...own, ...stale.map(({ current }) => ({ ref: current, output: chain.resolve(current) }))];
  const held = sumValues(spent.flatMap(({ output }) => output?.value ?? []));
  for (let count = wanted.length; count >= 0 && spent.length > 0; count -= 1) {
    const placed = wanted.slice(0, count);
    if (count === 0 && stale.length === 0) return;
    const rest = subtractValues(held, sumValues(placed.map(({ value }) => value)));
    const drafted = withLeastFee((fee): Draft | undefined => {
      const change: DraftOutput = {
        address: maker.address,
        value: subtractValues(rest, new Map([[ADA, fee]])),
      };
      if (quantityIn(change.value, token) < 0n || lovelaceIn(change.value) < leastLovelaceOf(change))
        return undefined;
      return { inputs: spent.map(({ ref }) => ref), outputs: [...placed, change] };
    }, 1);
    if (!drafted) continue;
    sendOwn(chain, signedBy(drafted.bytes, [maker]), "a maker's transaction");
    return;
  }
}

/** Like `leastLovelace`, for an output whose balance may still be negative. */
function leastLovelaceOf(output: DraftOutput): bigint {
  return lovelaceIn(output.value) < 0n ? 0n : leastLovelace(output);
}

function mainPairs(market: Market): readonly MainPair[] {
  const takesLimits = new Set(market.exchanges.filter(({ limit }) => limit).map(({ code }) => code));
  const pairs = market.tokens.flatMap(({ id, decimals, verified }) => {
    const all = market.poolsOf(id);
    const pools = all
      .filter((pool) => takesLimits.has(pool.exchange))
      .toSorted((left, right) => Number(right.ada - left.ada))
      .slice(0, VENUES);
    const depth = all.reduce((sum, pool) => sum + Number(pool.ada), 0);
    return verified && pools.length > 0 ? [{ token: id, decimals, pools, depth }] : [];
  });
  return pairs.toSorted((left, right) => right.depth - left.depth).slice(0, MAKERS);
}

/** The order of one level. Its size is derived from the seed, the level and the time; its price has few digits. */
function levelOrder(
  market: Market,
  pair: MainPair,
  maker: WorldKey,
  side: Direction,
  level: number,
  moment: string,
): DraftOutput {
  const pool = pair.pools[level % pair.pools.length] as Pool;
  const exchange = market.exchange(pool.exchange);
  if (!exchange) throw new RangeError(`no exchange ${pool.exchange}`);
  const random = SeededRandom.seeded(market.seed, `maker ${pair.token} ${side} ${level} ${moment}`);
  const sign = side === 'buy' ? -1 : 1;
  const exact =
    priceOf(pool) * 10 ** (pair.decimals - ADA_DECIMALS) * (1 + (sign * levelPercent(pair, level)) / 100);
  const price = limitPrice(Number(exact.toPrecision(4)));
  if (!price) throw new RangeError('a pool has no price');
  const least = Number(leastOrderWorth(exchange)) / ONE_ADA;
  const share = (Number(pool.ada) / ONE_ADA) * random.between(0.0004, 0.0016) * (1 + level / 3);
  const worth = Math.min(LARGEST_ORDER_ADA, Math.max(SMALLEST_ORDER_ADA, 2 * least, share));
  const lovelace = BigInt(Math.floor(worth * ONE_ADA));
  const amountIn = side === 'buy' ? lovelace : BigInt(Math.floor(Number(lovelace) / priceOf(pool))) + 1n;
  const [tokenIn, tokenOut] = side === 'buy' ? [ADA, pair.token] : [pair.token, ADA];
  return orderOutput(
    { kind: 'limit', tokenIn, tokenOut, excluded: [] },
    {
      exchange: exchange.code,
      poolId: pool.id,
      amountIn,
      minimumOut: leastAt(price, amountIn, side === 'buy' ? 'ADA' : 'token', pair.decimals),
      batcherFee: exchange.batcherFee,
      deposit: exchange.deposit,
    },
    { ownerPaymentKeyHash: maker.keyHash, ownerStakeKeyHash: undefined },
    market.exchanges.map(({ code }) => code),
  );
}

/** Distance of a level from its pool's price, in percent. */
function levelPercent({ pools }: MainPair, level: number): number {
  const pool = pools[level % pools.length] as Pool;
  return pool.feePpm / 10_000 + CLEARANCE_PERCENT + (LEVELS_PERCENT[level] ?? 0);
}

/** Distance of an order's price from its pool's, on the order's side, in percent. */
function percentFromPool(market: Market, { rest }: OrderRecord): number {
  const pool = market.pool(rest.route.poolId);
  if (!pool) return Number.POSITIVE_INFINITY;
  const [sold, wanted] = [Number(rest.sold.quantity), Number(rest.datum.minimumReceived)];
  const price = rest.sold.asset === ADA ? sold / wanted : wanted / sold;
  const above = (price / priceOf(pool) - 1) * 100;
  return rest.sold.asset === ADA ? -above : above;
}

function sideOf({ rest }: OrderRecord): Direction {
  return rest.sold.asset === ADA ? 'buy' : 'sell';
}

/** Lovelace per base unit. */
function priceOf(pool: Pool | undefined): number {
  return pool ? Number(pool.ada) / Number(pool.tokens) : 0;
}
