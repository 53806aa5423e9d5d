import { CANDLE_PERIODS, PERIOD_SECONDS, type Candle, type CandlePeriod } from '#domain/candle.ts';
import { candleOf } from '../charts/bar.ts';
import type { Practice } from '../practice.ts';
import { candleRows } from './candle-rows.ts';
import { chartOf } from './chart-pair.ts';
import { guarded, routesOf, type ServiceOptions } from './guarded.ts';
import type { Api } from './http.ts';
import { assetField, jsonObject, numberField, wordField } from './request-body.ts';
import { malformed } from './requests.ts';
import { trendingReply } from './trending-api.ts';

/** An answer reaches back this many periods from its end (or from now), and no further. */
const MOST_PERIODS = 100_000;

/** The charts API over HTTP (service interface, "Charts" and "Trending"). */
export function chartsApi(practice: Practice, options: ServiceOptions): Api {
  const route = routesOf(practice, options.dialect);
  return guarded(
    [
      route('POST', '/charts', ({ body }) => {
        const { candles, period } = history(practice, body);
        return { data: candleRows(candles, period, options.dialect) };
      }),
      route('POST', '/trending', ({ body }) => trendingReply(practice, body)),
    ],
    options,
  );
}

/**
 * Candles whose bucket starts from `from` to `to`, both counted, oldest first; the last one may still be growing.
 * Buckets without trades are left out, so a span in which nothing traded gives an empty list.
 */
function history(
  practice: Practice,
  body: Uint8Array,
): { readonly candles: readonly Candle[]; readonly period: CandlePeriod } {
  const fields = jsonObject(body);
  const base = assetField(fields, 'tokenIn');
  const quote = assetField(fields, 'tokenOut');
  const period = wordField(fields, 'period', CANDLE_PERIODS);
  const from = numberField(fields, 'from');
  const to = numberField(fields, 'to');
  if (from > to) throw malformed('from', 'must not be after to');
  const series = chartOf(practice, base, quote);
  const end = Math.min(to, practice.marketNow() / 1000);
  const start = Math.max(from, end - MOST_PERIODS * PERIOD_SECONDS[period]);
  return { candles: start > end ? [] : series.bars(period, start, end).map(candleOf), period };
}
