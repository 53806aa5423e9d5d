import { LONGEST_MS } from '../stray-input.ts';
import type { Act, KeyState, PageInput } from './page-input.ts';

type Keys = Pick<PageInput, 'setKeys'>;

/**
 * Keeps the keys that are meant for a window which asks for a secret from every other page: while it is there, and for a
 * moment after it has gone, when the system gives the focus to another one.
 */
export class StrayKeys {
  readonly #pages = new Set<Keys>();
  #state: KeyState = 'free';
  /** When keys became quiet, by the monotonic clock. */
  #quietFrom = Number.NEGATIVE_INFINITY;
  /** The user acted in another window since the keys were held last, and their page may have let go of them. */
  #letGo = false;
  /** The last that the user did in such a window was to press a key. */
  #types = false;

  /** Returns what ends it, when the page is gone. */
  keepFrom(page: Keys): () => void {
    this.#pages.add(page);
    // It may come up while somebody still types what was meant for a window that has just gone.
    if (this.#state === 'quiet' && performance.now() - this.#quietFrom > LONGEST_MS) this.#state = 'free';
    if (this.#state !== 'free') void page.setKeys(this.#state).catch(() => undefined);
    return () => this.#pages.delete(page);
  }

  /** Such a window comes; resolves when no other page gets what is typed for it. @throws if one of them still might */
  async hold(): Promise<void> {
    this.#state = 'held';
    this.#letGo = false;
    await this.#tell('held');
  }

  /** The user did something in such a window, or in another one. */
  acted(inside: boolean, act: Act): void {
    if (!inside) {
      this.#letGo = true;
      if (this.#state === 'quiet' && act === 'pressed') this.#state = 'free';
    } else {
      if (act !== 'continued') this.#types = act === 'typed';
      if (this.#state === 'held' && this.#letGo) void this.hold().catch(() => undefined);
    }
  }

  /** No such window is left. Whoever closed it by the mouse does not type. Resolves when the other pages know. */
  async settle(): Promise<void> {
    if (this.#state !== 'held') return;
    this.#state = this.#types ? 'quiet' : 'free';
    this.#quietFrom = performance.now();
    this.#types = false;
    await this.#tell(this.#state);
  }

  async #tell(state: KeyState): Promise<void> {
    await Promise.all([...this.#pages].map((page) => page.setKeys(state)));
  }
}
