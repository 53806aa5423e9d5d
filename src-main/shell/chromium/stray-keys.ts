import type { Act, KeyState, PageInput } from './page-input.ts';

type Keys = Pick<PageInput, 'setKeys'>;

/**
 * Keeps the keys that are meant for a window which asks for a secret from every other page: while it is there, and for a
 * moment after it has gone, when the system gives the focus to another one.
 */
export class StrayKeys {
  readonly #pages = new Set<Keys>();
  #held = false;
  /** The user acted in another window since the keys were held last, and their page may have let go of them. */
  #letGo = false;
  /** The last that the user did in such a window was to press a key. */
  #types = false;

  /** Returns what ends it, when the page is gone. */
  keepFrom(page: Keys): () => void {
    this.#pages.add(page);
    if (this.#held) void page.setKeys('held');
    return () => this.#pages.delete(page);
  }

  /** Such a window comes; resolves when no other page gets what is typed for it. */
  async hold(): Promise<void> {
    this.#held = true;
    this.#letGo = false;
    await this.#tell('held');
  }

  /** The user did something in such a window, or in another one. */
  acted(inside: boolean, act: Act): void {
    if (!inside) this.#letGo = true;
    else {
      this.#types = act === 'typed';
      if (this.#held && this.#letGo) void this.hold();
    }
  }

  /** No such window is left. Whoever closed it by the mouse does not type. Resolves when the other pages know. */
  async settle(): Promise<void> {
    if (!this.#held) return;
    this.#held = false;
    const state = this.#types ? 'quiet' : 'free';
    this.#types = false;
    await this.#tell(state);
  }

  async #tell(state: KeyState): Promise<void> {
    await Promise.all([...this.#pages].map((page) => page.setKeys(state)));
  }
}
