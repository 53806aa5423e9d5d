import { describe, expect, it } from 'vitest';
import { CandleStore } from '../../../src-renderer/chart/candle-store.ts';
import { indicatorKinds, IndicatorRun } from '../../../src-renderer/chart/indicators/catalogue.ts';

/**
 * Published reference values of Tulip Indicators (`tests/untest.txt` of TulipCharts/tulipindicators, three places):
 * fifteen candles and what each indicator makes of them.
 */
const high = [
  82.15, 81.89, 83.03, 83.3, 83.85, 83.9, 83.33, 84.3, 84.84, 85.0, 85.9, 86.58, 86.98, 88.0, 87.87,
];
const low = [
  81.29, 80.64, 81.31, 82.65, 83.07, 83.11, 82.49, 82.3, 84.15, 84.11, 84.03, 85.39, 85.76, 87.17, 87.01,
];
const close = [
  81.59, 81.06, 82.87, 83.0, 83.61, 83.15, 82.84, 83.99, 84.55, 84.36, 85.53, 86.54, 86.89, 87.77, 87.29,
];
const volume = [
  5653100, 6447400, 7690900, 3831400, 4455100, 3798000, 3936200, 4732000, 4841300, 3915300, 6830800, 6694100,
  5293600, 7985800, 4807900,
];

interface Rows {
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

function storeOf(rows: Rows, step = 60): CandleStore {
  const store = new CandleStore();
  store.replace({
    time: Float64Array.from(rows.close, (_, at) => at * step),
    open: Float64Array.from(rows.close),
    high: Float64Array.from(rows.high),
    low: Float64Array.from(rows.low),
    close: Float64Array.from(rows.close),
    volume: Float64Array.from(rows.volume),
  });
  return store;
}

/** The defined values of an output. */
function values(run: IndicatorRun, output: number, length: number): readonly number[] {
  return Array.from({ length }, (_, at) => run.valueAt(output, at)).filter((value) => value !== undefined);
}

function expectEach(found: readonly number[], wanted: readonly number[], places: number): void {
  expect(found).toHaveLength(wanted.length);
  for (const [at, value] of wanted.entries()) expect(found[at]).toBeCloseTo(value, places);
}

interface Reference {
  readonly kind: string;
  readonly settings: readonly number[];
  readonly outputs: readonly (readonly number[])[];
}

const tulip: readonly Reference[] = [
  {
    kind: 'sma',
    settings: [5],
    outputs: [[82.426, 82.738, 83.094, 83.318, 83.628, 83.778, 84.254, 84.994, 85.574, 86.218, 86.804]],
  },
  {
    kind: 'ema',
    settings: [5],
    outputs: [
      [
        81.59, 81.413, 81.899, 82.266, 82.714, 82.859, 82.853, 83.232, 83.671, 83.901, 84.444, 85.143, 85.725,
        86.407, 86.701,
      ],
    ],
  },
  {
    kind: 'wma',
    settings: [5],
    outputs: [[82.825, 83.066, 83.1, 83.399, 83.809, 84.053, 84.637, 85.399, 86.031, 86.763, 87.121]],
  },
  {
    kind: 'bollinger',
    settings: [5, 2],
    outputs: [
      [82.426, 82.738, 83.094, 83.318, 83.628, 83.778, 84.254, 84.994, 85.574, 86.218, 86.804],
      [84.322, 84.489, 83.655, 84.164, 84.838, 85.121, 85.997, 86.845, 87.612, 88.566, 88.319],
      [80.53, 80.987, 82.533, 82.472, 82.418, 82.435, 82.511, 83.143, 83.536, 83.87, 85.289],
    ],
  },
  {
    kind: 'rsi',
    settings: [5],
    outputs: [[72.034, 64.927, 75.936, 79.796, 74.713, 83.033, 87.478, 88.755, 91.483, 78.498]],
  },
  {
    kind: 'macd',
    settings: [2, 5, 9],
    outputs: [
      [0, -0.213, -0.363, -0.046, 0.093, -0.05, 0.169, 0.329, 0.235, 0.258, -0.08],
      [0.618, 0.351, 0.111, 0.416, 0.578, 0.422, 0.684, 0.927, 0.891, 0.979, 0.621],
      [0.618, 0.564, 0.474, 0.462, 0.485, 0.473, 0.515, 0.597, 0.656, 0.721, 0.701],
    ],
  },
  {
    kind: 'atr',
    settings: [5],
    outputs: [[1.116, 1.051, 1.009, 1.207, 1.136, 1.086, 1.243, 1.233, 1.23, 1.206, 1.137]],
  },
  {
    kind: 'stochastic',
    settings: [5, 3, 3],
    outputs: [
      [NaN, NaN, 77.385, 83.126, 84.867, 88.361, 95.246, 96.74, 91.091],
      [75.702, 78.011, 81.793, 85.452, 89.491, 93.449, 94.359],
    ],
  },
  {
    kind: 'obv',
    settings: [],
    outputs: [
      [
        0, -6447400, 1243500, 5074900, 9530000, 5732000, 1795800, 6527800, 11369100, 7453800, 14284600,
        20978700, 26272300, 34258100, 29450200,
      ],
    ],
  },
];

describe('indicators next to published values', () => {
  it.each(tulip)('$kind $settings as in Tulip Indicators', ({ kind, settings, outputs }) => {
    const store = storeOf({ high, low, close, volume });
    const run = new IndicatorRun({ id: 'a', kind, settings }, store);
    for (const [output, wanted] of outputs.entries()) {
      const found = values(run, output, store.length);
      // Tulip leaves the first values of %K out; they are checked by %D, which is their mean.
      const known = wanted.filter((value) => !Number.isNaN(value));
      expectEach(found.slice(found.length - known.length), known, 3 - 0.4);
    }
  });

  it('RSI of 14 as in the worksheet of ChartSchool (StockCharts, "Relative Strength Index")', () => {
    const closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931,
      46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137,
      46.4515, 45.7835, 45.3548, 44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314,
    ];
    const wanted = [
      70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99, 41.46, 41.87,
      45.46, 37.3, 33.08, 37.77,
    ];
    const store = storeOf({ high: closes, low: closes, close: closes, volume: closes });
    const run = new IndicatorRun({ id: 'a', kind: 'rsi', settings: [14] }, store);
    expectEach(values(run, 0, store.length), wanted, 1.9);
  });

  it('VWAP as in the tests of the technicalindicators package (test/volume/VWAP.js)', () => {
    const rows = {
      high: [
        127.36, 127.31, 127.21, 127.15, 127.08, 127.19, 127.09, 127.08, 127.18, 127.16, 127.31, 127.35,
        127.34, 127.29, 127.36,
      ],
      low: [
        126.99, 127.1, 127.11, 126.93, 126.98, 126.99, 126.82, 126.95, 127.05, 127.05, 127.08, 127.2, 127.25,
        127.17, 127.25,
      ],
      close: [
        127.28, 127.11, 127.15, 127.04, 126.98, 127.07, 126.93, 127.05, 127.11, 127.15, 127.3, 127.28, 127.28,
        127.29, 127.25,
      ],
      volume: [
        89329, 16137, 23945, 20679, 27252, 20915, 17372, 17600, 13896, 6700, 13848, 9925, 5540, 10803, 19400,
      ],
    };
    const wanted = [
      127.21, 127.2, 127.2, 127.17, 127.15, 127.14, 127.13, 127.12, 127.12, 127.12, 127.12, 127.13, 127.13,
      127.14, 127.15,
    ];
    const store = storeOf(rows);
    const run = new IndicatorRun({ id: 'a', kind: 'vwap', settings: [1] }, store);
    expectEach(values(run, 0, store.length), wanted, 1.9);
  });

  it('VWAP is none where a volume is not known, until the next day', () => {
    const some = volume.map((each, at) => (at === 2 ? Number.NaN : each));
    const store = storeOf({ high, low, close, volume: some }, 86_400 / 5);
    const run = new IndicatorRun({ id: 'a', kind: 'vwap', settings: [1] }, store);
    const known = Array.from({ length: 6 }, (_, at) => !Number.isNaN(run.valueAt(0, at) ?? Number.NaN));
    expect(known).toEqual([true, true, false, false, false, true]);
  });

  it('VWAP starts over with the day', () => {
    const store = storeOf({ high, low, close, volume }, 86_400 / 5);
    const run = new IndicatorRun({ id: 'a', kind: 'vwap', settings: [1] }, store);
    const typical = ((high[5] ?? 0) + (low[5] ?? 0) + (close[5] ?? 0)) / 3;
    expect(run.valueAt(0, 5)).toBeCloseTo(typical, 9);
  });
});

describe('the last value alone', () => {
  it.each(indicatorKinds)('$id, fed tick by tick, equals one run over all', (kind) => {
    const settings = kind.settings.map(({ least }, at) => Math.max(least, 3 + at));
    const store = new CandleStore();
    const run = new IndicatorRun({ id: 'a', kind: kind.id, settings }, store);
    for (let at = 0; at < 700; at += 1) {
      const middle = 100 + 20 * Math.sin(at / 9) + 5 * Math.cos(at * 1.7);
      for (const tick of [0.3, -0.7, 1.1]) {
        const last = middle + tick;
        const from = store.put({
          time: [at * 3_600],
          open: [middle],
          high: [middle + 2],
          low: [middle - 2],
          close: [last],
          volume: [10 + (at % 7) + tick],
        });
        run.follow(from);
      }
    }
    const whole = new IndicatorRun({ id: 'b', kind: kind.id, settings }, store);
    for (const output of kind.outputs.keys())
      for (let at = 0; at < store.length; at += 1) {
        const wanted = whole.valueAt(output, at);
        if (wanted === undefined) expect(run.valueAt(output, at)).toBeUndefined();
        else expect(run.valueAt(output, at)).toBeCloseTo(wanted, 7);
      }
  });
});
