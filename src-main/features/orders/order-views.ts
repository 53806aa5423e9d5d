import type { BookView, OrderRowView } from '#contract/order-views.ts';
import { bothWays } from '#domain/limit-price.ts';
import type { Book } from '../book/book-watch.ts';
import { plainPrice, type BookLevel, type BookSides } from '../book/book-levels.ts';
import { filledShare, type OrderRow } from './order-row.ts';
import { listedRowView } from '../../market/listed-views.ts';
import { exchangeView, finiteOf, textOf } from '../../gate/wire.ts';

/** Makes of orders and books what the trading window is shown. */

export function orderRowView(row: OrderRow): OrderRowView {
  const { price, side, decimals, fees, deposit, marketPrice, distance } = row;
  return {
    ...listedRowView(row),
    kind: row.kind,
    status: row.status,
    wanted: textOf(row.wanted),
    price: price && bothWays(side, price, decimals),
    typed: row.typed,
    marketPrice: finiteOf(marketPrice),
    distance: finiteOf(distance),
    filled: filledShare(row),
    exchange: exchangeView(row.exchange),
    locked:
      fees === undefined && deposit === undefined
        ? undefined
        : { fees: textOf(fees), deposit: textOf(deposit) },
  };
}

export const IDLE_BOOK: BookView = {
  state: 'idle',
  orders: { bids: [], asks: [] },
  depth: { bids: [], asks: [] },
  pools: [],
};

export function bookView({ token, orders, depth, pools, at }: Book): BookView {
  const bid = best(orders.bids[0], depth.bids[0], (left, right) => left > right);
  const ask = best(orders.asks[0], depth.asks[0], (left, right) => left < right);
  const mid = bid && ask ? (Number(bid) + Number(ask)) / 2 : undefined;
  return {
    token,
    state: 'live',
    orders: sidesView(orders),
    depth: sidesView(depth),
    pools: pools
      .filter(({ ada, tokens }) => ada > 0 && tokens > 0)
      .map((pool) => ({
        exchange: exchangeView(pool.exchange) ?? 'unknown',
        price: pool.ada / pool.tokens,
        ada: pool.ada,
        tokens: pool.tokens,
      })),
    bestBid: bid,
    bestAsk: ask,
    mid: mid === undefined ? undefined : plainPrice(mid),
    spread: mid === undefined || mid === 0 ? undefined : (Number(ask) - Number(bid)) / mid,
    at,
  };
}

function best(
  resting: BookLevel | undefined,
  pool: BookLevel | undefined,
  isBetter: (left: number, right: number) => boolean,
): string | undefined {
  if (!resting || !pool) return (resting ?? pool)?.price;
  return isBetter(Number(resting.price), Number(pool.price)) ? resting.price : pool.price;
}

function sidesView({ bids, asks }: BookSides): BookView['orders'] {
  const view = ({ price, tokens, ada, orders, own }: BookLevel) => ({
    price,
    tokens: String(tokens),
    ada: String(ada),
    orders,
    own,
  });
  return { bids: bids.map(view), asks: asks.map(view) };
}
