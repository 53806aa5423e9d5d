import * as v from 'valibot';
import { ADA, parseAssetId } from '#domain/asset.ts';
import {
  bucketStart,
  isLawful,
  isOlderState,
  PERIOD_SECONDS,
  type Candle,
  type CandlePeriod,
} from '#domain/candle.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { isoTime } from '../http/iso-time.ts';
import { decimalText, objectOf, optional, parsePlainJson, plainDecimal, rowBy } from '../http/json.ts';
import { shownText } from '../http/shown-text.ts';
import type { CandleBatch, CandleQuery, TrendingEntry } from '../ports/charts.ts';

/** Times above this are milliseconds: as seconds they would be in the year 5138. */
const LATEST_SECONDS = 100_000_000_000;
/** Beyond this, and below its inverse, a figure is an accident. */
const LARGEST_FIGURE = 1e30;
const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * Reads the answer of `POST /charts`: an object with `data`, or the bare list. Services write `unix` or an ISO
 * `timestamp` for `time`, milliseconds for seconds, text for numbers, no volume, and rows twice and in any order; rows
 * that are not candles of this query are dropped and counted. `undefined` when it is not a list at all.
 */
export function readHistory(text: string, query: CandleQuery): CandleBatch | undefined {
  const rows = rowsOf(parsePlainJson(text));
  if (rows === undefined) return undefined;
  const stated = rows.map(readCandle).filter((candle) => candle !== undefined);
  const phase = commonPhase(stated, query.period);
  const candles = new Map<number, Candle>();
  let doubles = 0;
  for (const { time, ...figures } of stated) {
    const candle = { time: inPhase(time, phase, query.period), ...figures };
    if (candle.time < query.from || candle.time >= query.to || phaseOf(candle, query.period) !== phase)
      continue;
    const before = candles.get(candle.time);
    if (before) doubles += 1;
    if (!before || !isOlderState(candle, before)) candles.set(candle.time, candle);
  }
  const ascending = [...candles.values()].sort((left, right) => left.time - right.time);
  return { candles: ascending, dropped: rows.length - ascending.length - doubles };
}

/** Reads a message of the stream; `undefined` when it is not a lawful candle. */
export function readMessage(text: string): Candle | undefined {
  return readCandle(parsePlainJson(text));
}

/** A JSON object as a candle that keeps the law, its time in whole Unix seconds. */
function readCandle(row: unknown): Candle | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { time, unix, timestamp, open, high, low, close, volume } = row as Readonly<Record<string, unknown>>;
  const candle = {
    time: [time, unix, timestamp].map(seconds).find((stated) => stated >= 0) ?? Number.NaN,
    open: figure(open),
    high: figure(high),
    low: figure(low),
    close: figure(close),
    volume: volume === undefined || volume === null ? undefined : figure(volume),
  };
  // The volumes of many candles are added up.
  const fits =
    candle.high <= LARGEST_FIGURE &&
    candle.low >= 1 / LARGEST_FIGURE &&
    (candle.volume ?? 0) <= LARGEST_FIGURE;
  return fits && isLawful(candle) && Number.isSafeInteger(candle.time) ? candle : undefined;
}

/** A stated time as Unix seconds, whichever way it is written; NaN for what is none. */
function seconds(value: unknown): number {
  const stated = figure(value);
  if (Number.isFinite(stated)) return stated > LATEST_SECONDS ? stated / 1_000 : stated;
  const iso = typeof value === 'string' ? isoTime(value) : undefined;
  return iso === undefined ? Number.NaN : iso / 1_000;
}

/** A figure that is only drawn; NaN for what is none. */
function figure(value: unknown): number {
  if (typeof value !== 'string') return typeof value === 'number' ? value : Number.NaN;
  return Number(plainDecimal(value) ?? Number.NaN);
}

function rowsOf(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json as readonly unknown[];
  // An empty span is met as null, too.
  if (json === null) return [];
  if (typeof json !== 'object' || !Object.hasOwn(json, 'data')) return undefined;
  const { data } = json as { readonly data: unknown };
  if (data === null) return [];
  return Array.isArray(data) ? (data as readonly unknown[]) : undefined;
}

/** Seconds by which a service's buckets begin later than ours would. */
function phaseOf({ time }: Pick<Candle, 'time'>, period: CandlePeriod): number {
  return time - bucketStart(time, period);
}

/** Days of a service that counts them by the time of a place begin an hour earlier or later after a clock change. */
function inPhase(time: number, phase: number, period: CandlePeriod): number {
  if (PERIOD_SECONDS[period] < DAY) return time;
  return (
    [-HOUR, HOUR].map((by) => time + by).find((moved) => phaseOf({ time: moved }, period) === phase) ?? time
  );
}

/** The phase of most rows: a service may begin its days elsewhere than at midnight, but not each one differently. */
function commonPhase(candles: readonly Candle[], period: CandlePeriod): number {
  const counts = new Map<number, number>();
  for (const candle of candles) {
    const phase = phaseOf(candle, period);
    counts.set(phase, (counts.get(phase) ?? 0) + 1);
  }
  let [common, most] = [0, counts.get(0) ?? 0];
  for (const [phase, count] of counts) if (count > most) [common, most] = [phase, count];
  return common;
}

const LONGEST_TICKER = 40;
/** Beyond this the figure is an accident of a pool without liquidity. */
const LARGEST_PERCENTAGE = 1e9;

const rowSchema = objectOf({
  token_id: v.string(),
  token_symbol: optional(v.string()),
  current_period_volume: decimalText,
  price_change: optional(decimalText),
  price_change_percentage: optional(decimalText),
});

/** A row of `POST /trending`. ADA itself is no row. A change that is not stated is not known. */
export const trendingRow = rowBy(rowSchema, (wire): Result<TrendingEntry | undefined, string> => {
  const { token_id, token_symbol, current_period_volume, price_change, price_change_percentage } = wire;
  const token = parseAssetId(token_id);
  const volumeAda = Number(current_period_volume);
  // Where both are stated the plain change may be one of the price.
  const stated = price_change_percentage ?? price_change;
  const percentage = stated === undefined ? undefined : Number(stated);
  if (token === undefined) return failed('token_id');
  if (volumeAda < 0) return failed('current_period_volume');
  if (percentage !== undefined && Math.abs(percentage) > LARGEST_PERCENTAGE) return failed('price_change');
  if (token === ADA) return ok(undefined);
  const ticker = shownText(token_symbol ?? '', LONGEST_TICKER);
  return ok({ token, ticker, volumeAda, change: percentage === undefined ? undefined : percentage / 100 });
});

/** Each token once, by volume. */
export function byVolume(entries: readonly TrendingEntry[]): readonly TrendingEntry[] {
  const tokens = new Map<string, TrendingEntry>();
  for (const entry of entries) if (!tokens.has(entry.token)) tokens.set(entry.token, entry);
  return [...tokens.values()].toSorted((left, right) => right.volumeAda - left.volumeAda);
}
