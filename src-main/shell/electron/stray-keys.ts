import type { Input, WebContents } from 'electron';
import { channels } from '../../../src-preload/channels.ts';
import { EDITS, LONGEST_MS, NEXT_KEY_MS, QUIET_MS, SILENT } from '../stray-input.ts';
import { isPress } from './electron-window.ts';

/** A page that is not one of those which ask for secrets. */
interface OtherPage {
  readonly contents: WebContents;
  /** Whether what is typed now is kept from it. */
  kept: boolean;
}

/**
 * Keeps from every other page what is meant for a window that asks for a secret: from the moment when it is asked for until it
 * has gone, and for a moment after that, when the system gives the focus to another one. No page can shorten this. Main drops
 * keys; text that comes without them is kept by the page's preload (`keepStrayText`).
 */
export class StrayKeys {
  readonly #now: () => number;
  readonly #pages = new Set<OtherPage>();
  /** As of `KeyState` of the other shell. */
  #state: 'held' | 'quiet' | 'free' = 'free';
  #from = Number.NEGATIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  #taken = Number.NEGATIVE_INFINITY;

  /** `now`: monotonic milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A window that asks for a secret comes, or the user is back in it. */
  hold(): void {
    this.#state = 'held';
    this.#taken = this.#now();
    this.#tell(true);
  }

  /** The user acted in such a window. A page to which he had turned meanwhile is kept apart again. */
  acted(): void {
    if (this.#state === 'held' && [...this.#pages].some(({ kept }) => !kept)) this.hold();
  }

  /** The last such window has gone. */
  begin(): void {
    this.#state = 'quiet';
    this.#from = this.#now();
    this.#until = this.#from + QUIET_MS;
    this.#tell(true);
    this.#endQuiet();
  }

  /** Keeps it from a page, before anybody else hears of a key. A press of the mouse there ends it: the user is there. */
  keepFrom(contents: WebContents): void {
    const page = { contents, kept: false };
    this.#pages.add(page);
    contents.on('destroyed', () => this.#pages.delete(page));
    // A new document knows nothing.
    contents.on('did-navigate', () => page.kept && this.#say(page));
    if (this.#isKept({ kept: true })) this.#set(page, true);
    contents.on('before-input-event', (event, input) => {
      if (!this.#isKept(page) || this.#passes(page, input)) return;
      event.preventDefault();
      if (input.key === 'Tab') return;
      const now = this.#now();
      this.#taken = now;
      this.#until = Math.max(this.#until, Math.min(now + NEXT_KEY_MS, this.#from + LONGEST_MS));
    });
    contents.on('before-mouse-event', (_event, mouse) => {
      if (isPress(mouse)) this.#turned(page);
    });
  }

  /** Whether a key reaches the page all the same. A user who gives a command there, or goes on by the tabulator, is there. */
  #passes(page: OtherPage, { type, key, control, meta, alt }: Input): boolean {
    if (SILENT.includes(key)) return true;
    if (type !== 'keyDown') return false;
    // Ctrl with Alt types letters on some keyboards.
    const command = (control || meta) && !alt && key.length === 1 && !EDITS.includes(key.toLowerCase());
    if (command) {
      if (this.#state === 'quiet') this.#turned(page);
      return true;
    }
    if (key !== 'Tab' || this.#now() - this.#taken < QUIET_MS) return false;
    this.#turned(page);
    return true;
  }

  #turned(page: OtherPage): void {
    if (this.#state === 'quiet') this.#free();
    else this.#set(page, false);
  }

  #isKept({ kept }: Pick<OtherPage, 'kept'>): boolean {
    if (this.#state === 'quiet' && this.#now() >= this.#until) this.#free();
    return this.#state !== 'free' && kept;
  }

  #endQuiet(): void {
    const again = (): void => {
      if (this.#state !== 'quiet') return;
      if (this.#now() >= this.#until) this.#free();
      else this.#endQuiet();
    };
    setTimeout(again, Math.max(1, this.#until - this.#now())).unref();
  }

  #free(): void {
    this.#state = 'free';
    this.#tell(false);
  }

  #tell(kept: boolean): void {
    for (const page of this.#pages) this.#set(page, kept);
  }

  #set(page: OtherPage, kept: boolean): void {
    if (page.kept === kept) return;
    page.kept = kept;
    this.#say(page);
  }

  #say({ contents, kept }: OtherPage): void {
    if (!contents.isDestroyed()) contents.send(channels.keepText, kept);
  }
}
