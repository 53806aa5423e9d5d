import { SvelteMap } from 'svelte/reactivity';
import type { MainApi } from '../client/main-api.ts';
import type { MarketView } from '../../src-preload/contract/views.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';

/** A market as last told, with what went wrong since. */
export interface MarketEntry {
  readonly market?: MarketView;
  readonly failure?: Failure;
  readonly loading: boolean;
}

const SELECTED_MS = 20_000;
const LISTED_MS = 120_000;
const SIDE_BY_SIDE = 3;

/**
 * Markets of the tokens on screen. The selected one is kept fresh; those of the list are asked few at a time and
 * seldom, so that a service with a limit is not bothered.
 */
export class Markets {
  selected = $state<string | undefined>();
  readonly #entries = new SvelteMap<string, MarketEntry>();
  readonly #queue: string[] = [];
  #workers = 0;
  readonly #api: MainApi;

  readonly #onmet: (token: MarketView['token']) => void;

  constructor(api: MainApi, onmet: (token: MarketView['token']) => void) {
    this.#api = api;
    this.#onmet = onmet;
  }

  entry(id: string): MarketEntry | undefined {
    return this.#entries.get(id);
  }

  price(id: string): number | undefined {
    return this.#entries.get(id)?.market?.priceAda;
  }

  /** Asks now, before any of the list. */
  async refresh(id: string): Promise<void> {
    const before = this.#entries.get(id);
    if (before?.loading) return;
    this.#entries.set(id, { ...(before?.market && { market: before.market }), loading: true });
    const answer = await this.#api.call['market.get']({ id });
    if (answer.ok) {
      this.#onmet(answer.value.token);
      this.#entries.set(id, { market: answer.value, loading: false });
    } else
      this.#entries.set(id, {
        ...(before?.market && { market: before.market }),
        failure: answer.failure,
        loading: false,
      });
  }

  /** Called each second: refreshes the selected market when it is due. */
  keepFresh(now: number): void {
    if (this.selected === undefined) return;
    const entry = this.#entries.get(this.selected);
    const due =
      entry?.market === undefined ? entry?.failure === undefined : now - entry.market.at > SELECTED_MS;
    if (due) void this.refresh(this.selected);
  }

  /** Puts tokens of the list in line for a price, those that have none or an old one. */
  want(ids: readonly string[], now: number): void {
    for (const id of ids) {
      const entry = this.#entries.get(id);
      const old = entry === undefined || (entry.market !== undefined && now - entry.market.at > LISTED_MS);
      if (old && !this.#queue.includes(id)) this.#queue.push(id);
    }
    while (this.#workers < Math.min(SIDE_BY_SIDE, this.#queue.length)) void this.#work();
  }

  reset(): void {
    this.#entries.clear();
    this.#queue.length = 0;
    this.selected = undefined;
  }

  async #work(): Promise<void> {
    this.#workers += 1;
    try {
      for (let id = this.#queue.shift(); id !== undefined; id = this.#queue.shift()) await this.refresh(id);
    } finally {
      this.#workers -= 1;
    }
  }
}
