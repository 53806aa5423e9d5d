import { bucketEnd } from '#domain/candle.ts';
import { AXIS_FONT_SIZE, axisShapes, exactText, LABEL_GAP, tag } from './axes.ts';
import { barShapes, lineShapes, runShapes, volumeShapes } from './bars.ts';
import { drawingShapes, drawingTag } from './drawing-shapes.ts';
import { timeAt, type Drawing } from './drawings.ts';
import type { CandleOption } from './echarts.ts';
import { handleShapes, overlayShapes } from './overlay-shapes.ts';
import { comparisonFactor, dashAcross, holds, plotWidth, pricePane, type Pane, type Scene } from './scene.ts';
import { rects, type Shape } from './shapes.ts';
import { countdownLabel, timeLabel } from './time-labels.ts';

// A candle chart as an ECharts option: a grid with two value axes for each pane, and custom series for what is shown. The
// axes span exactly what the pane's scale and the viewport do. ECharts gets what is in sight and nothing else, as one item
// for each series. Labels of axes are shapes as well: those that ECharts makes would double the work of a tick.

/** The series, each on a canvas: most ticks change the second alone. The crosshair is on the last, below its series. */
const LEVELS = { base: 0, live: 1, top: 2 } as const;
type Level = keyof typeof LEVELS;
/** The crosshair has 50. */
const Z = 60;

type Series = Extract<NonNullable<CandleOption['series']>, readonly unknown[]>[number];

/** The place of the pointer or of the keys, and the drawing that they work on. */
export interface PointerState {
  /** Pixels relative to the chart; absent while the pointer is elsewhere. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
  /** The candle under the crosshair. */
  readonly index: number | undefined;
  /** The crosshair was moved by keys: only its vertical line is drawn. */
  readonly byKeys: boolean;
  /** The drawing that is being made or is selected, and the anchor of it that the keys hold. */
  readonly active: Drawing | undefined;
  readonly held?: number | undefined;
}

/** The whole chart. */
export function chartOption(scene: Scene, pointer: PointerState): CandleOption {
  return { animation: false, ...frameOption(scene, pointer.byKeys), series: allSeries(scene, pointer) };
}

/** The same chart in another view: what moves and stretches, in the grids and axes that are there. */
export function viewOption(scene: Scene, pointer: PointerState): CandleOption {
  const { left, right } = scene.viewport;
  return {
    xAxis: scene.panes.map(() => span(left, right)),
    yAxis: scene.panes.map(valuesOf),
    series: allSeries(scene, pointer),
  };
}

function allSeries(scene: Scene, pointer: PointerState): Series[] {
  return [baseSeries(scene), liveSeries(scene), topSeries(scene, pointer)];
}

interface Span {
  readonly min: number;
  readonly max: number;
  readonly interval: number;
}

/** From the values at both ends of an axis; with an interval, ECharts does not look for ticks. */
function span(min: number, max: number): Span {
  return { min, max, interval: max - min };
}

/** The values at the edges of a pane, which has room above and below its scale. */
function valuesOf({ scale, top, height }: Pane): Span {
  return span(scale.toValue(top + height), scale.toValue(top));
}

/** Shapes on top of each other, in their order; those of a pane are cut off at its edges. */
type Part = readonly Shape[] | { readonly pane: Pane; readonly shapes: readonly Shape[] };

/**
 * Parts as one series: ECharts works on each series as a whole, so that a few of them are updated several times as fast
 * as many.
 */
function seriesOf(scene: Scene, level: Level, parts: readonly Part[]): Series {
  const children = parts.map((part) =>
    'pane' in part ? { ...groupOf(part.shapes), clipPath: cutting(scene, part.pane) } : groupOf(part),
  );
  const all = groupOf(children);
  return {
    id: level,
    type: 'custom',
    zlevel: LEVELS[level],
    z: Z,
    clip: false,
    silent: true,
    animation: false,
    data: [0],
    encode: { x: -1, y: -1 },
    renderItem: () => all as never,
  };
}

/** ECharts leaves a group as it was when it is to be empty. */
const NOTHING: readonly Shape[] = [rects([], 'none')];

function groupOf<T>(children: readonly T[]) {
  return { type: 'group', silent: true, children: children.length === 0 ? NOTHING : children } as const;
}

function cutting(scene: Scene, { top, height }: Pane): Readonly<Record<string, unknown>> {
  return { type: 'rect', shape: { x: 0, y: top, width: plotWidth(scene), height } };
}

/** Grids, axes and the crosshair, which is linked over the panes. */
function frameOption(scene: Scene, byKeys: boolean): CandleOption {
  const { palette, panes, viewport } = scene;
  // Their lines and labels are shapes: see `axisShapes`.
  const axis = { show: false, animation: false } as const;
  const dash: number[] = [3, 3];
  const crosshair = {
    show: true,
    type: 'line',
    triggerTooltip: false,
    snap: false,
    animation: false,
    zlevel: LEVELS.top,
    lineStyle: { color: palette.textFaint, width: 1, type: dash, opacity: 1 },
  } as const;
  const label = {
    color: palette.text,
    backgroundColor: palette.lineStrong,
    fontSize: AXIS_FONT_SIZE,
    fontFamily: palette.font,
    padding: [4, LABEL_GAP - 1],
    borderRadius: 2,
    shadowBlur: 0,
    margin: 1,
  };
  const timeText = ({ value }: { readonly value: unknown }): string => {
    const moment = timeAt(scene.series, Math.floor(Number(value)), scene.periodSeconds);
    return timeLabel(moment, scene.zone, scene.periodSeconds);
  };
  return {
    axisPointer: { triggerOn: 'none', link: [{ xAxisIndex: 'all' }] },
    grid: panes.map(({ top, height }) => ({
      ...{ left: 0, top, width: plotWidth(scene), height },
      outerBoundsMode: 'none',
    })),
    xAxis: panes.map((_, at) => ({
      ...axis,
      type: 'value',
      gridIndex: at,
      ...span(viewport.left, viewport.right),
      axisPointer: {
        ...crosshair,
        label: { ...label, show: at === panes.length - 1, margin: 4, formatter: timeText },
      },
    })),
    yAxis: panes.map((pane, at) => {
      const values = {
        ...axis,
        gridIndex: at,
        position: 'right',
        ...valuesOf(pane),
        axisPointer: {
          ...crosshair,
          show: !byKeys,
          label: {
            ...label,
            show: true,
            formatter: ({ value }: { readonly value: unknown }) => exactText(pane, Number(value)),
          },
        },
      } as const;
      return isLogarithmic(pane) ? { ...values, type: 'log' } : { ...values, type: 'value' };
    }),
  };
}

/** A price scale is linear while it reaches down to nothing. */
function isLogarithmic({ scale }: Pane): boolean {
  return scale.kind === 'logarithmic' && scale.low > 0;
}

/** Axes, and all bars but the last: most ticks leave them alone. */
function baseSeries(scene: Scene): Series {
  return seriesOf(scene, 'base', [
    axisShapes(scene),
    ...scene.panes.map((pane) => ({ pane, shapes: paneShapes(scene, pane) })),
    scene.drawings.flatMap((drawing) => drawingTag(scene, drawing)),
  ]);
}

function paneShapes(scene: Scene, pane: Pane): readonly Shape[] {
  if (scene.series.length === 0) return [];
  const { bars } = scene;
  const span = { scene, scale: pane.scale, from: bars.first, to: Math.min(bars.end, bars.live) };
  const runs = runShapes(span, pane.runs);
  if (pane.kind === 'volume') return [...volumeShapes(span), ...runs];
  if (pane.kind === 'indicator') return [...guides(scene, pane), ...runs];
  return [
    ...barShapes(span),
    ...comparison(scene, pane),
    ...runs,
    ...scene.drawings.flatMap((drawing) => drawingShapes(scene, drawing)),
    ...overlayShapes(scene, pane),
  ];
}

function guides(scene: Scene, pane: Pane): readonly Shape[] {
  return pane.runs
    .flatMap(({ run }) => run.kind.guides ?? [])
    .map((guide) => dashAcross(scene, pane.scale.toY(guide), scene.palette.lineStrong, 4, 8));
}

/** The other pair's closes, scaled so that both lines start at the same height in view. */
function comparison(scene: Scene, pane: Pane): readonly Shape[] {
  const factor = comparisonFactor(scene);
  if (factor === undefined || scene.comparison === undefined) return [];
  const { first, end, live } = scene.bars;
  const span = { scene, scale: pane.scale, from: first, to: Math.min(end, live + 1) };
  return lineShapes(span, scene.comparison.closes, { stroke: scene.palette.other, width: 1.5 }, factor);
}

/** The last bar, the last segment of each line, and the last price: a tick changes them. */
export function liveSeries(scene: Scene): Series {
  return seriesOf(scene, 'live', [
    ...scene.panes.map((pane) => ({ pane, shapes: liveShapes(scene, pane) })),
    lastPrice(scene),
  ]);
}

function liveShapes(scene: Scene, pane: Pane): readonly Shape[] {
  const { live, first, end } = scene.bars;
  if (scene.series.length === 0 || live < first || live >= end) return [];
  const span = { scene, scale: pane.scale, from: live, to: live + 1 };
  const runs = runShapes(span, pane.runs);
  if (pane.kind === 'volume') return [...volumeShapes(span), ...runs];
  return pane.kind === 'price' ? [...barShapes(span), ...runs] : runs;
}

/** Seconds until the last candle closes; absent once it should have closed. */
function secondsLeft(scene: Scene): number | undefined {
  const start = scene.store.time[scene.store.length - 1];
  if (start === undefined) return undefined;
  const left = bucketEnd(start, scene.periodSeconds) - scene.now;
  return left > 0 && left <= scene.periodSeconds ? left : undefined;
}

function lastPrice(scene: Scene): readonly Shape[] {
  const pane = pricePane(scene);
  const last = scene.store.length - 1;
  const close = scene.store.close[last];
  if (pane === undefined || close === undefined || last < 0) return [];
  const { up, down, background } = scene.palette;
  const colour = close >= (scene.store.open[last] as number) ? up : down;
  const y = pane.scale.toY(close);
  if (!holds(pane, y)) return [];
  const left = secondsLeft(scene);
  const price = exactText(pane, close);
  const lines = left === undefined ? [price] : [price, countdownLabel(left)];
  return [dashAcross(scene, y, colour, 3, 6), ...tag(scene, pane, y, lines, colour, background)];
}

/** The drawing that is being made or is selected, and the labels of lines: they are over all bars. */
export function topSeries(scene: Scene, { active, held }: PointerState): Series {
  const pane = pricePane(scene);
  const drawing =
    active === undefined || pane === undefined
      ? []
      : [{ pane, shapes: drawingShapes(scene, active, { held }) }, drawingTag(scene, active)];
  return seriesOf(scene, 'top', [...drawing, handleShapes(scene)]);
}

/** Where the crosshair of ECharts goes, in pixels of the chart: to the middle of its candle. */
export function crosshairAt(
  scene: Scene,
  { at, index, byKeys }: PointerState,
): { readonly x: number; readonly y: number } | undefined {
  const [pane] = scene.panes;
  if (at === undefined || pane === undefined || scene.series.length === 0) return undefined;
  const x = index === undefined ? at.x : scene.viewport.toX(index + 0.5);
  return { x, y: byKeys ? pane.top + pane.height / 2 : at.y };
}
