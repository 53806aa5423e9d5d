import { showCompact, showNumber } from '../format/price.ts';
import { type TimeZoneChoice, wallDate } from './time-labels.ts';
import { DAY_MS } from '#domain/time.ts';

// The static plots as ECharts options; Plot.svelte draws them.

/** Colours of the axes, as CSS colours that a canvas understands, and the type face. */
export interface PlotLook {
  readonly line: string;
  readonly text: string;
  readonly font: string;
}

/** A plot as an ECharts option. */
export type PlotOption = Record<string, unknown>;

type Point = readonly [number, number];

const LABEL_PX = 11;
/** Share of the width at either edge that is kept free of labels, since they would be cut off there. */
const EDGE = 0.08;

function isAtEdge(value: number, from: number, to: number): boolean {
  return Math.min(value - from, to - value) < (to - from) * EDGE;
}

/** The axes of every plot: `x` at the bottom, `y` at the right with grid lines. */
function plotAxes(
  look: PlotLook,
  x: PlotOption & { readonly axisLabel: PlotOption },
  y: PlotOption & { readonly axisLabel: PlotOption },
): PlotOption {
  const label = { color: look.text, fontFamily: look.font, fontSize: LABEL_PX };
  return {
    xAxis: {
      axisLine: { lineStyle: { color: look.line } },
      axisTick: { show: false },
      splitLine: { show: false },
      ...x,
      axisLabel: { ...label, hideOverlap: true, ...x.axisLabel },
    },
    yAxis: {
      type: 'value',
      position: 'right',
      splitNumber: 3,
      splitLine: { lineStyle: { color: look.line, opacity: 0.6 } },
      ...y,
      axisLabel: { ...label, ...y.axisLabel },
    },
  };
}

/** A line through points, without symbols. */
function plotLine(data: readonly Point[], lineStyle: PlotOption): PlotOption {
  return { type: 'line', data, silent: true, animation: false, showSymbol: false, lineStyle };
}

/** One point of a cumulative curve: price and ADA. */
type DepthPoint = readonly [price: number, ada: number];

/** Both curves of a side: pools only, and pools with open orders. */
interface SideCurves {
  readonly pools: readonly DepthPoint[];
  readonly all: readonly DepthPoint[];
}

export interface DepthPicture {
  readonly bids: SideCurves;
  readonly asks: SideCurves;
  readonly mid: number;
  /** The visible price range. */
  readonly low: number;
  readonly high: number;
}

export interface DepthLook extends PlotLook {
  readonly up: string;
  readonly down: string;
}

const LEAST_ADA = 1;

/** Cumulative depth. Open orders are the stronger layer on top of the paler one of the pools. */
export function depthOption(picture: DepthPicture, look: DepthLook): PlotOption {
  const { bids, asks, mid, low, high } = picture;
  const most = Math.max(LEAST_ADA, ...[...bids.all, ...asks.all].map(([, ada]) => ada));
  const area = (
    data: readonly DepthPoint[],
    color: string,
    opacity: number,
    dashed: boolean,
  ): PlotOption => ({
    ...plotLine(data, { color, width: 1.25, type: dashed ? [3, 3] : 'solid' }),
    areaStyle: { color, opacity },
  });
  const middle: readonly DepthPoint[] = [
    [mid, 0],
    [mid, most * 1.05],
  ];
  return {
    animation: false,
    grid: { left: 8, right: 52, top: 8, bottom: 20, outerBoundsMode: 'none' },
    ...plotAxes(
      look,
      {
        type: 'value',
        min: low,
        max: high,
        splitNumber: 4,
        axisLabel: {
          showMinLabel: false,
          showMaxLabel: false,
          formatter: (price: number) =>
            isAtEdge(price, low, high) ? '' : (showNumber(price, 4)?.text ?? ''),
        },
      },
      {
        min: 0,
        max: most * 1.05,
        axisLabel: {
          showMaxLabel: false,
          formatter: (value: number) => showCompact(value)?.text ?? '',
        },
      },
    ),
    series: [
      area(bids.all, look.up, 0.28, false),
      area(asks.all, look.down, 0.28, false),
      area(bids.pools, look.up, 0.12, true),
      area(asks.pools, look.down, 0.12, true),
      plotLine(middle, { color: look.text, width: 1, type: [2, 4] }),
    ],
  };
}

/** Epoch ms and a price. */
export type PastPoint = readonly [at: number, price: number];

type PastColour = 'plan' | 'lump' | 'market' | 'best' | 'worst' | 'text';

export type PastLook = PlotLook & Readonly<Record<PastColour, string>>;

interface PastLine {
  readonly points: readonly PastPoint[];
  readonly colour: PastColour;
  readonly dashed?: boolean;
  readonly strong?: boolean;
}

interface PastDots {
  readonly points: readonly PastPoint[];
  readonly colour: PastColour;
}

export interface PastPicture {
  readonly zone: TimeZoneChoice;
  readonly lines: readonly PastLine[];
  readonly dots: readonly PastDots[];
}

const YEAR_MS = 365 * DAY_MS;

/** A label of the time axis, as precise as the visible range needs. `at` and `span` in milliseconds. */
export function timeLabel(at: number, span: number, zone: TimeZoneChoice): string {
  const iso = wallDate(at / 1000, zone).toISOString();
  const [date, clock] = [iso.slice(0, 10), iso.slice(11, 16)];
  if (span > YEAR_MS / 2) return date;
  return span > 4 * DAY_MS || clock === '00:00' ? date.slice('2026-'.length) : clock;
}

/** Past prices. */
export function pastOption({ lines, dots, zone }: PastPicture, look: PastLook): PlotOption {
  const points = [...lines, ...dots].flatMap((each) => each.points);
  const times = points.map(([at]) => at);
  const from = times.reduce((least, at) => Math.min(least, at), Infinity);
  const to = times.reduce((most, at) => Math.max(most, at), -Infinity);
  return {
    animation: false,
    grid: { left: 2, right: 56, top: 8, bottom: 20, outerBoundsMode: 'none' },
    ...plotAxes(
      look,
      {
        type: 'time',
        min: from,
        max: to,
        splitNumber: 3,
        axisLabel: {
          formatter: (at: number) => (isAtEdge(at, from, to) ? '' : timeLabel(at, to - from, zone)),
        },
      },
      { scale: true, axisLabel: { formatter: (price: number) => showNumber(price, 4)?.text ?? '' } },
    ),
    series: [
      ...lines.map(({ points: data, colour, dashed, strong }) =>
        plotLine(data, {
          color: look[colour],
          width: strong ? 2 : 1.25,
          type: dashed ? [3, 3] : 'solid',
        }),
      ),
      ...dots.map(({ points: data, colour }) => ({
        type: 'scatter',
        data,
        silent: true,
        animation: false,
        symbolSize: 6,
        itemStyle: { color: look[colour] },
      })),
    ],
  };
}

/** One step of a waterfall: the amount that it adds to, or takes from, the sum of the steps before it. */
export interface WaterfallStep {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly tone: 'cost' | 'gain' | 'total';
}

export interface WaterfallLook extends PlotLook {
  readonly cost: string;
  readonly gain: string;
  readonly total: string;
  readonly name: string;
}

const STEP_PX = 12;

/** Steps from top to bottom, each beginning where the one before it ended. */
export function waterfallOption(steps: readonly WaterfallStep[], look: WaterfallLook): PlotOption {
  const label = { color: look.name, fontFamily: look.font, fontSize: LABEL_PX };
  return {
    animation: false,
    grid: { left: 136, right: 16, top: 4, bottom: 22, outerBoundsMode: 'none' },
    ...plotAxes(
      look,
      {
        type: 'value',
        splitNumber: 4,
        splitLine: { show: true, lineStyle: { color: look.line, opacity: 0.6 } },
        axisLabel: { formatter: (value: number) => showCompact(value)?.text ?? '' },
      },
      {
        type: 'category',
        position: 'left',
        inverse: true,
        data: steps.map(({ name }) => name),
        axisLine: { show: false },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: { ...label, interval: 0, align: 'left', margin: 132 },
      },
    ),
    series: [
      {
        type: 'custom',
        silent: true,
        animation: false,
        encode: { x: [0, 1], y: 2 },
        data: steps.map(({ from, to }, at) => [from, to, at]),
        renderItem: (
          { dataIndex }: { readonly dataIndex: number },
          api: { readonly coord: (point: readonly [number, number]) => readonly [number, number] },
        ) => {
          const step = steps[dataIndex];
          if (!step) return undefined;
          const [start, y] = api.coord([step.from, dataIndex]);
          const [end] = api.coord([step.to, dataIndex]);
          return {
            type: 'rect',
            // A step of nothing is still a mark.
            shape: {
              x: Math.min(start, end),
              y: y - STEP_PX / 2,
              width: Math.max(1, Math.abs(end - start)),
              height: STEP_PX,
            },
            style: { fill: look[step.tone] },
          };
        },
      },
    ],
  };
}
