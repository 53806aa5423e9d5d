import type { Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import type { Result } from '#domain/result.ts';

/** Where the running practice exchange answers, and the key that it wants. */
export interface PracticeEndpoints {
  readonly baseUrl: string;
  readonly chartsUrl: string;
  readonly chartsWsUrl: string;
  readonly ledgerUrl: string;
  readonly apiKey: string;
  readonly network: NetworkName;
}

/** The practice exchange as a helper process; its world is kept in the data directory between runs. */
export interface PracticeHost {
  /** Starts it, or returns the one that is running. Failure: `practice-unavailable`. */
  start(): Promise<Result<PracticeEndpoints, Failure>>;
  /** Ends it; resolves when it has kept its world and is gone. */
  stop(): Promise<void>;
  /** Calls the listener each time it ends without having been asked to. Returns the function that stops this. */
  onExit(listener: () => void): () => void;
}
