import type { AssetId } from '#domain/asset.ts';
import { comparePrice, type OfferedPrice } from '../router/best-price.ts';
import { amountText } from '../inspect/wording.ts';
import type { TokenWording } from '../inspect/inspection-input.ts';
import type { MarketReading } from './own-market.ts';

/** Basis points from which on a better price is a warning, unless the user has set another share. */
export const USUAL_WARNING_BPS = 50;
const PPM_PER_BP = 100;
/** Parts per million below which a better price is not told: rounding, and trades between the quote and the reading. */
const NOTEWORTHY_PPM = PPM_PER_BP;

/**
 * What the pools read here would have paid, next to what the trade brings. One-sided: a better route is a fact about
 * those pools, as far as the ledger back-end tells the truth about them; finding none promises nothing.
 *
 * It is shown, and never asked about or judged by. No rule rests on it and no consent: it follows from the word of a
 * ledger back-end, which could otherwise invent pools to stand between the user and a trade, or withhold them until the
 * quote has expired. For the same reason nothing in it raises or lowers a bound.
 */
export interface BestPrice {
  readonly tone: 'warn' | 'note';
  /** The finding in one sentence. */
  readonly sentence: string;
  /** What it rests on, and what was not checked. */
  readonly notes: readonly string[];
}

/** Said where the comparison itself broke off. */
export const NOT_COMPARED: BestPrice = {
  tone: 'note',
  sentence: 'The price was not compared with others: it could not be computed with.',
  notes: [],
};

/** What is compared. */
export interface PriceOffer extends OfferedPrice {
  /** `swap`: `out` is what the service says that the trade brings. `limit`: it is what the orders demand at least. */
  readonly kind: 'swap' | 'limit';
  readonly receive: AssetId;
}

/** Compares an offer with the app's own reading of the market. `warnBps`: the share from which on it is a warning. */
export function bestPrice(
  reading: MarketReading,
  offer: PriceOffer,
  warnBps: number,
  tokens: ReadonlyMap<AssetId, TokenWording>,
): BestPrice {
  if (reading.kind === 'unread')
    return { tone: 'note', sentence: `The price was not compared with others: ${reading.why}.`, notes: [] };
  const { slot, pools, route, complete, contradicted, unread } = reading;
  const notes = [
    ...(contradicted > 0
      ? [`Left out: ${count(contradicted, 'pool')} about which the ledger back-end contradicts itself.`]
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
      sentence: `The price was not compared with others: the ledger back-end told of no pool of this pair at slot ${slot}.`,
      notes,
    };
  const check = comparePrice(route, offer);
  if (check.kind === 'none' || check.morePpm < NOTEWORTHY_PPM) {
    const told = `the ${pools === 1 ? 'one pool' : count(pools, 'pool')} that the ledger back-end told of at slot ${slot}`;
    return {
      tone: 'note',
      sentence:
        offer.kind === 'swap'
          ? `No better price was found in ${told}.`
          : `No price better than the limit was found in ${told}.`,
      notes: ['This is no promise: pools may be missing from what was read.', ...notes],
    };
  }
  const places = [...new Set(check.route.parts.map(({ place }) => place.exchange))];
  const than = offer.kind === 'swap' ? '' : ' than the limit asks for';
  return {
    tone: check.morePpm >= warnBps * PPM_PER_BP ? 'warn' : 'note',
    sentence:
      `At slot ${slot} the pools read here would have paid ${amountText(offer.receive, check.more, tokens)} more${than} ` +
      `(${percentText(check.morePpm)}) through ${listText(places)}, after the exchanges' fees.`,
    notes: [
      reading.proven
        ? "The bytes of their transactions prove what these pools held; that nothing had spent it yet is the ledger back-end's word."
        : "What these pools held is the ledger back-end's word.",
      ...notes,
    ],
  };
}

function notComputedNotes(known: ReadonlyMap<string, string>): readonly string[] {
  return [...known].map(([exchange, why]) => `Not checked: ${exchange}, since ${why}.`);
}

/** `0.82 %`, rounded down. */
function percentText(ppm: number): string {
  return `${(Math.floor(ppm / 100) / 100).toFixed(2)} %`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function listText(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
