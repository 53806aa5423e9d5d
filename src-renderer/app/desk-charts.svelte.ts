import { createContext, untrack } from 'svelte';
import { ADA } from '#domain/asset.ts';
import { DESK_SLOTS } from '#domain/chart-slots.ts';
import type { TokenView } from '#contract/tokens.ts';
import { drawingsOver } from '../features/charts/chart-memory.ts';
import type { TimedPrice } from '../state/markets.svelte.ts';
import {
  type Arrangement,
  arrangementOf,
  type ChartLayout,
  type Link,
  linkedWith,
  sameShown,
  seenPlaces,
  type ShownPair,
  standardArrangement,
  withActive,
  withCouples,
  withLayout,
  withLink,
  withoutPairs,
  withShown,
} from './arrangement.ts';
import { ChartWindows, type AskedByChart } from './chart-windows.svelte.ts';
import { readPage, writePage } from './notebook-pages.ts';
import { words } from './words/desk.ts';
import { DeskChart } from './desk-chart.svelte.ts';
import type { Desk } from './desk.svelte.ts';

/** A pull of a line, or its drop, belongs to the same drag as a pull so many milliseconds earlier. */
const SAME_DRAG_MS = 2_000;
const PAGE = { kind: 'chart', of: 'desk' } as const;

/**
 * The charts of the desk, four at most. One is active: it shows the market in the middle, and the ticket follows it.
 * Made while the top component is set up.
 */
export class DeskCharts {
  arrangement = $state.raw<Arrangement>(standardArrangement);
  readonly charts: readonly DeskChart[];
  readonly seen = $derived(seenPlaces(this.arrangement));
  /** Charts whose candles this page watches: only the active one in full screen, and none that is in its own window. */
  readonly watched = $derived.by(() =>
    (this.#desk.panels.chartFull ? [this.arrangement.active] : this.seen).filter(
      (at) => !this.isElsewhere(at),
    ),
  );
  readonly #desk: Desk;
  readonly #windows: ChartWindows;
  /** Undefined until what was kept is read: nothing is written before. */
  #profile: string | undefined;
  #pointing = false;
  /** When a pull last failed because something is open here: epoch ms. */
  #heldBackAt = Number.NEGATIVE_INFINITY;

  constructor(desk: Desk) {
    this.#desk = desk;
    const drawings = drawingsOver(desk.api.call, (failure) => desk.layers.complain(failure));
    this.#windows = new ChartWindows(desk.api, {
      asked: (asked) => this.#doAsked(asked),
      settings: (slot) => void this.charts[DESK_SLOTS.indexOf(slot)]?.kept.settingsChanged(),
      drawings: () => void drawings.refresh(),
    });
    this.charts = DESK_SLOTS.map(
      (slot, at) =>
        new DeskChart(desk, {
          slot,
          drawings,
          elsewhere: () => this.isElsewhere(at),
          active: () => this.arrangement.active === at,
          shown: () => this.arrangement.places[at]?.shown,
          compares: () => this.#stopComparing(at),
        }),
    );
    for (const [at, { model }] of this.charts.entries()) model.onPoint = (time) => this.#pointed(at, time);
    desk.markets.follow((id) => this.#streamed(id));
    this.#followMarket();
    this.#keep();
    $effect(() => {
      const { watched } = this;
      for (const [at, { model }] of this.charts.entries())
        untrack(() => model.setHidden(!watched.includes(at)));
    });
  }

  /** The chart that the ticket and the keys follow. */
  get active(): DeskChart {
    return this.charts[this.arrangement.active] ?? (this.charts[0] as DeskChart);
  }

  /** Whether a chart is in a separate window. */
  isElsewhere(at: number): boolean {
    return this.#windows.slots.some((slot) => slot === DESK_SLOTS[at]);
  }

  /** Moves a chart to a separate window, or brings that window to the front. */
  moveOut(at: number): void {
    const slot = DESK_SLOTS[at];
    const { api, layers } = this.#desk;
    if (slot !== undefined) void layers.report(api.call['chartWindow.open']({ slot }));
  }

  /** Takes a chart back from its window. */
  bringBack(at: number): void {
    const slot = DESK_SLOTS[at];
    const { api, layers } = this.#desk;
    if (slot !== undefined) void layers.report(api.call['chartWindow.bringBack']({ slot }));
  }

  /** Arranges the charts in another way, with other pairs. One that has none keeps what it shows. */
  arrange(arrangement: Arrangement): void {
    const before = this.arrangement.places;
    const places = arrangement.places.map((place, at) => {
      const shown = place.shown ?? before[at]?.shown;
      return { ...place, ...(shown && { shown }) };
    });
    this.arrangement = { ...arrangement, places };
    this.#showActive();
  }

  setLayout(layout: ChartLayout): void {
    this.arrangement = withLayout(this.arrangement, layout);
  }

  /** The user turns to a chart: its market is the one in the middle from now on. */
  activate(at: number): void {
    if (at === this.arrangement.active) return;
    this.arrangement = withActive(this.arrangement, at);
    this.#showActive();
  }

  setLink(at: number, link: Link | undefined): void {
    this.#change(withLink(this.arrangement, at, link));
  }

  setCouples(change: Partial<Arrangement['couples']>): void {
    this.#change(withCouples(this.arrangement, change));
  }

  setShares(change: Partial<Pick<Arrangement, 'across' | 'down'>>): void {
    this.arrangement = { ...this.arrangement, ...change };
  }

  /** Does what a chart's own window asks for, as if the user had done it here. */
  #doAsked({ slot, pair, what }: AskedByChart): void {
    const at = DESK_SLOTS.indexOf(slot);
    const chart = this.charts[at];
    const shown = this.arrangement.places[at]?.shown;
    // The chart has moved on to another pair.
    if (chart === undefined || shown?.token !== pair.base || shown.quote !== pair.quote) return;
    const { layers, limitTicket } = this.#desk;
    // A chart on the desk could not be reached either, behind a sheet or the approval window.
    if ((layers.open !== undefined || layers.withApproval) && what.kind !== 'alert') {
      if (what.kind === 'drop') chart.dropLine(what.line, false);
      if (what.kind !== 'activate') this.#sayCloseFirst(what.kind);
      return;
    }
    switch (what.kind) {
      case 'activate':
        return this.activate(at);
      case 'ticket':
        this.activate(at);
        return void limitTicket.takePrice(pair.base, what.price, what.side);
      case 'alert':
        return chart.addAlert(pair.base, what.price);
      case 'pull':
        return chart.pullLine(what.line, what.price);
      case 'drop':
        chart.pullLine(what.line, what.price);
        return chart.dropLine(what.line, what.taken);
      case 'close':
        return chart.closeLine(what.line);
      case 'pick':
        return this.#pickToken(at);
    }
  }

  /** Says so once per drag, although a drag asks ten times a second. */
  #sayCloseFirst(kind: AskedByChart['what']['kind']): void {
    const now = Date.now();
    const goesOn = (kind === 'pull' || kind === 'drop') && now - this.#heldBackAt < SAME_DRAG_MS;
    this.#heldBackAt = kind === 'pull' ? now : Number.NEGATIVE_INFINITY;
    if (!goesOn) this.#desk.layers.say(words.closeFirst);
  }

  #pickToken(at: number): void {
    this.#desk.layers.show({
      kind: 'pick-token',
      title: words.tokenOfChart,
      without: ADA,
      onpick: (token: TokenView) => {
        this.#desk.tokens.learn([token]);
        this.#change(withShown(this.arrangement, at, { token: token.id, quote: ADA }));
      },
    });
  }

  #change(arrangement: Arrangement): void {
    this.arrangement = arrangement;
    this.#showActive();
  }

  /** The market in the middle, and the ticket, become those of the active chart. */
  #showActive(): void {
    const { entry, markets, tokens } = this.#desk;
    const shown = this.arrangement.places[this.arrangement.active]?.shown;
    if (shown === undefined || sameShown(shown, this.#market())) return;
    entry.selectToken(tokens.shape(shown.token));
    markets.quote = shown.quote;
    if (shown.quote !== ADA) void entry.showPair(tokens.shape(shown.token), shown.quote);
  }

  #market(): ShownPair | undefined {
    const { selected, quote } = this.#desk.markets;
    return selected === undefined ? undefined : { token: selected, quote };
  }

  #followMarket(): void {
    let before: ShownPair | undefined;
    $effect(() => {
      const market = this.#market();
      untrack(() => {
        const { arrangement } = this;
        if (market !== undefined)
          this.arrangement = withLayout(
            withShown(arrangement, arrangement.active, market),
            arrangement.layout,
          );
        else if (before !== undefined) this.arrangement = withoutPairs(arrangement);
        before = market;
      });
    });
  }

  /** Reads what was kept once the profile is known, and writes every change afterwards. */
  #keep(): void {
    const { api, profile } = this.#desk;
    $effect(() => {
      const open = profile.world;
      if (open === undefined || this.#profile !== undefined) return;
      this.#profile = open;
      void readPage(api, PAGE).then((stored) => {
        const known = arrangementOf(stored);
        const own = typeof stored === 'object' && stored !== null && Reflect.get(stored, 'profile') === open;
        const market = this.#market();
        const next = own ? known : withoutPairs(known);
        this.arrangement =
          market === undefined ? next : withLayout(withShown(next, next.active, market), next.layout);
        this.#read = true;
      });
    });
    $effect(() => {
      const { arrangement } = this;
      const open = profile.world;
      if (this.#read) writePage(api, PAGE, { profile: open, ...arrangement });
    });
  }

  #read = $state(false);

  /** There is one comparison at a time: its candles are a stream of their own. */
  #stopComparing(at: number): void {
    for (const [other, { model }] of this.charts.entries())
      if (other !== at && model.comparison !== undefined) model.compare(undefined);
  }

  /** Linked charts show the crosshair at the same time (Unix seconds). */
  #pointed(at: number, time: number | undefined): void {
    if (this.#pointing || !this.arrangement.couples.crosshair) return;
    this.#pointing = true;
    for (const other of linkedWith(this.arrangement, at))
      if (this.seen.includes(other)) this.charts[other]?.model.follow(time);
    this.#pointing = false;
  }

  /** A token's last price on one of the charts, here or in its own window. */
  #streamed(id: string): TimedPrice | undefined {
    let newest: TimedPrice | undefined;
    for (const [at, chart] of this.charts.entries()) {
      if (!this.watched.includes(at) && !this.isElsewhere(at)) continue;
      const price = chart.streamed(id);
      if (price !== undefined && price.at > (newest?.at ?? 0)) newest = price;
    }
    return newest;
  }
}

export const [useDeskCharts, provideDeskCharts] = createContext<DeskCharts>();
