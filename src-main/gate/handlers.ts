import type { CallName, InputOf, OutputOf, Table, TopicName } from '#contract/index.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { NumberedValue } from './topic.ts';

/** What a window can follow: the current value at once, then each new one. */
export interface Followed<Value> {
  follow(listener: (message: NumberedValue<Value>) => void): () => void;
}

/** A handler for every call and a topic for every topic of a table: one that is missing does not compile. */
export interface Handlers<T extends Table> {
  readonly calls: {
    readonly [K in CallName<T>]: (input: InputOf<T, K>) => Promise<Result<OutputOf<T, K>, Failure>>;
  };
  readonly topics: { readonly [K in TopicName<T>]: Followed<OutputOf<T, K>> };
}
