import { ADA, type AssetId } from '#domain/asset.ts';
import type { EpochMs } from '#domain/time.ts';
import { sendOwn } from '../accounts.ts';
import type { Unspent } from '../chain/ledger-state.ts';
import type { Market } from '../market/market.ts';
import {
  byPriority,
  crosses,
  isBestFor,
  matchOf,
  poolPartOf,
  type Match,
  type Offer,
} from '../market/matching.ts';
import { applySwap, poolOut } from '../market/pools.ts';
import type { Direction, Exchange, Pool } from '../market/types.ts';
import { fillRequest, leastFor, ownerAddress, type RestingOrder } from '../orders/order-output.ts';
import { tradedPools } from './crowd.ts';
import { fillTransaction, isAffordable, type FilledOrder } from './fill-transaction.ts';
import type { Floor } from './floor.ts';
import { buyFirst, roomBefore } from './own-trade.ts';

/** An order on a batcher's book; it changes as parts of it are filled. */
interface BookedOrder {
  readonly sequence: number;
  at: Unspent;
  order: RestingOrder;
}

const ORDERS_PER_ROUND = 50;
const LEAST_TOGETHER = 2;
const MOST_TOGETHER = 5;

/**
 * Every batcher fills its exchange's on-chain orders whose price is reached, with transactions sent to the mempool,
 * so an order's first fill is always in a later block than the order. The others stay open. Returns the number of
 * fills.
 */
export function fillOrders(floor: Floor, now: EpochMs): number {
  const orders = floor.orders.open().filter(({ rest }) => rest.plan === undefined);
  const booked = Map.groupBy(orders, (order) => order.exchange);
  let left = ORDERS_PER_ROUND;
  for (const exchange of floor.market.exchanges) {
    const here = (booked.get(exchange.code) ?? []).flatMap(({ current, rest, sequence }): BookedOrder[] => {
      const output = floor.chain.resolve(current);
      return output && pairPool(floor.market, exchange, rest)
        ? [{ sequence, order: rest, at: { ref: current, output } }]
        : [];
    });
    if (here.length > 0) left -= new Batch(floor, exchange, now, left).fill(here);
    if (left <= 0) break;
  }
  return ORDERS_PER_ROUND - left;
}

/**
 * The pool that an order's route names, if it belongs to the order's exchange and token and the order pays the
 * exchange's fee.
 */
function pairPool(
  market: Market,
  exchange: Exchange,
  { datum, route, sold }: RestingOrder,
): Pool | undefined {
  const pool = market.pool(route.poolId);
  const token = sold.asset === ADA ? datum.wanted : sold.asset;
  return pool?.exchange === exchange.code && pool.token === token && datum.batcherFee >= exchange.batcherFee
    ? pool
    : undefined;
}

/** One exchange's round, with a limited number of fills. */
class Batch {
  readonly #floor: Floor;
  readonly #exchange: Exchange;
  readonly #now: EpochMs;
  readonly #most: number;
  #filled = 0;

  constructor(floor: Floor, exchange: Exchange, now: EpochMs, most: number) {
    this.#floor = floor;
    this.#exchange = exchange;
    this.#now = now;
    this.#most = most;
  }

  /**
   * Pair by pair, in price-time priority. Opposite limit orders that cross are matched at the older one's price,
   * unless a pool gives one of them more; what remains goes to the pools. Orders between two tokens only use pools,
   * oldest first.
   */
  fill(orders: readonly BookedOrder[]): number {
    const pairs = Map.groupBy(orders, ({ order: { sold, datum } }) => pairOf(sold.asset, datum.wanted));
    for (const [token, booked] of pairs)
      if (token === undefined)
        for (const order of booked.toSorted((left, right) => left.sequence - right.sequence)) {
          if (!this.#isDone()) this.#fillHops(order);
        }
      else this.#fillPair(booked);
    return this.#filled;
  }

  #isDone(): boolean {
    return this.#filled >= this.#most;
  }

  #fillPair(booked: readonly BookedOrder[]): void {
    const waiting = new Set(booked);
    this.#fillTogether(booked, waiting);
    while (!this.#isDone()) {
      const inOrder = [...waiting].toSorted((left, right) =>
        byPriority(this.#offer(left), this.#offer(right)),
      );
      const bids = inOrder.filter(({ order }) => order.sold.asset === ADA);
      const asks = inOrder.filter(({ order }) => order.sold.asset !== ADA);
      const acted =
        this.#matchFirst(bids, asks, waiting, 'best') ||
        this.#fillFirst(bids, waiting) ||
        this.#fillFirst(asks, waiting) ||
        // The pool would give one of them more, but only for a part too small to be worth a transaction.
        this.#matchFirst(bids, asks, waiting, 'any');
      if (!acted) return;
    }
  }

  #offer({ order, sequence }: BookedOrder): Offer {
    return {
      sold: order.sold.quantity,
      minimum: order.datum.minimumReceived,
      sequence,
      partial: this.#exchange.partialFills && order.route.kind === 'limit',
    };
  }

  /**
   * Matches the first two limit orders, by priority, that can trade with each other. `best`: not if one of them
   * gets more from the pool, which then comes first.
   */
  #matchFirst(
    bids: readonly BookedOrder[],
    asks: readonly BookedOrder[],
    waiting: Set<BookedOrder>,
    which: 'best' | 'any',
  ): boolean {
    const limits = asks.filter(({ order }) => order.route.kind === 'limit');
    for (const bid of bids) {
      if (bid.order.route.kind !== 'limit') continue;
      for (const ask of limits) {
        if (!crosses(this.#offer(bid), this.#offer(ask))) break;
        const match = matchOf(this.#offer(bid), this.#offer(ask));
        if (!match) continue;
        const pool = pairPool(this.#floor.market, this.#exchange, ask.order);
        if (!pool || (which === 'best' && !isBestFor(match, pool))) return false;
        if (this.#match(bid, ask, match, waiting)) return true;
      }
    }
    return false;
  }

  #match(
    bid: BookedOrder,
    ask: BookedOrder,
    { lovelace, tokens }: Match,
    waiting: Set<BookedOrder>,
  ): boolean {
    const filled: readonly FilledOrder[] = [
      { at: bid.at, order: bid.order, part: lovelace, paid: tokens },
      { at: ask.at, order: ask.order, part: tokens, paid: lovelace },
    ];
    if (!isAffordable(filled)) return false;
    this.#send(filled, [], [bid, ask], waiting);
    return true;
  }

  /** Fills the first order of a side, by priority, that the pool takes in full, or in part where that is allowed. */
  #fillFirst(inOrder: readonly BookedOrder[], waiting: Set<BookedOrder>): boolean {
    for (const booked of inOrder) {
      const pool = pairPool(this.#floor.market, this.#exchange, booked.order);
      const side: Direction = booked.order.sold.asset === ADA ? 'buy' : 'sell';
      const found = pool && poolPartOf(this.#offer(booked), pool, side);
      if (found === 'waits') return false;
      if (found && this.#swap(booked, found.amountIn, waiting)) return true;
    }
    return false;
  }

  /** If asked for: several orders in one transaction, in an order of the batcher's choice. */
  #fillTogether(booked: readonly BookedOrder[], waiting: Set<BookedOrder>): void {
    const { market, misdeeds } = this.#floor;
    const asked = misdeeds?.asked('batch', this.#exchange.code);
    const [first] = booked;
    const pool = first && pairPool(market, this.#exchange, first.order);
    if (!asked || !pool) return;
    const sorted = booked.toSorted(byReference);
    const together = takenInTurn(pool, asked.misdeed.order === 'ledger' ? sorted : sorted.reverse());
    if (together.length < LEAST_TOGETHER) return;
    const paid: bigint[] = [];
    const pools = tradedPools(this.#floor, () => ({
      out: 0n,
      trades: together.flatMap(({ order }) => {
        const filled = market.fill(fillRequest(order, order.sold.quantity), this.#now);
        if (!filled.ok) throw new Error('an order of a batch was not filled as computed');
        paid.push(filled.value.out);
        return filled.value.trades;
      }),
    }));
    if (!pools) return;
    asked.done();
    this.#pay(
      together.map(({ at, order }, index) => ({
        at,
        order,
        part: order.sold.quantity,
        paid: paid[index] ?? 0n,
      })),
      pools,
      together,
      waiting,
    );
  }

  #fillHops(booked: BookedOrder): void {
    this.#swap(booked, booked.order.sold.quantity, new Set([booked]));
  }

  /** Sells an order, or part of it, to the pools. */
  #swap(booked: BookedOrder, part: bigint, waiting: Set<BookedOrder>): boolean {
    const { market } = this.#floor;
    const { at, order } = booked;
    const request = fillRequest(order, part);
    const expected = market.preview(request);
    if (!expected.ok || !isAffordable([{ at, order, part, paid: expected.value }])) return false;
    const sellBack = this.#buyBefore(booked, part);
    let paid = 0n;
    const pools = tradedPools(this.#floor, () => {
      const filled = market.fill(request, this.#now, this.#isMakers(order));
      if (!filled.ok) return undefined;
      paid = filled.value.out;
      return filled.value;
    });
    if (pools) this.#pay([{ at, order, part, paid }], pools, [booked], waiting);
    sellBack?.();
    return pools !== undefined;
  }

  #isMakers(order: RestingOrder): boolean {
    const owner = ownerAddress(order.datum);
    return this.#floor.keys.makers.some(({ address }) => address === owner);
  }

  /** The batcher's own purchase ahead of an order, if a sandwich is due. Returns a function that reverses it. */
  #buyBefore({ order }: BookedOrder, part: bigint): (() => void) | undefined {
    const { market, misdeeds } = this.#floor;
    const asked = misdeeds?.asked('sandwich', this.#exchange.code);
    const pool = asked && pairPool(market, this.#exchange, order);
    if (!pool || order.sold.asset !== ADA) return undefined;
    const wished = (part * BigInt(asked.misdeed.percent)) / 100n;
    const spent = roomBefore(this.#floor, pool, fillRequest(order, part), wished);
    if (spent === undefined) return undefined;
    asked.done();
    return buyFirst(this.#floor, pool, spent, this.#now);
  }

  /** Submits a fill from pools; it pays less than they did if an underpayment is due. */
  #pay(
    filled: readonly FilledOrder[],
    pools: readonly Pool[],
    booked: readonly BookedOrder[],
    waiting: Set<BookedOrder>,
  ): void {
    const { market, misdeeds } = this.#floor;
    const last = pools.at(-1);
    const paid = filled.map((fill): FilledOrder => {
      const asked = misdeeds?.asked('underpay', this.#exchange.code);
      const room = fill.paid - leastFor(fill.order, fill.part);
      const wished = BigInt(asked?.misdeed.amount ?? 0);
      const less = { ...fill, paid: fill.paid - (wished < room ? wished : room) };
      if (!asked || !last || less.paid === fill.paid || less.paid <= 0n || !isAffordable([less])) return fill;
      asked.done();
      market.leaveIn(last.id, fill.order.datum.wanted, fill.paid - less.paid);
      return less;
    });
    this.#send(
      paid,
      pools.map((pool) => market.pool(pool.id) ?? pool),
      booked,
      waiting,
    );
  }

  /** Submits a fill. Orders that continue stay on the book in their new form; the others are removed. */
  #send(
    filled: readonly FilledOrder[],
    pools: readonly Pool[],
    booked: readonly BookedOrder[],
    waiting: Set<BookedOrder>,
  ): void {
    const { chain, keys } = this.#floor;
    const { bytes, places } = fillTransaction(chain, keys, this.#exchange.code, filled, pools);
    const { hash, outputs } = sendOwn(chain, bytes, 'a fill');
    this.#filled += 1;
    booked.forEach((item, index) => {
      const { order, part, paid } = filled[index] as FilledOrder;
      const place = places[index] ?? 0;
      const output = outputs[place];
      if (part === order.sold.quantity || !output) {
        waiting.delete(item);
        return;
      }
      item.at = { ref: { txHash: hash, index: place }, output };
      item.order = restOf(order, part, paid);
    });
  }
}

/** As the ledger sorts inputs. */
function byReference({ at: { ref: left } }: BookedOrder, { at: { ref: right } }: BookedOrder): number {
  if (left.txHash !== right.txHash) return left.txHash < right.txHash ? -1 : 1;
  return left.index - right.index;
}

/** The first orders that the pool can take whole, one after another; at most one per owner. */
function takenInTurn(pool: Pool, orders: readonly BookedOrder[]): readonly BookedOrder[] {
  const taken: BookedOrder[] = [];
  const owners = new Set<string>();
  let state = pool;
  for (const booked of orders) {
    const { at, order } = booked;
    const { quantity: part, asset } = order.sold;
    const side: Direction = asset === ADA ? 'buy' : 'sell';
    const paid = poolOut(state, side, part);
    const owner = ownerAddress(order.datum);
    if (paid === 0n || paid < order.datum.minimumReceived || owners.has(owner)) continue;
    if (!isAffordable([{ at, order, part, paid }])) continue;
    owners.add(owner);
    taken.push(booked);
    state = applySwap(state, side, part);
    if (taken.length === MOST_TOGETHER) break;
  }
  return taken;
}

/** The token traded against ADA; `undefined` for a pair of tokens. */
function pairOf(sold: AssetId, wanted: AssetId): AssetId | undefined {
  if (sold === ADA) return wanted;
  return wanted === ADA ? sold : undefined;
}

function restOf(order: RestingOrder, part: bigint, paid: bigint): RestingOrder {
  const quantity = order.sold.quantity - part;
  return {
    ...order,
    datum: { ...order.datum, minimumReceived: leastFor(order, quantity) },
    sold: { ...order.sold, quantity },
    received: order.received + paid,
  };
}
