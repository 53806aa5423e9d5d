import {
  distanceToFill,
  type LimitPrice,
  type OrderPart,
  priceNumber,
  type Side,
} from '#domain/limit-price.ts';
import { offMarket, type OffMarket } from '#domain/off-market.ts';
import { sentence, type Sentence } from '#domain/sentences/sentence.ts';
import type { Token } from '#domain/token.ts';
import type { Estimate } from '#domain/quote.ts';
import { partsPerMillion } from '#domain/ratio.ts';
import type { LimitTerms } from '#domain/trade.ts';
import { ADA_DECIMALS } from '#domain/asset.ts';
import { parseDecimal } from '#domain/decimal.ts';
import type { ServiceOrder } from '#domain/order.ts';
import { unverifiedNotices } from './market-price.ts';

/** Lovelace that one order at an exchange holds besides the amount it sells. */
export interface OrderFees {
  /** Kept for filling it. */
  readonly batcher: bigint;
  /** Comes back when it closes. */
  readonly deposit: bigint;
}

/**
 * Fees of the exchanges as the service's own records of orders state them: estimates in the specification's form state
 * none. Only for what is shown beforehand; what counts is read from the transaction.
 */
export class ExchangeFees {
  readonly #known = new Map<string, OrderFees>();

  learn(orders: readonly ServiceOrder[]): void {
    for (const { exchange, batcherFee, deposit } of orders) {
      if (exchange === undefined || batcherFee === undefined || deposit === undefined) continue;
      const [fee, held] = [batcherFee, deposit].map((text) => parseDecimal(text, ADA_DECIMALS, 'ceil'));
      if (fee === undefined || held === undefined || fee < 0n || held < 0n) continue;
      this.#known.set(exchange, { batcher: fee, deposit: held });
    }
  }

  of(exchange: string): OrderFees | undefined {
    return this.#known.get(exchange);
  }
}

/** Fraction of an order's worth above which its fees are warned about. */
export const LARGE_FEE_SHARE = 0.02;
/** Parts per million by which whole base units may lift the price before it is mentioned. */
const ROUNDING_PPM = 1_000;
/** Parts per million by which the service's figure may lie under the price named. */
const UNDER_PPM = 10;

interface Noticed {
  readonly market: LimitMarket;
  readonly terms: LimitTerms;
  readonly parts: readonly OrderPart[];
  readonly distance: number | undefined;
  readonly fees: StatedOrderFees;
  readonly estimate: Estimate;
}

/** Notices about a limit order for the user, in words, most serious first. */
export function limitNotices(noticed: Noticed): readonly Sentence[] {
  const { market, distance, fees } = noticed;
  const { token, side } = market;
  return [
    ...(distance !== undefined && distance <= 0 ? [sentence('quote/at-once', { side })] : []),
    ...unverifiedNotices([token]),
    ...feeNotices(fees),
    ...underPrice(noticed),
    ...roundedPrice(noticed),
    ...(distance === undefined ? [sentence('quote/market-unknown')] : []),
    ...(fees.batcher === undefined ? [sentence('quote/fees-later')] : []),
  ];
}

/** The share of an order that goes to fees, if it is large. */
function feeNotices({ share }: StatedOrderFees): readonly Sentence[] {
  return share !== undefined && share > LARGE_FEE_SHARE
    ? [sentence('quote/large-fees', { percent: `${(share * 100).toFixed(1)} %` })]
    : [];
}

function underPrice({ parts, estimate }: Noticed): readonly Sentence[] {
  const wanted = parts.reduce((sum, { atLeast }) => sum + atLeast, 0n);
  if (estimate.expected >= wanted || wanted === 0n) return [];
  if (partsPerMillion(wanted - estimate.expected, wanted) <= UNDER_PPM) return [];
  return [sentence('quote/under-price')];
}

/** Tokens with few decimals: the least is a whole number of base units, which can lift the price. */
function roundedPrice({ market, terms, parts }: Noticed): readonly Sentence[] {
  const [part] = parts;
  if (!part) return [];
  const { lovelace, units } = terms.price;
  const exact = market.side === 'buy' ? part.pay * units : part.pay * lovelace;
  const whole = part.atLeast * (market.side === 'buy' ? lovelace : units);
  return partsPerMillion(whole - exact, exact) <= ROUNDING_PPM ? [] : [sentence('quote/rounded')];
}

/** The market and the tokens of a limit ticket, as far as they are known. */
export interface LimitMarket {
  readonly side: Side;
  readonly payToken: Token;
  readonly receiveToken: Token;
  /** The one that is not ADA. */
  readonly token: Token;
  /** Base units of what is sold. */
  readonly amount: bigint;
  /** ADA for one whole token, as the service states it. */
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
