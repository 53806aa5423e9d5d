import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import { statedQuantity } from '#domain/amount.ts';
import { parseDecimal } from '#domain/decimal.ts';
import { ratioText } from '#domain/limit-price.ts';
import type { ServiceOrder } from '#domain/order.ts';
import { isFillable } from '../../market/order-status.ts';
import type { DepthLevel } from '../../market/pool-depth.ts';

/** Resting orders of one price, or a step of the pools. Base units and lovelace; price is ADA per whole token. */
export interface BookLevel {
  readonly price: string;
  readonly tokens: bigint;
  readonly ada: bigint;
  readonly orders: number;
  readonly own: boolean;
}

export interface BookSides {
  /** Best first. */
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** Digits by which orders count as of one price: an order's least is rounded to whole base units. */
const LEVEL_DIGITS = 8;
const ONE_ADA = 10n ** BigInt(ADA_DECIMALS);

/** The resting orders of ADA and a token by price. A bid's price is rounded down and an ask's up: to what it surely meets. */
export function orderLevels(
  orders: readonly ServiceOrder[],
  token: AssetId,
  decimals: number,
  isOwn: (address: string) => boolean,
): BookSides {
  const sides = { bids: new Map<string, BookLevel>(), asks: new Map<string, BookLevel>() };
  for (const order of orders) {
    if (!isFillable(order)) continue;
    const bid = order.sells === ADA && order.buys === token;
    if (!bid && !(order.sells === token && order.buys === ADA)) continue;
    const [adaText, tokenText] = bid
      ? [order.amountIn, order.expectedOut]
      : [order.expectedOut, order.amountIn];
    const ada = statedQuantity(adaText ?? '', ADA_DECIMALS, 'nearest');
    const tokens = statedQuantity(tokenText ?? '', decimals, 'nearest');
    if (ada === undefined || tokens === undefined || ada <= 0n || tokens <= 0n) continue;
    const price = ratioText(
      ada * 10n ** BigInt(decimals),
      tokens * ONE_ADA,
      bid ? 'floor' : 'ceil',
      LEVEL_DIGITS,
    );
    if (price === undefined) continue;
    const side = bid ? sides.bids : sides.asks;
    const level = side.get(price);
    side.set(price, {
      price,
      tokens: (level?.tokens ?? 0n) + tokens,
      ada: (level?.ada ?? 0n) + ada,
      orders: (level?.orders ?? 0) + 1,
      own: (level?.own ?? false) || (order.owner !== undefined && isOwn(order.owner)),
    });
  }
  return {
    bids: [...sides.bids.values()].sort((left, right) => Number(right.price) - Number(left.price)),
    asks: [...sides.asks.values()].sort((left, right) => Number(left.price) - Number(right.price)),
  };
}

/** The best prices of a book as text, the middle between them, and the spread as a share of the middle. */
export interface BookTop {
  readonly bid: string | undefined;
  readonly ask: string | undefined;
  readonly mid: number | undefined;
  readonly spread: number | undefined;
}

/** A book's best bid and ask over orders and pools; the middle and the spread need both sides. */
export function topOf({ orders, depth }: { readonly orders: BookSides; readonly depth: BookSides }): BookTop {
  const bid = best(orders.bids[0], depth.bids[0], (left, right) => left > right);
  const ask = best(orders.asks[0], depth.asks[0], (left, right) => left < right);
  const mid = bid && ask ? (Number(bid) + Number(ask)) / 2 : undefined;
  const spread = mid === undefined || mid === 0 ? undefined : (Number(ask) - Number(bid)) / mid;
  return { bid, ask, mid, spread };
}

function best(
  resting: BookLevel | undefined,
  pool: BookLevel | undefined,
  isBetter: (left: number, right: number) => boolean,
): string | undefined {
  if (!resting || !pool) return (resting ?? pool)?.price;
  return isBetter(Number(resting.price), Number(pool.price)) ? resting.price : pool.price;
}

/** Steps of the pools as levels. */
export function depthLevels(levels: readonly DepthLevel[], decimals: number): readonly BookLevel[] {
  return levels.flatMap(({ price, tokens, ada }) => {
    const text = plainPrice(price);
    const units = statedQuantity(String(tokens), decimals, 'floor');
    const lovelace = statedQuantity(String(ada), ADA_DECIMALS, 'floor');
    if (text === undefined || !units || !lovelace) return [];
    return [{ price: text, tokens: units, ada: lovelace, orders: 0, own: false }];
  });
}

/** A computed price as plain decimal text of eight digits; `undefined` when it has none. */
export function plainPrice(price: number): string | undefined {
  const scaled = Number.isFinite(price) && price > 0 ? parseDecimal(String(price), 40) : undefined;
  return scaled === undefined || scaled <= 0n
    ? undefined
    : ratioText(scaled, 10n ** 40n, 'floor', LEVEL_DIGITS);
}
