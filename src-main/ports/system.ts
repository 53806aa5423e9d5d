import type { EpochMs } from '#domain/time.ts';
import type { Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import type { Result } from '#domain/result.ts';

/** Time as the application sees it: practice, tests and replays bring their own. */
export interface Clock {
  /** Wall-clock time. It may jump, also backwards: only for what is shown, stored or compared with a chain. */
  now(): EpochMs;
  /** Milliseconds since an arbitrary moment; never goes backwards within a process. For deadlines and delays. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds, or as soon as `signal` is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Unpredictable bytes: keys, salts, nonces, jitter. Practice and tests bring seeded ones. */
export interface Random {
  /** `count` fresh bytes, which the caller may overwrite. */
  bytes(count: number): Uint8Array;
}

/**
 * Small files of one directory, each read and written whole. Names are `[a-z0-9.-]`. Whoever writes has the directory
 * alone, also among several processes. A write that depends on the previous content must go through `change`. I/O
 * errors are thrown as Node's own (`code`: ENOSPC, EACCES…); callers translate them at their edge.
 */
export interface SmallFiles {
  /** `undefined` when there is no such file. */
  read(name: string): Uint8Array | undefined;
  /** Returns after the whole content is on disk under its name: a crash leaves the old file or the new one. */
  write(name: string, content: Uint8Array): void;
  /**
   * Reads a file and puts what `next` makes of it in its place, with no other writer in between: `undefined` removes it,
   * and what was there is left as it is. `next` uses no file of the same directory. Returns as `write` does, and throws what
   * `next` throws.
   */
  change(name: string, next: (before: Uint8Array | undefined) => Uint8Array | undefined): void;
  /** Returns after the removal is on disk. Nothing happens when there is no such file. */
  remove(name: string): void;
}

/** The facts by which a file can be compared: its name without its folder, its bytes, and their SHA-256 in hex. */
export interface HashedFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** Files that the user chose, wherever they are. Failure of both methods: `release-file-unreadable`. */
export interface ChosenFiles {
  /** The text of a file with at most `mostBytes` bytes. */
  readText(path: string, mostBytes: number): Promise<Result<string, Failure>>;
  hash(path: string): Promise<Result<HashedFile, Failure>>;
}

/** How a helper process ended. Under Electron only `code` is known. */
export interface HelperExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A running child process that speaks JSON messages. */
export interface HelperProcess {
  readonly pid: number | undefined;
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once; also when the process could not be started. */
  onExit(listener: (exit: HelperExit) => void): void;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
}

/** Starts a helper: `utilityProcess` under Electron, `child_process.fork` elsewhere. `entry` is a module's path. */
export type StartHelper = (entry: string, args?: readonly string[]) => HelperProcess;

/** Fields that may be logged: figures, codes and hashes; never a key, a password, a phrase or a service's text. */
export type LogFields = Readonly<Record<string, string | number | boolean>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Where the running practice exchange answers, and the key that it wants. */
export interface PracticeEndpoints {
  readonly baseUrl: string;
  readonly chartsUrl: string;
  readonly chartsWsUrl: string;
  readonly ledgerUrl: string;
  readonly apiKey: string;
  readonly network: NetworkName;
}

/** How a replay stands. Times are of the replay, in milliseconds since 1970-01-01 UTC. */
export interface ReplayState {
  readonly at: EpochMs;
  /** Where it began. */
  readonly from: EpochMs;
  /** The earliest moment at which a replay can begin, and where the history ends. */
  readonly first: EpochMs;
  readonly end: EpochMs;
  readonly playing: boolean;
  /** How many times faster than real time it plays, 1 to 600. */
  readonly speed: number;
}

/** Which replay it is: `id` (`[0-9]+`) names what is kept of it, `day` is where it begins if it is new. */
export interface ReplaySession {
  readonly id: string;
  readonly day: EpochMs;
}

/** A step of a replay by one block: about the time between two blocks of Cardano. */
export const REPLAY_BLOCK_MS = 20_000;

/** Requests to a replay. `to` leads ahead, never back. */
export type ReplaySteering =
  | { readonly do: 'play'; readonly speed: number }
  | { readonly do: 'pause' }
  | { readonly do: 'jump'; readonly to: number };

/** A practice exchange whose clock is steered, over its own history. It opens paused, where it was left. */
export interface ReplayHost extends PracticeHost {
  /** The replay to start next. The stored data of other replays is removed when it starts. */
  choose(session: ReplaySession): void;
  steer(asked: ReplaySteering): void;
  /** Calls the listener with each change. */
  onState(listener: (state: ReplayState) => void): void;
}

/** The practice exchange as a helper process; its world is kept in the data directory between runs. */
export interface PracticeHost {
  /** Starts it, or returns the one that is running. Failures: `practice-unavailable`; `storage-…` when it says so. */
  start(): Promise<Result<PracticeEndpoints, Failure>>;
  /** Ends it; resolves when it has kept its world and is gone. */
  stop(): Promise<void>;
  /**
   * Calls the listener each time it ends without having been asked to, with the reason where it named one. Returns the
   * function that stops this.
   */
  onExit(listener: (why?: Failure) => void): () => void;
}
