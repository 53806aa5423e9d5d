import { Chart } from '../../../src-renderer/chart/chart.ts';
import { runPage } from './page.ts';
import { columnsOf, HEIGHT, PERIOD, WIDTH, type Rival } from './rival.ts';

/** This project's chart. */
let chart: Chart | undefined;

const palette = {
  background: '#12161a',
  raised: '#191e24',
  grid: '#1b2026',
  line: '#242a31',
  lineStrong: '#3d4650',
  text: '#e6e9ec',
  textSoft: '#a3adb7',
  textFaint: '#828d98',
  up: '#38b89e',
  down: '#f0826f',
  accent: '#d9b565',
  accentInk: '#1f1705',
  amber: '#eda03f',
  other: '#b98af0',
  series: ['#6d93bd', '#c2946a'],
  font: 'sans-serif',
};

const rival: Rival = {
  create(element, candles) {
    const last = candles.time.at(-1) ?? 0;
    chart = new Chart(element, { palette, zone: 'utc', now: () => (last + PERIOD / 2) * 1000 });
    chart.setIndicators([
      { id: 'a', kind: 'sma', settings: [20] },
      { id: 'b', kind: 'ema', settings: [50] },
    ]);
    chart.setSeries(candles, PERIOD);
  },
  tick: (candle) => chart?.update(columnsOf(candle)),
  pan: (pixels) => chart?.pan(pixels),
  zoom: (factor) => chart?.zoom(WIDTH / 2, factor),
  edges: () => chart?.window ?? [0, 0],
};

runPage(rival, HEIGHT);
