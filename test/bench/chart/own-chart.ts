import { Chart } from '../../../src-renderer/chart/chart.ts';
import { runPage } from './page.ts';
import { palette } from './palette.ts';
import { columnsOf, PERIOD, WIDTH, type Rival } from './rival.ts';

/** This project's chart. */
let chart: Chart | undefined;
/** Unix seconds of the last candle. */
let last = 0;
let pointed: number | undefined;

const rival: Rival = {
  create(element, candles) {
    last = candles.time.at(-1) ?? 0;
    chart = new Chart(element, {
      palette,
      zone: 'utc',
      now: () => (last + PERIOD / 2) * 1000,
      onCrosshair: (index) => {
        pointed = index;
      },
    });
    chart.setIndicators([
      { id: 'a', kind: 'sma', settings: [20] },
      { id: 'b', kind: 'ema', settings: [50] },
    ]);
    chart.setSeries(candles, PERIOD);
  },
  tick(candle) {
    last = candle.time;
    chart?.update(columnsOf(candle));
  },
  pan: (pixels) => chart?.pan(pixels),
  zoom: (factor) => chart?.zoom(WIDTH / 2, factor),
  fit: () => chart?.fit(),
  showLast: (count) => chart?.setWindow(chart.length - count, chart.length),
  last() {
    const candle = chart?.readout()?.candle;
    return [(chart?.length ?? 0) - 1, candle?.time ?? 0, candle?.close ?? 0];
  },
  edges: () => chart?.window ?? [0, 0],
  pointed: () => pointed,
};

runPage(rival);
