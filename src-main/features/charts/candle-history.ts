import { bucketStart, PERIOD_SECONDS, type Candle } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { missingSpans, type Span } from '#domain/span.ts';
import type { CandleCache, Charts, SeriesKey } from '../../ports/charts.ts';
import type { CandlePage } from '../../market/candles.ts';
import type { Clock } from '../../ports/system.ts';
import { sameCandle } from './candle-series.ts';

/** 2021-03-01: no token existed on this ledger before, so nothing traded. */
export const FIRST_TOKENS = 1_614_556_800;

/** Buckets of one request, as long as nothing is known of how many of them hold trades. */
const USUAL_BUCKETS = 1_000;
const FASTEST_GROWTH = 8;
const MOST_REQUESTS = 24;
/** Seconds after which the service has put a closed candle together for good. */
const SETTLED_SECONDS = 60;

/** History by way of the cache: only what is not known is asked for, and closed candles are kept. */
export class CandleHistory {
  readonly #charts: Charts;
  readonly #cache: CandleCache;
  readonly #clock: Clock;
  readonly #compared = new Set<string>();

  constructor(charts: Charts, cache: CandleCache, clock: Clock) {
    this.#charts = charts;
    this.#cache = cache;
    this.#clock = clock;
  }

  /** The newest stretch of candles without holes that is kept, at most `count`. */
  newest(key: SeriesKey, count: number): readonly Candle[] {
    const now = this.#seconds();
    const span = { from: Math.max(FIRST_TOKENS, now - count * 4 * PERIOD_SECONDS[key.period]), to: now };
    const { known, candles } = this.#cache.read(key, span);
    const newest = known.at(-1);
    return newest === undefined ? [] : candles.filter(({ time }) => time >= newest.from).slice(-count);
  }

  /**
   * Compares the newest kept candle with what the service says of it now, once a session: closed candles never
   * change, so that where they do what was kept is of another world and is thrown away. `false` then.
   */
  async isSound(key: SeriesKey, signal?: AbortSignal): Promise<boolean> {
    const name = `${key.first}/${key.second}/${key.period}`;
    if (this.#compared.has(name)) return true;
    const newest = this.#cache.newest(key);
    if (newest) {
      const span = { from: newest.time, to: newest.time + PERIOD_SECONDS[key.period] };
      const reported = await this.#charts.history({ ...key, ...span }, signal);
      if (!reported.ok) return true;
      const [now] = reported.value.candles;
      if (!now || !sameCandle(now, newest)) {
        this.#cache.forget(key);
        this.#compared.add(name);
        return false;
      }
    }
    this.#compared.add(name);
    return true;
  }

  /** Asks for a span whatever is kept, and keeps what is closed of it. Failures: of the charts API. */
  async fresh(key: SeriesKey, span: Span, signal?: AbortSignal): Promise<Result<readonly Candle[], Failure>> {
    const step = USUAL_BUCKETS * PERIOD_SECONDS[key.period];
    const candles: Candle[] = [];
    for (let { from } = span; from < span.to; from += step) {
      const part = await this.#ask(key, { from, to: Math.min(from + step, span.to) }, signal);
      if (!part.ok) return part;
      candles.push(...part.value);
    }
    return ok(candles);
  }

  /**
   * The last `count` candles before a moment (Unix seconds); where trades are rare, ever longer spans are asked for.
   * Failures: of the charts API, when nothing could be had.
   */
  async before(
    key: SeriesKey,
    to: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<Result<CandlePage, Failure>> {
    await this.isSound(key, signal);
    const seconds = PERIOD_SECONDS[key.period];
    let candles: readonly Candle[] = [];
    let from = to;
    let buckets = Math.min(count, USUAL_BUCKETS);
    for (let requests = 0; requests < MOST_REQUESTS; requests += 1) {
      if (candles.length >= count || from <= FIRST_TOKENS) break;
      const start = Math.max(FIRST_TOKENS, bucketStart(from - buckets * seconds, key.period));
      const part = await this.between(key, { from: start, to: from }, signal);
      if (part.ok) {
        candles = [...part.value, ...candles];
        from = start;
        const perCandle = buckets / Math.max(part.value.length, 1);
        const wanted = Math.min(count - candles.length, USUAL_BUCKETS) * perCandle;
        buckets = Math.ceil(Math.min(Math.max(wanted, USUAL_BUCKETS / 4), buckets * FASTEST_GROWTH));
      } else if (part.failure.code === 'service-answer-too-large' && buckets > FASTEST_GROWTH) {
        buckets = Math.ceil(buckets / FASTEST_GROWTH);
      } else if (candles.length === 0) return part;
      else break;
    }
    const shown = candles.slice(-count);
    const cut = shown.length < candles.length;
    return ok({
      candles: shown,
      from: cut ? (shown[0]?.time ?? from) : from,
      beginning: !cut && from <= FIRST_TOKENS,
    });
  }

  /** A span from the cache, completed by what is missing in it. Failures: of the charts API. */
  async between(
    key: SeriesKey,
    span: Span,
    signal?: AbortSignal,
  ): Promise<Result<readonly Candle[], Failure>> {
    const cached = this.#cache.read(key, span);
    const candles = [...cached.candles];
    for (const missing of missingSpans(span, cached.known)) {
      const part = await this.#ask(key, missing, signal);
      if (!part.ok) return part;
      candles.push(...part.value);
    }
    return ok(candles.sort((left, right) => left.time - right.time));
  }

  async #ask(key: SeriesKey, span: Span, signal?: AbortSignal): Promise<Result<readonly Candle[], Failure>> {
    const answer = await this.#charts.history({ ...key, ...span }, signal);
    if (!answer.ok) return answer;
    const { candles } = answer.value;
    // One bucket more is left out: the service's days may begin later than ours.
    const closed = bucketStart(this.#seconds() - SETTLED_SECONDS, key.period) - PERIOD_SECONDS[key.period];
    // Where a span reaches the present, our clock may be wrong: what the newest candle does not prove is not kept.
    const to = span.to <= closed ? span.to : Math.min(closed, candles.at(-1)?.time ?? span.from);
    if (to > span.from)
      this.#cache.write(
        key,
        { from: span.from, to },
        candles.filter(({ time }) => time < to),
      );
    return ok(candles);
  }

  #seconds(): number {
    return Math.floor(this.#clock.now() / 1000);
  }
}

/** A service may need a while to put a candle together. */
const AGAIN_BUCKETS = 3;
const AGAIN_SECONDS = 120;

/**
 * From where on history is to be asked, all in Unix seconds: the candle before the newest that it returned (`reported`), or,
 * where nothing traded for long, a little before where it was asked up to last (`checked`). Our clock is not relied on
 * when it went back. `undefined` while history has returned nothing.
 */
export function firstDoubtful(
  reported: number | undefined,
  checked: number | undefined,
  to: number,
  period: number,
): number | undefined {
  if (reported === undefined) return undefined;
  const before = reported - period;
  if (checked === undefined || checked > to) return before;
  return Math.max(before, checked - AGAIN_BUCKETS * period - AGAIN_SECONDS);
}
