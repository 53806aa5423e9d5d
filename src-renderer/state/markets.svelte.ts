import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { MainApi } from '../client/main-api.ts';
import type { MarketView } from '#contract/markets.ts';
import type { TokenView } from '#contract/tokens.ts';
import { ADA } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import type { Tokens } from './tokens.svelte.ts';

/** A market as last reported, with what went wrong since. */
export interface MarketEntry {
  readonly market?: MarketView;
  readonly failure?: Failure;
  readonly loading: boolean;
  /** Epoch ms. */
  readonly askedAt: number;
}

/** A price in ADA and when the service last confirmed it, epoch ms. */
export interface TimedPrice {
  readonly price: number;
  readonly at: number;
}

/** Main keeps the price fresh by itself; pools, pairs and links change slowly. */
const SELECTED_MS = 180_000;
const AGAIN_MS = 30_000;

/** The market in the middle, kept fresh, and those that were looked at before. */
export class Markets {
  selected = $state<string | undefined>();
  /** Quote asset of the chart. */
  quote = $state<string>(ADA);
  readonly #entries = new SvelteMap<string, MarketEntry>();
  readonly #api: MainApi;
  readonly #tokens: Tokens;
  #streamed: (id: string) => TimedPrice | undefined = () => undefined;

  constructor(api: MainApi, tokens: Tokens) {
    this.#api = api;
    this.#tokens = tokens;
  }

  /** The token in the middle. */
  get token(): TokenView | undefined {
    const { selected, current } = this;
    return selected === undefined ? undefined : (current?.market?.token ?? this.#tokens.shape(selected));
  }

  /** Shows a token's market in the middle. */
  show(token: TokenView): void {
    this.#tokens.learn([token]);
    if (token.id === ADA) return;
    if (this.selected !== token.id) this.quote = ADA;
    this.selected = token.id;
    void this.#api.call['market.visited']({ id: token.id });
  }

  /** Makes this stream the source of its token's price in every view. */
  follow(streamed: (id: string) => TimedPrice | undefined): void {
    this.#streamed = streamed;
  }

  /** The last price of a token's open stream; `undefined` where none is open. */
  streamed(id: string): TimedPrice | undefined {
    return this.#streamed(id);
  }

  entry(id: string): MarketEntry | undefined {
    return this.#entries.get(id);
  }

  /** The market in the middle. */
  get current(): MarketEntry | undefined {
    return this.selected === undefined ? undefined : this.entry(this.selected);
  }

  async refresh(id: string): Promise<void> {
    const before = this.#entries.get(id);
    if (before?.loading) return;
    const askedAt = Date.now();
    this.#entries.set(id, { ...(before?.market && { market: before.market }), loading: true, askedAt });
    const answer = await this.#api.call['market.get']({ id });
    if (answer.ok) {
      this.#tokens.learn([answer.value.token]);
      this.#entries.set(id, { market: answer.value, loading: false, askedAt });
    } else
      this.#entries.set(id, {
        ...(before?.market && { market: before.market }),
        failure: answer.failure,
        loading: false,
        askedAt,
      });
  }

  /** Called each second: refreshes the selected market when it is due. */
  keepFresh(now: number): void {
    if (this.selected === undefined) return;
    const entry = this.#entries.get(this.selected);
    const wait = entry?.failure === undefined ? SELECTED_MS : AGAIN_MS;
    if (!entry || (!entry.loading && now - entry.askedAt > wait)) void this.refresh(this.selected);
  }

  reset(): void {
    this.#entries.clear();
    this.selected = undefined;
    this.quote = ADA;
  }
}

export const [useMarkets, provideMarkets] = createContext<Markets>();
