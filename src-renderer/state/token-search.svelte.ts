import { untrack } from 'svelte';
import type { Failure } from '#domain/failure.ts';
import type { SearchAnswer, Tokens } from './tokens.svelte.ts';

const DEBOUNCE_MS = 250;

/** A search box over tokens: what is typed, and the last answer to it. */
export class TokenSearch {
  query = $state('');
  verifiedOnly = $state(false);
  answer = $state.raw<SearchAnswer | undefined>();
  failure = $state.raw<Failure | undefined>();
  searching = $state(false);
  readonly active = $derived(this.query.trim() !== '');
  #asked = 0;

  constructor(tokens: Tokens) {
    $effect(() => {
      const query = this.query.trim();
      const verifiedOnly = this.verifiedOnly;
      this.#asked += 1;
      const mine = this.#asked;
      this.failure = undefined;
      if (query === '') {
        this.answer = undefined;
        this.searching = false;
        return;
      }
      this.searching = true;
      const timer = setTimeout(() => {
        void untrack(() => tokens.search(query, verifiedOnly)).then((answer) => {
          if (mine !== this.#asked) return;
          this.searching = false;
          if (answer.ok) this.answer = answer.value;
          else {
            this.answer = undefined;
            this.failure = answer.failure;
          }
        });
      }, DEBOUNCE_MS);
      return () => clearTimeout(timer);
    });
  }
}
