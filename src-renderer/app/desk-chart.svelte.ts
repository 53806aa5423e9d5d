import { untrack } from 'svelte';
import type { TokenView } from '#contract/tokens.ts';
import { ADA } from '#domain/asset.ts';
import { settingsPageOf, type DeskSlot } from '#domain/chart-slots.ts';
import { alertLines, alertOfLine } from '../features/alerts/alert-words.ts';
import { deskCandles, type ChartPair } from '../features/charts/chart-feed.ts';
import { KeptChart } from '../features/charts/chart-memory.ts';
import { ChartModel, type PriceAction } from '../features/charts/chart-model.svelte.ts';
import { savePicture } from '../features/charts/chart-picture.ts';
import { movedLines, type MovedLine } from '../features/charts/moved-line.ts';
import { priceActions } from '../features/charts/price-actions.ts';
import { MainFeed } from '../features/charts/main-feed.svelte.ts';
import type { SharedDrawings } from '../features/charts/shared-drawings.ts';
import { keyOf } from '../features/charts/chart-settings.ts';
import { tokenLabel } from '../format/amount.ts';
import { localFigure } from '../format/figures.ts';
import type { ShownPair } from './arrangement.ts';
import type { Desk } from './desk.svelte.ts';
import {
  COST_LINE,
  costLines,
  draftLines,
  ordersOfLine,
  ownFills,
  ownOrderLines,
  planMarks,
  pullDraft,
} from './chart-overlays.ts';
import { lastPriceOf, newestCandle, type NewestCandle, shownThere } from './chart-elsewhere.ts';
import { readPage, writePage } from './notebook-pages.ts';
import type { TimedPrice } from '../state/markets.svelte.ts';
import { words } from './words/desk.ts';

/** The things that a chart shares with the desk's other charts. */
export interface DeskPlace {
  readonly slot: DeskSlot;
  readonly drawings: SharedDrawings;
  readonly shown: () => ShownPair | undefined;
  /** Whether it is in a separate window. */
  readonly elsewhere: () => boolean;
  /** Whether the ticket follows it. */
  readonly active: () => boolean;
  /** It begins to compare, which one chart at a time does. */
  readonly compares: () => void;
}

/** One of the charts on the desk, with what is the user's own on it. Made while the top component is set up. */
export class DeskChart {
  readonly model: ChartModel;
  /** Keeps the settings and drawings of this chart. */
  readonly kept: KeptChart;
  readonly #desk: Desk;
  readonly #compares: () => void;
  readonly #elsewhere: () => boolean;
  readonly #slot: DeskSlot;
  /** The order that is being dragged, and to where. */
  #moved = $state.raw<MovedLine | undefined>();
  /** The last price of the chart while it is in a separate window. */
  #there = $state.raw<{ readonly pair: ChartPair; readonly price: TimedPrice } | undefined>();
  /** Whether main refused what the chart's own window was last to show. */
  #refused = false;

  constructor(desk: Desk, { slot, drawings, shown, elsewhere, active, compares }: DeskPlace) {
    this.#desk = desk;
    this.#compares = compares;
    this.#elsewhere = elsewhere;
    this.#slot = slot;
    const colours = {
      get: () => desk.preferences.priceColours,
      set: (priceColours: 'green-red' | 'blue-orange') => {
        void desk.layers.report(desk.preferences.set({ priceColours }));
      },
    };
    const page = { kind: 'chart', of: settingsPageOf(slot) } as const;
    const settings = {
      read: () => readPage(desk.api, page),
      write: (settings: unknown) => writePage(desk.api, page, settings),
    };
    const candles = deskCandles(desk.api);
    this.kept = new KeptChart(settings, colours, drawings);
    this.model = new ChartModel(new MainFeed(candles, () => desk.profile.ready), this.kept, slot);
    const pair = $derived.by((): ChartPair | undefined => {
      const wanted = shown();
      return wanted === undefined ? undefined : this.#pair(wanted.token, wanted.quote);
    });
    $effect(() => {
      const wanted = pair;
      if (wanted === undefined) return;
      untrack(() => {
        const { pair: before } = this.model;
        const same = before?.base === wanted.base && before.quote === wanted.quote;
        if (!same || before.label !== wanted.label) this.model.show(wanted);
      });
    });
    const shapeOf = (id: string): TokenView => desk.tokens.shape(id);
    // Each in itself: a price that is being pulled goes through no list of orders.
    const marks = $derived(pair === undefined ? [] : ownFills(desk.trades.list ?? [], pair, shapeOf));
    const own = $derived(pair === undefined ? [] : ownOrderLines(desk.orders.rows ?? [], pair, shapeOf));
    const drafts = $derived(pair === undefined ? [] : draftLines(desk, pair));
    const alerts = $derived(pair?.quote !== ADA ? [] : alertLines(desk.alerts.list, pair));
    const cost = $derived(
      pair === undefined || !this.model.settings.cost
        ? []
        : costLines(desk.trades.positions.get(pair.base), pair, shapeOf, desk.layers.amountsHidden),
    );
    const planned = $derived(
      pair === undefined ? [] : planMarks(desk.plans.rows ?? [], pair, (id) => desk.plans.executedOf(id)),
    );
    $effect(() => {
      const rows = desk.plans.rows;
      const base = pair?.base;
      if (rows !== undefined && base !== undefined) untrack(() => desk.plans.follow(base));
    });
    $effect(() => {
      const overlays = {
        lines: [...own, ...alerts, ...cost, ...drafts, ...movedLines(own, this.#moved)],
        marks: [...marks, ...planned],
      };
      untrack(() => this.model.setOverlays(overlays));
      if (!elsewhere()) return;
      const there = shownThere(pair, active(), overlays);
      untrack(() => void this.#showThere(there));
    });
    // A line must not be dragged if its pair is no longer shown, or if the chart has moved to another window.
    const isElsewhere = $derived(elsewhere());
    const shownPair = $derived(pair && keyOf(pair));
    $effect(() => {
      void isElsewhere;
      void shownPair;
      this.#moved = undefined;
    });
    $effect(() => {
      const moved = this.#moved;
      if (moved !== undefined && !own.some(({ id }) => id === moved.id)) this.#moved = undefined;
    });
    $effect(() => {
      const there = elsewhere() ? pair : undefined;
      this.#there = undefined;
      let newest: NewestCandle | undefined;
      if (there !== undefined)
        return candles.follow(slot, (view) => {
          newest = newestCandle(newest, view, there);
          const price = lastPriceOf(view, newest);
          this.#there = price && { pair: there, price };
        });
    });
    $effect(() => {
      const wanted = desk.preferences.priceColours;
      untrack(() => this.model.wear(wanted));
    });
  }

  /** The entries of a price's menu. */
  get priceActions(): readonly PriceAction[] {
    const { limitTicket } = this.#desk;
    return priceActions(this.model.pair, {
      trade: ({ base }, price, side) => void limitTicket.takePrice(base, price, side),
      alert: ({ base }, price) => this.addAlert(base, price),
    });
  }

  /** Adds an alert at a price of the token: ADA for one whole token, in plain digits. */
  addAlert(token: string, price: string): void {
    const { alerts, layers } = this.#desk;
    const adding = alerts.add(token, { kind: 'price', price });
    void layers.report(adding, words.alertAdded({ price: localFigure(price) }));
  }

  /**
   * A line of the chart is pulled: an alert moves there, and prices that are being entered take it over; an order stays
   * where it is, and a line beside it shows where it would go.
   */
  pullLine(id: string, price: string): void {
    const alert = alertOfLine(id);
    if (alert !== undefined) this.#desk.alerts.drag(alert, price);
    else if (!pullDraft(this.#desk, id, price)) this.#moved = { id, price };
  }

  /** An order that was dragged is let go: its move is asked about where it was `taken` to a price. */
  dropLine(id: string, taken: boolean): void {
    const moved = this.#moved;
    const { pair } = this.model;
    this.#moved = undefined;
    if (!taken || moved?.id !== id || pair === undefined) return;
    const { layers, orders } = this.#desk;
    const [orderId] = ordersOfLine(orders.rows ?? [], pair, id);
    if (orderId !== undefined) layers.show({ kind: 'move-order', orderId, price: moved.price });
  }

  /**
   * The cross of an alert deletes it, that of the average cost hides it; that of orders opens the same cancellation as the
   * order list.
   */
  closeLine(id: string): void {
    if (id === COST_LINE) {
      this.model.set({ cost: false });
      this.#desk.layers.say(words.costHidden);
      return;
    }
    const { alerts, layers, orders, orderTable } = this.#desk;
    const alert = alertOfLine(id);
    if (alert !== undefined) {
      void layers.report(alerts.remove(alert), words.alertDeleted);
      return;
    }
    const { pair } = this.model;
    if (pair === undefined) return;
    const behind = new Set(ordersOfLine(orders.rows ?? [], pair, id));
    const { ids } = orderTable.toCancel((row) => behind.has(row.id));
    if (ids.length > 0) layers.show({ kind: 'cancel-orders', orderIds: ids });
  }

  /** Has main save a picture of the chart; answers what to say about it. */
  savePicture(picture: Blob, name: string): Promise<string> {
    return savePicture(this.#desk.api.call['chart.savePicture'], picture, name);
  }

  /** Lets the user pick a token whose price is drawn together with the one that is shown. */
  pickComparison(): void {
    const { model } = this;
    this.#desk.layers.show({
      kind: 'pick-token',
      title: words.compareWith,
      ...(model.pair && { without: model.pair.base }),
      onpick: (token: TokenView) => {
        this.#desk.tokens.learn([token]);
        if (token.id === ADA) return;
        this.#compares();
        model.compare(this.#pair(token.id, ADA));
      },
    });
  }

  /** A token's last price on the chart; `undefined` if the stream has stopped or its direction is unconfirmed. */
  streamed(id: string): TimedPrice | undefined {
    if (this.#elsewhere()) {
      const there = this.#there;
      return there?.pair.base === id && there.pair.quote === ADA ? there.price : undefined;
    }
    const { pair, last, feedState, lastMessageAt, orientationChecked } = this.model;
    if (pair?.base !== id || pair.quote !== ADA) return undefined;
    const orientation = orientationChecked ? 'checked' : 'assumed';
    return lastPriceOf({ state: feedState, orientation, lastMessageAt }, last);
  }

  /**
   * Has main show this in the chart's own window. A refusal is reported once: the content changes with every price.
   */
  async #showThere(shown: ReturnType<typeof shownThere>): Promise<void> {
    const { api, layers } = this.#desk;
    const answer = await api.call['chartWindow.show']({ slot: this.#slot, shown });
    if (!answer.ok && !this.#refused) layers.complain(answer.failure);
    this.#refused = !answer.ok;
  }

  #pair(base: string, quote: string): ChartPair {
    const { tokens } = this.#desk;
    const label = `${tokenLabel(tokens.shape(base))}/${tokenLabel(tokens.shape(quote))}`;
    return { base, quote, label };
  }
}
