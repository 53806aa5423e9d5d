import { ADA, type AssetId } from '#domain/asset.ts';
import { isLawful, type Candle } from '#domain/candle.ts';
import type { ChartPair } from '../../ports/charts.ts';
import type { Service } from '../../ports/service.ts';

/** Whether a service's candles of a pair tell the price the other way round, and whether that was seen or assumed. */
export interface Orientation {
  readonly inverted: boolean;
  readonly checked: boolean;
}

export const ASSUMED: Orientation = { inverted: false, checked: false };

/** Both directions must differ by more than this factor: near a price of one nobody can tell them apart. */
const TELLING = 1.2;

/** The pair as the charts API spells it: ADA first, else the lower id first. `undefined` for an asset against itself. */
export function chartPairOf(base: AssetId, quote: AssetId): ChartPair | undefined {
  if (base === quote) return undefined;
  const baseFirst = base === ADA || (quote !== ADA && base < quote);
  return baseFirst ? { first: base, second: quote } : { first: quote, second: base };
}

/**
 * Compares a candle's close with the average price. Candles of a pair are taken to tell what one of its second asset
 * costs in the first, as `price_ba` does; `reference` is that price.
 */
export function orientationOf(close: number, reference: number): Orientation {
  const straight = Math.abs(Math.log(close) - Math.log(reference));
  const inverse = Math.abs(Math.log(close) + Math.log(reference));
  if (!(Math.abs(straight - inverse) > Math.log(TELLING))) return ASSUMED;
  return { inverted: inverse < straight, checked: true };
}

/** What one of the pair's second asset costs in the first, by the service's average prices. */
export async function referencePrice(
  { first, second }: ChartPair,
  service: Pick<Service, 'averagePrice'>,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const [a, b] = await Promise.all([first, second].map((id) => inAda(id, service, signal)));
  return a === undefined || b === undefined ? undefined : b / a;
}

async function inAda(
  id: AssetId,
  service: Pick<Service, 'averagePrice'>,
  signal?: AbortSignal,
): Promise<number | undefined> {
  if (id === ADA) return 1;
  const price = await service.averagePrice(id, signal);
  return price.ok && price.value > 0 ? price.value : undefined;
}

/** The candle of the reversed pair: what was highest is lowest. The volume is in ADA either way. */
export function invertCandle({ time, open, high, low, close, volume }: Candle): Candle {
  return { time, open: 1 / open, high: 1 / low, low: 1 / high, close: 1 / close, volume };
}

/** Candles as they are shown; those that no number can tell the other way round are left out. */
export function turned(candles: readonly Candle[], invert: boolean): readonly Candle[] {
  return invert ? candles.map(invertCandle).filter(isLawful) : candles;
}
