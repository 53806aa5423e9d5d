import { createContext } from 'svelte';
import type { Answer, MainApi, MainOutput } from '../../client/main-api.ts';
import type { MarketFiguresView, TrendingRowView, WatchListView } from '#contract/markets.ts';
import type { TokenView } from '#contract/tokens.ts';
import type { Failure } from '#domain/failure.ts';
import type { TrendingPeriod } from '#domain/trending.ts';
import { FIRST_LIST } from '#domain/watch-list.ts';
import type { Tokens } from '../../state/tokens.svelte.ts';
import { words } from './words.ts';
import { MIDDLE_COLUMNS, type MiddleColumn } from './market-rows.ts';

/** The first list of all has a translated name until the user renames it. */
function named(list: WatchListView): WatchListView {
  return list.id === FIRST_LIST.id && list.name === FIRST_LIST.name ? { ...list, name: words.watched } : list;
}

/** The tokens by volume of one period, as last received. */
export interface TrendingTable {
  readonly period: TrendingPeriod;
  readonly rows: readonly TrendingRowView[];
  /** When the service reported it. */
  readonly at: number;
}

export type MarketTab = 'watch' | 'trending' | 'recent' | 'all';

const PAGE = { kind: 'markets', of: 'all' } as const;
/** No column was chosen: an empty page would read as one never written. */
const NONE = 'none';
const ATTEND_MS = 150;
const MOST_ATTENDED = 60;
const TRENDING_MS = 30_000;
const AGAIN_MS = 10_000;
/** Main has sent its lists by then, whatever they say. */
const CATCH_UP_MS = 2_000;

/** Watch lists, recent and trending tokens, and the figures of those that are on screen. */
export class MarketLists {
  watchLists = $state.raw<readonly WatchListView[]>([]);
  recent = $state.raw<readonly TokenView[]>([]);
  trending = $state.raw<TrendingTable | undefined>();
  trendingFailure = $state.raw<Failure | undefined>();
  trendingPeriod = $state<TrendingPeriod>('1hour');
  /** Something was watched when main first sent its lists. */
  #watching = $state(false);
  /** The columns between name and price, as far as there is room for them. */
  columns = $state.raw<readonly MiddleColumn[]>(['spark']);
  /** Counts the profiles: the tokens on screen are sent to each. */
  round = $state(0);
  #chosen = $state<string | undefined>();
  /** The list that is shown and that the stars are about. */
  readonly current = $derived(this.watchLists.find(({ id }) => id === this.#chosen) ?? this.watchLists[0]);
  #tab = $state<MarketTab | undefined>();
  /** The list that the panel shows: the watched ones once there are any. */
  readonly tab = $derived(this.#tab ?? (this.#watching ? 'watch' : 'trending'));
  #figures = $state.raw<ReadonlyMap<string, MarketFiguresView>>(new Map());
  readonly #api: MainApi;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attended = '';
  #askedTrending = 0;
  readonly #wanted = new Map<string, readonly string[]>();

  constructor(api: MainApi, tokens: Tokens) {
    this.#api = api;
    api.on.watchLists((value) => {
      this.#watching ||= this.watchLists.length === 0 && value.some((list) => list.tokens.length > 0);
      this.watchLists = value.map(named);
      for (const list of value)
        if (sameTokens(list.tokens, this.#wanted.get(list.id))) this.#wanted.delete(list.id);
      tokens.learn(value.flatMap((list) => list.tokens));
    });
    api.on.recentTokens((value) => {
      this.recent = value;
      tokens.learn(value);
    });
    api.on.marketFigures((value) => (this.#figures = new Map(value.map((one) => [one.id, one]))));
  }

  figures(id: string): MarketFiguresView | undefined {
    return this.#figures.get(id);
  }

  /** Reports to main what is on screen, the most important first; it keeps those figures fresh. */
  attend(visible: boolean, ids: readonly string[]): void {
    const tokens = [...new Set(ids)].slice(0, MOST_ATTENDED);
    const attended = JSON.stringify([this.round, visible, tokens]);
    if (attended === this.#attended) return;
    this.#attended = attended;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#api.call['market.attend']({ visible, tokens }), ATTEND_MS);
  }

  /** Called each second while trending tokens are on screen. */
  async keepTrendingFresh(now: number): Promise<void> {
    const period = this.trendingPeriod;
    const shown = this.trending?.period === period ? this.trending : undefined;
    const wait = shown === undefined ? AGAIN_MS : TRENDING_MS;
    const changed = shown === undefined && this.trending !== undefined && this.trendingFailure === undefined;
    if (!changed && now - this.#askedTrending < wait) return;
    await this.loadTrending(period, now);
  }

  async loadTrending(period: TrendingPeriod, now: number): Promise<void> {
    this.trendingPeriod = period;
    this.#askedTrending = now;
    const { round } = this;
    const answer = await this.#api.call['market.trending']({ period });
    if (round !== this.round || period !== this.trendingPeriod) return;
    if (answer.ok) {
      this.trending = { period, ...answer.value };
      this.trendingFailure = undefined;
    } else this.trendingFailure = answer.failure;
  }

  show(tab: MarketTab): void {
    this.#tab = tab;
  }

  /** Reads which columns were chosen last. */
  async openColumns(): Promise<void> {
    const answer = await this.#api.call['notebook.read'](PAGE);
    if (!answer.ok || answer.value.text === '') return;
    const names = answer.value.text.split(' ');
    this.columns = MIDDLE_COLUMNS.filter((column) => names.includes(column));
  }

  /** Shows a column, or no longer. */
  toggleColumn(column: MiddleColumn): Promise<Answer<unknown>> {
    const shown = this.columns;
    this.columns = MIDDLE_COLUMNS.filter((each) => shown.includes(each) !== (each === column));
    return this.#api.call['notebook.write']({ ...PAGE, text: this.columns.join(' ') || NONE });
  }

  choose(id: string): void {
    this.#chosen = id;
  }

  /** Whether the token is on the list that the stars are about. */
  watched(id: string): boolean {
    return this.current?.tokens.some((token) => token.id === id) ?? false;
  }

  async create(name: string): Promise<Answer<MainOutput<'watchLists.create'>>> {
    const answer = await this.#api.call['watchLists.create']({ name });
    if (answer.ok) this.#chosen = answer.value.id;
    return answer;
  }

  /** Saves all lists where the user wants them. */
  export(): Promise<Answer<MainOutput<'watchLists.export'>>> {
    return this.#api.call['watchLists.export']({});
  }

  /** Adds the lists of a file that the user chooses. */
  import(): Promise<Answer<MainOutput<'watchLists.import'>>> {
    return this.#api.call['watchLists.import']({});
  }

  rename(id: string, name: string): Promise<Answer<unknown>> {
    return this.#api.call['watchLists.rename']({ id, name });
  }

  remove(id: string): Promise<Answer<unknown>> {
    return this.#api.call['watchLists.remove']({ id });
  }

  /** Puts a token on a list, at its end, or takes it off. */
  toggle(list: WatchListView, token: string): Promise<Answer<unknown>> {
    const ids = this.#tokensOf(list);
    return this.#setTokens(list, ids.includes(token) ? ids.filter((id) => id !== token) : [...ids, token]);
  }

  /** Moves a token of a list to another place, counted from 0. */
  move(list: WatchListView, token: string, to: number): Promise<Answer<unknown>> {
    const tokens = this.#tokensOf(list).filter((id) => id !== token);
    tokens.splice(Math.max(0, Math.min(tokens.length, to)), 0, token);
    return this.#setTokens(list, tokens);
  }

  /** As it will be once main has done all that it was asked for: changes come faster than it reports them. */
  #tokensOf(list: WatchListView): string[] {
    const received = this.watchLists.find(({ id }) => id === list.id) ?? list;
    return [...(this.#wanted.get(list.id) ?? received.tokens.map(({ id }) => id))];
  }

  async #setTokens({ id }: WatchListView, tokens: readonly string[]): Promise<Answer<unknown>> {
    this.#wanted.set(id, tokens);
    const answer = await this.#api.call['watchLists.setTokens']({ id, tokens: [...tokens] });
    // Main's lists come a moment after its answer: until they say the same, what was asked for counts.
    if (answer.ok) setTimeout(() => this.#forget(id, tokens), CATCH_UP_MS);
    else this.#forget(id, tokens);
    return answer;
  }

  #forget(id: string, tokens: readonly string[]): void {
    if (this.#wanted.get(id) === tokens) this.#wanted.delete(id);
  }

  /** Moves a list itself one place up or down. */
  moveList(id: string, step: -1 | 1): Promise<Answer<unknown>> {
    const ids = this.watchLists.map((list) => list.id);
    const at = ids.indexOf(id);
    ids.splice(at, 1);
    ids.splice(Math.max(0, at + step), 0, id);
    return this.#api.call['watchLists.order']({ ids });
  }

  /** Forgets what came from another profile; main sends its lists by itself. */
  reset(): void {
    this.round += 1;
    this.trending = undefined;
    this.trendingFailure = undefined;
    this.#chosen = undefined;
    this.#wanted.clear();
    this.#askedTrending = 0;
  }
}

export const [useMarketLists, provideMarketLists] = createContext<MarketLists>();

function sameTokens(tokens: readonly TokenView[], wanted: readonly string[] | undefined): boolean {
  return wanted?.length === tokens.length && tokens.every(({ id }, at) => id === wanted[at]);
}
