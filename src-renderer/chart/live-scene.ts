import {
  type CandleArrays,
  CandleStore,
  type Columns,
  firstFrom,
  grown,
  HeikinAshi,
} from './candle-store.ts';
import { axisLabels } from './axes.ts';
import type { Drawing } from './drawings.ts';
import { type IndicatorChoice, IndicatorRun } from './indicators/catalogue.ts';
import {
  paneBounds,
  type PaneEdge,
  paneHeights,
  type PaneShares,
  VOLUME,
  withPaneHeight,
} from './pane-heights.ts';
import { PriceScale, type ScaleKind } from './price-scale.ts';
import { Pyramid } from './pyramid.ts';
import { fitScales, lastFits } from './ranges.ts';
import {
  type Bars,
  barsInSight,
  type ChartType,
  type Comparison,
  type Handle,
  noOverlays,
  type Overlays,
  type Palette,
  type Pane,
  type Scene,
} from './scene.ts';
import { labelZone, type TimeZoneChoice } from './time-labels.ts';
import { Viewport } from './viewport.ts';
import { words } from './words.ts';

/** Space at the top of a pane for the line that names it, and below its content. */
const HEAD = { price: 30, volume: 18, indicator: 18 } as const;
const FOOT = { price: 4, volume: 0, indicator: 4 } as const;

/**
 * Stacks the panes: prices, volumes, then one for each indicator in a separate pane. Panes that remain keep their
 * scales, so that an axis set by hand stays as it is.
 */
function layPanes(
  height: number,
  volume: boolean,
  runs: readonly IndicatorRun[],
  before: readonly Pane[],
  shares: PaneShares,
): readonly Pane[] {
  const own = runs.filter(({ kind }) => kind.place === 'pane');
  const heights = paneHeights(height, lowerPanes(volume, own), shares);
  const priceHeight = height - heights.reduce((sum, each) => sum + each, 0);
  const ownHeights = volume ? heights.slice(1) : heights;
  const colours = new Map(runs.map((run) => [run, colourOf(runs, run)]));
  const named = (run: IndicatorRun): { run: IndicatorRun; colour: number } => ({
    run,
    colour: colours.get(run) ?? 0,
  });
  const panes: Pane[] = [];
  let top = 0;
  const add = (kind: Pane['kind'], tall: number, shown: Pane['runs']): void => {
    const scale = keptScale(before, kind, shown) ?? new PriceScale();
    scale.top = top + HEAD[kind];
    scale.height = Math.max(1, tall - HEAD[kind] - FOOT[kind]);
    panes.push({ kind, top, height: tall, scale, runs: shown });
    top += tall;
  };
  add('price', priceHeight, runs.filter(({ kind }) => kind.place === 'price').map(named));
  if (volume) add('volume', heights[0] ?? 0, []);
  for (const [at, run] of own.entries()) add('indicator', ownHeights[at] ?? 0, [named(run)]);
  return panes;
}

function lowerPanes(volume: boolean, runs: readonly IndicatorRun[]): readonly string[] {
  const ids = runs.filter(({ kind }) => kind.place === 'pane').map(({ id }) => id);
  return volume ? [VOLUME, ...ids] : ids;
}

/** Colours are assigned in the order of the indicators, one per line. */
function colourOf(runs: readonly IndicatorRun[], run: IndicatorRun): number {
  const samePlace = runs.filter(({ kind }) => kind.place === run.kind.place);
  if (run.kind.place === 'pane') return 0;
  return samePlace
    .slice(0, samePlace.indexOf(run))
    .reduce((sum, { kind }) => sum + kind.outputs.filter(({ style }) => style === 'line').length, 0);
}

function keptScale(before: readonly Pane[], kind: Pane['kind'], runs: Pane['runs']): PriceScale | undefined {
  return before.find(
    (pane) => pane.kind === kind && (kind !== 'indicator' || pane.runs[0]?.run.id === runs[0]?.run.id),
  )?.scale;
}

const LEAST_AXIS = 72;
const AXIS_STEP = 12;
const LETTER_PIXELS = 6.6;
const TIME_HEIGHT = 26;

/** The repainting that a change requires. */
export type Change = 'none' | 'live' | 'all';

/** The scene and everything that changes it. It holds state and computes; it paints nothing. */
export class LiveScene implements Scene {
  readonly store = new CandleStore();
  series: Columns = this.store;
  pyramid = new Pyramid(this.store);
  readonly viewport = new Viewport();
  panes: readonly Pane[] = [];
  type: ChartType = 'candles';
  width = 1;
  height = 1;
  axisWidth = LEAST_AXIS;
  readonly timeHeight = TIME_HEIGHT;
  overlays: Overlays = noOverlays;
  handles: readonly Handle[] = [];
  /** About; a chart on a page measures. */
  widthOf = (text: string): number => text.length * LETTER_PIXELS;
  drawings: readonly Drawing[] = [];
  comparison: Comparison | undefined;
  bars: Bars;
  runs: readonly IndicatorRun[] = [];
  palette: Palette;
  /** As the user chose it. */
  chosenZone: TimeZoneChoice;
  periodSeconds: number;
  /** Heights of the panes below the prices that were set by hand. */
  shares: PaneShares = {};
  pixelRatio: number;
  readonly #now: () => number;
  #scaleKind: ScaleKind = 'linear';
  #volume = true;
  #choices: readonly IndicatorChoice[] = [];
  #heikinAshi: HeikinAshi | undefined;

  constructor(
    palette: Palette,
    zone: TimeZoneChoice,
    periodSeconds: number,
    ratio: number,
    now: () => number,
  ) {
    this.palette = palette;
    this.chosenZone = zone;
    this.periodSeconds = periodSeconds;
    this.pixelRatio = ratio;
    this.#now = now;
    this.bars = barsInSight(this.series, this.pyramid, this.viewport);
  }

  get now(): number {
    return this.#now() / 1000;
  }

  get zone(): TimeZoneChoice {
    return labelZone(this.chosenZone, this.periodSeconds);
  }

  get scaleKind(): ScaleKind {
    return this.#scaleKind;
  }

  replace(arrays: CandleArrays, periodSeconds: number): void {
    this.store.replace(arrays);
    this.periodSeconds = periodSeconds;
    this.comparison = undefined;
    this.axisWidth = LEAST_AXIS;
    this.#reseries();
    this.viewport.reset(this.store.length);
    for (const pane of this.panes) pane.scale.automatic = true;
  }

  prepend(arrays: CandleArrays): void {
    this.store.prepend(arrays);
    this.comparison = undefined;
    this.#reseries();
    this.viewport.shift(arrays.time.length);
  }

  /** Stores a tick; returns what must be repainted. */
  put(candles: CandleArrays, at: number): Change {
    const before = this.store.length;
    const from = this.store.put(candles, at);
    if (from < 0) return 'none';
    this.#heikinAshi?.follow(from);
    // A late candle moves all later ones to other buckets.
    if (this.store.length > before && from < before) this.pyramid.reset();
    else this.pyramid.touch(from);
    for (const run of this.runs) run.follow(from);
    if (this.store.length > before) {
      this.viewport.extend(this.store.length);
      if (from < before) this.comparison = undefined;
      else this.#followComparison();
      return 'all';
    }
    if (from < before - 1) return 'all';
    // The columns may have been replaced by longer ones, and the last bar always changed.
    this.bars = barsInSight(this.series, this.pyramid, this.viewport);
    return lastFits(this) ? 'live' : 'all';
  }

  setType(type: ChartType): void {
    const other = (type === 'heikin-ashi') !== (this.type === 'heikin-ashi');
    this.type = type;
    if (other) this.#reseries();
  }

  setScale(kind: ScaleKind): void {
    this.#scaleKind = kind;
    for (const pane of this.panes) if (pane.kind === 'price') pane.scale.automatic = true;
  }

  setVolume(shown: boolean): void {
    this.#volume = shown;
  }

  /** Indicators with unchanged settings are kept. */
  setIndicators(choices: readonly IndicatorChoice[]): void {
    const same = (run: IndicatorRun, choice: IndicatorChoice): boolean =>
      run.id === choice.id && run.kind.id === choice.kind && String(run.settings) === String(choice.settings);
    this.#choices = choices;
    this.runs = choices.map(
      (choice) => this.runs.find((run) => same(run, choice)) ?? new IndicatorRun(choice, this.store),
    );
  }

  /** Compares with another pair: each candle gets that pair's last close at or before it. */
  setComparison(label: string | undefined, other?: Columns): void {
    if (label === undefined || other === undefined) {
      this.comparison = undefined;
      return;
    }
    const closes = Float64Array.from({ length: this.store.length }, (_, at) => {
      const time = this.store.time[at] as number;
      const next = firstFrom(other.time, other.length, time + 1e-6);
      return next === 0 ? NaN : (other.close[next - 1] as number);
    });
    this.comparison = { label, closes };
  }

  /** Divides the height among the panes. */
  lay(): void {
    this.panes = layPanes(this.#panesHeight, this.#volume, this.runs, this.panes, this.shares);
    for (const pane of this.panes) if (pane.kind === 'price') pane.scale.kind = this.#scaleKind;
    this.viewport.resize(this.width - this.axisWidth);
  }

  /** The panes below the prices, whose upper edges can be moved. */
  get edges(): readonly PaneEdge[] {
    const lower = this.panes.filter(({ kind }) => kind !== 'price');
    const bounds = paneBounds(
      this.#panesHeight,
      lower.map(({ height }) => height),
    );
    return lower.map(({ top, height, runs: [shown] }, at) => ({
      id: shown?.run.id ?? VOLUME,
      name: shown?.run.label ?? words.volume,
      top,
      height,
      ...(bounds[at] ?? { least: height, most: height }),
    }));
  }

  /** The shares once a pane is that tall, in pixels. */
  withHeight(id: string, height: number): PaneShares {
    return withPaneHeight(this.#panesHeight, lowerPanes(this.#volume, this.runs), this.shares, id, height);
  }

  get #panesHeight(): number {
    return this.height - this.timeHeight;
  }

  /** Finds the visible bars and fits the scales to them. True if the labels now need a wider axis. */
  look(): boolean {
    this.bars = barsInSight(this.series, this.pyramid, this.viewport);
    fitScales(this);
    const letters = Math.max(
      0,
      ...this.panes.flatMap((pane) => axisLabels(pane).map(({ text }) => Array.from(text).length)),
    );
    const needed = Math.ceil((letters * LETTER_PIXELS + 20) / AXIS_STEP) * AXIS_STEP;
    if (needed <= this.axisWidth) return false;
    this.axisWidth = needed;
    return true;
  }

  #followComparison(): void {
    if (this.comparison === undefined) return;
    const { label, closes } = this.comparison;
    const longer = grown(closes, closes.length, this.store.length);
    longer.fill(closes[closes.length - 1] ?? NaN, closes.length);
    this.comparison = { label, closes: longer };
  }

  /** The whole series changed: everything derived from it is rebuilt. */
  #reseries(): void {
    this.#heikinAshi = this.type === 'heikin-ashi' ? new HeikinAshi(this.store) : undefined;
    this.series = this.#heikinAshi ?? this.store;
    this.pyramid = new Pyramid(this.series);
    this.pyramid.reset();
    this.runs = this.#choices.map((choice) => new IndicatorRun(choice, this.store));
  }
}
