import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { createContext, untrack } from 'svelte';
import type { TokenView } from '#contract/tokens.ts';
import { ADA, ADA_DECIMALS } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { unknownToken } from '#domain/token.ts';
import type { SearchText } from '#domain/search-text.ts';
import type { Answer, MainApi, MainOutput } from '../client/main-api.ts';
import { words } from './words.ts';

export type SearchAnswer = MainOutput<'tokens.search'>;

export const ADA_TOKEN: TokenView = {
  id: ADA,
  ticker: 'ADA',
  tickerSource: 'fixed',
  name: 'ADA',
  verified: true,
  decimals: ADA_DECIMALS,
  decimalsSource: 'fixed',
};

/** The tokens known in this window, by full id. */
export class Tokens {
  suggested = $state.raw<readonly TokenView[] | undefined>();
  failure = $state.raw<Failure | undefined>();
  readonly #known = new SvelteMap<string, TokenView>([[ADA, ADA_TOKEN]]);
  readonly #settling = new SvelteSet<string>();
  readonly #asked = new Set<string>();
  readonly #api: MainApi;

  constructor(api: MainApi) {
    this.#api = api;
  }

  async loadSuggested(): Promise<void> {
    const answer = await this.#api.call['tokens.suggested']({});
    if (answer.ok) {
      this.suggested = answer.value.filter((token) => token.id !== ADA);
      this.failure = undefined;
      this.learn(answer.value);
    } else this.failure = answer.failure;
  }

  async search(query: string, verifiedOnly: boolean): Promise<Answer<SearchAnswer>> {
    const answer = await this.#api.call['tokens.search']({ query, verifiedOnly });
    if (answer.ok) this.learn(answer.value.tokens.map(({ token }) => token));
    return answer;
  }

  /** Takes in what main sent; known decimals are not given up for unknown ones. */
  learn(tokens: readonly TokenView[]): void {
    for (const token of tokens) {
      const before = this.#known.get(token.id);
      if (token.decimalsSource === 'unknown' && before !== undefined && before.decimalsSource !== 'unknown')
        continue;
      this.#known.set(token.id, token);
    }
  }

  get(id: string): TokenView | undefined {
    return this.#known.get(id);
  }

  /** True while main is asked for a token whose decimals a list did not give. */
  settling(id: string): boolean {
    return this.#settling.has(id);
  }

  /** Asks main for a token's decimals where they are not known yet: lists come without them. */
  async settle(id: string): Promise<void> {
    const known = this.#known.get(id);
    if ((known !== undefined && known.decimalsSource !== 'unknown') || this.#settling.has(id)) return;
    this.#settling.add(id);
    await this.relearn(id);
    this.#settling.delete(id);
  }

  /** Asks main for a token, whatever is known of it here. */
  async relearn(id: string): Promise<void> {
    const answer = await this.#api.call['tokens.get']({ id });
    if (answer.ok) this.learn([answer.value]);
  }

  /** The token with its decimals, asked for where they are not known. */
  async known(id: string): Promise<TokenView | undefined> {
    await this.settle(id);
    return this.get(id);
  }

  /** The known token; or, while main is asked, a placeholder with its id and no decimals. */
  shape(id: string): TokenView {
    const known = this.#known.get(id);
    if (known !== undefined && known.decimalsSource !== 'unknown') return known;
    if (!this.#asked.has(id)) {
      this.#asked.add(id);
      // Not now: this is called while the page is drawn.
      queueMicrotask(() => void this.settle(id));
    }
    return known ?? unknownToken(id);
  }

  /** Forgets what another profile taught. */
  reset(): void {
    this.#known.clear();
    this.#known.set(ADA, ADA_TOKEN);
    this.#asked.clear();
    this.suggested = undefined;
    this.failure = undefined;
  }
}

export const [useTokens, provideTokens] = createContext<Tokens>();

const DEBOUNCE_MS = 250;

/** A search box over tokens: the typed text, and the last answer to it. */
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

/** How a search text is read, in words, shown while it is typed. */
export function modeText(mode: SearchText['mode']): string {
  return words.searched({ mode });
}
