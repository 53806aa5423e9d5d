import { createContext, untrack } from 'svelte';
import type { Answer, MainApi } from '../client/main-api.ts';
import type { TokenView } from '#contract/views.ts';
import { ADA } from '#domain/asset.ts';
import { tokenLabel } from '../format/amount.ts';
import { Balance } from './balance.svelte.ts';
import { Book } from './book.svelte.ts';
import { Clock } from './clock.svelte.ts';
import { DcaPlans } from './dca-plans.svelte.ts';
import { DcaTicket } from './dca-ticket.svelte.ts';
import { LadderTicket } from './ladder-ticket.svelte.ts';
import { Layers } from './layers.svelte.ts';
import { LimitTicket } from './limit-ticket.svelte.ts';
import { Limits } from './limits.svelte.ts';
import { MarketLists } from './market-lists.svelte.ts';
import { Markets } from './markets.svelte.ts';
import { OrderNotices } from './order-notices.svelte.ts';
import { OrderSet } from './order-set.svelte.ts';
import { OrderTable } from './order-table.svelte.ts';
import { OrdersList } from './orders-list.svelte.ts';
import { Preferences } from './preferences.svelte.ts';
import { Profile } from './profile.svelte.ts';
import { SwapTicket } from './swap-ticket.svelte.ts';
import { TicketPrice } from './ticket-price.svelte.ts';
import { Tokens } from './tokens.svelte.ts';
import { Trades } from './trades.svelte.ts';
import { Wallet } from './wallet.svelte.ts';

export type TicketTab = 'market' | 'limit' | 'ladder' | 'dca';
export type LowerTab = 'activity' | 'orders' | 'plans' | 'book' | 'wallet' | 'pools' | 'token';

/** The trading window's state, all of it. Made once, while the top component is set up. */
export class Desk {
  readonly api: MainApi;
  readonly clock = new Clock();
  readonly layers = new Layers();
  readonly profile: Profile;
  readonly wallet: Wallet;
  readonly balance: Balance;
  readonly preferences: Preferences;
  readonly limits: Limits;
  readonly trades: Trades;
  readonly orders: OrdersList;
  readonly orderTable: OrderTable;
  readonly orderNotices: OrderNotices;
  readonly plans: DcaPlans;
  readonly book: Book;
  readonly tokens: Tokens;
  readonly markets: Markets;
  readonly lists: MarketLists;
  readonly ticket: SwapTicket;
  readonly orderSet: OrderSet;
  readonly limitTicket: LimitTicket;
  readonly ladderTicket: LadderTicket;
  readonly dcaTicket: DcaTicket;
  /** Which ticket stands at the right. The pair is the same in all; each has an amount to itself. */
  ticketTab = $state<TicketTab>('market');
  /** The level of the book that was clicked last, for the limit ticket. */
  readonly ticketPrice = new TicketPrice();
  version = $state('');
  /** Which table stands below the chart. */
  lower = $state<LowerTab>('activity');
  /** Set while a new practice wallet waits for its play money. */
  fundWhenReady = $state(false);
  /** True once the user chose to look around without a wallet. */
  lookAround = $state(false);
  #touchedAt = Date.now();

  constructor(api: MainApi) {
    this.api = api;
    this.profile = new Profile(api);
    this.wallet = new Wallet(api);
    this.balance = new Balance(api);
    this.preferences = new Preferences(api);
    this.limits = new Limits(api);
    this.trades = new Trades(api);
    this.tokens = new Tokens(api);
    this.markets = new Markets(api, (token) => this.tokens.learn([token]));
    this.lists = new MarketLists(api, (tokens) => this.tokens.learn(tokens));
    this.orders = new OrdersList(api);
    this.orderTable = new OrderTable({
      api,
      orders: this.orders,
      names: {
        token: (id) => {
          const token = this.tokens.shape(id);
          return { label: tokenLabel(token), name: token.name };
        },
        exchange: (code) => this.profile.exchangeName(code),
      },
    });
    this.plans = new DcaPlans(api);
    this.orderNotices = new OrderNotices(api, {
      orders: (order) => this.showOrder(order),
      plans: (plan) => this.showPlan(plan),
    });
    this.book = new Book(api);
    this.ticket = new SwapTicket({
      api,
      clock: this.clock,
      profile: this.profile,
      wallet: this.wallet,
      balance: this.balance,
      preferences: this.preferences,
      tokens: this.tokens,
      lastTouch: () => this.#touchedAt,
      shown: () => this.ticketTab === 'market',
    });
    this.orderSet = new OrderSet(api);
    const limitParts = {
      api,
      clock: this.clock,
      swap: this.ticket,
      marketPrice: (token: string) => this.#priceOf(token),
      lastTouch: () => this.#touchedAt,
    };
    this.limitTicket = new LimitTicket({ ...limitParts, shown: () => this.ticketTab === 'limit' });
    this.ladderTicket = new LadderTicket({
      ...limitParts,
      shown: () => this.ticketTab === 'ladder',
      set: this.orderSet,
    });
    this.dcaTicket = new DcaTicket({
      ...limitParts,
      profile: this.profile,
      shown: () => this.ticketTab === 'dca',
    });
    $effect(() => {
      const amounts = this.balance.view?.amounts ?? [];
      untrack(() => this.tokens.learn(amounts.map(({ token }) => token)));
    });
    $effect(() => {
      const now = this.clock.now;
      if (this.profile.ready) untrack(() => this.markets.keepFresh(now));
    });
    $effect(() => {
      const { offered } = this.ticketPrice;
      if (offered) untrack(() => void this.setLimitPrice(offered.token, offered.adaPerToken));
    });
    this.#followProfile();
    this.#fundNewWallet();
    void api.call['app.about']({}).then((answer) => {
      if (answer.ok) this.version = answer.value.version;
    });
  }

  /** The token in the middle. */
  get token(): TokenView | undefined {
    const { selected, current } = this.markets;
    return selected === undefined ? undefined : (current?.market?.token ?? this.tokens.shape(selected));
  }

  /** Shows a token in the middle and makes it the one to get, unless it is the one that is paid. */
  selectToken(token: TokenView): void {
    if (token.id === ADA) return;
    this.showMarket(token);
    if (this.ticket.pay.id !== token.id) this.ticket.chooseReceive(token);
  }

  chooseReceive(token: TokenView): void {
    this.showMarket(token);
    this.ticket.chooseReceive(token);
  }

  choosePay(token: TokenView): void {
    this.showMarket(token);
    this.ticket.choosePay(token);
  }

  showMarket(token: TokenView): void {
    this.tokens.learn([token]);
    if (token.id === ADA) return;
    if (this.markets.selected !== token.id) this.markets.quote = ADA;
    this.markets.selected = token.id;
    void this.api.call['market.visited']({ id: token.id });
  }

  /** Shows a token's price in another asset, and makes that one what is paid. */
  async showPair(token: TokenView, quoteId: string): Promise<void> {
    const quote = await this.tokens.known(quoteId);
    this.selectToken(token);
    this.markets.quote = quoteId;
    if (quote === undefined || this.ticket.pay.id === quoteId) return;
    this.ticket.choosePay(quote);
    this.ticket.chooseReceive(token);
  }

  /** Puts the book beside the chart, where the window has room for it, or among the tables below. */
  moveBook(to: 'beside' | 'below'): void {
    const { bookBelow: _before, ...layout } = this.preferences.layout;
    if (to === 'below') this.lower = 'book';
    void this.tell(
      this.preferences.set({ layout: to === 'below' ? { ...layout, bookBelow: true } : layout }),
    );
  }

  /** Shows the table of orders, and one of them in full. */
  showOrder(orderId: string | undefined): void {
    this.lower = 'orders';
    if (orderId === undefined) return;
    this.orderTable.active = orderId;
    this.layers.show({ kind: 'order', orderId });
  }

  /** Shows the table of recurring orders, and one of them in full. */
  showPlan(planId: string | undefined): void {
    this.lower = 'plans';
    if (planId === undefined) return;
    this.plans.active = planId;
    this.layers.show({ kind: 'plan', planId });
  }

  /** Puts a price of a token into the limit ticket, which then stands at the right. */
  async setLimitPrice(tokenId: string, adaPerToken: string): Promise<void> {
    const token = await this.tokens.known(tokenId);
    if (token === undefined) return;
    this.ticketTab = 'limit';
    if (this.limitTicket.pair.token?.id !== tokenId) {
      this.selectToken(token);
      if (this.limitTicket.pair.token?.id !== tokenId) this.limitTicket.pair.payWithAda();
    }
    this.limitTicket.price.form = 'ada-per-token';
    this.limitTicket.price.text = adaPerToken;
  }

  /** Tells the user in the status line when something did not go well; answers whether it did. */
  async tell(doing: Promise<Answer<unknown>>, done?: string): Promise<boolean> {
    const answer = await doing;
    if (answer.ok) {
      if (done !== undefined) this.layers.say(done);
      return true;
    }
    this.layers.complain(answer.failure);
    return false;
  }

  /** A sign of the user. Main hears of it from the shell, which alone keeps the wallet from locking itself. */
  touched(): void {
    this.#touchedAt = Date.now();
  }

  /** ADA for one whole token, by the newer of the two places that tell it. */
  #priceOf(token: string): number | undefined {
    const page = this.markets.entry(token)?.market;
    const listed = this.lists.figures(token);
    return listed?.priceAda !== undefined && listed.priceAt !== undefined && listed.priceAt >= (page?.at ?? 0)
      ? listed.priceAda
      : page?.priceAda;
  }

  #followProfile(): void {
    let before: string | undefined;
    $effect(() => {
      const view = this.profile.view;
      const mode = view?.mode;
      const ready = view?.service === 'ready';
      untrack(() => {
        if (before !== undefined && mode !== before) {
          this.tokens.reset();
          this.markets.reset();
          this.lists.reset();
          this.ticket.reset();
          this.limitTicket.reset();
          this.ladderTicket.reset();
          this.dcaTicket.reset();
          this.plans.reset();
          this.layers.close();
        }
        before = mode;
        if (ready && this.tokens.suggested === undefined) void this.#loadTokens();
      });
    });
  }

  async #loadTokens(): Promise<void> {
    await this.tokens.loadSuggested();
    const first = this.lists.recent[0] ?? this.tokens.suggested?.find((token) => token.verified);
    // The middle shows something from the start; the ticket stays empty until the user chooses.
    if (this.markets.selected === undefined && first) this.markets.selected = first.id;
  }

  #fundNewWallet(): void {
    $effect(() => {
      const state = this.wallet.state;
      if (!this.fundWhenReady || !this.profile.practice || this.wallet.address === undefined) return;
      if (state !== 'unlocked' && state !== 'locked') return;
      untrack(() => {
        this.fundWhenReady = false;
        void this.tell(this.wallet.fund(), 'Play money was asked for. It arrives with the next block.');
      });
    });
  }
}

export const [useDesk, provideDesk] = createContext<Desk>();
