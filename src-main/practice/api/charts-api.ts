import { ADA, ADA_DECIMALS, type AssetId, assetInBody } from '#domain/asset.ts';
import { CANDLE_PERIODS, PERIOD_SECONDS, type Candle, type CandlePeriod } from '#domain/candle.ts';
import { TRENDING_PERIODS } from '#domain/trending.ts';
import { candleOf } from '../charts/bar.ts';
import { periodBegan, type Series, trendingSince } from '../charts/charts.ts';
import type { Practice } from '../practice.ts';
import {
  assetField,
  guarded,
  jsonObject,
  malformed,
  numberField,
  routesOf,
  ServiceError,
  type ServiceOptions,
  wordField,
} from './requests.ts';
import type { Api } from './server.ts';
import { displayNumber } from './tokens.ts';
import type { Wire } from './wire.ts';

/** A response covers at most this many periods before its end (or before now). */
const MOST_PERIODS = 100_000;

/** The charts API over HTTP (service interface, "Charts" and "Trending"). */
export function chartsApi(practice: Practice, options: ServiceOptions): Api {
  const { wire } = options;
  const route = routesOf(practice, wire);
  return guarded(
    [
      route('POST', '/charts', ({ body }) => {
        const { candles, period, subject } = history(practice, body);
        return { data: candleRows(candles, period, wire, subject) };
      }),
      route('POST', '/trending', ({ body }) => trendingReply(practice, body)),
    ],
    options,
  );
}

/**
 * Candles whose bucket starts between `from` and `to`, both inclusive, oldest first; the last one may still be
 * open. Buckets without trades are omitted, so a span without trades gives an empty list.
 */
function history(
  practice: Practice,
  body: Uint8Array,
): { readonly candles: readonly Candle[]; readonly period: CandlePeriod; readonly subject: string } {
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
  const candles = start > end ? [] : series.bars(period, start, end).map(candleOf);
  return { candles, period, subject: candlesSubject(base, quote, period) };
}

const SORTS = ['VOLUME_AMOUNT'] as const;

/** The response of `POST /trending`: tokens that traded against ADA in the period, largest volume first. */
function trendingReply({ market, charts }: Practice, body: Uint8Array): object[] {
  const fields = jsonObject(body);
  wordField(fields, 'sort', SORTS);
  const period = wordField(fields, 'period', TRENDING_PERIODS);
  return trendingSince(charts, periodBegan(period, market.time)).map(({ token, lovelace, priceChange }) => ({
    token_id: assetInBody(token),
    token_symbol: market.token(token)?.ticker ?? '',
    current_period_volume: displayNumber(BigInt(lovelace), ADA_DECIMALS),
    price_change: priceChange,
  }));
}

/**
 * The candles of a pair. @throws ServiceError for the same asset twice, an unknown token, or a token without a
 * pool.
 */
export function chartOf({ market, charts }: Practice, base: AssetId, quote: AssetId): Series {
  if (base === quote) throw new ServiceError(400, 'same_token', 'Both sides of the pair are the same.');
  for (const id of [base, quote]) {
    if (id === ADA) continue;
    if (!market.token(id)) throw new ServiceError(404, 'token_not_found', 'No such token.', { token_id: id });
    if (market.poolsOf(id).length === 0)
      throw new ServiceError(404, 'pool_not_found', 'The token has no pool.', { token_id: id });
  }
  const series = charts.series(base, quote);
  if (!series) throw new RangeError(`no charts of ${base} and ${quote}`);
  return series;
}

/** The key of a candle series, by which its way of writing is chosen. */
export function candlesSubject(base: AssetId, quote: AssetId, period: CandlePeriod): string {
  return [base, quote, period].join(' ');
}

/** Candles in wire format, oldest first; in the wild dialect some rows are out of order or repeated. */
export function candleRows(
  candles: readonly Candle[],
  period: CandlePeriod,
  wire: Wire,
  subject: string,
): object[] {
  const write = wire.candles(subject);
  const rows = candles.map((candle) => write({ ...candle }));
  if (wire.dialect === 'spec') return rows;
  const wild: object[] = [];
  for (const [index, row] of rows.entries()) {
    const number = (candles[index] as Candle).time / PERIOD_SECONDS[period];
    if (Math.floor(number) % 5 === 0) wild.splice(Math.max(0, wild.length - 2), 0, row);
    else wild.push(row);
    if (Math.floor(number) % 7 === 0) wild.push(row);
  }
  return wild;
}
