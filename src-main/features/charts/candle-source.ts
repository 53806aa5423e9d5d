import type { Candle } from '#domain/candle.ts';
import type { Failure } from '#domain/failure.ts';
import type { EpochMs } from '#domain/time.ts';

/**
 * `loading`: neither history nor stream yet. `live`: candles stream in. `late`: the stream is silent, or is being
 * connected again. `polling`: there is no stream, history is asked now and then. `stopped`: there is no client.
 */
export type SourceState = 'loading' | 'live' | 'late' | 'polling' | 'stopped';

export interface SourceChange {
  /** Candles that are new or other than before. */
  readonly changed: readonly Candle[];
  /** What was told before no longer holds: everything is to be read anew. */
  readonly restarted: boolean;
}

/** Candles that keep themselves up to date, as one chart shows them. */
export interface CandleSource {
  readonly candles: readonly Candle[];
  readonly state: SourceState;
  /** When the service last told anything of this pair. */
  readonly lastMessageAt: EpochMs | undefined;
  /** Why it is not as it should be. */
  readonly failure: Failure | undefined;
  /** Calls the listener after each change of candles or state. Answers the function that ends it. */
  onChange(listener: (change: SourceChange) => void): () => void;
  stop(): void;
}
