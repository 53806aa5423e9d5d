import { untrack } from 'svelte';
import type { MainApi } from '../client/main-api.ts';
import { Alerts, provideAlerts } from '../features/alerts/alerts.svelte.ts';
import { Book, provideBook } from '../features/book/book.svelte.ts';
import { DcaPlans, provideDcaPlans } from '../features/dca/dca-plans.svelte.ts';
import { DcaTicket, provideDcaTicket } from '../features/dca/dca-ticket.svelte.ts';
import { LadderTicket, provideLadderTicket } from '../features/limit/ladder-ticket.svelte.ts';
import { LimitTicket, provideLimitTicket } from '../features/limit/limit-ticket.svelte.ts';
import { MarketLists, provideMarketLists } from '../features/markets/market-lists.svelte.ts';
import {
  OrdersList,
  OrderTable,
  provideOrders,
  provideOrderTable,
} from '../features/orders/orders.svelte.ts';
import { provideSwapTicket, SwapTicket } from '../features/swap/swap-ticket.svelte.ts';
import { tokenLabel } from '../format/amount.ts';
import { OrderEntry, provideOrderEntry } from '../order-entry/order-entry.svelte.ts';
import { provideReviewing, Reviewing } from '../order-entry/review.svelte.ts';
import { OfferedPrices, provideOfferedPrices } from '../order-entry/price-entry.svelte.ts';
import { provideApi } from '../state/api.ts';
import { Clock, provideClock } from '../state/clock.svelte.ts';
import { Connection, provideConnection } from '../state/connection.svelte.ts';
import { Layers, provideLayers } from '../state/layers.svelte.ts';
import { Look, provideLook } from '../state/look.svelte.ts';
import { Markets, provideMarkets } from '../state/markets.svelte.ts';
import { Notices, provideNotices } from '../state/notices.svelte.ts';
import { Panels, providePanels, type TicketTab } from '../state/panels.svelte.ts';
import { Preferences, providePreferences } from '../state/preferences.svelte.ts';
import { Profile, provideProfile } from '../state/profile.svelte.ts';
import { provideReleases, Releases } from '../state/releases.svelte.ts';
import { provideReplay, Replay } from '../state/replay.svelte.ts';
import { provideTokens, Tokens } from '../state/tokens.svelte.ts';
import { BatchRun, provideBatch, provideTrades, Trades } from '../state/trades.svelte.ts';
import { Balance, FUNDING, provideBalance, provideWallet, Wallet } from '../state/wallet.svelte.ts';
import { chime } from '../ui/chime.ts';
import { provideLooked, type Looked } from './looked.svelte.ts';

/**
 * Puts the trading window together: makes the shared state and that of each feature, and joins what no feature may
 * know of another. Made once, while the top component is set up; components take each state by its own accessor.
 */
export class Desk {
  readonly api: MainApi;
  readonly clock = new Clock();
  readonly layers = new Layers();
  readonly reviewing = new Reviewing();
  readonly profile: Profile;
  readonly wallet: Wallet;
  readonly balance: Balance;
  readonly preferences: Preferences;
  readonly panels: Panels;
  readonly tokens: Tokens;
  readonly markets: Markets;
  readonly lists: MarketLists;
  readonly book: Book;
  readonly trades: Trades;
  readonly batch: BatchRun;
  readonly orders: OrdersList;
  readonly orderTable: OrderTable;
  readonly plans: DcaPlans;
  readonly look: Look;
  readonly looked: Looked;
  readonly connection: Connection;
  readonly alerts: Alerts;
  readonly notices: Notices;
  readonly releases: Releases;
  readonly replay: Replay;
  readonly entry: OrderEntry;
  readonly offers = new OfferedPrices();
  readonly swapTicket: SwapTicket;
  readonly limitTicket: LimitTicket;
  readonly ladderTicket: LadderTicket;
  readonly dcaTicket: DcaTicket;

  constructor(api: MainApi) {
    this.api = api;
    const { clock, layers } = this;
    const profile = (this.profile = new Profile(api));
    const wallet = (this.wallet = new Wallet(api));
    const balance = (this.balance = new Balance(api));
    const preferences = (this.preferences = new Preferences(api));
    const panels = (this.panels = new Panels({ layers, preferences }));
    const tokens = (this.tokens = new Tokens(api));
    const markets = (this.markets = new Markets(api, tokens));
    this.trades = new Trades(api);
    this.lists = new MarketLists(api, tokens);
    const orders = (this.orders = new OrdersList(api));
    const names = {
      token: (id: string) => {
        const token = tokens.shape(id);
        return { label: tokenLabel(token), name: token.name };
      },
      exchange: (code: string) => profile.exchangeName(code),
    };
    const tableParts = { api, layers, panels, names };
    this.orderTable = new OrderTable({ ...tableParts, orders });
    this.plans = new DcaPlans({ api, layers, panels });
    this.look = new Look(api);
    const others = new OrdersList(api, true);
    this.looked = {
      orders: others,
      orderTable: new OrderTable({ ...tableParts, orders: others }),
      plans: new DcaPlans({ api, layers, panels, looked: true }),
    };
    this.connection = new Connection(api);
    this.releases = new Releases(api);
    this.replay = new Replay(api, clock, profile);
    this.alerts = new Alerts({
      api,
      panels,
      layers,
      marketPrice: (token) => markets.streamed(token)?.price ?? this.#priceOf(token),
      showToken: (id) => void this.#showToken(id),
      openTicket: (token, price) => void this.limitTicket.takePrice(token, price),
    });
    const reveal = {
      orders: (order: string | undefined) => this.orderTable.reveal(order),
      plans: (plan: string | undefined) => this.plans.reveal(plan),
      alerts: (alert: string | undefined) => this.alerts.reveal(alert),
    };
    this.notices = new Notices(api, reveal, () => {
      if (preferences.view?.alertSound === true) chime();
    });
    this.book = new Book(api);
    this.batch = new BatchRun(api);
    const entry = new OrderEntry({ api, profile, wallet, balance, preferences, tokens, markets });
    this.entry = entry;
    const shown = (tab: TicketTab) => (): boolean => panels.ticket === tab;
    const marketPrice = (token: string): number | undefined => this.#priceOf(token);
    const parts = { api, clock, entry };
    this.swapTicket = new SwapTicket({ ...parts, shown: shown('market') });
    this.limitTicket = new LimitTicket({ ...parts, shown: shown('limit'), marketPrice, tokens, panels });
    this.ladderTicket = new LadderTicket({
      ...parts,
      shown: shown('ladder'),
      marketPrice,
      batch: this.batch,
    });
    this.dcaTicket = new DcaTicket({ ...parts, shown: shown('dca'), profile });
    this.#join();
    this.#followProfile();
    this.#fundNewWallet();
  }

  /** Gives each state to the components below. Called while the top component is set up. */
  provide(): void {
    provideApi(this.api);
    provideClock(this.clock);
    provideLayers(this.layers);
    provideReviewing(this.reviewing);
    provideProfile(this.profile);
    provideWallet(this.wallet);
    provideBalance(this.balance);
    providePreferences(this.preferences);
    providePanels(this.panels);
    provideTokens(this.tokens);
    provideMarkets(this.markets);
    provideMarketLists(this.lists);
    provideBook(this.book);
    provideTrades(this.trades);
    provideBatch(this.batch);
    provideOrders(this.orders);
    provideOrderTable(this.orderTable);
    provideDcaPlans(this.plans);
    provideLook(this.look);
    provideLooked(this.looked);
    provideConnection(this.connection);
    provideAlerts(this.alerts);
    provideNotices(this.notices);
    provideReleases(this.releases);
    provideReplay(this.replay);
    provideOrderEntry(this.entry);
    provideOfferedPrices(this.offers);
    provideSwapTicket(this.swapTicket);
    provideLimitTicket(this.limitTicket);
    provideLadderTicket(this.ladderTicket);
    provideDcaTicket(this.dcaTicket);
  }

  /** Dependencies of one state on another. */
  #join(): void {
    $effect(() => {
      const amounts = this.balance.view?.amounts ?? [];
      untrack(() => this.tokens.learn(amounts.map(({ token }) => token)));
    });
    $effect(() => {
      void this.clock.now;
      if (this.profile.ready && !this.clock.idle) untrack(() => this.markets.keepFresh(Date.now()));
    });
    $effect(() => {
      const { offered } = this.offers;
      if (offered) untrack(() => void this.limitTicket.takePrice(offered.token, offered.adaPerToken));
    });
  }

  /** ADA for one whole token, by the newer of the two places that know it. */
  #priceOf(token: string): number | undefined {
    const page = this.markets.entry(token)?.market;
    const listed = this.lists.figures(token);
    return listed?.priceAda !== undefined && listed.priceAt !== undefined && listed.priceAt >= (page?.at ?? 0)
      ? listed.priceAda
      : page?.priceAda;
  }

  async #showToken(id: string): Promise<void> {
    const token = await this.tokens.known(id);
    if (token !== undefined) this.entry.selectToken(token);
  }

  #followProfile(): void {
    let before: string | undefined;
    $effect(() => {
      const view = this.profile.view;
      const open = this.profile.world;
      const ready = view?.service === 'ready';
      untrack(() => {
        if (before !== undefined && open !== before) this.#reset();
        before = open;
        if (ready && this.tokens.suggested === undefined) void this.#loadTokens();
      });
    });
  }

  /** Another profile has its own tokens, markets and plans. */
  #reset(): void {
    this.tokens.reset();
    this.markets.reset();
    this.lists.reset();
    this.entry.reset();
    this.swapTicket.clear();
    this.limitTicket.reset();
    this.ladderTicket.reset();
    this.dcaTicket.reset();
    this.plans.reset();
    this.connection.forget();
    // The way to trading live continues where it was left.
    this.reviewing.end();
    if (this.layers.open?.kind !== 'go-live') this.layers.close();
  }

  async #loadTokens(): Promise<void> {
    await this.tokens.loadSuggested();
    const first = this.lists.recent[0] ?? this.tokens.suggested?.find((token) => token.verified);
    // The middle shows something from the start, and the ticket has the same pair. It is a recent one from now on, so that
    // the next start begins with it, too.
    if (this.markets.selected !== undefined || first === undefined) return;
    this.markets.show(first);
    this.entry.propose(first);
  }

  #fundNewWallet(): void {
    const { wallet } = this;
    $effect(() => {
      const { state } = wallet;
      if (!wallet.fundWhenReady || !this.profile.practice || wallet.address === undefined) return;
      if (state !== 'unlocked' && state !== 'locked') return;
      untrack(() => {
        wallet.fundWhenReady = false;
        void this.layers.report(wallet.fund(), FUNDING);
      });
    });
  }
}
