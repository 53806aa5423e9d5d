import { type Failure, failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { CandlePeriod } from '#domain/candle.ts';
import type { TrendingPeriod } from '#domain/trending.ts';
import type { CallObserver } from '../market/polling.ts';
import type { CandleQuery, ChartPair, Charts, StreamListener, StreamSubscription } from '../ports/charts.ts';

/** A client all of whose methods return a result later. */
type Answering<Client> = {
  readonly [Name in keyof Client]: (...args: never[]) => Promise<Result<unknown, Failure>>;
};

/** A client that comes and goes behind one object, so that nobody holds a stale one. */
export interface Reconnecting<Client> {
  readonly client: Client;
  use(client: Client): void;
  /** From now on every call returns this failure. */
  drop(why: Failure): void;
}

/**
 * Forwards every call to the client that is in use: the practice exchange is restarted, addresses and keys change.
 * Without a client each call returns why there is none; a submission that meets none was not sent. The observer learns
 * of the calls that are made.
 */
export function reconnecting<Client extends Answering<Client>>(
  absence: Failure,
  observer?: CallObserver,
): Reconnecting<Client> {
  let current: Client | undefined;
  let why = absence;
  const forward = (name: string, args: readonly unknown[]): unknown => {
    if (!current) return Promise.resolve(failed(why));
    const answered = observer?.asked();
    const answer = call(current, name, args) as Promise<Result<unknown, Failure>>;
    return answered ? answer.then((result) => (answered(result), result)) : answer;
  };
  return {
    client: new Proxy({} as Client, {
      get: (_, name) => (isMethod(name) ? (...args: unknown[]) => forward(name, args) : undefined),
    }),
    use(client) {
      current = client;
    },
    drop(reason) {
      current = undefined;
      why = reason;
    },
  };
}

/** The same client with some methods replaced. */
export function overriding<Client extends object>(client: Client, methods: Partial<Client>): Client {
  return new Proxy(client, {
    get: (target, name) => {
      if (!isMethod(name)) return undefined;
      const replaced: unknown = Reflect.get(methods, name);
      return replaced ?? ((...args: unknown[]) => call(target, name, args));
    },
  });
}

/** Nobody may take a client for a promise, or for anything else that the language looks for by a symbol. */
function isMethod(name: string | symbol): name is string {
  return typeof name === 'string' && name !== 'then';
}

/** Clients keep private fields: their methods are called on them, not on the proxy. */
function call(client: object, name: string, args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(client, name);
  if (typeof method !== 'function') throw new TypeError(`a client has no method ${name}`);
  return Reflect.apply(method, client, args);
}

/** A stream that somebody follows, whatever client carries it. */
interface Followed {
  readonly pair: ChartPair;
  readonly period: CandlePeriod;
  readonly listener: StreamListener;
  current: StreamSubscription | undefined;
}

/** Charts whose client comes and goes: streams are opened again at the next one, and stopped while there is none. */
export class SwitchedCharts implements Charts {
  readonly #calls: Reconnecting<Omit<Charts, 'stream'>>;
  readonly #followed = new Set<Followed>();
  #client: Charts | undefined;
  #absence: Failure = failure('charts-unavailable');

  constructor(observer?: CallObserver) {
    this.#calls = reconnecting<Omit<Charts, 'stream'>>(failure('charts-unavailable'), observer);
  }

  use(client: Charts): void {
    this.#client = client;
    this.#calls.use(client);
    for (const followed of this.#followed) this.#open(followed, client);
  }

  drop(why: Failure): void {
    this.#client = undefined;
    this.#absence = why;
    this.#calls.drop(why);
    for (const followed of this.#followed) {
      followed.current?.close();
      followed.current = undefined;
      followed.listener.lost(why, 'stopped');
    }
  }

  history(query: CandleQuery, signal?: AbortSignal) {
    return this.#calls.client.history(query, signal);
  }

  trending(period: TrendingPeriod, signal?: AbortSignal) {
    return this.#calls.client.trending(period, signal);
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
}
