import { randomFillSync } from 'node:crypto';
import { epochMs } from '#domain/time.ts';
import type { Clock, Random } from '../ports/system.ts';

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => epochMs(Date.now()),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    }),
};

/** The operating system's generator. */
export const systemRandom: Random = { bytes: (count) => randomFillSync(new Uint8Array(count)) };
