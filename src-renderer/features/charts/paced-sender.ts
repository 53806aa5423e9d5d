/** Milliseconds between two messages: a drag changes the content with every frame. */
const PAUSE_MS = 100;

/**
 * Sends what changes often, one message at a time: the first at once, since a window may be closed at any moment, and
 * what changes meanwhile together, after a pause.
 */
export class PacedSender {
  readonly #send: () => Promise<unknown> | undefined;
  #sending = false;

  /** `send`: sends all that there is, and answers `undefined` where there is nothing. */
  constructor(send: () => Promise<unknown> | undefined) {
    this.#send = send;
  }

  /** There is something to send. Rejects as `send` does; the next call starts again. */
  async wake(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (let sent = this.#send(); sent !== undefined; sent = this.#send()) {
        await sent;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    } finally {
      this.#sending = false;
    }
  }
}
