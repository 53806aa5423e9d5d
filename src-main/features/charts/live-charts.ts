import {
  bucketEnd,
  bucketStart,
  COMPOSED_PERIODS,
  isComposed,
  PERIOD_SECONDS,
  STREAMED_PERIODS,
  type Candle,
  type ChartPeriod,
  type ComposedPeriod,
} from '#domain/candle.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Span } from '#domain/span.ts';
import type { CandleCache, ChartPair, Charts } from '../../ports/charts.ts';
import type { Clock } from '../../ports/system.ts';
import type { Service } from '../../ports/service.ts';
import type {
  CandlePage,
  ChartSubject,
  DirectedCandles,
  DirectedPage,
  PastCandles,
} from '../../market/candles.ts';
import { CandleHistory } from './candle-history.ts';
import { composed, ComposedSeries } from './composed-series.ts';
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

/** Which asset of a pair a chart prices. */
type Direction = Pick<ChartSubject, 'base'>;

interface Known {
  readonly orientation: Orientation;
  readonly until: number;
}

/** The charts of one profile: every series is live once, however many views share it. */
export class LiveCharts implements PastCandles, DirectedCandles {
  readonly #parts: LiveChartsParts;
  readonly #history: CandleHistory;
  readonly #shared = new Map<string, Shared>();
  readonly #orientations = new Map<string, Known>();
  readonly #stopped = new AbortController();
  readonly #share = { charts: 0 };

  constructor(parts: LiveChartsParts) {
    this.#parts = parts;
    this.#history = new CandleHistory(parts.charts, parts.cache, parts.clock);
  }

  /** Makes a chart live until it is left. Failure: `pair-without-chart`. */
  watch(subject: ChartSubject<ChartPeriod>): Result<ChartWatch, Failure> {
    const pair = chartPairOf(subject.base, subject.quote);
    if (!pair) return failed(failure('pair-without-chart'));
    const { source, release } = this.#take(pair, subject.period);
    this.#share.charts += 1;
    const leave = (): void => {
      this.#share.charts -= 1;
      release();
    };
    const watch = new ChartWatch(source, leave, {
      orientation: () => this.#known(pair),
      check: (close) => this.#orientation(pair, close),
      flipped: isFlipped(pair, subject),
    });
    return ok(watch);
  }

  /** The last `count` candles before a moment (Unix seconds). Failures: `pair-without-chart`, of the charts API. */
  async history(
    subject: ChartSubject<ChartPeriod>,
    to: number,
    count: number,
  ): Promise<Result<CandlePage, Failure>> {
    const pair = chartPairOf(subject.base, subject.quote);
    if (!pair) return failed(failure('pair-without-chart'));
    const { period } = subject;
    const page = isComposed(period)
      ? await this.#composedBefore(pair, period, to, count)
      : await this.#history.before({ ...pair, period }, this.#past(to), count, this.#stopped.signal);
    if (!page.ok) return page;
    const { candles } = await this.#shown(pair, subject, page.value.candles);
    return ok({ ...page.value, candles });
  }

  /** All candles of a span. Failures: `pair-without-chart`, of the charts API. */
  async span(subject: ChartSubject, span: Span): Promise<Result<readonly Candle[], Failure>> {
    const page = await this.directed(subject, span);
    return page.ok ? ok(page.value.candles) : page;
  }

  /** All candles of a span, and how their direction was arrived at. Failures: as of `span`. */
  async directed(subject: ChartSubject, span: Span): Promise<Result<DirectedPage, Failure>> {
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

  /** Caps `to` (Unix seconds) at the present: there are no candles in the future. */
  #past(to: number): number {
    return Math.min(to, Math.ceil(this.#parts.clock.now() / 1000) + 1);
  }

  /** As `history`, for a composed period: every bucket that begins before `to` is complete. */
  async #composedBefore(
    pair: ChartPair,
    period: ComposedPeriod,
    to: number,
    count: number,
  ): Promise<Result<CandlePage, Failure>> {
    const short = COMPOSED_PERIODS[period];
    const key = { ...pair, period: short };
    const parts = PERIOD_SECONDS[period] / PERIOD_SECONDS[short];
    const end = this.#past(bucketEnd(bucketStart(to - 1, period), PERIOD_SECONDS[period]));
    const page = await this.#history.before(key, end, count * parts, this.#stopped.signal);
    if (!page.ok) return page;
    const { candles, from, beginning } = page.value;
    const whole = composed(candles, period).filter(({ time }) => time < to && (beginning || time >= from));
    const shown = whole.slice(-count);
    const cut = shown.length < whole.length;
    return ok({
      candles: shown,
      from: cut || !beginning ? (shown[0]?.time ?? from) : from,
      beginning: beginning && !cut,
    });
  }

  /** Candles in the chart's direction. */
  async #shown(pair: ChartPair, subject: Direction, candles: readonly Candle[]): Promise<DirectedPage> {
    const newest = candles.at(-1);
    const orientation = newest ? await this.#orientation(pair, newest.close) : ASSUMED;
    return { candles: turned(candles, isFlipped(pair, subject) !== orientation.inverted), ...orientation };
  }

  #take(pair: ChartPair, period: ChartPeriod): { readonly source: CandleSource; release(): void } {
    const name = `${nameOf(pair)}/${period}`;
    const shared = this.#shared.get(name) ?? { source: this.#open(pair, period), users: 0 };
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

  #open(pair: ChartPair, period: ChartPeriod): CandleSource {
    if (isComposed(period)) {
      const { source, release } = this.#take(pair, COMPOSED_PERIODS[period]);
      return new ComposedSeries(period, source, release);
    }
    const { charts, clock, polling } = this.#parts;
    const key = { ...pair, period };
    const parts = { charts, clock, polling, share: this.#share, history: this.#history };
    if (STREAMED_PERIODS.includes(key.period))
      return new LiveSeries({ ...parts, key, streamed: true }).start();
    const long = new LiveSeries({ ...parts, key, streamed: false }).start();
    const { source, release } = this.#take(pair, LONGEST_STREAMED);
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
function isFlipped({ first }: ChartPair, { base }: Direction): boolean {
  return base === first;
}
