import { parseDecimal } from '#domain/decimal.ts';
import { showFixed } from '../format/decimal-text.ts';
import { showCompact, showNumber } from '../format/price.ts';

const MOST_PLACES = 30;
const KEPT_LABELS = 2_000;
const labels = new Map<string, string>();

/** How many places tell neighbouring labels apart that lie `step` from each other. */
export function placesFor(step: number): number {
  if (!(step > 0) || !Number.isFinite(step)) return 2;
  return Math.min(MOST_PLACES, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9) + (isHalf(step) ? 1 : 0)));
}

/** A price with a fixed number of places, zeros after the point folded: `0.0₃4127`. */
export function priceLabel(value: number, places: number): string {
  const key = value.toFixed(Math.min(MOST_PLACES, places));
  if (Number(key) === 0) return '0';
  const known = labels.get(key);
  if (known !== undefined) return known;
  const negative = key.startsWith('-');
  const units = parseDecimal(negative ? key.slice(1) : key, places, 'nearest') ?? 0n;
  const text = showFixed(negative ? -units : units, places, places, 'nearest').text;
  // A label is asked for again in every frame: cheap ones are what keeps panning smooth.
  if (labels.size >= KEPT_LABELS) labels.clear();
  labels.set(key, text);
  return text;
}

/** `+2.41 %`, with a true minus sign. */
export function percentLabel(percent: number, places = 2): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '\u2212' : '';
  return `${sign}${Math.abs(percent).toFixed(places)}\u00a0%`;
}

/** Plain digits for the ear and the clipboard: no folding, no grouping, no digits that say nothing. */
export function plainFigure(value: number): string {
  return showNumber(Number(value.toPrecision(8)))?.full ?? String(value);
}

/** A volume in short: `83.1k`. */
export function volumeLabel(value: number): string {
  return showCompact(value)?.text ?? '';
}

/** 2.5 needs one more place than 2. */
function isHalf(step: number): boolean {
  const share = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
  return Math.abs(share - 2.5) < 1e-6;
}
