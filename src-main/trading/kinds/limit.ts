import { quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { equalParts } from '#domain/ladder.ts';
import { MOST_MULTIPLES, type TypedPrice } from '#domain/limit-order.ts';
import {
  leastReceived,
  readPrice,
  wirePrice,
  type LimitPrice,
  type OrderPart,
  type Side,
} from '#domain/limit-price.ts';
import type { LimitIntent } from '#domain/order.ts';
import type { Estimate, Sale } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import type { LimitTerms } from '#domain/trade.ts';
import {
  distanceOf,
  type ExchangeFees,
  feeShare,
  type LimitMarket,
  limitNotices,
  type OrderFees,
  type StatedOrderFees,
} from './limit-market.ts';
import { ordersFees, spotPrice, statedLovelace } from './market-price.ts';
import { decimalsOf, faultOfSale, type LimitQuote, type QuoteBook, type QuoteParts } from './quote.ts';

/** Milliseconds for which a limit quote may be reviewed: its price is the user's own and does not age. */
const LIMIT_LIFETIME_MS = 120_000;

/** The request common to both tickets: sell `pay` for `receive`, one of them ADA. */
export interface LimitSubject extends Sale {
  /** The only exchange to use. */
  readonly exchange: string | undefined;
  readonly excluded: readonly string[];
}

export interface LimitRequest extends LimitSubject {
  readonly price: TypedPrice;
  /** Equal orders in one transaction. */
  readonly multiples: number;
}

/** A limit order that was estimated: a quote that can be reviewed, and what its ticket shows. */
export interface LimitEstimate {
  readonly quote: LimitQuote;
  readonly market: LimitMarket;
  readonly price: LimitPrice;
  readonly parts: readonly OrderPart[];
  /** Fraction of the market price that is missing; `undefined` when that is not known. */
  readonly distance: number | undefined;
  readonly fees: StatedOrderFees;
}

/** Turns what is asked for into exact limit orders, and has the service estimate them. */
export class LimitOrders {
  readonly #parts: QuoteParts;
  readonly #quotes: QuoteBook;
  readonly #fees: ExchangeFees;

  constructor(parts: QuoteParts, quotes: QuoteBook, fees: ExchangeFees) {
    this.#parts = parts;
    this.#quotes = quotes;
    this.#fees = fees;
  }

  /**
   * One order, or equal ones in one transaction. Failures: `same-token`, `limit-needs-ada`, `decimals-unknown`,
   * `decimals-changed`, `amount-malformed`, `price-malformed`, `price-too-fine`, `market-price-unknown`,
   * `too-many-parts`, of the service.
   */
  async quote(request: LimitRequest, signal?: AbortSignal): Promise<Result<LimitEstimate, Failure>> {
    const { multiples, price: typed } = request;
    if (!Number.isInteger(multiples) || multiples < 1 || multiples > MOST_MULTIPLES)
      return failed(failure('too-many-parts', { parts: multiples }));
    const market = await this.market(request, signal);
    if (!market.ok) return market;
    const price = readPrice(typed, market.value.token.decimals, market.value.spot);
    if (!price.ok) return price;
    return this.priced(request, market.value, { typed, price: price.value }, multiples, signal);
  }

  /** The market data that both tickets use. Failures: those of the tokens and of the amount. */
  async market(request: Sale, signal?: AbortSignal): Promise<Result<LimitMarket, Failure>> {
    const { service, token } = this.#parts;
    const {
      pay: { asset: pay, quantity: amount },
      receive,
    } = request;
    if (pay === receive) return failed(failure('same-token'));
    if (pay !== ADA && receive !== ADA) return failed(failure('limit-needs-ada'));
    const side: Side = pay === ADA ? 'buy' : 'sell';
    const other = side === 'buy' ? receive : pay;
    const [payToken, receiveToken, spot] = await Promise.all([
      token(pay, signal),
      token(receive, signal),
      spotPrice(other, service, signal),
    ]);
    if (!payToken.ok) return payToken;
    if (!receiveToken.ok) return receiveToken;
    const traded = side === 'buy' ? receiveToken.value : payToken.value;
    if (traded.decimalsSource === 'unknown')
      return failed(failure('decimals-unknown', { token: traded.ticker || traded.id }));
    const fault = faultOfSale(request, payToken.value);
    if (fault) return failed(fault);
    return ok({
      side,
      payToken: payToken.value,
      receiveToken: receiveToken.value,
      token: traded,
      amount,
      spot,
    });
  }

  /** Orders at a price that is exact already, as a quote that is kept for its review. */
  async priced(
    request: LimitSubject,
    market: LimitMarket,
    terms: LimitTerms,
    multiples: number,
    signal?: AbortSignal,
  ): Promise<Result<LimitEstimate, Failure>> {
    const { service } = this.#parts;
    const drafted = this.draft(request, market, terms, multiples);
    if (!drafted.ok) return drafted;
    const { order, parts, quote: bare } = drafted.value;
    const decimals = decimalsOf(market.payToken, market.receiveToken);
    const estimate = await service.limitEstimate(order, decimals, signal);
    if (!estimate.ok) return estimate;
    const routes = estimate.value.routes;
    await this.learnFees(market.token.id, routes, estimate.value, signal);
    const fees = this.feesOf(market, parts, estimate.value);
    const distance = distanceOf(market, terms.price);
    const stated = ordersFees(estimate.value.statedFees);
    const quote: LimitQuote = {
      ...bare,
      routes,
      claims: { ...bare.claims, ...(stated && { stated }) },
      notices: limitNotices({ market, terms, parts, distance, fees, estimate: estimate.value }),
    };
    this.#quotes.keep(quote);
    return ok({ quote, market, price: terms.price, parts, distance, fees });
  }

  /** Orders as they would be asked for, without asking. Failures: of the price and of the parts. */
  draft(
    request: LimitSubject,
    market: LimitMarket,
    terms: LimitTerms,
    multiples: number,
  ): Result<
    { readonly order: LimitIntent; readonly parts: readonly OrderPart[]; readonly quote: LimitQuote },
    Failure
  > {
    const { clock, newId } = this.#parts;
    const { side, payToken, receiveToken, token, amount, spot } = market;
    const pays = equalParts(amount, multiples);
    if (!pays.ok) return pays;
    const parts: OrderPart[] = [];
    for (const pay of pays.value) {
      const least = leastReceived(side, pay, terms.price);
      if (!least.ok) return least;
      parts.push({ pay, atLeast: least.value });
    }
    const wire = wirePrice(side, parts, token.decimals);
    if (!wire.ok) return wire;
    const pay = { asset: payToken.id, quantity: quantity(amount) };
    const { exchange, excluded } = request;
    const order = { pay, receive: receiveToken.id, wantedPrice: wire.value, multiples, exchange, excluded };
    const atLeast = parts.reduce((sum, part) => sum + part.atLeast, 0n);
    const at: EpochMs = clock.now();
    const [paySpot, receiveSpot] = side === 'buy' ? [1, spot] : [spot, 1];
    const quote: LimitQuote = {
      kind: 'limit',
      id: newId(),
      tokens: [payToken, receiveToken],
      order,
      terms,
      parts,
      task: { kind: 'limit', pay, receive: receiveToken.id, atLeast, orders: parts.length },
      // It brings what it asks for: nobody promises more.
      claims: { expected: atLeast },
      routes: [],
      payToken,
      receiveToken,
      spot: { pay: paySpot, receive: receiveSpot },
      priceImpact: undefined,
      notices: [],
      at,
      expiresAt: epochMs(at + LIMIT_LIFETIME_MS),
    };
    return ok({ order, parts, quote });
  }

  /** Fees as the estimate states them, else as the service's records state them for the exchanges of its route. */
  feesOf(market: LimitMarket, parts: readonly OrderPart[], estimate: Estimate): StatedOrderFees {
    const stated = statedLovelace(estimate.statedFees?.batcher);
    const held = statedLovelace(estimate.statedFees?.deposits);
    const known = this.#knownFees(parts.length, estimate);
    const batcher = stated ?? known?.batcher;
    return {
      batcher,
      deposits: held ?? known?.deposit,
      share: shareOf(batcher, market, parts),
    };
  }

  #knownFees(orders: number, { routes }: Estimate): OrderFees | undefined {
    const each = routes.map(({ exchange }) => this.#fees.of(exchange));
    const [first] = each;
    if (first === undefined || each.includes(undefined)) return undefined;
    // One order a route, or equal ones at the one exchange named.
    const counted = each.length === orders ? each : Array.from({ length: orders }, () => first);
    return counted.reduce<OrderFees>(
      (sum, fees) => ({
        batcher: sum.batcher + (fees?.batcher ?? 0n),
        deposit: sum.deposit + (fees?.deposit ?? 0n),
      }),
      { batcher: 0n, deposit: 0n },
    );
  }

  /** Asks for the service's records where neither the estimate nor earlier records state the fees of its exchanges. */
  async learnFees(
    token: AssetId,
    routes: Estimate['routes'],
    { statedFees }: Pick<Estimate, 'statedFees'>,
    signal?: AbortSignal,
  ): Promise<void> {
    const stated = statedFees?.batcher !== undefined && statedFees.deposits !== undefined;
    if (stated || routes.every(({ exchange }) => this.#fees.of(exchange) !== undefined)) return;
    const resting = await this.#parts.service.limitOrders(token, signal);
    if (resting.ok) this.#fees.learn(resting.value);
  }
}

/** Of the ADA side: what is sold for ADA is worth what it must bring. */
function shareOf(
  batcher: bigint | undefined,
  { side }: LimitMarket,
  parts: readonly OrderPart[],
): number | undefined {
  const worth = parts.reduce((sum, { pay, atLeast }) => sum + (side === 'buy' ? pay : atLeast), 0n);
  return feeShare(batcher, worth);
}
