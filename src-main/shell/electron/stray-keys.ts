import type { WebContents } from 'electron';
import { isPress } from './electron-window.ts';

/** For so long after a window that asked for a secret has gone, keys reach no other page. */
const QUIET_MS = 1_000;
/** A user who keeps typing is still typing the same text: each dropped key extends the quiet by at least this long. */
const NEXT_KEY_MS = 500;
/** Nobody types one password for longer. */
const LONGEST_MS = 15_000;

/**
 * Drops the keys that were meant for a window which asked for a secret and has just gone: the system gives the focus to
 * another one, whose page may be hostile and cannot shorten this.
 */
export class StrayKeys {
  readonly #now: () => number;
  #from = Number.NEGATIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  /** `now`: monotonic milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A window that asked for a secret has gone. */
  begin(): void {
    this.#from = this.#now();
    this.#until = this.#from + QUIET_MS;
  }

  /** Keeps them from a page, before anybody else hears of them. A press of the mouse there ends it: the user is there. */
  keepFrom(contents: WebContents): void {
    contents.on('before-input-event', (event) => {
      const now = this.#now();
      if (now >= this.#until) return;
      event.preventDefault();
      this.#until = Math.max(this.#until, Math.min(now + NEXT_KEY_MS, this.#from + LONGEST_MS));
    });
    contents.on('before-mouse-event', (_event, mouse) => {
      if (isPress(mouse)) this.#until = Number.NEGATIVE_INFINITY;
    });
  }
}
