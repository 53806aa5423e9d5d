import { ADA_DECIMALS } from '#domain/asset.ts';
import { numberToUnits } from '#domain/decimal.ts';
import { BETTER_PRICE_BPS } from '#domain/quote.ts';
import type { ScriptList } from '../inspect/inspection-input.ts';
import type { PolicyLimits } from '../inspect/policy.ts';
import type { KnownPools } from '../pools/known-pools.ts';
import { comparePrice, type OfferedPrice } from '../router/best-price.ts';
import { bestPrice, NOT_COMPARED, type BestPrice, type PriceOffer } from './best-price.ts';
import { wordingOf, type LimitQuote, type SwapQuote } from './kinds/quote.ts';
import { readMarket, type MarketReading, type OwnMarketParts } from './own-market.ts';

export interface PriceCheckParts extends OwnMarketParts {
  readonly scripts: Pick<ScriptList, 'codes'>;
  /** The user's limits; absent: none. */
  readonly limits?: Pick<PolicyLimits, 'exchanges' | 'betterPriceBps'>;
  /** Told how the market was read, and the advantage of its best route over the offer (`advantageOf`). */
  readonly onReading?: (reading: MarketReading, better: number | undefined) => void;
}

/**
 * Compares what a quote offers with what pools read here would pay, over the exchanges that the user allows. Takes a few
 * seconds at most, and never rejects.
 */
export async function checkPrice(
  quote: SwapQuote | LimitQuote,
  offer: OfferedPrice & Pick<PriceOffer, 'enforced'>,
  parts: PriceCheckParts,
  signal?: AbortSignal,
): Promise<BestPrice> {
  const { scripts, limits, onReading } = parts;
  const nameOf = (code: string): string => scripts.codes?.get(code) ?? code;
  const { kind, intent } = quote;
  const out = new Set(intent.excluded.map(nameOf));
  const chosen = kind === 'limit' && quote.order.exchange !== undefined ? [quote.order.exchange] : undefined;
  const only = [limits?.exchanges, chosen].flatMap((codes) => (codes ? [new Set(codes.map(nameOf))] : []));
  const task = {
    ...{ sells: intent.pay.asset, wants: intent.receive, quantity: intent.pay.quantity },
    allowed: (exchange: string) => !out.has(exchange) && only.every((names) => names.has(exchange)),
  };
  try {
    const reading = await readMarket(task, parts, quote.expiresAt, signal);
    const better = advantageOf(reading, offer);
    onReading?.(reading, better);
    const warnBps = limits?.betterPriceBps ?? BETTER_PRICE_BPS;
    const found = bestPrice(reading, { ...offer, kind, receive: intent.receive }, warnBps, wordingOf(quote));
    return reading.kind === 'read' ? { ...found, read: { reading, better } } : found;
  } catch {
    return NOT_COMPARED;
  }
}

/** In parts per million of the offer, 0 where no route is better; `undefined` where no pool was read. */
function advantageOf(reading: MarketReading, offer: OfferedPrice): number | undefined {
  if (reading.kind === 'unread' || reading.pools === 0) return undefined;
  const check = comparePrice(reading.route, offer);
  return check.kind === 'better' ? check.morePpm : 0;
}

/**
 * What a quote offers before anything is built. Of the fees that the service states, no more is counted than its exchanges
 * are known to charge, and none where it states none, so that no better price is reported for fees that nobody charges.
 */
export function quotedOffer(
  { estimate }: SwapQuote,
  pools: KnownPools,
  { codes }: Pick<ScriptList, 'codes'>,
): OfferedPrice {
  const feeOf = (code: string): bigint => {
    const name = codes?.get(code) ?? code;
    return [...pools.values()].find(({ exchange }) => exchange === name)?.fee ?? 0n;
  };
  const known = estimate.routes.reduce((sum, { exchange }) => sum + feeOf(exchange), 0n);
  const stated = numberToUnits(estimate.statedFees?.batcher ?? 0, ADA_DECIMALS, 'floor') ?? 0n;
  const fees = stated < known ? stated : known;
  return { out: estimate.expected, fees: fees < 0n ? 0n : fees };
}
