import type { Clock } from '../ports/system.ts';

/** `idle`: nobody has touched the windows for a while. `hidden`: the page says that nobody can see it. */
export type AttentionState = 'active' | 'idle' | 'hidden';

/** Without a sign of the user for so long, he is taken to be away. */
const IDLE_MS = 5 * 60_000;

/**
 * Whether anybody is looking. The page's word may only lower what is asked for: that somebody acted is said by the
 * shell, so that a page that was taken over cannot keep the app busy.
 */
export class Attention {
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  readonly #listeners = new Set<(state: AttentionState) => void>();
  #visible = true;
  #actedAt: number;
  #state: AttentionState = 'active';
  #away = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#actedAt = clock.monotonic();
    void this.#watch();
  }

  get state(): AttentionState {
    return this.#state;
  }

  /** The page says whether it can be seen. */
  show(visible: boolean): void {
    this.#visible = visible;
    this.#update();
  }

  /** The shell saw a sign of the user. */
  acted(): void {
    this.#actedAt = this.#clock.monotonic();
    if (this.#state === 'idle') this.#away.abort();
    this.#update();
  }

  /** Calls the listener after each change. Returns a function that ends it. */
  onChange(listener: (state: AttentionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#stopped.abort();
    this.#listeners.clear();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const left = this.#actedAt + IDLE_MS - this.#clock.monotonic();
      if (left > 0) await this.#clock.sleep(left, signal);
      else {
        this.#update();
        this.#away = new AbortController();
        await this.#clock.sleep(IDLE_MS, AbortSignal.any([signal, this.#away.signal]));
      }
    }
  }

  #update(): void {
    const away = this.#clock.monotonic() - this.#actedAt >= IDLE_MS;
    const state = this.#visible ? (away ? 'idle' : 'active') : 'hidden';
    if (state === this.#state || this.#stopped.signal.aborted) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}
