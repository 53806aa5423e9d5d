import ArrowDownToLine from '@lucide/svelte/icons/arrow-down-to-line';
import ArrowUpFromLine from '@lucide/svelte/icons/arrow-up-from-line';
import Bell from '@lucide/svelte/icons/bell';
import { untrack } from 'svelte';
import type { TokenView } from '#contract/views.ts';
import { ADA } from '#domain/asset.ts';
import type { ChartSlot } from '#domain/chart-slots.ts';
import type { ChartPeriod } from '#domain/candle.ts';
import { alertLines, alertOfLine } from '../features/alerts/alert-words.ts';
import type { ChartFeed, ChartPair, FeedMessage } from '../features/chart/chart-feed.ts';
import { ChartModel, type PriceAction } from '../features/chart/chart-model.svelte.ts';
import { pictureText } from '../features/chart/chart-picture.ts';
import { tokenLabel } from '../format/amount.ts';
import { localFigure } from '../format/figures.ts';
import { failureWords } from '../format/words.ts';
import type { ShownPair } from './arrangement.ts';
import type { Desk } from './desk.svelte.ts';
import { ChartNotebook } from './chart-notebook.ts';
import {
  COST_LINE,
  costLines,
  draftLines,
  movedLines,
  ordersOfLine,
  ownFills,
  ownOrderLines,
  planMarks,
  pullDraft,
  type MovedLine,
} from './chart-overlays.ts';
import { noCandles } from '../chart/candle-store.ts';
import type { MainApi } from '../client/main-api.ts';
import { MainFeed, topicOf } from '../features/chart/chart-feed.ts';
import type { TimedPrice } from '../state/markets.svelte.ts';
import type { Profile } from '../state/profile.svelte.ts';
import { words } from './words/desk.ts';

/** What a chart gets from the desk's other charts. */
export interface DeskPlace {
  readonly slot: ChartSlot;
  readonly shown: () => ShownPair | undefined;
  /** It begins to compare, which one chart at a time does. */
  readonly compares: () => void;
}

/** One of the charts on the desk, with what is the user's own on it. Made while the top component is set up. */
export class DeskChart {
  readonly model: ChartModel;
  readonly #desk: Desk;
  readonly #compares: () => void;
  /** The order that is being dragged, and to where. */
  #moved = $state.raw<MovedLine | undefined>();

  constructor(desk: Desk, { slot, shown, compares }: DeskPlace) {
    this.#desk = desk;
    this.#compares = compares;
    const colours = {
      get: () => desk.preferences.priceColours,
      set: (priceColours: 'green-red' | 'blue-orange') => {
        void desk.layers.report(desk.preferences.set({ priceColours }));
      },
    };
    this.model = new ChartModel(
      new DeskChartFeed(desk.api, desk.profile),
      new ChartNotebook(desk.api, colours, slot),
      slot,
    );
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
    });
    $effect(() => {
      const wanted = desk.preferences.priceColours;
      untrack(() => {
        if (this.model.settings.colours !== wanted) this.model.set({ colours: wanted });
      });
    });
  }

  /** What the menu of a price offers: limit orders and alerts are counted in ADA. */
  get priceActions(): readonly PriceAction[] {
    const { pair } = this.model;
    if (pair?.quote !== ADA) return [];
    const { alerts, layers, limitTicket } = this.#desk;
    return [
      {
        text: words.buyAtPrice,
        icon: ArrowDownToLine,
        run: (price) => void limitTicket.takePrice(pair.base, price, 'buy'),
      },
      {
        text: words.sellAtPrice,
        icon: ArrowUpFromLine,
        run: (price) => void limitTicket.takePrice(pair.base, price, 'sell'),
      },
      {
        text: words.alertAtPrice,
        icon: Bell,
        run: (price) =>
          void layers.report(
            alerts.add(pair.base, { kind: 'price', price }),
            words.alertAdded({ price: localFigure(price) }),
          ),
      },
    ];
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

  /** Saves a picture of the chart by main; answers what to say of it. */
  async savePicture(picture: Blob, name: string): Promise<string> {
    const text = await pictureText(picture);
    const answer = await this.#desk.api.call['chart.savePicture']({ name, picture: text });
    if (!answer.ok) return failureWords(answer.failure).what;
    return answer.value.saved ? words.savedAs({ path: answer.value.path ?? name }) : words.notSaved;
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
    const { pair, last, feedState, lastMessageAt, orientationChecked } = this.model;
    if (pair?.base !== id || pair.quote !== ADA || !orientationChecked) return undefined;
    if (feedState !== 'live' && feedState !== 'late') return undefined;
    if (last === undefined || lastMessageAt === undefined || last.close <= 0) return undefined;
    return { price: last.close, at: lastMessageAt };
  }

  #pair(base: string, quote: string): ChartPair {
    const { tokens } = this.#desk;
    const label = `${tokenLabel(tokens.shape(base))}/${tokenLabel(tokens.shape(quote))}`;
    return { base, quote, label };
  }
}

/**
 * The feed of the desk's chart. When main lets a chart go (another profile, a service that is started again), what is
 * drawn is marked as stopped, and watched again as soon as there is a service.
 */
class DeskChartFeed implements ChartFeed {
  readonly #api: MainApi;
  readonly #profile: Profile;
  readonly #feed: MainFeed;
  readonly history: MainFeed['history'];
  readonly leave: MainFeed['leave'];

  constructor(api: MainApi, profile: Profile) {
    this.#api = api;
    this.#profile = profile;
    this.#feed = new MainFeed(api);
    this.history = this.#feed.history.bind(this.#feed);
    this.leave = this.#feed.leave.bind(this.#feed);
  }

  watch(
    place: ChartSlot,
    pair: ChartPair,
    period: ChartPeriod,
    hear: (message: FeedMessage) => void,
  ): () => void {
    let end: (() => void) | undefined;
    let last: FeedMessage | undefined;
    const endIdle = topicOf(
      this.#api,
      place,
    )((view) => {
      if (view.state !== 'idle' || last === undefined) return;
      hear({ ...last, kind: 'delta', state: 'stopped', candles: noCandles });
    });
    const endReady = $effect.root(() => {
      $effect(() => {
        if (!this.#profile.ready) return;
        untrack(() => {
          end?.();
          end = this.#feed.watch(place, pair, period, (message) => {
            last = message;
            hear(message);
          });
        });
      });
    });
    return () => {
      endReady();
      endIdle();
      end?.();
    };
  }
}
