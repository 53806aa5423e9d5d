import type {
  ApprovalTable,
  CallName,
  InputOf,
  MainTable,
  OutputOf,
  Table,
  TopicName,
  VaultTable,
} from '#contract/index.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { NumberedValue } from './topic.ts';

/** The handlers of a table's calls whose names begin with a prefix. */
type CallsOf<Table extends MainTable | VaultTable | ApprovalTable, Prefix extends string> = {
  readonly [K in Extract<CallName<Table>, `${Prefix}.${string}`>]: (
    input: InputOf<Table, K>,
  ) => Promise<Result<OutputOf<Table, K>, Failure>>;
};

export type MainCalls<Prefix extends string> = CallsOf<MainTable, Prefix>;
export type VaultCalls = CallsOf<VaultTable, 'vault'>;
export type ApprovalCalls = CallsOf<ApprovalTable, 'approval'>;

/** The output of a call that answers nothing. */
export const DONE: { readonly ok: true; readonly value: Record<string, never> } = { ok: true, value: {} };

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
