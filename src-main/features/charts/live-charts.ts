import { STREAMED_PERIODS, type Candle } from '#domain/candle.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Span } from '#domain/span.ts';
import type { CandleCache, ChartPair, Charts, SeriesKey } from '../../ports/charts.ts';
import type { Clock } from '../../ports/system.ts';
import type { Service } from '../../ports/service.ts';
import type { CandlePage, ChartSubject, PastCandles } from '../../market/candles.ts';
import { CandleHistory } from './candle-history.ts';
import {
  ASSUMED,
  type CandleSource,
  chartPairOf,
  ChartWatch,
  type Orientation,
  orientationOf,
  referencePrice,
  turned,
} from './chart-watch.ts';
import { DerivedSeries } from './derived-series.ts';
import { LiveSeries, type ChartPace } from './live-series.ts';

export interface LiveChartsParts {
  readonly charts: Charts;
  readonly service: Pick<Service, 'averagePrice'>;
  readonly cache: CandleCache;
  readonly clock: Clock;
  readonly polling: ChartPace;
}

/** The longest period that streams: the two above it are put together from its candles. */
const LONGEST_STREAMED = '4hour';
const CHECKED_FOR_MS = 3_600_000;
const TRIED_AGAIN_MS = 30_000;

interface Shared {
  readonly source: CandleSource;
  users: number;
}

interface Known {
  readonly orientation: Orientation;
  readonly until: number;
}

/** The charts of one profile: every series is live once, however many views share it. */
export class LiveCharts implements PastCandles {
  readonly #parts: LiveChartsParts;
  readonly #history: CandleHistory;
  readonly #shared = new Map<string, Shared>();
  readonly #orientations = new Map<string, Known>();
  readonly #stopped = new AbortController();

  constructor(parts: LiveChartsParts) {
    this.#parts = parts;
    this.#history = new CandleHistory(parts.charts, parts.cache, parts.clock);
  }

  /** Makes a chart live until it is left. Failure: `pair-without-chart`. */
  watch(subject: ChartSubject): Result<ChartWatch, Failure> {
    const pair = chartPairOf(subject.base, subject.quote);
    if (!pair) return failed(failure('pair-without-chart'));
    const { source, release } = this.#take({ ...pair, period: subject.period });
    const watch = new ChartWatch(source, release, {
      orientation: () => this.#known(pair),
      check: (close) => this.#orientation(pair, close),
      flipped: isFlipped(pair, subject),
    });
    return ok(watch);
  }

  /** The last `count` candles before a moment (Unix seconds). Failures: `pair-without-chart`, of the charts API. */
  async history(subject: ChartSubject, to: number, count: number): Promise<Result<CandlePage, Failure>> {
    const pair = chartPairOf(subject.base, subject.quote);
    if (!pair) return failed(failure('pair-without-chart'));
    // There is nothing in the future.
    const latest = Math.ceil(this.#parts.clock.now() / 1000) + 1;
    const key = { ...pair, period: subject.period };
    const page = await this.#history.before(key, Math.min(to, latest), count, this.#stopped.signal);
    if (!page.ok) return page;
    return ok({ ...page.value, candles: await this.#shown(pair, subject, page.value.candles) });
  }

  /** All candles of a span. Failures: `pair-without-chart`, of the charts API. */
  async span(subject: ChartSubject, span: Span): Promise<Result<readonly Candle[], Failure>> {
    const pair = chartPairOf(subject.base, subject.quote);
    if (!pair) return failed(failure('pair-without-chart'));
    const key = { ...pair, period: subject.period };
    await this.#history.isSound(key, this.#stopped.signal);
    const candles = await this.#history.between(key, span, this.#stopped.signal);
    return candles.ok ? ok(await this.#shown(pair, subject, candles.value)) : candles;
  }

  /** Ends every stream and every question under way. */
  stop(): void {
    this.#stopped.abort();
    for (const { source } of this.#shared.values()) source.stop();
    this.#shared.clear();
  }

  /** Candles in the direction of the chart. */
  async #shown(
    pair: ChartPair,
    subject: ChartSubject,
    candles: readonly Candle[],
  ): Promise<readonly Candle[]> {
    const newest = candles.at(-1);
    const { inverted } = newest ? await this.#orientation(pair, newest.close) : ASSUMED;
    return turned(candles, isFlipped(pair, subject) !== inverted);
  }

  #take(key: SeriesKey): { readonly source: CandleSource; release(): void } {
    const name = `${key.first}/${key.second}/${key.period}`;
    const shared = this.#shared.get(name) ?? { source: this.#open(key), users: 0 };
    this.#shared.set(name, shared);
    shared.users += 1;
    return {
      source: shared.source,
      release: () => {
        shared.users -= 1;
        if (shared.users > 0) return;
        shared.source.stop();
        if (this.#shared.get(name) === shared) this.#shared.delete(name);
      },
    };
  }

  #open(key: SeriesKey): CandleSource {
    const { charts, clock, polling } = this.#parts;
    const parts = { charts, clock, polling, history: this.#history };
    if (STREAMED_PERIODS.includes(key.period))
      return new LiveSeries({ ...parts, key, streamed: true }).start();
    const long = new LiveSeries({ ...parts, key, streamed: false }).start();
    const { source, release } = this.#take({ ...key, period: LONGEST_STREAMED });
    return new DerivedSeries({ long: key.period, short: LONGEST_STREAMED }, long, source, release);
  }

  #known(pair: ChartPair): Orientation {
    return this.#orientations.get(nameOf(pair))?.orientation ?? ASSUMED;
  }

  /** Compares with the average price, now and then; while that cannot be had, what is known holds. */
  async #orientation(pair: ChartPair, close: number): Promise<Orientation> {
    const { clock, service } = this.#parts;
    const before = this.#orientations.get(nameOf(pair));
    if (before && clock.monotonic() < before.until) return before.orientation;
    const reference = await referencePrice(pair, service, this.#stopped.signal);
    const seen = reference === undefined ? ASSUMED : orientationOf(close, reference);
    const orientation = seen.checked ? seen : (before?.orientation ?? seen);
    const pause = reference === undefined ? TRIED_AGAIN_MS : CHECKED_FOR_MS;
    this.#orientations.set(nameOf(pair), { orientation, until: clock.monotonic() + pause });
    return orientation;
  }
}

function nameOf({ first, second }: ChartPair): string {
  return `${first}/${second}`;
}

/** Candles of a pair give what its second asset costs in the first: the other way round for its first asset. */
function isFlipped({ first }: ChartPair, { base }: ChartSubject): boolean {
  return base === first;
}
