import { quantity, type Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { DcaIntent } from '#domain/dca.ts';
import { fitsDecimals, parseDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { OrderPart } from '#domain/limit-price.ts';
import { keepNewest } from '#domain/newest.ts';
import type { LimitIntent } from '#domain/order.ts';
import type { Estimate, SwapIntent } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import type { Token } from '#domain/token.ts';
import { ambiguousNumber, readNumber } from '#domain/typed-number.ts';
import type { DcaTerms, LimitTerms, OutputName } from '#domain/trade.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DecimalsOf, Service } from '../../ports/service.ts';
import { priceImpact, quoteNotices, spotPrice } from './market-price.ts';

/** Milliseconds for which a quote may be reviewed. */
const QUOTE_LIFETIME_MS = 20_000;
const KEPT_QUOTES = 64;
const LARGEST_SLIPPAGE_BPS = 5_000;

/** What the user typed. `amount` is decimal text in whole units of `pay`. */
export interface QuoteRequest {
  readonly pay: AssetId;
  readonly receive: AssetId;
  readonly amount: string;
  /** Basis points, 1 to 5000. */
  readonly slippageBps: number;
  readonly excluded: readonly string[];
}

/** What a quote is for when it is no swap. */
export type Purpose =
  | {
      readonly kind: 'limit';
      readonly order: LimitIntent;
      readonly terms: LimitTerms;
      /** What each order sells and must bring. */
      readonly parts: readonly OrderPart[];
    }
  | {
      readonly kind: 'dca';
      readonly order: DcaIntent;
      readonly terms: DcaTerms;
      /** What the user was told that each trade costs, lovelace. */
      readonly feePerCycle: bigint | undefined;
    }
  | {
      readonly kind: 'cancel';
      /** The service's ids, and the outputs (`hash#index`) that they lie in: both of the same orders, in one order. */
      readonly ids: readonly string[];
      readonly outputs: readonly OutputName[];
      /** What those outputs hold together, from the ledger. */
      readonly holds: Value;
    };

export interface Quote {
  readonly id: string;
  /** Absent: a swap. */
  readonly purpose?: Purpose;
  readonly intent: SwapIntent;
  readonly estimate: Estimate;
  readonly payToken: Token;
  readonly receiveToken: Token;
  /** Tokens that are only named, not traded. */
  readonly otherTokens?: readonly Token[];
  /** ADA for one whole token of either side, as the service tells; `undefined` when it does not. */
  readonly spot: { readonly pay: number | undefined; readonly receive: number | undefined };
  /** Fraction; `undefined` when the spot price is not known. */
  readonly priceImpact: number | undefined;
  /** ADA for one whole token, for those of the two of which it is known. */
  readonly spotPrices?: ReadonlyMap<AssetId, number>;
  readonly notices: readonly string[];
  readonly at: EpochMs;
  readonly expiresAt: EpochMs;
}

export interface QuoteParts {
  readonly service: Service;
  readonly clock: Clock;
  readonly token: (id: AssetId, signal?: AbortSignal) => Promise<Result<Token, Failure>>;
  readonly newId: () => string;
}

/** Asks for quotes and keeps the latest ones, so that a review can name one by its id. */
export class QuoteDesk {
  readonly #parts: QuoteParts;
  readonly #quotes = new Map<string, Quote>();

  constructor(parts: QuoteParts) {
    this.#parts = parts;
  }

  /** Failures: of the request (`same-token`, `slippage-out-of-range`, `amount-malformed`, `decimals-unknown`) and of the service. */
  async quote(request: QuoteRequest, signal?: AbortSignal): Promise<Result<Quote, Failure>> {
    const { service, clock, token, newId } = this.#parts;
    if (request.pay === request.receive) return failed(failure('same-token'));
    const { slippageBps } = request;
    if (!Number.isInteger(slippageBps) || slippageBps < 1 || slippageBps > LARGEST_SLIPPAGE_BPS)
      return failed(failure('slippage-out-of-range'));
    const [payToken, receiveToken] = await Promise.all([
      token(request.pay, signal),
      token(request.receive, signal),
    ]);
    if (!payToken.ok) return payToken;
    if (!receiveToken.ok) return receiveToken;
    const unknown = [payToken.value, receiveToken.value].find((one) => one.decimalsSource === 'unknown');
    if (unknown) return failed(failure('decimals-unknown', { token: unknown.ticker || unknown.id }));
    const amount = parseAmount(request.amount, payToken.value.decimals);
    if (!amount.ok) return amount;
    const intent: SwapIntent = {
      pay: { asset: request.pay, quantity: quantity(amount.value) },
      receive: request.receive,
      slippageBps,
      excluded: request.excluded,
    };
    const decimals = decimalsOf(payToken.value, receiveToken.value);
    const [estimate, paySpot, receiveSpot] = await Promise.all([
      service.estimate(intent, decimals, signal),
      spotPrice(request.pay, service, signal),
      spotPrice(request.receive, service, signal),
    ]);
    if (!estimate.ok) return estimate;
    if (estimate.value.expected === 0n) return failed(failure('no-quote'));
    const impact = priceImpact(intent, estimate.value, decimals, (asset) =>
      asset === request.pay ? paySpot : receiveSpot,
    );
    const at = clock.now();
    const quote: Quote = {
      id: newId(),
      intent,
      estimate: estimate.value,
      payToken: payToken.value,
      receiveToken: receiveToken.value,
      spot: { pay: paySpot, receive: receiveSpot },
      priceImpact: impact,
      spotPrices: pricesOf([request.pay, paySpot], [request.receive, receiveSpot]),
      notices: quoteNotices(intent, estimate.value, [payToken.value, receiveToken.value], impact),
      at,
      expiresAt: epochMs(at + QUOTE_LIFETIME_MS),
    };
    this.keep(quote);
    return ok(quote);
  }

  /** A quote that may still be reviewed. Failures: `quote-unknown`, `quote-expired`. */
  fresh(quoteId: string): Result<Quote, Failure> {
    const quote = this.#quotes.get(quoteId);
    if (!quote) return failed(failure('quote-unknown'));
    return this.#parts.clock.now() < quote.expiresAt ? ok(quote) : failed(failure('quote-expired'));
  }

  /** Keeps a quote that was made elsewhere, so that it can be reviewed like any other. */
  keep(quote: Quote): void {
    keepNewest(this.#quotes, quote.id, quote, KEPT_QUOTES);
  }
}

export function pricesOf(
  ...prices: readonly (readonly [AssetId, number | undefined])[]
): ReadonlyMap<AssetId, number> {
  return new Map(prices.flatMap(([asset, price]) => (price === undefined ? [] : [[asset, price] as const])));
}

/** The decimals of a quote's two assets. @throws RangeError for another asset: a bug of the caller. */
export function decimalsOf(...tokens: readonly Token[]): DecimalsOf {
  return (asset) => {
    const token = tokens.find((one) => one.id === asset);
    if (!token) throw new RangeError('the asset is not one of this quote');
    return token.decimals;
  };
}

/** A typed amount as base units, more than zero and exact. Failures: `amount-malformed`, `number-ambiguous`. */
export function parseAmount(text: string, decimals: number): Result<bigint, Failure> {
  const reading = readNumber(text);
  if (reading.kind === 'ambiguous') return failed(ambiguousNumber(text, reading));
  const plain = reading.kind === 'number' && fitsDecimals(reading.text, decimals) ? reading.text : undefined;
  const units = plain === undefined ? undefined : parseDecimal(plain, decimals);
  if (units === undefined || units <= 0n)
    return failed(failure('amount-malformed', { text: text.slice(0, 40), decimals }));
  return ok(units);
}
