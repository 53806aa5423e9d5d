import { PERIOD_SECONDS } from '#domain/candle.ts';
import { candleAt } from '../../chart/candle-store.ts';
import type { Chart } from '../../chart/create-chart.ts';
import type { Drawing, DrawingKind } from '../../chart/drawings.ts';
import type { IndicatorChoice } from '../../chart/indicators/catalogue.ts';
import { noOverlays, type Overlays } from '../../chart/overlays.ts';
import type { Readout } from '../../chart/readout.ts';
import type { FailureLike } from '../../format/words.ts';
import {
  HISTORY_COUNT,
  type ChartFeed,
  type ChartPair,
  type FeedMessage,
  type FeedState,
} from './chart-feed.ts';
import { Comparison } from './comparison.ts';
import { keyOf, standardSettings, type ChartMemory, type ChartSettings } from './chart-memory.ts';

/** So many stretches in which nothing traded are passed over at once. */
const MOST_STRETCHES = 4;

/** The state of one chart: its pair, how it is set up, and what it is told. It drives the engine while one is attached. */
export class ChartModel {
  pair = $state.raw<ChartPair | undefined>();
  settings = $state.raw<ChartSettings>(standardSettings);
  comparison = $state.raw<ChartPair | undefined>();
  /** Where the other pair's candles come from at the moment. */
  comparisonLight = $state.raw<Pick<FeedMessage, 'state' | 'lastMessageAt'> | undefined>();
  tool = $state.raw<DrawingKind | undefined>();
  drawings = $state.raw<readonly Drawing[]>([]);
  feedState = $state.raw<FeedState>('loading');
  lastMessageAt = $state.raw<number | undefined>();
  orientationChecked = $state(true);
  failure = $state.raw<FailureLike | undefined>();
  /** What is drawn belongs to what was shown before, until the new candles come. */
  stale = $state(false);
  empty = $state(true);
  /** The figures under the crosshair, or of the last candle. */
  readout = $state.raw<Readout | undefined>();
  /** What is in sight, in sentences. */
  summary = $state('');
  readonly period = $derived(this.settings.period);

  readonly #feed: ChartFeed;
  readonly #memory: ChartMemory;
  #chart: Chart | undefined;
  #overlays: Overlays = noOverlays;
  #crosshair: number | undefined;
  #end: (() => void) | undefined;
  #comparison: Comparison | undefined;
  /** Counts what was asked for: an answer to an older question is let go. */
  #turn = 0;
  #beginning = false;

  constructor(feed: ChartFeed, memory: ChartMemory) {
    this.#feed = feed;
    this.#memory = memory;
    void memory.settings().then((kept) => {
      if (kept !== undefined) this.#apply(kept);
    });
  }

  /** Shows another pair. */
  show(pair: ChartPair): void {
    if (this.pair !== undefined && keyOf(this.pair) === keyOf(pair)) {
      this.pair = pair;
      return;
    }
    this.pair = pair;
    this.compare(undefined);
    this.drawings = [];
    this.#chart?.setDrawings([]);
    this.#watch();
    void this.#memory.drawings(pair).then((drawings) => {
      if (this.pair !== pair) return;
      this.drawings = drawings;
      this.#chart?.setDrawings(drawings);
    });
  }

  /** Changes how the chart is set up, and keeps it. */
  set(change: Partial<ChartSettings>): void {
    const settings = { ...this.settings, ...change };
    this.#apply(settings);
    this.#memory.keepSettings(settings);
  }

  /** Sets another pair beside this one, in percent; none takes it away. */
  compare(other: ChartPair | undefined): void {
    this.#comparison?.end();
    this.#comparison = undefined;
    this.comparison = other;
    this.comparisonLight = undefined;
    this.#chart?.setComparison(undefined);
    this.#chart?.setScale(other === undefined ? this.settings.scale : 'percent');
    this.#read();
    if (other === undefined) return;
    this.#comparison = new Comparison(this.#feed, other, this.period, {
      candles: (arrays) => {
        this.#chart?.setComparison(other.label, arrays);
        this.#read();
      },
      light: (light) => (this.comparisonLight = light),
    });
  }

  setTool(kind: DrawingKind | undefined): void {
    this.tool = kind;
    this.#chart?.setTool(kind);
  }

  setDrawings(drawings: readonly Drawing[]): void {
    this.drawings = drawings;
    if (this.pair !== undefined) this.#memory.keepDrawings(this.pair, drawings);
  }

  clearDrawings(): void {
    this.setDrawings([]);
    this.#chart?.setDrawings([]);
  }

  setIndicators(indicators: readonly IndicatorChoice[]): void {
    this.set({ indicators });
  }

  /** Own fills, orders and alerts. */
  setOverlays(overlays: Overlays): void {
    this.#overlays = overlays;
    this.#chart?.setOverlays(overlays);
  }

  /** The picture of what is in sight. */
  async picture(caption: string): Promise<Blob | undefined> {
    return this.#chart?.toPng(caption);
  }

  /** Drives a chart from now on; what it shows is watched for as long as it is attached. */
  attach(chart: Chart): void {
    this.#chart = chart;
    this.#setUp();
    chart.setOverlays(this.#overlays);
    chart.setDrawings(this.drawings);
    this.#watch();
    if (this.comparison !== undefined) this.compare(this.comparison);
  }

  detach(): void {
    this.#chart = undefined;
    this.#end?.();
    this.#comparison?.end();
  }

  pointAt(index: number | undefined): void {
    this.#crosshair = index;
    this.#read();
  }

  /** Takes over where the panes stand after the chart got another size. */
  reread(): void {
    this.#read();
  }

  /** The other pair's percentage counts from the left edge. */
  viewChanged(): void {
    if (this.comparison !== undefined) this.#read();
  }

  /** Asks for candles before a moment (Unix seconds). */
  async loadOlder(before: number): Promise<void> {
    const { pair, period } = this;
    if (pair === undefined || this.#beginning) return;
    const turn = this.#turn;
    let to = before;
    // A stretch in which nothing traded answers no candles: then the stretch before it is asked for.
    for (let tries = 0; tries < MOST_STRETCHES; tries += 1) {
      const answer = await this.#feed.history(pair, period, to, HISTORY_COUNT);
      if (turn !== this.#turn || !answer.ok) return;
      this.#beginning = answer.value.beginning;
      if (answer.value.candles.time.length > 0) {
        const first = answer.value.candles.time[0] ?? to;
        this.#chart?.prepend(answer.value.candles);
        this.#comparison?.tell();
        await this.#comparison?.reachBack(first);
        return;
      }
      if (this.#beginning || answer.value.from >= to) return;
      to = answer.value.from;
    }
  }

  #apply(settings: ChartSettings): void {
    const otherPeriod = settings.period !== this.settings.period;
    this.settings = settings;
    this.#setUp();
    if (!otherPeriod || this.pair === undefined) return;
    this.#watch();
    if (this.comparison !== undefined) this.compare(this.comparison);
  }

  #setUp(): void {
    const chart = this.#chart;
    if (chart === undefined) return;
    const { type, scale, zone, volume, indicators } = this.settings;
    chart.setType(type);
    chart.setScale(this.comparison === undefined ? scale : 'percent');
    chart.setZone(zone);
    chart.setVolume(volume);
    chart.setIndicators(indicators);
    this.#read();
  }

  #watch(): void {
    this.#end?.();
    this.#turn += 1;
    this.#beginning = false;
    this.stale = !this.empty;
    this.feedState = 'loading';
    this.failure = undefined;
    const turn = this.#turn;
    const { pair, period } = this;
    if (pair === undefined || this.#chart === undefined) return;
    this.#end = this.#feed.watch('main', pair, period, (message) => {
      if (turn === this.#turn) this.#hear(message);
    });
  }

  #hear(message: FeedMessage): void {
    this.feedState = message.state;
    this.lastMessageAt = message.lastMessageAt;
    this.failure = message.failure;
    this.orientationChecked = message.orientationChecked;
    const count = message.candles.time.length;
    if (message.kind === 'snapshot') {
      if (message.state === 'loading' && count === 0) return;
      this.stale = false;
      this.empty = count === 0;
      this.#crosshair = undefined;
      this.#chart?.setSeries(message.candles, PERIOD_SECONDS[this.period]);
    } else {
      for (let at = 0; at < count; at += 1) this.#chart?.update(candleAt(message.candles, at));
      if (count > 0) this.empty = false;
    }
    this.#read();
  }

  #read(): void {
    this.readout = this.#chart?.readout(this.#crosshair);
  }

  /** Writes the summary anew: asked for when it is read, as it takes in all that is in sight. */
  summarise(): void {
    this.summary = this.#chart?.summary() ?? '';
  }
}
