import { Chart } from '../../../src-renderer/chart/chart.ts';
import {
  type Drawing,
  DRAWING_KINDS,
  type DrawingKind,
  anchorsOf,
} from '../../../src-renderer/chart/drawings.ts';
import type { IndicatorChoice } from '../../../src-renderer/chart/indicators/catalogue.ts';
import type { OverlayLine } from '../../../src-renderer/chart/scene.ts';
import { framesOf } from './frames.ts';
import { Mouse } from './mouse.ts';
import { palette } from './palette.ts';
import { fingerprint } from './picture.ts';
import { columnsOf, PERIOD, rowAt, type Tick } from './rival.ts';
import { walk, type Walk } from './series.ts';
import { candleAfter, tickIn } from './ticks.ts';

/** The calls into the page of this project's chart in use. */
export interface ScenePage {
  /** A chart with so many candles and everything on. @throws Error if a part of it is not seen. */
  everything(candles: number): void;
  /** Pans it for so many seconds, with ticks and a new candle a second. Milliseconds of script in each frame. */
  pan(seconds: number): Promise<readonly number[]>;
  /** Four charts with so many candles, volume and two indicators each. */
  four(candles: number): void;
  /** So many seconds of ticks on each of them, and a new candle a second. Milliseconds of script in each frame. */
  watch(seconds: number): Promise<readonly number[]>;
}

const DRAWINGS = 20;
const LINES = 10;
const TICKS_A_SECOND = 20;
const PAN_PIXELS = 6;
/** Candles of the first view. */
const NEAR = 220;

const INDICATORS: readonly IndicatorChoice[] = [
  { id: 'a', kind: 'ema', settings: [20] },
  { id: 'b', kind: 'vwap', settings: [] },
  { id: 'c', kind: 'bollinger', settings: [20, 2] },
  { id: 'd', kind: 'rsi', settings: [14] },
  { id: 'e', kind: 'macd', settings: [12, 26, 9] },
  { id: 'f', kind: 'stochastic', settings: [14, 3, 3] },
];

/** A chart that ticks arrive at. */
interface Live {
  readonly chart: Chart;
  readonly place: HTMLElement;
  readonly tick: (turn: number) => void;
  /** Makes sure that all ticks arrived. */
  readonly check: () => void;
}

let charts: readonly Live[] = [];

function live(width: number, height: number, candles: Walk, newCandleAt: number): Live {
  const place = document.createElement('div');
  place.style.width = `${width}px`;
  place.style.height = `${height}px`;
  place.style.float = 'left';
  document.body.append(place);
  let last: Tick = rowAt(candles, candles.time.length - 1);
  let length = candles.time.length;
  const chart = new Chart(place, { palette, zone: 'utc', now: () => (last.time + PERIOD / 2) * 1000 });
  chart.setSeries(candles, PERIOD);
  return {
    chart,
    place,
    tick(turn) {
      const isNew = turn % TICKS_A_SECOND === newCandleAt;
      last = isNew ? candleAfter(last, turn) : tickIn(last, turn);
      if (isNew) length += 1;
      chart.update(columnsOf(last));
    },
    check() {
      const close = chart.readout()?.candle.close;
      if (chart.length !== length || close !== last.close) throw new Error('the ticks did not arrive');
    },
  };
}

/** Does something to a chart. @throws Error if the picture stays the same. */
function seen({ chart, place }: Live, name: string, act: () => void): void {
  chart.flush();
  const before = fingerprint(place);
  act();
  chart.flush();
  if (fingerprint(place) === before) throw new Error(`${name} is not seen`);
}

/** Drawings of every kind across the candles near the end. */
function drawingsOn(candles: Walk): readonly Drawing[] {
  return Array.from({ length: DRAWINGS }, (_, at) => {
    const kind = DRAWING_KINDS[at % DRAWING_KINDS.length] as DrawingKind;
    const from = candles.time.length - NEAR + Math.floor((at * (NEAR - 60)) / DRAWINGS);
    const anchors = Array.from({ length: anchorsOf(kind) }, (__, corner) => {
      const { time, high, low } = rowAt(candles, from + corner * 24);
      return { time, price: corner === 1 ? high * 1.01 : low };
    });
    const style = { colour: at % 2, width: 1 + (at % 3), dash: at % 4 === 0 ? 'dashed' : 'solid' } as const;
    return { id: String(at), kind, anchors, style, ...(kind === 'text' && { text: 'A note on the chart' }) };
  });
}

/** Open orders between the lowest and the highest price near the end. */
function ordersOn(candles: Walk): readonly OverlayLine[] {
  const low = Math.min(...candles.low.subarray(-NEAR / 2));
  const high = Math.max(...candles.high.subarray(-NEAR / 2));
  return Array.from({ length: LINES }, (_, at) => ({
    id: String(at),
    price: low + ((high - low) * (at + 0.5)) / LINES,
    kind: at % 2 === 0 ? ('buy' as const) : ('sell' as const),
    label: `${at % 2 === 0 ? 'Buy' : 'Sell'} ${120 + at} TOKEN`,
    closing: 'Cancel this order…',
    movable: true,
  }));
}

const page: ScenePage = {
  everything(count) {
    const candles = walk(count, PERIOD);
    const { innerWidth, innerHeight } = window;
    const one = live(innerWidth, innerHeight, { ...candles }, 0);
    one.chart.setWindow(count - NEAR, count + 6);
    for (let at = 1; at <= INDICATORS.length; at += 1)
      seen(one, `indicator ${at}`, () => one.chart.setIndicators(INDICATORS.slice(0, at)));
    const drawings = drawingsOn(candles);
    for (let at = 1; at <= drawings.length; at += 1)
      seen(one, `drawing ${at}`, () => one.chart.setDrawings(drawings.slice(0, at)));
    const lines = ordersOn(candles);
    for (let at = 1; at <= lines.length; at += 1)
      seen(one, `order line ${at}`, () => one.chart.setOverlays({ lines: lines.slice(0, at), marks: [] }));
    const other = { ...walk(count, PERIOD, 0.02, 11), length: count };
    seen(one, 'the comparison', () => one.chart.setComparison('OTHER', other));
    seen(one, 'the crosshair', () => new Mouse().move(one.place, innerWidth / 2, 80));
    charts = [one];
  },
  async pan(seconds) {
    const edges = new Set<number>();
    const frames = await framesOf(seconds, TICKS_A_SECOND, {
      tick: (turn) => {
        for (const { tick } of charts) tick(turn);
      },
      frame(turn) {
        for (const { chart } of charts) {
          chart.pan(turn % 200 < 100 ? PAN_PIXELS : -PAN_PIXELS);
          edges.add(chart.window[0]);
        }
      },
    });
    for (const { check } of charts) check();
    if (edges.size < Math.min(100, frames.length / 2)) throw new Error('panning moved nothing');
    return frames;
  },
  four(count) {
    charts = [3, 5, 7, 11].map((seed, at) =>
      // Ticks arrive in the same frame on all of them, new candles a quarter of a second apart.
      live(window.innerWidth / 2, window.innerHeight / 2, walk(count, PERIOD, 0.0042, seed), at * 5),
    );
    for (const one of charts) seen(one, 'indicators', () => one.chart.setIndicators(INDICATORS.slice(0, 2)));
  },
  async watch(seconds) {
    const frames = await framesOf(seconds, TICKS_A_SECOND, {
      tick: (turn) => {
        for (const { tick } of charts) tick(turn);
      },
    });
    for (const { check } of charts) check();
    return frames;
  },
};

window.bench = page;
