import type { EpochMs } from '#domain/time.ts';

/** Time as the application sees it: practice, tests and replays bring their own. */
export interface Clock {
  /** Wall-clock time. It may jump, also backwards: only for what is shown, stored or compared with a chain. */
  now(): EpochMs;
  /** Milliseconds since an arbitrary moment; never goes backwards within a process. For deadlines and delays. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds, or as soon as `signal` is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
