import { quantity } from '../../src-preload/domain/amount.ts';
import type { AssetId } from '../../src-preload/domain/asset.ts';
import { fitsDecimals, parseDecimal } from '../../src-preload/domain/decimal.ts';
import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import type { Estimate, SwapIntent } from '../../src-preload/domain/quote.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import { epochMs, type EpochMs } from '../../src-preload/domain/time.ts';
import type { Token } from '../../src-preload/domain/token.ts';
import type { Clock } from '../ports/clock.ts';
import type { DecimalsOf, Service } from '../ports/service.ts';
import { priceImpact, spotPrice } from './price-impact.ts';
import { quoteNotices } from './quote-notices.ts';

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

export interface Quote {
  readonly id: string;
  readonly intent: SwapIntent;
  readonly estimate: Estimate;
  readonly payToken: Token;
  readonly receiveToken: Token;
  /** Fraction; `undefined` when the spot price is not known. */
  readonly priceImpact: number | undefined;
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
      priceImpact: impact,
      notices: quoteNotices(intent, estimate.value, [payToken.value, receiveToken.value], impact),
      at,
      expiresAt: epochMs(at + QUOTE_LIFETIME_MS),
    };
    this.#keep(quote);
    return ok(quote);
  }

  /** A quote that may still be reviewed. Failures: `quote-unknown`, `quote-expired`. */
  fresh(quoteId: string): Result<Quote, Failure> {
    const quote = this.#quotes.get(quoteId);
    if (!quote) return failed(failure('quote-unknown'));
    return this.#parts.clock.now() < quote.expiresAt ? ok(quote) : failed(failure('quote-expired'));
  }

  #keep(quote: Quote): void {
    this.#quotes.set(quote.id, quote);
    for (const id of this.#quotes.keys()) {
      if (this.#quotes.size <= KEPT_QUOTES) return;
      this.#quotes.delete(id);
    }
  }
}

/** The decimals of a quote's two assets. @throws RangeError for another asset: a bug of the caller. */
export function decimalsOf(...tokens: readonly Token[]): DecimalsOf {
  return (asset) => {
    const token = tokens.find((one) => one.id === asset);
    if (!token) throw new RangeError('the asset is not one of this quote');
    return token.decimals;
  };
}

/** Decimal text as base units, more than zero and exact. Failure: `amount-malformed`. */
export function parseAmount(text: string, decimals: number): Result<bigint, Failure> {
  const units = fitsDecimals(text, decimals) ? parseDecimal(text, decimals) : undefined;
  if (units === undefined || units <= 0n)
    return failed(failure('amount-malformed', { text: text.slice(0, 40), decimals }));
  return ok(units);
}
