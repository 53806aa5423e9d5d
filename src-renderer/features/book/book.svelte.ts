import { createContext } from 'svelte';
import type { BookView } from '#contract/book.ts';
import type { MainApi } from '../../client/main-api.ts';
import type { Failure } from '#domain/failure.ts';

const STANDARD_TICK = 2;
const STANDARD_RANGE = 0.1;

/** The order book of the token in the middle, live while something shows it. */
export class Book {
  #received = $state.raw<BookView | undefined>();
  #token = $state<string | undefined>();
  /** Why main could not be asked for it. */
  #refused = $state.raw<Failure | undefined>();
  /** The book as last received; absent until main sends that of this token. */
  readonly view = $derived(
    this.#token !== undefined && this.#received?.token === this.#token ? this.#received : undefined,
  );
  readonly failure = $derived((this.view?.failure as Failure | undefined) ?? this.#refused);
  /** Which of the ticks that suit the price the lines have, from the finest; −1: every price by itself. */
  tick = $state(STANDARD_TICK);
  /** Fraction of the middle that the plot shows on each side. */
  range = $state(STANDARD_RANGE);
  readonly #api: MainApi;
  #viewers = 0;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.book((value) => (this.#received = value));
  }

  /** Makes the book of a token live until what is answered is called by all who asked for it. */
  watch(token: string): () => void {
    this.#viewers += 1;
    if (token !== this.#token || this.#viewers === 1) {
      this.#token = token;
      void this.#ask(token);
    }
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#viewers -= 1;
      // The viewer may only be moving to another place on the page, and return within the same turn.
      queueMicrotask(() => {
        if (this.#viewers === 0) void this.#api.call['book.unwatch']({});
      });
    };
  }

  async again(): Promise<void> {
    if (this.#token !== undefined) await this.#ask(this.#token);
  }

  async #ask(token: string): Promise<void> {
    this.#refused = undefined;
    const answer = await this.#api.call['book.watch']({ token });
    if (!answer.ok && token === this.#token) this.#refused = answer.failure;
  }
}

export const [useBook, provideBook] = createContext<Book>();
