import type { MainTable } from '#contract/index.ts';
import type { CandleColumns, LiveChartView } from '#contract/charts.ts';
import type { Candle } from '#domain/candle.ts';
import type { TestPage } from './test-app.ts';

/** A live chart as a page puts it together from its topic. */
export class ShownChart {
  readonly #candles = new Map<number, Candle>();
  #last: LiveChartView | undefined;
  /** Candles of each delta. */
  readonly deltas: number[] = [];
  readonly states: string[] = [];
  readonly end: () => void;

  constructor(page: TestPage<MainTable>, topic: 'chartMain' | 'chartCompare') {
    this.end = page.follow(topic, (message) => this.#take(message));
  }

  get last(): LiveChartView | undefined {
    return this.#last;
  }

  get candles(): readonly Candle[] {
    return [...this.#candles.values()].toSorted((left, right) => left.time - right.time);
  }

  #take(message: LiveChartView): void {
    if (message.key !== this.#last?.key) {
      if (message.kind !== 'snapshot') throw new Error('a chart began with a delta');
      this.#candles.clear();
    }
    this.#last = message;
    if (this.states.at(-1) !== message.state) this.states.push(message.state);
    if (message.kind === 'delta') this.deltas.push(message.candles.time.length);
    for (const candle of candlesOf(message.candles)) this.#candles.set(candle.time, candle);
  }
}

/** Candles from the columns of the contract. */
export function candlesOf(columns: CandleColumns): readonly Candle[] {
  const at = (name: keyof CandleColumns, index: number): number => columns[name][index] ?? Number.NaN;
  return columns.time.map((time, index) => ({
    time,
    open: at('open', index),
    high: at('high', index),
    low: at('low', index),
    close: at('close', index),
    volume: at('volume', index),
  }));
}
