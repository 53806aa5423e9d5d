import type {
  ApprovalTable,
  CallName,
  InputOf,
  MainTable,
  OfflineTable,
  OutputOf,
  Table,
  TopicName,
  VaultTable,
} from '#contract/index.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { NumberedValue } from './topic.ts';

/** A handler for every call and a topic for every topic of a table: one that is missing does not compile. */
export interface Handlers<T extends Table> {
  readonly calls: {
    readonly [K in CallName<T>]: (input: InputOf<T, K>) => Promise<Result<OutputOf<T, K>, Failure>>;
  };
  readonly topics: { readonly [K in TopicName<T>]: Followed<OutputOf<T, K>> };
}

/** A value that a window can follow: the current value at once, then each new one. */
export interface Followed<Value> {
  follow(listener: (message: NumberedValue<Value>) => void): () => void;
}

/** The handlers of a table's calls whose names begin with a prefix. */
type CallsOf<Table extends MainTable | VaultTable | ApprovalTable | OfflineTable, Prefix extends string> = {
  readonly [K in Extract<CallName<Table>, `${Prefix}.${string}`>]: (
    input: InputOf<Table, K>,
  ) => Promise<Result<OutputOf<Table, K>, Failure>>;
};

export type MainCalls<Prefix extends string> = CallsOf<MainTable, Prefix>;
export type VaultCalls = CallsOf<VaultTable, 'vault'>;
export type ApprovalCalls = CallsOf<ApprovalTable, 'approval'>;
export type OfflineCalls = CallsOf<OfflineTable, 'offline'>;

/** The output of a call that returns nothing. */
export const DONE: { readonly ok: true; readonly value: Record<string, never> } = { ok: true, value: {} };

/** `DONE` in place of whatever a success returned. */
export function done(result: Result<unknown, Failure>): Result<typeof DONE.value, Failure> {
  return result.ok ? DONE : result;
}

export type ProfileMode = 'practice' | 'live';

/** The profile that is open, as far as a feature uses it. */
export interface OpenProfile<Profile> {
  /** Failures: `storage-…` when its files cannot be opened, `practice-unavailable` before the start. */
  current(): Result<Profile, Failure>;
  /** Calls the listener with each profile that is opened, and with `undefined` when one is closed. */
  onChange(listener: (profile: Profile | undefined) => void): void;
  /** Calls the listener whenever the profile's clients are connected: what failed without them can be asked again. */
  onConnected(listener: () => void): void;
}

/** Makes handlers that work on the open profile. Without one, a call returns the reason. */
export function withProfile<Profile>(profiles: Pick<OpenProfile<Profile>, 'current'>) {
  return <Input, Output>(
      work: (input: Input, profile: Profile) => Result<Output, Failure> | Promise<Result<Output, Failure>>,
    ): ((input: Input) => Promise<Result<Output, Failure>>) =>
    async (input) => {
      const profile = profiles.current();
      return profile.ok ? await work(input, profile.value) : profile;
    };
}
