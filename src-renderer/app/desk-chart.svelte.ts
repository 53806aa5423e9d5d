import ArrowDownToLine from '@lucide/svelte/icons/arrow-down-to-line';
import ArrowUpFromLine from '@lucide/svelte/icons/arrow-up-from-line';
import { createContext, untrack } from 'svelte';
import type { TokenView } from '#contract/views.ts';
import { ADA } from '#domain/asset.ts';
import type { ChartSlot } from '#contract/chart-views.ts';
import type { ChartPeriod } from '#domain/candle.ts';
import type { ChartFeed, ChartPair, FeedMessage } from '../features/chart/chart-feed.ts';
import { ChartModel, type PriceAction } from '../features/chart/chart-model.svelte.ts';
import { pictureText } from '../features/chart/chart-picture.ts';
import { tokenLabel } from '../format/amount.ts';
import { failureWords } from '../format/words.ts';
import type { Desk } from './desk.svelte.ts';
import { ChartNotebook } from './chart-notebook.ts';
import {
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

/** The chart next to the ticket: it shows the market in the middle. Made while the top component is set up. */
export class DeskChart {
  readonly model: ChartModel;
  readonly #desk: Desk;
  /** The order that is being dragged, and to where. */
  #moved = $state.raw<MovedLine | undefined>();

  constructor(desk: Desk) {
    this.#desk = desk;
    const colours = {
      get: () => desk.preferences.priceColours,
      set: (priceColours: 'green-red' | 'blue-orange') => {
        void desk.layers.report(desk.preferences.set({ priceColours }));
      },
    };
    this.model = new ChartModel(
      new DeskChartFeed(desk.api, desk.profile),
      new ChartNotebook(desk.api, colours),
    );
    desk.markets.follow((id) => this.#streamed(id));
    const pair = $derived.by((): ChartPair | undefined => {
      const { selected, quote } = desk.markets;
      return selected === undefined ? undefined : this.#pair(selected, quote);
    });
    $effect(() => {
      const wanted = pair;
      if (wanted === undefined) return;
      untrack(() => {
        const { pair: shown } = this.model;
        const same = shown?.base === wanted.base && shown.quote === wanted.quote;
        if (!same || shown.label !== wanted.label) this.model.show(wanted);
      });
    });
    const shapeOf = (id: string): TokenView => desk.tokens.shape(id);
    // Each in itself: a price that is being pulled goes through no list of orders.
    const marks = $derived(pair === undefined ? [] : ownFills(desk.trades.list ?? [], pair, shapeOf));
    const own = $derived(pair === undefined ? [] : ownOrderLines(desk.orders.rows ?? [], pair, shapeOf));
    const drafts = $derived(pair === undefined ? [] : draftLines(desk, pair));
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
        lines: [...own, ...drafts, ...movedLines(own, this.#moved)],
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

  /** What the menu of a price offers: limit orders are counted in ADA. */
  get priceActions(): readonly PriceAction[] {
    const { pair } = this.model;
    if (pair?.quote !== ADA) return [];
    const { limitTicket } = this.#desk;
    return [
      {
        text: 'Buy at this price',
        icon: ArrowDownToLine,
        run: (price) => void limitTicket.takePrice(pair.base, price, 'buy'),
      },
      {
        text: 'Sell at this price',
        icon: ArrowUpFromLine,
        run: (price) => void limitTicket.takePrice(pair.base, price, 'sell'),
      },
    ];
  }

  /**
   * A line of the chart is pulled: those of prices that are being entered take it over; an order stays where it is, and a
   * line beside it shows where it would go.
   */
  pullLine(id: string, price: string): void {
    if (!pullDraft(this.#desk, id, price)) this.#moved = { id, price };
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

  /** A line's cross opens the same cancellation as the order list. */
  closeLine(id: string): void {
    const { layers, orders, orderTable } = this.#desk;
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
    return answer.value.saved ? `Saved as ${answer.value.path ?? name}.` : 'Not saved.';
  }

  /** Lets the user pick a token whose price is drawn together with the one that is shown. */
  pickComparison(): void {
    const { model } = this;
    this.#desk.layers.show({
      kind: 'pick-token',
      title: 'Compare with',
      ...(model.pair && { without: model.pair.base }),
      onpick: (token: TokenView) => {
        this.#desk.tokens.learn([token]);
        if (token.id !== ADA) model.compare(this.#pair(token.id, ADA));
      },
    });
  }

  /** A token's last price on the chart; `undefined` if the stream has stopped or its direction is unconfirmed. */
  #streamed(id: string): TimedPrice | undefined {
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

export const [useDeskChart, provideDeskChart] = createContext<DeskChart>();

/**
 * The feed of the desk's chart. When main lets a chart go (another profile, a service that is started again), what is
 * drawn is marked as stopped, and watched again as soon as there is a service.
 */
class DeskChartFeed implements ChartFeed {
  readonly #api: MainApi;
  readonly #profile: Profile;
  readonly #feed: MainFeed;
  readonly history: MainFeed['history'];

  constructor(api: MainApi, profile: Profile) {
    this.#api = api;
    this.#profile = profile;
    this.#feed = new MainFeed(api);
    this.history = this.#feed.history.bind(this.#feed);
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
