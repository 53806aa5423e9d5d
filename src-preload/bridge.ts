import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { CallName, InputOf, OutputOf, Table, TopicName } from '#contract/table.ts';

/** The API of a page: a function per call, a subscription per topic, no generic channel. */
export type Api<T extends Table> = {
  readonly call: {
    readonly [K in CallName<T>]: (input: InputOf<T, K>) => Promise<Result<OutputOf<T, K>, Failure>>;
  };
  /** The listener gets the current value at once, then each new one. Answers the function that ends it. */
  readonly on: { readonly [K in TopicName<T>]: (listener: (value: OutputOf<T, K>) => void) => () => void };
};

/** How messages reach main in this shell. Only JSON-safe values cross. */
export interface Transport {
  call(name: string, input: unknown): Promise<unknown>;
  subscribe(name: string, listener: (message: TopicMessage) => void): () => void;
}

/** A numbered value of a topic. A gap in the numbers makes the bridge open the topic again. */
export interface TopicMessage {
  readonly sequence: number;
  readonly value: unknown;
}

/** Builds the page's frozen API from the table's names. The table's schemas stay in main: the page is not trusted to check. */
export function makeApi<T extends Table>(
  names: { readonly [K in keyof T]: 'call' | 'topic' },
  transport: Transport,
): Api<T> {
  const calls: Record<string, unknown> = {};
  const topics: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(names)) {
    if (kind === 'call') calls[name] = (input: unknown) => transport.call(name, input);
    else topics[name] = (listener: (value: unknown) => void) => subscribe(transport, name, listener);
  }
  return Object.freeze({ call: Object.freeze(calls), on: Object.freeze(topics) }) as unknown as Api<T>;
}

function subscribe(transport: Transport, name: string, listener: (value: unknown) => void): () => void {
  let last = 0;
  let ended = false;
  let end = open();
  function open(): () => void {
    return transport.subscribe(name, (message) => {
      if (ended) return;
      if (last !== 0 && message.sequence > last + 1) {
        last = 0;
        end();
        end = open();
        return;
      }
      if (message.sequence <= last) return;
      last = message.sequence;
      listener(message.value);
    });
  }
  return () => {
    ended = true;
    end();
  };
}

/**
 * The names in a table with their kinds, which is all that a page needs. The build leaves the rest of the tables out of
 * the preloads (`setup/build-plugins`).
 */
export function namesOf<T extends Table>(table: T): { readonly [K in keyof T]: 'call' | 'topic' } {
  return Object.fromEntries(Object.entries(table).map(([name, spec]) => [name, spec.kind])) as {
    [K in keyof T]: 'call' | 'topic';
  };
}
