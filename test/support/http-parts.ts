import { parseAccessKey, type AccessKey } from '../../src-main/http/access-key.ts';
import { parseBaseUrl, type BaseUrl } from '../../src-main/http/base-url.ts';
import type { Clock } from '../../src-main/ports/system.ts';
import { epochMs } from '#domain/time.ts';

export const SECRET = 'partner-key-0123456789abcdef';

/** A checked address, or a thrown explanation. */
export function baseUrl(text: string, pathAllowed = true): BaseUrl {
  const parsed = parseBaseUrl(text, { pathAllowed });
  if (!parsed.ok) throw new Error(`refused: ${JSON.stringify(parsed.failure)}`);
  return parsed.value;
}

export function accessKey(text = SECRET): AccessKey {
  const parsed = parseAccessKey(text);
  if (!parsed.ok) throw new Error('refused');
  return parsed.value;
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/**
 * A clock in the test's hand. Sleeps of at most `skipUpTo` ms end at once and move the clock on; longer ones wait for
 * `advance`.
 */
export class HandClock implements Clock {
  readonly slept: number[] = [];
  readonly #skipUpTo: number;
  #sleepers: Sleeper[] = [];
  #ms = 1_000_000;

  constructor(skipUpTo = 0) {
    this.#skipUpTo = skipUpTo;
  }

  now() {
    return epochMs(1_800_000_000_000 + this.#ms);
  }

  monotonic() {
    return this.#ms;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    this.slept.push(ms);
    if (ms <= this.#skipUpTo) {
      this.advance(ms);
      return Promise.resolve();
    }
    return new Promise((wake) => {
      this.#sleepers.push({ due: this.#ms + ms, wake });
      signal?.addEventListener('abort', () => wake(), { once: true });
    });
  }

  advance(ms: number) {
    this.#ms += ms;
    const due = this.#sleepers.filter((sleeper) => sleeper.due <= this.#ms);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.due > this.#ms);
    for (const { wake } of due) wake();
  }
}
