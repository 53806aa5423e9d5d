import {
  bucketStart,
  sumOfVolumes,
  type Candle,
  type CandlePeriod,
  type ChartPeriod,
} from '#domain/candle.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { withSpan, type Span } from '#domain/span.ts';
import type {
  CachedCandles,
  CandleBatch,
  CandleCache,
  CandleQuery,
  Charts,
  SeriesKey,
  StreamListener,
} from '../../src-main/ports/charts.ts';
import type { Clock } from '../../src-main/ports/system.ts';

/** A trade of the script: milliseconds since its beginning, price and volume in ADA. */
export interface ScriptedTrade {
  readonly at: number;
  readonly price: number;
  readonly volume: number;
  /** The stream does not tell of it. */
  readonly untold?: boolean;
}

/** An event of the network at one moment. */
export interface ScriptedEvent {
  readonly at: number;
  readonly what: 'trade' | 'untold' | 'cut' | 'open' | 'repeat' | 'rubbish';
}

/** Candles of trades; `start` is the script's beginning in Unix ms. */
export function candlesOfTrades(
  trades: readonly ScriptedTrade[],
  period: ChartPeriod,
  start: number,
): readonly Candle[] {
  const candles = new Map<number, Candle>();
  for (const { at, price, volume } of trades) {
    const time = bucketStart(Math.floor((start + at) / 1000), period);
    const before = candles.get(time);
    candles.set(
      time,
      before
        ? {
            ...before,
            high: Math.max(before.high, price),
            low: Math.min(before.low, price),
            close: price,
            volume: sumOfVolumes(before.volume, volume),
          }
        : { time, open: price, high: price, low: price, close: price, volume },
    );
  }
  return [...candles.values()];
}

/**
 * A charts service that follows a script: history answers from the trades so far, after a delay; the stream sends
 * the candle of each trade while it is connected.
 */
export class ScriptedCharts implements Charts {
  readonly #clock: Clock;
  readonly #start: number;
  readonly #trades: readonly ScriptedTrade[];
  readonly #delays: readonly number[];
  readonly asked: CandleQuery[] = [];
  /** Answers of history, in place of candles. */
  trouble: Failure | undefined;
  #listener: StreamListener | undefined;
  #period: CandlePeriod = '1min';
  #connected = false;

  /** `delays` of history's answers in ms, one after the other, over and over. */
  constructor(clock: Clock, trades: readonly ScriptedTrade[], delays: readonly number[] = [40]) {
    this.#clock = clock;
    this.#start = clock.now();
    this.#trades = trades;
    this.#delays = delays;
  }

  async history(query: CandleQuery): Promise<Result<CandleBatch, Failure>> {
    const delay = this.#delays[this.asked.length % this.#delays.length] ?? 0;
    this.asked.push(query);
    // The answer was true at some moment on the way.
    await this.#clock.sleep(delay / 2);
    const trouble = this.trouble;
    const candles = this.#candles(query.period).filter(({ time }) => time >= query.from && time < query.to);
    await this.#clock.sleep(delay / 2);
    return trouble ? failed(trouble) : ok({ candles, dropped: 0 });
  }

  trending(): Promise<Result<never, Failure>> {
    return Promise.resolve(failed(failure('service-not-found')));
  }

  stream(_pair: unknown, period: CandlePeriod, listener: StreamListener) {
    this.#listener = listener;
    this.#period = period;
    return { close: () => void (this.#listener = undefined) };
  }

  /** The listener of the stream. */
  get listener(): StreamListener | undefined {
    return this.#listener;
  }

  /** Plays the script from now on, in the clock's time. */
  async play(events: readonly ScriptedEvent[]): Promise<void> {
    const ordered = [
      ...events,
      ...this.#trades.map(({ at, untold = false }) => ({ at, what: untold ? 'untold' : 'trade' }) as const),
    ].toSorted((left, right) => left.at - right.at);
    for (const { at, what } of ordered) {
      const wait = this.#start + at - this.#clock.now();
      if (wait > 0) await this.#clock.sleep(wait);
      this.#happen(what);
    }
  }

  #happen(what: ScriptedEvent['what']): void {
    if (what === 'open' && !this.#connected) {
      this.#connected = true;
      this.#listener?.opened();
    } else if (what === 'cut' && this.#connected) {
      this.#connected = false;
      this.#listener?.lost(failure('stream-lost'), 'again');
    } else if (this.#connected && what === 'rubbish') this.#listener?.dropped();
    else if (this.#connected && (what === 'trade' || what === 'repeat')) {
      const candles = this.#candles(this.#period);
      const candle = what === 'repeat' ? candles.at(-2) : candles.at(-1);
      if (candle) this.#listener?.candle(candle);
    }
  }

  #candles(period: CandlePeriod): readonly Candle[] {
    const passed = this.#clock.now() - this.#start;
    return candlesOfTrades(
      this.#trades.filter(({ at }) => at <= passed),
      period,
      this.#start,
    );
  }
}

/** A candle cache in memory. */
export class MemoryCandleCache implements CandleCache {
  readonly #series = new Map<string, { spans: readonly Span[]; candles: readonly Candle[] }>();

  read(key: SeriesKey, span: Span): CachedCandles {
    const { spans, candles } = this.#of(key);
    return {
      known: spans
        .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
        .filter(({ from, to }) => from < to),
      candles: candles.filter(({ time }) => time >= span.from && time < span.to),
    };
  }

  newest(key: SeriesKey): Candle | undefined {
    return this.#of(key).candles.at(-1);
  }

  write(key: SeriesKey, span: Span, candles: readonly Candle[]): void {
    const before = this.#of(key);
    const others = before.candles.filter(({ time }) => time < span.from || time >= span.to);
    this.#series.set(nameOf(key), {
      spans: withSpan(before.spans, span),
      candles: [...others, ...candles].toSorted((left, right) => left.time - right.time),
    });
  }

  forget(key: SeriesKey): void {
    this.#series.delete(nameOf(key));
  }

  useSource(): void {
    this.#series.clear();
  }

  #of(key: SeriesKey) {
    return this.#series.get(nameOf(key)) ?? { spans: [], candles: [] };
  }
}

function nameOf({ first, second, period }: SeriesKey): string {
  return `${first}/${second}/${period}`;
}
