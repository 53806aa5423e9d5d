import { ADA } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { Sale, SwapIntent } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { ExchangeFees } from './limit-market.ts';
import type { LimitOrders } from './limit.ts';
import { leastOf, ordersFees, priceImpact, quoteNotices, spotPrice } from './market-price.ts';
import { decimalsOf, faultOfSale, type QuoteBook, type QuoteParts, type SwapQuote } from './quote.ts';
import { swapFees, type PastBuild } from './swap-fees.ts';

/** Milliseconds for which a quote may be reviewed. */
const QUOTE_LIFETIME_MS = 20_000;
const LARGEST_SLIPPAGE_BPS = 5_000;

export interface SwapRequest extends Sale {
  /** Basis points, 1 to 5000. */
  readonly slippageBps: number;
  readonly excluded: readonly string[];
}

/** Readers that show the cost of a swap are optional; the service states its part in any case. */
export interface SwapParts extends QuoteParts {
  /** The journal's trades, newest first. */
  readonly past?: () => readonly PastBuild[];
  /** Fees of the exchanges, as far as the service's records of orders state them. */
  readonly records?: ExchangeFees;
}

/** Prices swaps, each with its likely fees, and keeps the quotes for their review. */
export class Swaps {
  readonly #parts: SwapParts;
  readonly #quotes: QuoteBook;
  readonly #limits: LimitOrders;
  readonly #asked = new Set<string>();

  constructor(parts: SwapParts, quotes: QuoteBook, limits: LimitOrders) {
    this.#parts = parts;
    this.#quotes = quotes;
    this.#limits = limits;
  }

  /** A market price, kept for its review. Failures as of `quoteSwap`. */
  async quote(request: SwapRequest, signal?: AbortSignal): Promise<Result<SwapQuote, Failure>> {
    const quote = await quoteSwap(request, this.#parts, signal);
    if (quote.ok) {
      this.#quotes.keep(quote.value);
      // Quotes go stale, so this one does not wait for the records; the next one has them.
      void this.#learnFees(quote.value);
    }
    return quote;
  }

  /** Asks only once for each token and exchange, since there is a new quote every few seconds. */
  async #learnFees(quote: SwapQuote): Promise<void> {
    const { pay, receive } = quote.task;
    const token = receive === ADA ? pay.asset : receive;
    const unasked = quote.routes.filter(({ exchange }) => !this.#asked.has(`${token} ${exchange}`));
    for (const { exchange } of unasked) this.#asked.add(`${token} ${exchange}`);
    await this.#limits.learnFees(token, unasked, quote);
  }
}

/**
 * Asks the service for a price. Failures: of the request (`same-token`, `slippage-out-of-range`, `decimals-unknown`,
 * `decimals-changed`, `amount-malformed`) and of the service.
 */
export async function quoteSwap(
  request: SwapRequest,
  { service, clock, token, newId, past = () => [], records = new ExchangeFees() }: SwapParts,
  signal?: AbortSignal,
): Promise<Result<SwapQuote, Failure>> {
  const { pay, receive, slippageBps, excluded } = request;
  if (pay.asset === receive) return failed(failure('same-token'));
  if (!Number.isInteger(slippageBps) || slippageBps < 1 || slippageBps > LARGEST_SLIPPAGE_BPS)
    return failed(failure('slippage-out-of-range'));
  const [payToken, receiveToken] = await Promise.all([token(pay.asset, signal), token(receive, signal)]);
  if (!payToken.ok) return payToken;
  if (!receiveToken.ok) return receiveToken;
  const unknown = [payToken.value, receiveToken.value].find((one) => one.decimalsSource === 'unknown');
  if (unknown) return failed(failure('decimals-unknown', { token: unknown.ticker || unknown.id }));
  const fault = faultOfSale(request, payToken.value);
  if (fault) return failed(fault);
  const intent: SwapIntent = { pay, receive, slippageBps, excluded };
  const decimals = decimalsOf(payToken.value, receiveToken.value);
  const [estimate, paySpot, receiveSpot] = await Promise.all([
    service.estimate(intent, decimals, signal),
    spotPrice(pay.asset, service, signal),
    spotPrice(receive, service, signal),
  ]);
  if (!estimate.ok) return estimate;
  if (estimate.value.expected === 0n) return failed(failure('no-quote'));
  const { expected, routes, statedFees } = estimate.value;
  const atLeast = leastOf(estimate.value, slippageBps);
  const spot = { pay: paySpot, receive: receiveSpot };
  const impact = priceImpact({ pay, receive }, expected, decimals, spot);
  const stated = ordersFees(statedFees);
  const at = clock.now();
  const quote: SwapQuote = {
    kind: 'swap',
    id: newId(),
    tokens: [payToken.value, receiveToken.value],
    task: { kind: 'swap', pay, receive, expected, atLeast, slippageBps },
    claims: { expected, ...(stated && { stated }) },
    order: intent,
    routes,
    ...(statedFees && { statedFees }),
    fees: swapFees(estimate.value, past(), records),
    payToken: payToken.value,
    receiveToken: receiveToken.value,
    spot,
    priceImpact: impact,
    notices: quoteNotices(intent, estimate.value, [payToken.value, receiveToken.value], impact),
    at,
    expiresAt: epochMs(at + QUOTE_LIFETIME_MS),
  };
  return ok(quote);
}
