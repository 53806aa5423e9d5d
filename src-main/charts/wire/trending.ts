import * as v from 'valibot';
import { ADA, parseAssetId } from '#domain/asset.ts';
import { objectOf, optional, decimalText } from '../../http/wire.ts';
import type { TrendingEntry } from '../../ports/charts.ts';

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const LONGEST_TICKER = 40;
/** Beyond this the figure is an accident of a pool without liquidity. */
const LARGEST_PERCENTAGE = 1e9;

const row = objectOf({
  token_id: v.string(),
  token_symbol: optional(v.string()),
  current_period_volume: decimalText,
  price_change: optional(decimalText),
});

/** `POST /trending`: a list, or an object with `data`. */
export const trendingSchema = v.union([
  v.array(row),
  v.pipe(
    objectOf({ data: v.array(row) }),
    v.transform(({ data }) => data),
  ),
]);

/** Rows that name no token, or figures that mean nothing, are left out; each token stands once, by volume. */
export function trendingOf(wire: v.InferOutput<typeof trendingSchema>): readonly TrendingEntry[] {
  const entries = new Map<string, TrendingEntry>();
  for (const { token_id, token_symbol, current_period_volume, price_change } of wire) {
    const token = parseAssetId(token_id);
    const volumeAda = Number(current_period_volume);
    const percentage = Number(price_change ?? '0');
    if (token === undefined || token === ADA || volumeAda < 0 || entries.has(token)) continue;
    if (Math.abs(percentage) > LARGEST_PERCENTAGE) continue;
    const ticker = Array.from((token_symbol ?? '').toWellFormed().replace(HIDDEN, ''))
      .slice(0, LONGEST_TICKER)
      .join('');
    entries.set(token, { token, ticker: ticker.trim(), volumeAda, change: percentage / 100 });
  }
  return [...entries.values()].toSorted((left, right) => right.volumeAda - left.volumeAda);
}
