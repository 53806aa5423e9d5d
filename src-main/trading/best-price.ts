import type { AssetId } from '#domain/asset.ts';
import { comparePrice, type OfferedPrice } from '../router/best-price.ts';
import type { Route } from '../router/route.ts';
import { amountText } from '../inspect/wording.ts';
import type { TokenWording } from '../inspect/inspection-input.ts';
import type { MarketReading } from './own-market.ts';

export const PPM_PER_BP = 100;
/** A smaller advantage, in parts per million, is not mentioned: it may be rounding, or trades since the quote. */
const NOTEWORTHY_PPM = PPM_PER_BP;

/**
 * What the pools read here would have paid, compared with what the trade brings. One-sided: a better route is a fact about
 * these pools, provided the ledger back-end reports them truthfully; finding none proves nothing.
 *
 * For display only. It rests on a ledger back-end's word, so no rule depends on it and nobody has to accept it: a back-end
 * could otherwise block a trade with invented pools, or withhold pools until the quote expires. For the same reason it
 * neither raises nor lowers any bound.
 */
export interface BestPrice {
  readonly tone: 'warn' | 'note';
  /** The finding in one sentence. */
  readonly sentence: string;
  /** What it rests on, and what was not checked. */
  readonly notes: readonly string[];
  /** What it follows from, for the receipt; absent if nothing was read. */
  readonly read?: {
    readonly reading: Extract<MarketReading, { readonly kind: 'read' }>;
    /** See `MarketAtDecision.better`. */
    readonly better: number | undefined;
  };
}

/** If the comparison itself fails. */
export const NOT_COMPARED: BestPrice = {
  tone: 'note',
  sentence: 'The price could not be compared with pools on the ledger.',
  notes: [],
};

/** What is compared. */
export interface PriceOffer extends OfferedPrice {
  /** `swap`: `out` is what the service says the trade brings. `limit`: it is the least the orders ask for. */
  readonly kind: 'swap' | 'limit';
  readonly receive: AssetId;
  /** The least that the transaction's own bytes enforce; absent before it is built. */
  readonly enforced?: bigint | undefined;
}

/** Compares an offer with the app's own reading of the market. `warnBps`: an advantage this large is a warning. */
export function bestPrice(
  reading: MarketReading,
  offer: PriceOffer,
  warnBps: number,
  tokens: ReadonlyMap<AssetId, TokenWording>,
): BestPrice {
  if (reading.kind === 'unread')
    return {
      tone: 'note',
      sentence: `The price was not compared with pools on the ledger: ${reading.why}.`,
      notes: [],
    };
  const { slot, pools, route, complete, contradicted, unread } = reading;
  const notes = [
    ...(contradicted > 0
      ? [`Left out: ${count(contradicted, 'pool')} on which the ledger back-end contradicts itself.`]
      : []),
    ...(unread > 0
      ? [`Not checked: ${count(unread, 'output')} at pool scripts that could not be read.`]
      : []),
    ...(complete ? [] : ['Not checked: there are more pools than were read.']),
    ...notComputedNotes(reading.notComputed),
    'Exchanges whose pools this version does not know, and routes through a third token, are not checked.',
  ];
  if (pools === 0)
    return {
      tone: 'note',
      sentence: `The price was not compared with pools on the ledger: the back-end reported none for this pair at slot ${slot}.`,
      notes,
    };
  const check = comparePrice(route, offer);
  notes.unshift(...enforcedNotes(route, offer, tokens));
  const claim = route && claimedBeyond(route, offer);
  if (claim && claim.ppm >= warnBps * PPM_PER_BP)
    return {
      tone: 'warn',
      sentence:
        `At slot ${slot} the service expects ${amountText(offer.receive, claim.more, tokens)} more ` +
        `(${percentText(claim.ppm)}) than the best route in the pools read here would have paid, after the exchanges' fees.`,
      notes: [
        'What the service expects is its own word. It may use pools that are not read here, or hide a better route by promising too much.',
        ...notes,
      ],
    };
  if (check.kind === 'none' || check.morePpm < NOTEWORTHY_PPM) {
    const among = `the ${pools === 1 ? 'one pool' : count(pools, 'pool')} that the ledger back-end reported at slot ${slot}`;
    return {
      tone: 'note',
      sentence:
        offer.kind === 'swap'
          ? `No better price was found in ${among}.`
          : `No price better than the limit was found in ${among}.`,
      notes: ['This is no guarantee: some pools may not have been read.', ...notes],
    };
  }
  const places = [...new Set(check.route.parts.map(({ place }) => place.exchange))];
  const than = offer.kind === 'swap' ? '' : ' than the limit asks for';
  return {
    tone: check.morePpm >= warnBps * PPM_PER_BP ? 'warn' : 'note',
    sentence:
      `At slot ${slot} the pools read here would have paid ${amountText(offer.receive, check.more, tokens)} more${than} ` +
      `(${percentText(check.morePpm)}) through ${listText(places)}, after the exchanges' fees.`,
    notes: [restsOn(reading), ...notes],
  };
}

/**
 * How much more the service expects of a swap than a route pays; `undefined` if it does not, or if the swap is not built, as
 * its fees are unknown until then. Higher fees than the route's count against it, and lower ones not in its favour.
 */
function claimedBeyond(
  { out, fees, lovelaceWorth }: Route,
  offer: PriceOffer,
): { readonly more: bigint; readonly ppm: number } | undefined {
  if (offer.kind !== 'swap' || offer.enforced === undefined) return undefined;
  const dearer = Math.ceil(lovelaceWorth * Number(offer.fees - fees));
  const more = offer.out - out - BigInt(Math.max(0, dearer));
  return more > 0n ? { more, ppm: Math.floor((Number(more) * 1_000_000) / Number(out)) } : undefined;
}

/** What a service cannot inflate: the least that is enforced, next to what the pools would have paid. */
function enforcedNotes(
  route: Route | undefined,
  { kind, enforced, fees, receive }: PriceOffer,
  tokens: ReadonlyMap<AssetId, TokenWording>,
): readonly string[] {
  if (kind !== 'swap' || enforced === undefined) return [];
  const check = comparePrice(route, { out: enforced, fees });
  if (check.kind === 'none') return [];
  return [
    `The transaction enforces at least ${amountText(receive, enforced, tokens)}. The pools read here would have paid ` +
      `${amountText(receive, check.more, tokens)} more than that (${percentText(check.morePpm)}); beyond what is enforced there is only the service's word.`,
  ];
}

/** What a better route rests on, as a sentence. */
export function restsOn({ proven }: { readonly proven: boolean }): string {
  return proven
    ? "What these pools held is proven by their transactions' bytes; that they were unspent is the ledger back-end's word."
    : "What these pools held is the ledger back-end's word.";
}

function notComputedNotes(known: ReadonlyMap<string, string>): readonly string[] {
  return [...known].map(([exchange, why]) => `Not checked: ${exchange}, because ${why}.`);
}

/** `0.82 %`, rounded down. */
export function percentText(ppm: number): string {
  return `${(Math.floor(ppm / 100) / 100).toFixed(2)}\u00a0%`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** `A, B and C`. */
export function listText(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
