import { BETTER_PRICE_BPS } from '#domain/quote.ts';
import type { Elsewhere, RestingSale } from '#domain/resting-sale.ts';
import { inEnglish, sentence, type Sentence } from '#domain/sentences/sentence.ts';
import { epochMs } from '#domain/time.ts';
import type { ScriptList } from '../inspect/inspection-input.ts';
import type { PolicyLimits } from '../inspect/policy.ts';
import { comparePrice } from '../exchanges/routing/best-price.ts';
import { percentText, PPM_PER_BP, restsOn } from './best-price.ts';
import { readMarkets, type MarketReading, type MarketTask, type OwnMarketParts } from './own-market.ts';

export interface RestingPriceParts extends OwnMarketParts {
  readonly scripts: Pick<ScriptList, 'codes'>;
  /** The user's limits; absent: none. */
  readonly limits?: Pick<PolicyLimits, 'exchanges' | 'betterPriceBps'>;
}

const NOT_COMPUTED = 'its pools could not be computed';
/** How long comparing the sales of one pair may take, in milliseconds. */
const COMPARING_MS = 8_000;

/**
 * Compares what resting sales of one pair of assets ask for, or would get at their own exchanges, with what the pools of
 * any one other exchange would pay now. One sale is compared with one order elsewhere, since that is where it could go.
 * For display only: everything rests on a ledger back-end's word. Never rejects.
 */
export async function compareElsewhere(
  sales: readonly RestingSale[],
  parts: RestingPriceParts,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Elsewhere>> {
  const places = sales.map((sale) => placesOf(sale, parts));
  const tasks = places.flatMap(({ own, elsewhere }) => [own, elsewhere]);
  const until = epochMs(parts.clock.now() + COMPARING_MS);
  const readings = await readMarkets(tasks, parts, until, signal);
  return new Map(
    sales.map((sale, at) => {
      const [own, elsewhere] = [readings[2 * at], readings[2 * at + 1]];
      if (!own || !elsewhere)
        return [sale.id, unchecked(sentence('elsewhere/not-compared', { why: NOT_COMPUTED }))];
      return [sale.id, compared(sale, places[at]?.names ?? [], { own, elsewhere }, parts)];
    }),
  );
}

/** Where a sale can be filled, and where else it could be. */
function placesOf(sale: RestingSale, { scripts, limits }: RestingPriceParts) {
  const nameOf = (code: string): string => scripts.codes?.get(code) ?? code;
  const names = new Set(sale.exchanges.map(nameOf));
  const usable = limits?.exchanges && new Set(limits.exchanges.map(nameOf));
  const { sells, wants, quantity } = sale;
  const task = { sells, wants, quantity, mostOrders: 1 };
  const own: MarketTask = { ...task, allowed: (exchange) => names.has(exchange) };
  const elsewhere: MarketTask = {
    ...task,
    allowed: (exchange) => !names.has(exchange) && (usable?.has(exchange) ?? true),
  };
  return { names: [...names], own, elsewhere };
}

function compared(
  { asks, fees }: RestingSale,
  names: readonly string[],
  { own, elsewhere }: { readonly own: MarketReading; readonly elsewhere: MarketReading },
  { limits }: RestingPriceParts,
): Elsewhere {
  if (elsewhere.kind === 'unread')
    return typeof elsewhere.why === 'string'
      ? unchecked(sentence('elsewhere/not-compared', { why: elsewhere.why }))
      : unchecked(sentence('elsewhere/not-read'), { failure: elsewhere.why });
  const { slot, pools } = elsewhere;
  if (pools === 0) return unchecked(sentence('elsewhere/none-reported', { slot }));
  const route = own.kind === 'read' ? own.route : undefined;
  if (asks === undefined && route === undefined)
    return unchecked(sentence('elsewhere/own-unread', { exchanges: names }));
  // Where its own exchange pays more than it asks for, that is what it gets.
  const byOwn = route !== undefined && route.out > (asks ?? -1n);
  const offered = {
    out: byOwn ? route.out : (asks ?? 0n),
    // Fees count in its favour only as far as they are known.
    fees: fees ?? (asks === undefined ? (route?.fees ?? 0n) : 0n),
  };
  const check = comparePrice(elsewhere.route, offered);
  const leastBps = limits?.betterPriceBps ?? BETTER_PRICE_BPS;
  if (check.kind === 'none' || check.morePpm < leastBps * PPM_PER_BP)
    return found('none', [
      sentence('elsewhere/none', { pools, slot, percent: percentText(leastBps * PPM_PER_BP) }),
      sentence('price/no-guarantee'),
      ...notRead(elsewhere),
    ]);
  const exchanges = [...new Set(check.route.parts.map(({ place }) => place.exchange))];
  const percent = percentText(check.morePpm);
  return {
    ...found('better', [
      byOwn
        ? sentence('elsewhere/better-than-own', { exchanges, percent, own: names, slot })
        : sentence('elsewhere/better-than-asked', { exchanges, percent, slot }),
      restsOn(elsewhere),
      ...notRead(elsewhere),
    ]),
    more: percent,
  };
}

function found(kind: Elsewhere['kind'], sentences: readonly Sentence[]): Elsewhere {
  return { kind, sentence: inEnglish(...sentences), said: sentences };
}

function unchecked(...sentences: readonly Sentence[]): Elsewhere {
  return found('unchecked', sentences);
}

/** Which known pools no formula was applied to. */
function notRead({ notComputed }: Extract<MarketReading, { kind: 'read' }>): readonly Sentence[] {
  const exchanges = [...notComputed.keys()];
  return exchanges.length === 0 ? [] : [sentence('elsewhere/not-computed', { exchanges })];
}
