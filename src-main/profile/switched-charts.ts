import type { CandlePeriod } from '#domain/candle.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { TrendingPeriod } from '#domain/trending.ts';
import type { CandleQuery, ChartPair, Charts, StreamListener, StreamSubscription } from '../ports/charts.ts';

/** A stream that somebody follows, whatever client carries it. */
interface Followed {
  readonly pair: ChartPair;
  readonly period: CandlePeriod;
  readonly listener: StreamListener;
  current: StreamSubscription | undefined;
}

/** Charts whose client comes and goes: streams are opened anew at the next one, and stopped while there is none. */
export class SwitchedCharts implements Charts {
  readonly #followed = new Set<Followed>();
  #client: Charts | undefined;
  #absence: Failure = failure('charts-unavailable');

  use(client: Charts): void {
    this.#client = client;
    for (const followed of this.#followed) this.#open(followed, client);
  }

  drop(why: Failure): void {
    this.#client = undefined;
    this.#absence = why;
    for (const followed of this.#followed) {
      followed.current?.close();
      followed.current = undefined;
      followed.listener.lost(why, 'stopped');
    }
  }

  history(query: CandleQuery, signal?: AbortSignal) {
    return this.#call((client) => client.history(query, signal));
  }

  trending(period: TrendingPeriod, signal?: AbortSignal) {
    return this.#call((client) => client.trending(period, signal));
  }

  stream(pair: ChartPair, period: CandlePeriod, listener: StreamListener): StreamSubscription {
    const followed: Followed = { pair, period, listener, current: undefined };
    this.#followed.add(followed);
    if (this.#client) this.#open(followed, this.#client);
    else {
      queueMicrotask(() => {
        if (this.#followed.has(followed) && !this.#client) listener.lost(this.#absence, 'stopped');
      });
    }
    return {
      close: () => {
        this.#followed.delete(followed);
        followed.current?.close();
      },
    };
  }

  #open(followed: Followed, client: Charts): void {
    followed.current?.close();
    followed.current = client.stream(followed.pair, followed.period, followed.listener);
  }

  #call<T>(ask: (client: Charts) => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
    return this.#client ? ask(this.#client) : Promise.resolve(failed(this.#absence));
  }
}
