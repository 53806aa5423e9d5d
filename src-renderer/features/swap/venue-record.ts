import type { QualityRowView } from '#contract/quality.ts';
import { showPercent } from '../../format/decimal-text.ts';
import { words } from './words.ts';

/** Fewer trades than this say nothing of an exchange. */
const LEAST_TRADES = 5;
const PPM = 1_000_000;

/**
 * How the user's fills at a route's exchanges came out against their quotes, as a sentence; `undefined` where too few
 * trades went that way. `routes`: codes of the exchanges; `venues`: rows by exchange.
 */
export function venueRecord(
  routes: readonly string[],
  venues: readonly QualityRowView[],
  nameOf: (code: string) => string,
): string | undefined {
  const codes = [...new Set(routes)].toSorted();
  const quoted = venues.find(({ key }) => key === codes.join('+'))?.quoted;
  if (codes.length === 0 || quoted === undefined || quoted.of < LEAST_TRADES) return undefined;
  const percent = showPercent(Math.abs(quoted.median) / PPM);
  return words.venueRecord({
    exchanges: codes.map(nameOf),
    from: quoted.median === 0 ? { is: 'at' } : { is: quoted.median < 0 ? 'below' : 'above', percent },
    fills: quoted.of,
  });
}
