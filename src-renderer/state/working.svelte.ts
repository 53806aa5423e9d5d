import { failure as failureOf, type Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';

/** After this long, what is waited for is most likely the user: a keychain that asks to be opened. */
const SLOW_MS = 3_000;

/** One piece of work at main, under way or failed. */
export class Working {
  busy = $state(false);
  /** Under way for longer than the work itself takes. */
  slow = $state(false);
  failure = $state.raw<Failure | undefined>();

  /** Answers the value, or nothing after a failure, which is kept for the notice. */
  async run<T>(work: () => Promise<Result<T, Failure>>): Promise<T | undefined> {
    if (this.busy) return undefined;
    this.busy = true;
    this.failure = undefined;
    const timer = setTimeout(() => (this.slow = true), SLOW_MS);
    try {
      const answer = await work();
      if (answer.ok) return answer.value;
      this.failure = answer.failure;
      return undefined;
    } catch {
      this.failure = failureOf('internal-error');
      return undefined;
    } finally {
      clearTimeout(timer);
      this.slow = false;
      this.busy = false;
    }
  }
}
