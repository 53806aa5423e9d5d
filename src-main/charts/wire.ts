import * as v from 'valibot';
import { bucketStart, isLawful, PERIOD_SECONDS, type Candle, type CandlePeriod } from '#domain/candle.ts';
import { ADA, parseAssetId } from '#domain/asset.ts';
import { decimalText, objectOf, optional, parsePlainJson } from '../http/json.ts';
import type { CandleBatch, CandleQuery, TrendingEntry } from '../ports/charts.ts';

/** Times above this are milliseconds: as seconds they would be in the year 5138. */
const LATEST_SECONDS = 100_000_000_000;
const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/**
 * Reads the answer of `POST /charts`: an object with `data`, or the bare list. Services write `unix` for `time`,
 * milliseconds for seconds, text for numbers, rows twice and in any order; rows that are no candle of this query are
 * dropped and counted. `undefined` when it is no list at all.
 */
export function readHistory(text: string, query: CandleQuery): CandleBatch | undefined {
  const rows = rowsOf(parsePlainJson(text));
  if (rows === undefined) return undefined;
  const lawful = rows.map(readCandle).filter((candle) => candle !== undefined);
  const phase = commonPhase(lawful, query.period);
  const candles = new Map<number, Candle>();
  let doubles = 0;
  for (const candle of lawful) {
    if (candle.time < query.from || candle.time >= query.to || phaseOf(candle, query.period) !== phase)
      continue;
    const before = candles.get(candle.time);
    if (before) doubles += 1;
    // Of two states of one candle the one with more trades in it is the later one.
    if (!before || candle.volume >= before.volume) candles.set(candle.time, candle);
  }
  const ascending = [...candles.values()].sort((left, right) => left.time - right.time);
  return { candles: ascending, dropped: rows.length - ascending.length - doubles };
}

/** Reads a message of the stream; `undefined` when it is no lawful candle. */
export function readMessage(text: string): Candle | undefined {
  return readCandle(parsePlainJson(text));
}

/** A JSON object as a candle that keeps the law, its time in whole Unix seconds. */
function readCandle(row: unknown): Candle | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { time, unix, open, high, low, close, volume } = row as Readonly<Record<string, unknown>>;
  const stated = figure(time ?? unix);
  const candle = {
    time: stated > LATEST_SECONDS ? stated / 1000 : stated,
    open: figure(open),
    high: figure(high),
    low: figure(low),
    close: figure(close),
    volume: figure(volume),
  };
  return isLawful(candle) && Number.isSafeInteger(candle.time) && candle.time >= 0 ? candle : undefined;
}

function figure(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.length > 64) return Number.NaN;
  const plain = value.trim();
  return DECIMAL.test(plain) ? Number(plain) : Number.NaN;
}

function rowsOf(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json as readonly unknown[];
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, 'data')) return undefined;
  const { data } = json as { readonly data: unknown };
  // An empty span is met as null, too.
  if (data === null) return [];
  return Array.isArray(data) ? (data as readonly unknown[]) : undefined;
}

/** Seconds by which a service's buckets begin later than ours would. */
function phaseOf({ time }: Candle, period: CandlePeriod): number {
  return time - bucketStart(time, period);
}

/** The phase of most rows: a service may begin its days elsewhere than at midnight, but not each one differently. */
function commonPhase(candles: readonly Candle[], period: CandlePeriod): number {
  const counts = new Map<number, number>();
  for (const candle of candles) {
    const phase = phaseOf(candle, period);
    counts.set(phase, (counts.get(phase) ?? 0) + 1);
  }
  let [common, most] = [0, counts.get(0) ?? 0];
  for (const [phase, count] of counts)
    if (count > most && phase < PERIOD_SECONDS[period]) [common, most] = [phase, count];
  return common;
}

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

/** Rows that name no token, or figures that mean nothing, are left out; each token is listed once, by volume. */
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
