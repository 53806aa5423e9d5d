import type { Component } from 'svelte';
import { PERIOD_SECONDS, type FeedState } from '#domain/candle.ts';
import type { ChartSlot } from '#domain/chart-slots.ts';
import type { Chart } from '../../chart/chart.ts';
import type { Drawing, DrawingKind } from '../../chart/drawings.ts';
import type { IndicatorChoice } from '../../chart/indicators/catalogue.ts';
import type { Readout } from '../../chart/readout.ts';
import { noOverlays, type Overlays } from '../../chart/scene.ts';
import type { FailureLike } from '../../format/words.ts';
import { HISTORY_COUNT, type ChartFeed, type ChartPair, type FeedMessage } from './chart-feed.ts';
import { writePng } from './chart-picture.ts';
import { keyOf, standardSettings, type ChartMemory, type ChartSettings } from './chart-settings.ts';
import { Comparison } from './comparison.ts';
import { applied, changesBetween } from './shared-drawings.ts';

/** How many empty ranges are skipped in one go. */
const MOST_STRETCHES = 4;
/** How many changes of the drawings can be undone. */
const MOST_STEPS = 100;

/** The state of one chart: its pair, its settings and its feed. It drives a chart while one is attached. */
export class ChartModel {
  pair = $state.raw<ChartPair | undefined>();
  settings = $state.raw<ChartSettings>(standardSettings);
  comparison = $state.raw<ChartPair | undefined>();
  /** State of the other pair's feed. */
  comparisonLight = $state.raw<Pick<FeedMessage, 'state' | 'lastMessageAt'> | undefined>();
  tool = $state.raw<DrawingKind | undefined>();
  drawings = $state.raw<readonly Drawing[]>([]);
  /** Earlier versions of this pair's drawings, oldest first, and undone ones, the last undone at the end. */
  #past = $state.raw<readonly (readonly Drawing[])[]>([]);
  #undone = $state.raw<readonly (readonly Drawing[])[]>([]);
  feedState = $state.raw<FeedState>('loading');
  lastMessageAt = $state.raw<number | undefined>();
  orientationChecked = $state(true);
  failure = $state.raw<FailureLike | undefined>();
  /** The chart still shows the previous pair or period, until new candles arrive. */
  stale = $state(false);
  empty = $state(true);
  /** Close of the last candle, and its time in Unix seconds; absent while nothing of this pair and period is drawn. */
  last = $state.raw<{ readonly close: number; readonly time: number } | undefined>();
  /** The figures under the crosshair, or of the last candle. */
  readout = $state.raw<Readout | undefined>();
  /** The visible range in sentences. */
  summary = $state('');
  readonly period = $derived(this.settings.period);

  readonly slot: ChartSlot;
  /** Called when the crosshair moves to a candle of this time (Unix seconds), or to none. */
  onPoint: ((time: number | undefined) => void) | undefined;
  readonly #feed: ChartFeed;
  readonly #memory: ChartMemory;
  /** It is on the page, but not seen. */
  #hidden = false;
  /**
   * Unix seconds up to which it was drawn when it was hidden: new candles are added to that, so that the view stays.
   */
  #drawnTo: number | undefined;
  /** Pair and period of the drawn series. */
  #drawn: string | undefined;
  #chart: Chart | undefined;
  #overlays: Overlays = noOverlays;
  #crosshair: number | undefined;
  #end: (() => void) | undefined;
  #comparison: Comparison | undefined;
  /** Counts requests: the answer to an older one is ignored. */
  #turn = 0;
  #beginning = false;

  constructor(feed: ChartFeed, memory: ChartMemory, slot: ChartSlot = 'main') {
    this.slot = slot;
    this.#feed = feed;
    this.#memory = memory;
    void memory.settings().then((stored) => {
      if (stored !== undefined) this.#apply(stored);
    });
    memory.follow?.({
      pair: () => this.pair,
      takeSettings: (settings) => {
        if (JSON.stringify(settings) !== JSON.stringify(this.settings)) this.#apply(settings);
      },
      takeDrawings: (drawings) => this.#takeDrawings(drawings),
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
    [this.#past, this.#undone] = [[], []];
    this.#chart?.setDrawings([]);
    this.#watch();
    void this.#memory.drawings(pair).then((drawings) => {
      // Drawings made in the meantime are among them.
      if (this.pair !== undefined && keyOf(this.pair) === keyOf(pair)) this.#takeDrawings(drawings);
    });
  }

  /** Changes settings and stores them. */
  set(change: Partial<ChartSettings>): void {
    const settings = { ...this.settings, ...change };
    this.#apply(settings);
    this.#memory.keepSettings(settings);
  }

  /** Shows prices in the colours that all windows share, without keeping them. */
  wear(colours: ChartSettings['colours']): void {
    if (this.settings.colours !== colours) this.#apply({ ...this.settings, colours });
  }

  /** Compares with another pair, in percent; undefined stops comparing. */
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
      candles: (candles) => {
        this.#chart?.setComparison(other.label, candles);
        this.#read();
      },
      light: (light) => (this.comparisonLight = light),
    });
  }

  setTool(kind: DrawingKind | undefined): void {
    this.tool = kind;
    this.#chart?.setTool(kind);
  }

  /** A change by the user, which can be undone. */
  setDrawings(drawings: readonly Drawing[]): void {
    this.#past = [...this.#past, this.drawings].slice(-MOST_STEPS);
    this.#undone = [];
    this.#keepDrawings(drawings);
  }

  /**
   * Changes the look or the words of a drawing. The first words of a text come with the text itself: undoing one takes
   * away both.
   */
  changeDrawing(id: string, change: Pick<Drawing, 'style' | 'text'>): void {
    const drawings = withChange(this.drawings, id, change);
    const isNew = this.drawings.some((drawing) => drawing.id === id && isWordless(drawing));
    if (isNew) this.#keepDrawings(drawings);
    else this.setDrawings(drawings);
    this.#chart?.setDrawings(drawings);
  }

  /** Shows a text while it is typed; it is kept by `changeDrawing`. */
  previewText(id: string, text: string): void {
    this.#chart?.setDrawings(withChange(this.drawings, id, { text }));
  }

  /** Removes the selected drawing. */
  removeChosen(): void {
    this.#chart?.removeChosen();
  }

  clearDrawings(): void {
    if (this.drawings.length === 0) return;
    this.setDrawings([]);
    this.#chart?.setDrawings([]);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Takes back the last change since this pair was chosen. */
  undo(): void {
    const before = this.#past.at(-1);
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#undone = [...this.#undone, this.drawings];
    this.#showDrawings(before);
  }

  redo(): void {
    const after = this.#undone.at(-1);
    if (after === undefined) return;
    this.#undone = this.#undone.slice(0, -1);
    this.#past = [...this.#past, this.drawings];
    this.#showDrawings(after);
  }

  #showDrawings(drawings: readonly Drawing[]): void {
    this.#chart?.setDrawings(drawings);
    this.#keepDrawings(drawings);
  }

  /**
   * Changes made elsewhere go into every version in the undo history, so that undoing does not remove another chart's
   * changes.
   */
  #takeDrawings(drawings: readonly Drawing[]): void {
    const changes = changesBetween(this.drawings, drawings);
    if (changes.size === 0) return;
    this.#past = this.#past.map((version) => applied(version, changes));
    this.#undone = this.#undone.map((version) => applied(version, changes));
    this.drawings = drawings;
    this.#chart?.setDrawings(drawings);
  }

  #keepDrawings(drawings: readonly Drawing[]): void {
    const before = this.drawings;
    this.drawings = drawings;
    if (this.pair !== undefined) this.#memory.keepDrawings(this.pair, before, drawings);
  }

  setIndicators(indicators: readonly IndicatorChoice[]): void {
    this.set({ indicators });
  }

  /** The user's fills, orders and alerts. */
  setOverlays(overlays: Overlays): void {
    this.#overlays = overlays;
    this.#chart?.setOverlays(overlays);
  }

  /** A picture of the visible range. */
  async picture(caption: string): Promise<Blob | undefined> {
    const picture = this.#chart?.picture();
    return picture === undefined ? undefined : writePng(picture, caption);
  }

  /** Drives a chart from now on; its pair is watched while it is attached. */
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
    this.#drawn = undefined;
    this.#leave();
    this.#comparison?.end();
  }

  /** A hidden chart makes no requests; its content stays as it is. */
  setHidden(hidden: boolean): void {
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    if (hidden) {
      this.#drawnTo = this.last?.time;
      this.#leave();
      this.#comparison?.end();
      this.#comparison = undefined;
      return;
    }
    this.#watch();
    if (this.comparison !== undefined) this.compare(this.comparison);
  }

  #leave(): void {
    this.#end?.();
    this.#end = undefined;
    this.#turn += 1;
    this.#feed.leave(this.slot);
  }

  pointAt(index: number | undefined): void {
    this.#crosshair = index;
    this.#read();
    this.onPoint?.(index === undefined ? undefined : this.readout?.candle.time);
  }

  /** Puts the crosshair on the candle of a time (Unix seconds), as another chart has it. */
  follow(time: number | undefined): void {
    this.#chart?.pointAtTime(time);
  }

  /** The user moves a pane's upper edge; `done` at the end. Pixels. */
  sizePane(id: string, height: number, done: boolean): void {
    const panes = this.#chart?.withPaneHeight(id, height);
    if (panes === undefined) return;
    if (done) this.set({ panes });
    else this.#chart?.setPanes(panes);
    this.#read();
  }

  /** Puts the heights of all panes back. */
  resetPanes(): void {
    this.set({ panes: {} });
  }

  /** The panes moved because the chart was resized. */
  reread(): void {
    this.#read();
  }

  /** The other pair's percentage is relative to the left edge. */
  viewChanged(): void {
    if (this.comparison !== undefined) this.#read();
  }

  /** Requests candles before a time (Unix seconds). */
  async loadOlder(before: number): Promise<void> {
    const { pair, period } = this;
    if (pair === undefined || this.#beginning) return;
    const turn = this.#turn;
    let to = before;
    // A range without trades has no candles: then the range before it is requested.
    for (let tries = 0; tries < MOST_STRETCHES; tries += 1) {
      const answer = await this.#feed.history(pair, period, to, HISTORY_COUNT);
      if (turn !== this.#turn || !answer.ok) return;
      this.#beginning = answer.value.beginning;
      if (answer.value.candles.time.length > 0) {
        const first = answer.value.candles.time[0] ?? to;
        this.#chart?.prepend(answer.value.candles);
        this.#comparison?.publish();
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
    const { type, scale, zone, volume, indicators, panes } = this.settings;
    chart.setType(type);
    chart.setScale(this.comparison === undefined ? scale : 'percent');
    chart.setZone(zone);
    chart.setVolume(volume);
    chart.setIndicators(indicators);
    chart.setPanes(panes);
    this.#read();
  }

  #watch(): void {
    this.#end?.();
    this.#turn += 1;
    this.#beginning = false;
    this.stale = !this.empty && this.#key !== this.#drawn;
    this.last = undefined;
    this.feedState = 'loading';
    this.failure = undefined;
    const turn = this.#turn;
    const { pair, period } = this;
    if (pair === undefined || this.#chart === undefined || this.#hidden) return;
    this.#end = this.#feed.watch(this.slot, pair, period, (message) => {
      if (turn === this.#turn) this.#receive(message);
    });
  }

  #receive(message: FeedMessage): void {
    this.feedState = message.state;
    this.lastMessageAt = message.lastMessageAt;
    this.failure = message.failure;
    this.orientationChecked = message.orientationChecked;
    const count = message.candles.time.length;
    if (message.kind === 'snapshot') {
      if (message.state === 'loading' && count === 0) return;
      this.stale = false;
      const gap = (message.candles.time[0] ?? Infinity) > (this.#drawnTo ?? -1);
      this.#drawnTo = undefined;
      if (this.#drawn !== this.#key || gap) this.#begin(message.candles);
      else this.#chart?.update(message.candles);
    } else {
      this.#chart?.update(message.candles);
      if (count > 0) this.empty = false;
    }
    const [time, close] = [message.candles.time[count - 1], message.candles.close[count - 1]];
    // A late candle from the past changes nothing.
    if (time !== undefined && close !== undefined && time >= (this.last?.time ?? 0))
      this.last = { close, time };
    this.#read();
  }

  #begin(candles: FeedMessage['candles']): void {
    this.empty = candles.time.length === 0;
    this.last = undefined;
    this.#crosshair = undefined;
    this.#drawn = this.#key;
    this.#chart?.setSeries(candles, PERIOD_SECONDS[this.period]);
  }

  /** Key of the series to draw. */
  get #key(): string | undefined {
    return this.pair && `${keyOf(this.pair)} ${this.period}`;
  }

  #read(): void {
    this.readout = this.#chart?.readout(this.#crosshair);
  }

  /** Updates the summary, only when it is read, as it covers everything in view. Answers its first sentences. */
  summarise(): string {
    const sentences = this.#chart?.summary() ?? [];
    this.summary = sentences.join(' ');
    return sentences.slice(0, 2).join(' ');
  }
}

function withChange(
  drawings: readonly Drawing[],
  id: string,
  change: Pick<Drawing, 'style' | 'text'>,
): readonly Drawing[] {
  return drawings.map((drawing) => (drawing.id === id ? { ...drawing, ...change } : drawing));
}

function isWordless({ kind, text = '' }: Drawing): boolean {
  return kind === 'text' && text === '';
}

/** An action in the menu of a price. */
export interface PriceAction {
  readonly text: string;
  readonly icon: Component;
  /** The price is in plain digits, in the quote asset of the pair. */
  readonly run: (price: string) => void;
}
