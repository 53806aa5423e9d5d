import type { Clock } from '../ports/clock.ts';

const CLOSING_MS = 3_000;

/**
 * Tells a window that we closed from one that the user closed: shells report both, and later than it happened. The
 * report of ours must not end the task of the next window.
 */
export class ExpectedClosing {
  readonly #clock: Clock;
  #closing: { readonly done: Promise<void>; readonly finish: () => void } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** We are about to close the window. */
  expect(): void {
    const stop = new AbortController();
    const closing = {
      done: this.#clock.sleep(CLOSING_MS, stop.signal).then(() => {
        if (this.#closing === closing) this.#closing = undefined;
      }),
      finish: () => stop.abort(),
    };
    this.#closing = closing;
  }

  /** Resolves when a window that we closed has gone, or was given up waiting for. */
  async over(): Promise<void> {
    await this.#closing?.done;
  }

  /** The shell tells that a window is gone: true when it is the one that we closed. */
  reported(): boolean {
    this.#closing?.finish();
    return this.#closing !== undefined;
  }
}
