import { ADA_DECIMALS } from '#domain/asset.ts';
import { numberToUnits } from '#domain/decimal.ts';
import { BETTER_PRICE_BPS } from '#domain/quote.ts';
import { sentence, type Sentence } from '#domain/sentences/sentence.ts';
import type { ScriptList } from '../inspect/inspection-input.ts';
import type { PolicyLimits } from '../inspect/policy.ts';
import type { KnownPools } from '../exchanges/known-pools.ts';
import { comparePrice, type OfferedPrice } from '../exchanges/routing/best-price.ts';
import { bestPrice, foundPrice, NOT_COMPARED, type BestPrice, type PriceOffer } from './best-price.ts';
import type { Agreed } from './kinds/judgement.ts';
import {
  excludedBy,
  wordingOf,
  type DcaQuote,
  type LadderQuote,
  type LimitQuote,
  type Quote,
  type SwapQuote,
} from './kinds/quote.ts';
import { readMarkets, type MarketReading, type OwnMarketParts } from './own-market.ts';

export interface PriceCheckParts extends OwnMarketParts {
  readonly scripts: Pick<ScriptList, 'codes'>;
  /** The user's limits; absent: none. */
  readonly limits?: Pick<PolicyLimits, 'exchanges' | 'betterPriceBps'>;
  /** Told how the market was read, and the advantage of its best route over the offer (`advantageOf`). */
  readonly onReading?: (reading: MarketReading, better: number | undefined) => void;
}

/** Quotes whose prices are compared. */
type ComparedQuote = SwapQuote | LimitQuote | LadderQuote | DcaQuote;

/** An offer with the amount it sells. */
export type SizedOffer = OfferedPrice & Pick<PriceOffer, 'enforced'> & { readonly sells: bigint };

/**
 * A built trade's offers, with the fees that its orders state; `undefined` if it has no price to compare. A ladder is
 * compared when its first level is built, each level by itself; a recurring order by one of its trades.
 */
export function builtOffers(
  quote: Quote,
  built: { readonly expected: bigint; readonly fees: bigint; readonly enforced: bigint | undefined },
  batch: Agreed | undefined,
): readonly [SizedOffer, ...SizedOffer[]] | undefined {
  const { expected, fees, enforced } = built;
  if (quote.kind === 'ladder' && batch?.at === 0) {
    const levels = batch.agreement.transactions.flatMap(({ task }) =>
      task.kind === 'limit' ? [{ sells: task.pay.quantity, out: task.atLeast, fees }] : [],
    );
    const [first, ...others] = levels;
    return first && [first, ...others];
  }
  if (batch) return undefined;
  switch (quote.kind) {
    case 'swap':
      return [{ sells: quote.task.pay.quantity, out: expected, fees, enforced }];
    case 'limit':
      return [{ sells: quote.task.pay.quantity, out: quote.task.atLeast, fees, enforced }];
    case 'dca': {
      const { expected: all = 0n, feePerCycle = 0n } = quote.claims;
      const cycles = BigInt(quote.task.cycles);
      return [{ sells: quote.task.pay.quantity / cycles, out: all / cycles, fees: feePerCycle }];
    }
    default:
      return undefined;
  }
}

/**
 * Compares what a quote offers with what pools read here would pay, over the exchanges that the user allows; of several
 * offers, the one that pools would improve on most is reported. Takes a few seconds at most, and never rejects.
 */
export async function checkPrice(
  quote: ComparedQuote,
  offers: readonly [SizedOffer, ...SizedOffer[]],
  parts: PriceCheckParts,
  signal?: AbortSignal,
): Promise<BestPrice> {
  const { scripts, limits, onReading } = parts;
  const nameOf = (code: string): string => scripts.codes?.get(code) ?? code;
  const { task } = quote;
  const out = new Set(excludedBy(quote).map(nameOf));
  const only = [limits?.exchanges, chosenIn(quote)].flatMap((codes) =>
    codes ? [new Set(codes.map(nameOf))] : [],
  );
  const tasks = offers.map(({ sells }) => ({
    ...{ sells: task.pay.asset, wants: task.receive, quantity: sells },
    allowed: (exchange: string) => !out.has(exchange) && only.every((names) => names.has(exchange)),
    // A level is a single order; this also keeps the work small, however many there are.
    ...(offers.length > 1 ? { mostOrders: 1 } : {}),
  }));
  try {
    const readings = await readMarkets(tasks, parts, quote.expiresAt, signal);
    const compared = offers.flatMap((offer, at) => {
      const reading = readings[at];
      return reading ? [{ at, offer, reading, better: advantageOf(reading, offer) }] : [];
    });
    const [first] = compared;
    if (!first) return NOT_COMPARED;
    onReading?.(first.reading, first.better);
    const { at, offer, reading, better } = compared.reduce((most, one) =>
      (one.better ?? 0) > (most.better ?? 0) ? one : most,
    );
    const warnBps = limits?.betterPriceBps ?? BETTER_PRICE_BPS;
    const kind = quote.kind === 'swap' || quote.kind === 'dca' ? 'swap' : 'limit';
    const priced = { ...offer, kind, receive: task.receive } as const;
    const found = bestPrice(reading, priced, warnBps, wordingOf(quote));
    const notes = [...scopeNotes(quote, at, offers.length, (better ?? 0) > 0), ...found.said.notes];
    const price = foundPrice(found.tone, found.said.sentence, notes);
    // The reading kept with the trade is for the trade's own size.
    return first.reading.kind === 'read'
      ? { ...price, read: { reading: first.reading, better: first.better } }
      : price;
  } catch {
    return NOT_COMPARED;
  }
}

/** Codes of the only exchanges that the user chose; `undefined` if none were chosen. */
function chosenIn(quote: ComparedQuote): readonly string[] | undefined {
  if (quote.kind === 'swap') return undefined;
  if (quote.kind === 'dca') return quote.order.exchanges.length > 0 ? quote.order.exchanges : undefined;
  return quote.order.exchange === undefined ? undefined : [quote.order.exchange];
}

/** The part of the trade that was compared, where that is not the whole at once. */
function scopeNotes(quote: ComparedQuote, at: number, offers: number, better: boolean): readonly Sentence[] {
  if (quote.kind === 'dca') return [sentence('price/one-of-plan', { cycles: quote.task.cycles })];
  if (offers <= 1) return [];
  return [
    better
      ? sentence('price/worst-order', { orders: offers, order: at + 1 })
      : sentence('price/each-order', { orders: offers }),
  ];
}

/** In parts per million of the offer, 0 where no route is better; `undefined` where no pool was read. */
function advantageOf(reading: MarketReading, offer: OfferedPrice): number | undefined {
  if (reading.kind === 'unread' || reading.pools === 0) return undefined;
  const check = comparePrice(reading.route, offer);
  return check.kind === 'better' ? check.morePpm : 0;
}

/**
 * A quote's offer before anything is built. Of the fees that the service states, no more is counted than its exchanges
 * are known to charge, and none where it states none, so that a fee that nobody charges never makes another price look
 * better.
 */
export function quotedOffer(
  { task, routes, statedFees }: SwapQuote,
  pools: KnownPools,
  { codes }: Pick<ScriptList, 'codes'>,
): OfferedPrice {
  const feeOf = (code: string): bigint => {
    const name = codes?.get(code) ?? code;
    return [...pools.values()].find(({ exchange }) => exchange === name)?.fee ?? 0n;
  };
  const known = routes.reduce((sum, { exchange }) => sum + feeOf(exchange), 0n);
  const stated = numberToUnits(statedFees?.batcher ?? 0, ADA_DECIMALS, 'floor') ?? 0n;
  const fees = stated < known ? stated : known;
  return { out: task.expected, fees: fees < 0n ? 0n : fees };
}
