import type { CandleColumns, LiveChartView } from '#contract/chart-views.ts';
import type { Candle } from '#domain/candle.ts';
import type { NumberedValue } from '../../gate/topic.ts';

/** A live chart but for its candles. */
export type ChartHead = Omit<LiveChartView, 'kind' | 'candles'>;

const COALESCE_MS = 50;

/**
 * The topic of a live chart. Whoever follows it gets all candles first and then only what changed, at most once in
 * 50 ms; a head with another key starts everybody over.
 */
export class ChartTopic {
  #head: ChartHead;
  #candles: () => readonly Candle[];
  readonly #changed = new Map<number, Candle>();
  #startsOver = false;
  #sequence = 1;
  #scheduled = false;
  readonly #listeners = new Set<(message: NumberedValue<LiveChartView>) => void>();

  constructor(head: ChartHead) {
    this.#head = head;
    this.#candles = () => [];
  }

  get key(): string {
    return this.#head.key;
  }

  /** Shows another chart, or the same one anew: `candles` answers all that it has at the time. */
  show(head: ChartHead, candles: () => readonly Candle[]): void {
    this.#candles = candles;
    this.#changed.clear();
    this.#startsOver = true;
    this.#head = head;
    this.#schedule();
  }

  /** Tells a change of the chart that is shown. */
  update(head: ChartHead, changed: readonly Candle[]): void {
    this.#head = head;
    if (!this.#startsOver) for (const candle of changed) this.#changed.set(candle.time, candle);
    this.#schedule();
  }

  /** Calls the listener with a snapshot at once. Answers the function that ends it. */
  follow(listener: (message: NumberedValue<LiveChartView>) => void): () => void {
    this.#listeners.add(listener);
    listener({ sequence: this.#sequence, value: this.#snapshot() });
    return () => this.#listeners.delete(listener);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setTimeout(() => this.#send(), COALESCE_MS).unref();
  }

  #send(): void {
    this.#scheduled = false;
    const value = this.#startsOver ? this.#snapshot() : this.#delta();
    this.#startsOver = false;
    this.#changed.clear();
    this.#sequence += 1;
    for (const listener of [...this.#listeners]) listener({ sequence: this.#sequence, value });
  }

  #snapshot(): LiveChartView {
    return { ...this.#head, kind: 'snapshot', candles: columnsOf(this.#candles()) };
  }

  #delta(): LiveChartView {
    const changed = [...this.#changed.values()].sort((left, right) => left.time - right.time);
    return { ...this.#head, kind: 'delta', candles: columnsOf(changed) };
  }
}

/** Candles as the contract carries them: one array a figure. */
export function columnsOf(candles: readonly Candle[]): CandleColumns {
  return {
    time: candles.map(({ time }) => time),
    open: candles.map(({ open }) => open),
    high: candles.map(({ high }) => high),
    low: candles.map(({ low }) => low),
    close: candles.map(({ close }) => close),
    volume: candles.map(({ volume }) => volume),
  };
}
