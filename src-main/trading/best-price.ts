import type { AssetId } from '#domain/asset.ts';
import { inEnglish, sentence, type Sentence } from '#domain/sentences/sentence.ts';
import type { ShownAmount } from '#domain/words/figures.ts';
import { comparePrice, type OfferedPrice } from '../exchanges/routing/best-price.ts';
import type { Route } from '../exchanges/routing/route.ts';
import { shownAmount } from '../inspect/wording.ts';
import type { TokenWording } from '../inspect/inspection-input.ts';
import type { MarketReading } from './own-market.ts';

export const PPM_PER_BP = 100;
/** A smaller advantage, in parts per million, is not mentioned: it may be rounding, or trades since the quote. */
const NOTEWORTHY_PPM = PPM_PER_BP;

/**
 * Compares the trade's proceeds with what the pools read here would have paid. One-sided: a better route is a fact
 * about these pools, provided the ledger back-end reports them truthfully; finding none proves nothing.
 *
 * For display only. It rests on a ledger back-end's word, so no rule depends on it and nobody has to accept it: a
 * back-end could otherwise block a trade with invented pools, or withhold pools until the quote expires. For the same
 * reason it neither raises nor lowers any bound.
 */
export interface BestPrice {
  readonly tone: 'warn' | 'note';
  /** The finding in English, as printed and as recorded in receipts. */
  readonly sentence: string;
  /** The assumptions behind the finding, and anything left unchecked, in English. */
  readonly notes: readonly string[];
  /** Finding and notes as data, for windows in other languages. */
  readonly said: {
    readonly sentence: readonly Sentence[];
    readonly notes: readonly Sentence[];
  };
  /** The reading behind the finding, for the receipt; absent if nothing was read. */
  readonly read?: {
    readonly reading: Extract<MarketReading, { readonly kind: 'read' }>;
    /** See `MarketAtDecision.better`. */
    readonly better: number | undefined;
  };
}

/** Makes a finding from sentences, with their English text. */
export function foundPrice(
  tone: BestPrice['tone'],
  sentence: readonly Sentence[],
  notes: readonly Sentence[],
): Omit<BestPrice, 'read'> {
  return {
    tone,
    sentence: inEnglish(...sentence),
    notes: notes.map((note) => inEnglish(note)),
    said: { sentence, notes },
  };
}

/** If the comparison itself fails. */
export const NOT_COMPARED: BestPrice = foundPrice('note', [sentence('price/failed')], []);

/** The offer to compare with the pools. */
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
): Omit<BestPrice, 'read'> {
  if (reading.kind === 'unread')
    return foundPrice(
      'note',
      typeof reading.why === 'string'
        ? [sentence('price/not-compared', { why: reading.why })]
        : [sentence('price/not-read'), { failure: reading.why }],
      [],
    );
  const { slot, pools, route, complete, contradicted, unread } = reading;
  const notes = [
    ...(contradicted > 0 ? [sentence('price/contradicted', { pools: contradicted })] : []),
    ...(unread > 0 ? [sentence('price/unreadable', { outputs: unread })] : []),
    ...(complete ? [] : [sentence('price/more-pools')]),
    ...[...reading.notComputed].map(([exchange, why]) => sentence('price/not-computed', { exchange, why })),
    sentence('price/not-known'),
  ];
  if (pools === 0) return foundPrice('note', [sentence('price/none-reported', { slot })], notes);
  const check = comparePrice(route, offer);
  const shown = (quantity: bigint): ShownAmount => shownAmount(offer.receive, quantity, tokens);
  notes.unshift(...enforcedNotes(route, offer, shown));
  const claim = route && claimedBeyond(route, offer);
  if (claim && claim.ppm >= warnBps * PPM_PER_BP) {
    const expects = { slot, more: shown(claim.more), percent: percentText(claim.ppm) };
    return foundPrice(
      'warn',
      [sentence('price/service-expects', expects)],
      [sentence('price/service-word'), ...notes],
    );
  }
  if (check.kind === 'none' || check.morePpm < NOTEWORTHY_PPM)
    return foundPrice(
      'note',
      [sentence('price/none-better', { offer: offer.kind, pools, slot })],
      [sentence('price/no-guarantee'), ...notes],
    );
  const exchanges = [...new Set(check.route.parts.map(({ place }) => place.exchange))];
  return foundPrice(
    check.morePpm >= warnBps * PPM_PER_BP ? 'warn' : 'note',
    [
      sentence('price/better', {
        slot,
        more: shown(check.more),
        offer: offer.kind,
        percent: percentText(check.morePpm),
        exchanges,
      }),
    ],
    [restsOn(reading), ...notes],
  );
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

/** Figures that a service cannot inflate: the enforced minimum, next to what the pools would have paid. */
function enforcedNotes(
  route: Route | undefined,
  { kind, enforced, fees }: PriceOffer,
  shown: (quantity: bigint) => ShownAmount,
): readonly Sentence[] {
  if (kind !== 'swap' || enforced === undefined) return [];
  const check = comparePrice(route, { out: enforced, fees });
  if (check.kind === 'none') return [];
  const percent = percentText(check.morePpm);
  return [sentence('price/enforced', { least: shown(enforced), more: shown(check.more), percent })];
}

/** The assumption behind a better route, as a sentence. */
export function restsOn({ proven }: { readonly proven: boolean }): Sentence {
  return sentence(proven ? 'price/rests-proven' : 'price/rests-said');
}

/** `0.82 %`, rounded down. */
export function percentText(ppm: number): string {
  return `${(Math.floor(ppm / 100) / 100).toFixed(2)}\u00a0%`;
}
