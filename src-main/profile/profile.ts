import type { AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { ok, type Result } from '#domain/result.ts';
import { type Trade, UNSIGNED_STATES } from '#domain/trade.ts';
import { AlertBook } from '../features/alerts/alert-book.ts';
import { CoinLabels } from '../features/wallet/coin-labels.ts';
import { AlertWatch } from '../features/alerts/alert-watch.ts';
import { topOf } from '../features/book/book-levels.ts';
import { BookWatch, readBook, type BookSource } from '../features/book/book-watch.ts';
import { LiveCharts } from '../features/charts/live-charts.ts';
import { PlanBoard } from '../features/dca/plan-board.ts';
import { Look } from '../features/look/look.ts';
import { MarketBoard } from '../features/markets/market-board.ts';
import { WatchLists } from '../features/markets/watch-lists.ts';
import { OrderBoard } from '../features/orders/order-board.ts';
import { PolicyStore } from '../features/vault/policy-store.ts';
import type { ProfileMode } from '../gate/handlers.ts';
import type { ProfileMarkView } from '#contract/profile.ts';
import type { Attention } from '../market/attention.ts';
import { Polling } from '../market/polling.ts';
import { TokenCatalogue } from '../market/token-catalogue.ts';
import { TokenNames } from '../market/token-names.ts';
import type { CompareElsewhere } from '../market/resting-watch.ts';
import type { WalletBoardParts } from '../market/wallet-board.ts';
import type { Charts } from '../ports/charts.ts';
import type { Ledger, ReferenceSource } from '../ports/ledger.ts';
import type { Service } from '../ports/service.ts';
import type { SmallFiles } from '../ports/system.ts';
import { restOfPlan } from '../trading/kinds/dca-plan.ts';
import { compareElsewhere } from '../trading/resting-price.ts';
import type { TradingAccount } from '../trading/kinds/quote.ts';
import type { Trading } from '../trading/trading.ts';
import { Wallet } from '../wallet/wallet.ts';
import type { ProfilePlace } from './profile-place.ts';
import type { Connection, LedgerConnection, ProfileParts, ProfileStore } from './profile-parts.ts';
import { reconnecting, SwitchedCharts, type Reconnecting } from './forwarding.ts';
import { tradingCore } from './trading-core.ts';

/** Milliseconds that a cycle of a recurring order may take before it counts as late. */
const LATE_AFTER_MS = { practice: 12_000, live: 180_000 } as const;
const POLL_MS = { practice: 1_000, live: 5_000 } as const;
const CONFIRMATIONS = { practice: 3, live: 15 } as const;

const NO_SECOND_SOURCE = failure('not-configured', { missing: 'second-ledger' });

/** The parts that a profile is opened with: the attention is the application's, and outlasts it. */
type OpenedBy = ProfileParts & { readonly attention: Attention };

/** The parts available once a profile's files are open. */
interface Opened {
  readonly place: ProfilePlace;
  readonly store: ProfileStore;
  readonly wallet: Wallet;
  readonly policy: PolicyStore;
}

/** One open profile: its wallet, its journal, its trades, and whatever clients it has at the moment. */
export class Profile {
  readonly mode: ProfileMode;
  /** Of a live profile; `undefined` for practice. */
  readonly id: string | undefined;
  /** Names the profile where things are kept for it. */
  readonly name: string;
  readonly network: NetworkName;
  /** The profile's mark in windows. Its name and colour may change while it is open. */
  mark: ProfileMarkView;
  readonly wallet: Wallet;
  readonly policy: PolicyStore;
  readonly catalogue: TokenCatalogue;
  readonly names: TokenNames;
  readonly charts: LiveCharts;
  readonly board: MarketBoard;
  readonly watchLists: WatchLists;
  readonly alerts: AlertBook;
  readonly coins: CoinLabels;
  readonly alertWatch: AlertWatch;
  readonly trading: Trading;
  readonly orders: OrderBoard;
  readonly plans: PlanBoard;
  /** The address that is looked at, read-only. */
  readonly look: Look<OrderBoard, PlanBoard>;
  readonly polling: Polling;
  readonly #service: Reconnecting<Service>;
  readonly #ledger = reconnecting<Ledger>(failure('practice-unavailable'));
  readonly #secondSource = reconnecting<ReferenceSource>(NO_SECOND_SOURCE);
  readonly #switchedCharts: SwitchedCharts;
  readonly #clock: ProfileParts['clock'];
  readonly #log: ProfileParts['log'];
  readonly #store: ProfileStore;
  #connections: readonly Connection<unknown>[] = [];
  #watching = false;
  #own: readonly string[] | undefined;

  private constructor(parts: OpenedBy, { place, store, wallet, policy }: Opened) {
    const { mode, mark } = place;
    const { network } = mark;
    this.mode = mode;
    this.id = place.id;
    this.name = place.store;
    this.network = network;
    this.mark = mark;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.wallet = wallet;
    this.policy = policy;
    this.#store = store;
    const { clock } = parts;
    this.polling = new Polling(clock, parts.attention);
    this.#service = reconnecting(failure('practice-unavailable'), this.polling.observer('service'));
    this.#switchedCharts = new SwitchedCharts(this.polling.observer('charts'));
    const { service, ledger, polling } = this;
    this.catalogue = new TokenCatalogue(service, ledger, clock);
    const familiar = (): readonly AssetId[] => [
      ...this.watchLists.lists.flatMap(({ tokens }) => tokens),
      ...this.trading.trades().flatMap(({ pay, receive }) => [receive, pay.asset]),
    ];
    this.names = new TokenNames({ catalogue: this.catalogue, service, polling, familiar });
    const charts = this.#switchedCharts;
    this.charts = new LiveCharts({ charts, service, cache: store.candles, clock, polling });
    this.board = new MarketBoard({
      service,
      charts,
      past: this.charts,
      catalogue: this.catalogue,
      clock,
      polling,
    });
    const newId = (): string => Buffer.from(parts.random.bytes(8)).toString('hex');
    this.watchLists = new WatchLists(parts.settings, this.name, newId);
    this.alerts = new AlertBook(parts.settings, this.name, newId);
    this.coins = new CoinLabels(parts.settings, this.name);
    this.alertWatch = new AlertWatch({
      book: this.alerts,
      past: this.charts,
      catalogue: this.catalogue,
      clock,
      polling,
      spread: (token, signal) => this.#spread(token, signal),
    });
    this.trading = tradingCore({
      clients: { service, ledger, secondSource: this.#secondSource.client },
      store,
      tokens: this.catalogue,
      version: parts.version,
      clock,
      random: parts.random,
      log: parts.log,
      network,
      pollMs: parts.pollMs ?? POLL_MS[mode],
      confirmations: CONFIRMATIONS[mode],
      scripts: parts.scripts(mode, network),
      pools: parts.pools(mode, network),
      auditsFills: true,
      policy: () => policy.current(),
      frozen: () => this.coins.frozen(),
      ...(parts.checkpoint === undefined ? {} : { checkpoint: parts.checkpoint }),
    });
    const shared = this.#boardParts();
    const compare = this.#comparing(parts);
    this.orders = new OrderBoard({
      ...{ ...shared, compare },
      learn: (orders) => this.trading.estimators.fees.learn(orders),
    });
    const planParts = { graceMs: LATE_AFTER_MS[mode], restOf: restOfPlan };
    this.plans = new PlanBoard({ ...shared, compare, ...planParts });
    this.look = new Look(network, (address) => {
      const others = { ...shared, lookedAt: address, addresses: () => [address], trades: () => [] };
      const parts = { ...others, pastFailure: () => undefined };
      return {
        orders: new OrderBoard({ ...parts, learn: () => undefined }),
        plans: new PlanBoard({ ...parts, ...planParts }),
      };
    });
    wallet.onChange(() => (this.#own = undefined));
    for (const board of [this.orders, this.plans]) {
      this.trading.onChange(() => {
        board.changed();
        board.refresh();
      });
      wallet.onChange(() => board.refresh());
    }
  }

  /**
   * Opens what the profile keeps. `sessionFiles` returns the files in memory of a profile, by its name: they outlast
   * a change of profile. Failures: `storage-…`.
   */
  static async open(
    parts: OpenedBy,
    place: ProfilePlace,
    sessionFiles: (name: string) => SmallFiles,
  ): Promise<Result<Profile, Failure>> {
    const name = place.store;
    const { network } = place.mark;
    const store = parts.openProfile(name, place.session);
    if (!store.ok) return store;
    const wallet = await Wallet.open({
      files: store.value.walletFiles,
      sessionFiles: sessionFiles(name),
      secrets: parts.secrets,
      clock: parts.clock,
      random: parts.random,
      network,
      profile: name,
      ...(parts.walletCost === undefined ? {} : { cost: parts.walletCost }),
    });
    const policy = new PolicyStore({
      place: parts.place,
      profile: name,
      files: wallet.status().sessionOnly ? sessionFiles(name) : store.value.walletFiles,
      secrets: parts.secrets,
    });
    return ok(new Profile(parts, { place, store: store.value, wallet, policy }));
  }

  get service(): Service {
    return this.#service.client;
  }

  get ledger(): Ledger {
    return this.#ledger.client;
  }

  /** The book of a token, to be started and stopped by whoever shows it. */
  book(token: AssetId, onChange: (watch: BookWatch) => void): BookWatch {
    const parts = {
      ...this.#bookSource(),
      polling: this.polling,
      onTrade: (listener: (trade: Trade) => void) => this.trading.onChange(listener),
    };
    return new BookWatch(token, parts, onChange);
  }

  /** How many trades are signed and have not come to their end. @throws StorageError */
  readonly openTrades = (): number =>
    this.#store.journal.open().filter(({ trade }) => !UNSIGNED_STATES.includes(trade.state)).length;

  get connected(): boolean {
    return this.#connections.length > 0;
  }

  /**
   * Takes new clients into use; trades left open are resumed with the first ones. Charts that are not available hold
   * nothing else up: `source` names whose candles they are.
   */
  connect(
    service: Connection<Service>,
    ledger: LedgerConnection,
    charts: Result<Connection<Charts>, Failure>,
    source: string,
  ): void {
    void this.#closeConnections();
    this.#connections = [service, ledger, ...(charts.ok ? [charts.value] : [])];
    this.#service.use(service.client);
    this.#ledger.use(ledger.client);
    if (ledger.secondSource) this.#secondSource.use(ledger.secondSource);
    else this.#secondSource.drop(NO_SECOND_SOURCE);
    this.#store.candles.useSource(source);
    if (charts.ok) this.#switchedCharts.use(charts.value.client);
    else this.#switchedCharts.drop(charts.failure);
    this.names.startOver();
    this.polling.startOver();
    if (this.#watching) {
      this.trading.look();
      return;
    }
    this.trading.start();
    this.orders.start();
    this.plans.start();
    void this.trading.past.run(() => this.#pastRead());
    this.#watching = true;
  }

  /** More of the past can be listed, or it cannot be read. */
  #pastRead(): void {
    const why = this.trading.past.failure;
    if (why) this.#log.warn('journal-damaged', { code: why.code });
    for (const board of [this.orders, this.plans]) board.changed();
  }

  /** After a time in which nothing ran: fetches everything on screen again, and looks at the chain. */
  askAnew(): void {
    this.polling.askAll();
    if (this.#watching) this.trading.look();
  }

  /** From now on every call returns why there is no client. */
  disconnect(why: Failure): void {
    this.#service.drop(why);
    this.#ledger.drop(why);
    this.#secondSource.drop(NO_SECOND_SOURCE);
    this.#switchedCharts.drop(why);
    void this.#closeConnections();
  }

  /** Whose trades these are. Failures: `no-wallet`, the wallet's trouble. */
  account(): Result<TradingAccount, Failure> {
    return this.wallet.account();
  }

  /** Locks the wallet, ends every call and closes the journal. */
  async close(): Promise<void> {
    this.wallet.close();
    this.charts.stop();
    this.board.stop();
    const alertsLeft = this.alertWatch.stop();
    // Calls in progress end now; what they leave unknown is journalled and resumed with the next start.
    await this.#closeConnections();
    await alertsLeft;
    await this.look.stop();
    await this.orders.stop();
    await this.plans.stop();
    await this.names.stop();
    await this.polling.stop();
    await this.trading.stop();
    this.#store.close();
  }

  /** Parts common to the boards of orders and recurring orders. */
  #boardParts(): WalletBoardParts {
    return {
      service: this.service,
      clock: this.#clock,
      polling: this.polling,
      addresses: () => this.#addresses(),
      trades: () => this.trading.listedTrades(),
      pastFailure: () => this.trading.past.failure,
      known: (id) => {
        const token = this.catalogue.shown(id);
        return token.decimalsSource === 'unknown' ? undefined : token;
      },
      names: this.names,
    };
  }

  /** Compares orders with the pools elsewhere, within the user's limits. */
  #comparing(parts: ProfileParts): CompareElsewhere {
    const { ledger, policy } = this;
    const clock = this.#clock;
    const pools = parts.pools(this.mode, this.network);
    const scripts = parts.scripts(this.mode, this.network);
    return async (sales, signal) => {
      const limits = await policy.current();
      // Limits that cannot be read allow no trade, and so no exchange to compare with.
      const within = limits.ok ? limits.value : { exchanges: [] };
      return compareElsewhere(sales, { ledger, clock, pools, scripts, limits: within }, signal);
    };
  }

  #bookSource(): BookSource {
    return {
      service: this.service,
      clock: this.#clock,
      token: (id) => this.catalogue.get(id),
      isOwn: (address) => this.#addresses().includes(address),
      learn: (orders) => this.trading.estimators.fees.learn(orders),
    };
  }

  /** The spread of a book as a share of its middle; half a book, or one that lacks a side, has none. */
  async #spread(token: AssetId, signal: AbortSignal): Promise<Result<number | undefined, Failure>> {
    const book = await readBook(token, this.#bookSource(), signal);
    if (!book.ok) return book;
    return ok(book.value.whole ? topOf(book.value).spread : undefined);
  }

  /** The wallet's addresses, the one that trades first: derived once for each change of the wallet. */
  #addresses(): readonly string[] {
    if (!this.#own) {
      const { address, addresses = [] } = this.wallet.status();
      this.#own = address === undefined ? [] : [...new Set([address, ...addresses])];
    }
    return this.#own;
  }

  async #closeConnections(): Promise<void> {
    const connections = this.#connections;
    this.#connections = [];
    await Promise.all(connections.map((connection) => connection.close()));
  }
}
