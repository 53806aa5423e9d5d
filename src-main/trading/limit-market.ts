import { distanceToFill, priceNumber, type LimitPrice, type Side } from '#domain/limit-price.ts';
import { offMarket, type OffMarket } from '#domain/off-market.ts';
import type { Token } from '#domain/token.ts';

/** What is known of the market and the tokens of a limit ticket. */
export interface LimitMarket {
  readonly side: Side;
  readonly payToken: Token;
  readonly receiveToken: Token;
  /** The one that is not ADA. */
  readonly token: Token;
  /** Base units of what is sold. */
  readonly amount: bigint;
  /** ADA for one whole token, as the service tells. */
  readonly spot: number | undefined;
}

/** Fees of one or more orders as they are stated or known beforehand. Lovelace. */
export interface StatedOrderFees {
  readonly batcher: bigint | undefined;
  readonly deposits: bigint | undefined;
  /** Fraction of the orders' worth that is kept for filling them. */
  readonly share: number | undefined;
}

/** Fraction of an order's worth that its fees take; lovelace both. `undefined` where the fees are not known. */
export function feeShare(fees: bigint | undefined, worth: bigint): number | undefined {
  return fees === undefined || worth === 0n ? undefined : Number(fees) / Number(worth);
}

/** Why the price must be asked about; `undefined` where it need not. */
export function offMarketOf(
  { side, spot, token }: Pick<LimitMarket, 'side' | 'spot' | 'token'>,
  price: LimitPrice,
): OffMarket | undefined {
  return offMarket(side, price, token.decimals, spot);
}

/** Fraction of the market price by which it must still move; `undefined` when the market is not known. */
export function distanceOf({ side, spot, token }: LimitMarket, price: LimitPrice): number | undefined {
  return spot === undefined ? undefined : distanceToFill(side, priceNumber(price, token.decimals), spot);
}
