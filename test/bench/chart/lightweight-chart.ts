import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  LineSeries,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import { CandleStore } from '../../../src-renderer/chart/candle-store.ts';
import { IndicatorRun } from '../../../src-renderer/chart/indicators/catalogue.ts';
import { runPage } from './page.ts';
import { columnsOf, HEIGHT, WIDTH, type Rival } from './rival.ts';

/** TradingView's lightweight-charts; averages are reckoned outside of it, as it has none. */
let chart: IChartApi | undefined;
let candleSeries: ISeriesApi<'Candlestick'> | undefined;
let volumeSeries: ISeriesApi<'Histogram'> | undefined;
let lines: readonly ISeriesApi<'Line'>[] = [];
let spacing = 6;
let pointed: number | undefined;

/** The last price alone has a line and a label, as in the other charts. */
const bare = { lastValueVisible: false, priceLineVisible: false } as const;

const time = (seconds: number): UTCTimestamp => seconds as UTCTimestamp;
const store = new CandleStore();
let runs: readonly IndicatorRun[] = [];

const rival: Rival = {
  create(element, candles) {
    store.replace(candles);
    runs = [
      new IndicatorRun({ id: 'a', kind: 'sma', settings: [20] }, store),
      new IndicatorRun({ id: 'b', kind: 'ema', settings: [50] }, store),
    ];
    const created = createChart(element, {
      width: WIDTH,
      height: HEIGHT,
      layout: { background: { color: '#12161a' }, textColor: '#828d98', attributionLogo: false },
      timeScale: { minBarSpacing: 0.001, timeVisible: true },
    });
    chart = created;
    chart.subscribeCrosshairMove(({ logical }) => {
      pointed = logical;
    });
    candleSeries = chart.addSeries(CandlestickSeries, {
      priceFormat: { type: 'price', precision: 6, minMove: 0.000001 },
    });
    volumeSeries = chart.addSeries(HistogramSeries, { color: '#3d4650', ...bare }, 1);
    lines = ['#6d93bd', '#c2946a'].map((color) =>
      created.addSeries(LineSeries, { color, lineWidth: 1, crosshairMarkerVisible: false, ...bare }),
    );
    const indices = Array.from(candles.time.keys());
    candleSeries.setData(
      indices.map((at) => ({
        time: time(candles.time[at] ?? 0),
        open: candles.open[at] ?? 0,
        high: candles.high[at] ?? 0,
        low: candles.low[at] ?? 0,
        close: candles.close[at] ?? 0,
      })),
    );
    volumeSeries.setData(
      indices.map((at) => ({ time: time(candles.time[at] ?? 0), value: candles.volume[at] ?? 0 })),
    );
    for (const [which, line] of lines.entries()) {
      line.setData(
        indices.flatMap((at) => {
          const value = runs[which]?.valueAt(0, at);
          return value === undefined ? [] : [{ time: time(candles.time[at] ?? 0), value }];
        }),
      );
    }
  },
  tick(candle) {
    const from = store.put(columnsOf(candle));
    candleSeries?.update({ ...candle, time: time(candle.time) });
    volumeSeries?.update({ time: time(candle.time), value: candle.volume });
    for (const [which, line] of lines.entries()) {
      runs[which]?.follow(from);
      const value = runs[which]?.valueAt(0, store.length - 1);
      if (value !== undefined) line.update({ time: time(candle.time), value });
    }
  },
  pan(pixels) {
    const scale = chart?.timeScale();
    scale?.scrollToPosition(scale.scrollPosition() - pixels / spacing, false);
  },
  zoom(factor) {
    spacing *= factor;
    const scale = chart?.timeScale();
    const range = scale?.getVisibleLogicalRange();
    if (!scale || !range) return;
    const middle = (range.from + range.to) / 2;
    const half = (range.to - range.from) / 2 / factor;
    scale.setVisibleLogicalRange({ from: middle - half, to: middle + half });
  },
  fit: () => chart?.timeScale().fitContent(),
  showLast: (count) =>
    chart?.timeScale().setVisibleLogicalRange({ from: store.length - count, to: store.length }),
  last() {
    const candle = candleSeries?.dataByIndex(store.length - 1);
    return candle !== null && candle !== undefined && 'close' in candle
      ? [store.length - 1, Number(candle.time), candle.close]
      : [0, 0, 0];
  },
  edges() {
    const range = chart?.timeScale().getVisibleLogicalRange();
    return [range?.from ?? 0, range?.to ?? 0];
  },
  pointed: () => pointed,
};

runPage(rival);
