import { ADA, type AssetId } from '#domain/asset.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import { blake2b256 } from '../cardano/hash.ts';
import {
  fund,
  genesisTransactions,
  giftNow,
  giftTokens,
  keyOf,
  worldKeys,
  type WorldKeys,
} from './accounts.ts';
import { Chain } from './chain/chain.ts';
import { scriptName } from './chain/scripts.ts';
import type { ChainStore } from './chain/store.ts';
import { Charts, type ChartsOrigin } from './charts/charts.ts';
import { Market } from './market/market.ts';
import { PastCourse } from './replay/course.ts';
import { CHARTS_NOTE, MARKET_NOTE, REACHED_NOTE, type ReplayTerms } from './replay/terms.ts';
import type { Exchange, MarketSnapshot, TradeListener } from './market/types.ts';
import { OrderHistory } from './orders/order-history.ts';
import { scriptRules } from './orders/validator.ts';
import { fillOrders } from './traders/batcher.ts';
import { carryMarkets } from './traders/crowd.ts';
import { openingBook, tendBook } from './traders/makers.ts';
import type { Misdeeds } from './traders/misdeeds.ts';
import { PlanSchedule, runPlans } from './traders/plan-runner.ts';

export interface PracticeOptions {
  readonly store: ChainStore;
  readonly seed: number;
  readonly exchanges: readonly Exchange[];
  /** Wall-clock time, which the chain's slots follow. */
  readonly now: () => EpochMs;
  /** How many times faster than real time the market and recurring orders run. */
  readonly speed: number;
  /** A replay: the world opens at an earlier moment, and its prices are those of the generated history. */
  readonly replay?: ReplayTerms;
}

const NOTES = { identity: 'identity', market: MARKET_NOTE, charts: CHARTS_NOTE } as const;
/** How long the market has been trading when a new world opens. */
const TRADED_BEFORE_SECONDS = 86_400;
/** The market is saved with every block that fills orders, on stop, and otherwise at this interval. */
const MARKET_KEPT_EVERY_MS = 30_000;

/** The practice world: a market, a chain, and the batchers that connect them. */
export class Practice {
  readonly market: Market;
  readonly charts: Charts;
  readonly chain: Chain;
  readonly keys: WorldKeys;
  readonly orders: OrderHistory;
  readonly schedule: PlanSchedule;
  readonly #options: PracticeOptions;
  readonly #marketBegan: number;
  readonly #began: number;
  #marketKeptAt: number;
  #misdeeds: Misdeeds | undefined;
  /** Tokens quoted since the last block. */
  readonly #quoted = new Set<AssetId>();

  private constructor(options: PracticeOptions, market: Market, charts: Charts, marketBegan: number) {
    this.#options = options;
    this.market = market;
    this.charts = charts;
    this.schedule = new PlanSchedule(options.speed);
    this.keys = worldKeys(options.seed, options.exchanges);
    this.#began = options.now();
    this.#marketBegan = marketBegan;
    this.#marketKeptAt = 0;
    this.chain = new Chain({
      store: options.store,
      now: options.now,
      scripts: scriptRules(
        options.exchanges.map(({ code, partialFills }) => ({
          code,
          partialFills,
          batcher: keyOf(this.keys, code).keyHash,
        })),
      ),
      genesis: () =>
        genesisTransactions({
          keys: this.keys,
          pools: market.pools(),
          tokens: market.tokens,
          exchanges: options.exchanges,
          gifts: giftTokens(market).map((token) => token.id),
          book: openingBook(market, this.keys.makers),
        }),
    });
    this.orders = new OrderHistory(this.chain, options.exchanges);
  }

  /** Opens the world in its store, new or as last saved. The failure says why the store belongs to another world. */
  static open(options: PracticeOptions): Result<Practice, string> {
    const { store, seed, exchanges } = options;
    const which = options.replay ? [{ replay: options.replay.at }] : [];
    const identity = blake2b256(
      new TextEncoder().encode(
        JSON.stringify([seed, exchanges, ...scriptsOf(exchanges), ...which], bigintAsText),
      ),
    );
    const known = store.noted(NOTES.identity);
    if (known !== undefined && known !== identity)
      return failed(
        'the data folder was made with another seed or another exchange list, or by an earlier version whose exchanges had other scripts; choose another folder, or empty this one',
      );
    const note = store.noted(NOTES.market);
    let practice: Practice | undefined;
    store.atomically(() => {
      if (note === undefined) {
        const now = options.now();
        const charts = new Charts(options.replay?.origin ?? originOf(young(options, now)));
        store.note(NOTES.charts, JSON.stringify(charts.origin));
        const onTrade = listener(charts);
        const market = new Market({
          seed,
          exchanges,
          now,
          historySeconds: TRADED_BEFORE_SECONDS,
          onTrade,
          ...followed(options, charts),
        });
        practice = new Practice(options, market, charts, now);
        store.note(NOTES.identity, identity);
        practice.#keepMarket();
      } else {
        const snapshot = JSON.parse(note) as MarketSnapshot;
        const charts = keptCharts(options, snapshot);
        const { course } = followed(options, charts);
        const market = Market.restore(snapshot, exchanges, listener(charts), course);
        practice = new Practice(options, market, charts, Math.max(snapshot.time, options.now()));
      }
    });
    if (!practice) throw new Error('the store did not run its work');
    return ok(practice);
  }

  get misdeeds(): Misdeeds | undefined {
    return this.#misdeeds;
  }

  /** Makes exchanges and routes commit the misdeeds asked for. */
  misbehave(misdeeds: Misdeeds): void {
    this.#misdeeds = misdeeds;
    this.market.hidePools(({ exchange }) => {
      const asked = misdeeds.asked('hide-pool', exchange);
      asked?.done();
      return asked !== undefined;
    });
  }

  /** The market's time, which runs `speed` times as fast as the clock. */
  marketNow(): EpochMs {
    return epochMs(Math.floor(this.#marketBegan + (this.#options.now() - this.#began) * this.#options.speed));
  }

  /** Records a quote of these assets: the next block brings their pools on chain in line with the market. */
  quoted(assets: readonly AssetId[]): void {
    for (const asset of assets) if (asset !== ADA) this.#quoted.add(asset);
  }

  /** Advances the market to the current time. */
  live(): void {
    this.market.step(this.marketNow());
  }

  /** Produces a block, advances the market and runs the batchers. All of it is saved, or none. */
  tick(): void {
    this.#options.store.atomically(() => {
      const before = this.chain.tip.slot;
      this.chain.produceBlock();
      const now = this.marketNow();
      if (this.#options.replay) this.#options.store.note(REACHED_NOTE, String(now));
      this.market.step(now);
      const filled = fillOrders(this, now) + runPlans(this, now);
      carryMarkets(this, this.#quoted);
      this.#quoted.clear();
      tendBook(this, before, this.chain.tip.slot);
      if (filled > 0 || this.#options.now() - this.#marketKeptAt >= MARKET_KEPT_EVERY_MS) this.#keepMarket();
    });
  }

  /** Sends ADA and some tokens to an address. Returns the transaction's hash. */
  fund(address: string): Result<string, 'empty'> {
    return fund(this.chain, this.keys.faucet, address, giftNow(this.market));
  }

  close(): void {
    this.#options.store.atomically(() => this.#keepMarket());
    this.#options.store.close();
  }

  #keepMarket(): void {
    const { store } = this.#options;
    const trades = this.charts.takeUnsaved();
    if (trades) store.addTrades(trades);
    store.note(NOTES.market, JSON.stringify(this.market.snapshot()));
    this.#marketKeptAt = this.#options.now();
  }
}

function followed({ replay }: PracticeOptions, charts: Charts): { readonly course?: PastCourse } {
  return replay ? { course: new PastCourse(charts) } : {};
}

/** Where the charts of a world would begin that is opened now. */
export function originNow(options: Pick<PracticeOptions, 'seed' | 'exchanges'>, now: EpochMs): ChartsOrigin {
  return originOf(young(options, now));
}

/** The market before its first trade. */
function young({ seed, exchanges }: Pick<PracticeOptions, 'seed' | 'exchanges'>, now: EpochMs): Market {
  return new Market({
    seed,
    exchanges,
    now: epochMs(now - TRADED_BEFORE_SECONDS * 1000),
    historySeconds: 0,
  });
}

/** The origin of charts that start with a market's next trade. */
function originOf(market: Market): ChartsOrigin {
  const openings = market.tokens.flatMap(({ id }) => {
    const price = market.averagePrice(id);
    return price ? [[id, price.adaPerToken] as const] : [];
  });
  return { seed: market.seed, began: market.time, openings };
}

/** The charts of a saved world, with all its trades. A world saved before charts existed gets them from now on. */
function keptCharts({ store, exchanges }: PracticeOptions, snapshot: MarketSnapshot): Charts {
  const origin = store.noted(NOTES.charts);
  if (origin === undefined) {
    const charts = new Charts(originOf(Market.restore(snapshot, exchanges)));
    store.note(NOTES.charts, JSON.stringify(charts.origin));
    return charts;
  }
  const charts = new Charts(JSON.parse(origin) as ChartsOrigin);
  for (const bytes of store.trades()) charts.load(bytes);
  return charts;
}

function listener(charts: Charts): TradeListener {
  return ({ token, time, ada }, price) => charts.add({ token, time, lovelace: Number(ada), price });
}

/** The names of the scripts that are not the exchanges' own: a world that was kept with others is another world. */
function scriptsOf(exchanges: readonly Exchange[]): readonly (readonly string[])[] {
  const codes = exchanges.map(({ code }) => code);
  const names = codes.map((code) => scriptName(code, codes));
  return names.every((name, place) => name === codes[place]) ? [] : [names];
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
