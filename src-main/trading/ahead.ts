import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';

interface UnderWay<Value> {
  readonly key: string;
  readonly value: Promise<Result<Value, Failure>>;
  readonly stop: AbortController;
}

/**
 * Work that is begun before it is asked for: at most one piece of it is under way, and only the result of the latest is
 * kept, in memory alone.
 */
export class Ahead<Value> {
  #current: UnderWay<Value> | undefined;
  #idle: Promise<unknown> = Promise.resolve();

  /**
   * Begins the work with that key, unless it is under way or done. Another one's is cancelled, and has ended before this
   * one begins. A failure is not kept. Failure: `review-superseded` where something else was begun or dropped meanwhile.
   */
  begin(
    key: string,
    work: (signal: AbortSignal) => Promise<Result<Value, Failure>>,
  ): Promise<Result<Value, Failure>> {
    if (this.#current?.key === key) return this.#current.value;
    this.drop();
    const stop = new AbortController();
    const gone = (): Result<never, Failure> => failed(failure('review-superseded'));
    const value = this.#idle.then(async () => {
      if (stop.signal.aborted) return gone();
      const result = await work(stop.signal);
      return stop.signal.aborted ? gone() : result;
    });
    const current = { key, value, stop };
    this.#current = current;
    const forget = (): void => {
      if (this.#current === current) this.#current = undefined;
    };
    this.#idle = value.then((result) => (result.ok ? undefined : forget()), forget);
    return value;
  }

  /** The work with that key, done or under way; from now on it is the caller's, and nothing cancels it. */
  take(key: string): Promise<Result<Value, Failure>> | undefined {
    const current = this.#current;
    if (current?.key !== key) return undefined;
    this.#current = undefined;
    return current.value;
  }

  /** Cancels what is under way and forgets what was done. */
  drop(): void {
    this.#current?.stop.abort();
    this.#current = undefined;
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#idle;
  }
}
