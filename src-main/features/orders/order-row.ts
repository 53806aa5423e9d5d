import type { OrderStatus, TypedPrice } from '#domain/limit-order.ts';
import type { LimitPrice } from '#domain/limit-price.ts';
import type { ServiceOrder } from '#domain/order.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import type { RestingSale } from '#domain/resting-sale.ts';
import type { Trade } from '#domain/trade.ts';
import type { ListedRow } from '../../market/listed-rows.ts';

/** One order as it is listed, from whichever source; base units. */
export interface OrderRow extends ListedRow {
  readonly kind: 'limit' | 'swap' | 'unknown';
  readonly status: OrderStatus;
  /** Base units of `receive` wanted for all of `pay`. */
  readonly wanted: bigint | undefined;
  /**
   * The expected proceeds of all of `pay`: as quoted, or by a limit order's price; absent for orders of other programs.
   */
  readonly promised: bigint | undefined;
  readonly price: LimitPrice | undefined;
  readonly typed: TypedPrice | undefined;
  /** ADA for one whole token now; live orders only. */
  readonly marketPrice: number | undefined;
  readonly distance: number | undefined;
  readonly exchange: string | undefined;
  /** Lovelace; live orders only. */
  readonly fees: bigint | undefined;
  readonly deposit: bigint | undefined;
  readonly service: ServiceOrder | undefined;
  /** A limit order of this program that can be cancelled. */
  readonly movable: boolean;
  /** Its cancellation is the first half of a move. */
  readonly moves: boolean;
  /** The replacement that was never signed. */
  readonly unplaced: Trade['replacement'];
}

/** How much of what it sells was sold, 0 to 1. */
export function filledShare({ status, sold, pay }: OrderRow): number {
  if (status === 'filled') return 1;
  return pay.quantity === 0n ? 0 : Math.min(1, Number(sold) / Number(pay.quantity));
}

/** A limit order that waits to be filled, as it is compared with pools elsewhere; `undefined` for any other row. */
export function restingOrder(row: OrderRow): RestingSale | undefined {
  const { id, kind, status, pay, receive, sold, wanted, exchange, fees } = row;
  if (kind !== 'limit' || (status !== 'open' && status !== 'partly-filled') || wanted === undefined)
    return undefined;
  const quantity = pay.quantity - sold;
  if (quantity <= 0n) return undefined;
  const asks = mulDivCeil(wanted, quantity, pay.quantity);
  const exchanges = exchange === undefined ? [] : [exchange];
  return { id, sells: pay.asset, wants: receive, quantity, asks, exchanges, fees };
}
