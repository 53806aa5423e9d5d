import { quantity } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { fitsDecimals, parseDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { SwapIntent } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import { ambiguousNumber, readNumber } from '#domain/typed-number.ts';
import { priceImpact, quoteNotices, spotPrice } from './market-price.ts';
import { decimalsOf, pricesOf, type QuoteParts, type SwapQuote } from './quote.ts';

/** Milliseconds for which a quote may be reviewed. */
const QUOTE_LIFETIME_MS = 20_000;
const LARGEST_SLIPPAGE_BPS = 5_000;

/** What the user typed. `amount` is decimal text in whole units of `pay`. */
export interface SwapRequest {
  readonly pay: AssetId;
  readonly receive: AssetId;
  readonly amount: string;
  /** Basis points, 1 to 5000. */
  readonly slippageBps: number;
  readonly excluded: readonly string[];
}

/** Asks the service for a price. Failures: of the request (`same-token`, `slippage-out-of-range`, `amount-malformed`, `decimals-unknown`) and of the service. */
export async function quoteSwap(
  request: SwapRequest,
  { service, clock, token, newId }: QuoteParts,
  signal?: AbortSignal,
): Promise<Result<SwapQuote, Failure>> {
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
  const quote: SwapQuote = {
    kind: 'swap',
    id: newId(),
    tokens: [payToken.value, receiveToken.value],
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
  return ok(quote);
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
