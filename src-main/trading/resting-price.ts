import { BETTER_PRICE_BPS } from '#domain/quote.ts';
import type { Elsewhere, RestingSale } from '#domain/resting-sale.ts';
import { epochMs } from '#domain/time.ts';
import type { ScriptList } from '../inspect/inspection-input.ts';
import type { PolicyLimits } from '../inspect/policy.ts';
import { comparePrice } from '../router/best-price.ts';
import { listText, percentText, PPM_PER_BP, restsOn } from './best-price.ts';
import { readMarkets, type MarketReading, type MarketTask, type OwnMarketParts } from './own-market.ts';

export interface RestingPriceParts extends OwnMarketParts {
  readonly scripts: Pick<ScriptList, 'codes'>;
  /** The user's limits; absent: none. */
  readonly limits?: Pick<PolicyLimits, 'exchanges' | 'betterPriceBps'>;
}

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
      if (!own || !elsewhere) return [sale.id, unchecked('its pools could not be computed')];
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
  if (elsewhere.kind === 'unread') return unchecked(elsewhere.why);
  const { slot, pools } = elsewhere;
  if (pools === 0)
    return unchecked(`the ledger back-end reported none for this pair elsewhere at slot ${slot}`);
  const route = own.kind === 'read' ? own.route : undefined;
  if (asks === undefined && route === undefined)
    return unchecked(`no pool of ${listText(names)} could be read for this pair`);
  // Where its own exchange pays more than it asks for, that is what it gets.
  const byOwn = route !== undefined && route.out > (asks ?? -1n);
  const offered = {
    out: byOwn ? route.out : (asks ?? 0n),
    // Fees count in its favour only as far as they are known.
    fees: fees ?? (asks === undefined ? (route?.fees ?? 0n) : 0n),
  };
  const check = comparePrice(elsewhere.route, offered);
  const leastBps = limits?.betterPriceBps ?? BETTER_PRICE_BPS;
  if (check.kind === 'none' || check.morePpm < leastBps * PPM_PER_BP) {
    const among = pools === 1 ? 'The one pool' : `None of the ${pools} pools`;
    const paid = pools === 1 ? 'was not found to pay' : 'was found to pay';
    return {
      kind: 'none',
      sentence:
        `${among} that the ledger back-end reported elsewhere at slot ${slot} ${paid} ` +
        `${percentText(leastBps * PPM_PER_BP)} more now. ` +
        `This is no guarantee: some pools may not have been read.${notReadWords(elsewhere)}`,
    };
  }
  const than = byOwn ? `than the pools of ${listText(names)}` : 'than is asked for';
  const where = listText([...new Set(check.route.parts.map(({ place }) => place.exchange))]);
  const more = percentText(check.morePpm);
  return {
    kind: 'better',
    more,
    sentence:
      `The pools of ${where} would pay ${more} more now ${than}, after the exchanges' fees, at slot ${slot}. ` +
      `${restsOn(elsewhere)}${notReadWords(elsewhere)}`,
  };
}

function unchecked(why: string): Elsewhere {
  return { kind: 'unchecked', sentence: `Not compared with pools elsewhere: ${why}.` };
}

/** Which known pools no formula was applied to. */
function notReadWords({ notComputed }: Extract<MarketReading, { kind: 'read' }>): string {
  const names = [...notComputed.keys()];
  return names.length === 0 ? '' : ` Not checked: ${listText(names)}.`;
}
