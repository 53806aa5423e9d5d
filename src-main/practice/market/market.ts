import { lovelace } from '../../../src-preload/domain/amount.ts';
import { ADA, type AssetId } from '../../../src-preload/domain/asset.ts';
import { ok, type Result } from '../../../src-preload/domain/result.ts';
import { epochMs, type EpochMs } from '../../../src-preload/domain/time.ts';
import { cast } from './cast.ts';
import { applySwap, poolOut } from './pool.ts';
import { outOf, planFill, quoteOn, type FillRequest, type MarketView, type QuoteRequest } from './quoting.ts';
import { SeededRandom } from './random.ts';
import { DailyStatistics } from './statistics.ts';
import { TradeLog } from './trade-log.ts';
import { learnFrom, liveFor, type Belief, type Floor, type Intention } from './traffic.ts';
import type {
  AveragePrice,
  Direction,
  Exchange,
  Fill,
  MarketDailyStats,
  MarketFailure,
  MarketPair,
  MarketQuote,
  MarketSnapshot,
  MarketTrade,
  Pool,
  PracticeToken,
} from './types.ts';
import { openListings } from './world.ts';

export type { FillRequest, QuoteRequest } from './quoting.ts';

/** What a market is made from. Everything that happens follows from these and the calls made. */
export interface MarketOptions {
  readonly seed: number;
  readonly exchanges: readonly Exchange[];
  /** The market's first moment. */
  readonly now: EpochMs;
  /** How much history it begins with; a day unless told. */
  readonly historySeconds?: number;
}

const DAY_SECONDS = 86_400;
/** A catch-up longer than this goes on in coarse ticks first. */
const FINE_SECONDS = 7_200;
const COARSE_TICK_SECONDS = 300;
/** A catch-up longer than this leaves the rest out. */
const MOST_CATCH_UP_SECONDS = FINE_SECONDS + DAY_SECONDS;
const USUAL_ADA_USD = 0.476;

/** The practice world's prices, pools and trades. Pure state: no clock, no chance, no I/O of its own. */
export class Market implements MarketView {
  readonly seed: number;
  readonly exchanges: readonly Exchange[];
  readonly tokens: readonly PracticeToken[] = cast.map((member) => member.token);
  readonly #tokensById = new Map(this.tokens.map((token) => [token.id, token]));
  readonly #pools = new Map<string, Pool>();
  readonly #poolIdsOf = new Map<AssetId, string[]>();
  readonly #beliefs = new Map<AssetId, Belief>();
  #random: SeededRandom;
  #statistics = new DailyStatistics();
  readonly #trades = new TradeLog((pool, ada, tokens) => this.#adaPerToken(pool.token, ada, tokens));
  #time: number;
  #adaUsd = USUAL_ADA_USD;
  readonly #floor: Floor = {
    poolsOf: (token) => this.poolsOf(token),
    execute: (intention) => this.#execute(intention),
  };

  constructor(options: MarketOptions) {
    const history = options.historySeconds ?? DAY_SECONDS;
    this.seed = options.seed;
    this.exchanges = options.exchanges;
    this.#random = SeededRandom.seeded(options.seed, 'traffic');
    this.#time = options.now - history * 1000;
    for (const { member, fairPrice, pools } of openListings(options.seed, options.exchanges)) {
      this.#beliefs.set(member.token.id, { anchor: fairPrice, fair: fairPrice, trend: 0 });
      for (const pool of pools) this.#addPool(pool);
    }
    for (let done = 0; done + COARSE_TICK_SECONDS <= history; done += COARSE_TICK_SECONDS) {
      this.#tick(COARSE_TICK_SECONDS);
    }
    this.#time = options.now;
  }

  /** A market as `snapshot` found it. What its exchanges charge is as told here; its pools are as they were. */
  static restore(snapshot: MarketSnapshot, exchanges: readonly Exchange[]): Market {
    const market = new Market({
      seed: snapshot.seed,
      exchanges,
      now: epochMs(snapshot.time),
      historySeconds: 0,
    });
    market.#random = SeededRandom.restored(snapshot.random);
    market.#adaUsd = snapshot.adaUsd;
    market.#pools.clear();
    market.#poolIdsOf.clear();
    for (const [id, exchange, token, ada, tokens, feePpm] of snapshot.pools) {
      market.#addPool({
        id,
        exchange,
        token: token as AssetId,
        ada: BigInt(ada),
        tokens: BigInt(tokens),
        feePpm,
      });
    }
    for (const [token, anchor, fair, trend] of snapshot.beliefs) {
      market.#beliefs.set(token as AssetId, { anchor, fair, trend });
    }
    market.#statistics = DailyStatistics.restored(snapshot.stats);
    market.#trades.restore(snapshot.trades, market.pools(), snapshot.nextSequence);
    return market;
  }

  /** Everything that the market is, as JSON-safe data. */
  snapshot(): MarketSnapshot {
    return {
      version: 1,
      seed: this.seed,
      time: this.#time,
      random: this.#random.state(),
      adaUsd: this.#adaUsd,
      nextSequence: this.#trades.nextSequence,
      pools: this.pools().map((pool) => [
        pool.id,
        pool.exchange,
        pool.token,
        pool.ada.toString(),
        pool.tokens.toString(),
        pool.feePpm,
      ]),
      beliefs: [...this.#beliefs].map(([token, { anchor, fair, trend }]) => [token, anchor, fair, trend]),
      stats: this.#statistics.records(),
      trades: this.#trades.records(this.pools()),
    };
  }

  /** Until when the seeded market has traded. */
  get time(): EpochMs {
    return epochMs(this.#time);
  }

  token(id: AssetId): PracticeToken | undefined {
    return this.#tokensById.get(id);
  }

  exchange(code: string): Exchange | undefined {
    return this.exchanges.find((item) => item.code === code);
  }

  pools(): readonly Pool[] {
    return [...this.#pools.values()];
  }

  pool(id: string): Pool | undefined {
    return this.#pools.get(id);
  }

  /** The pools of a token against ADA; empty when there is none. */
  poolsOf(token: AssetId): readonly Pool[] {
    return (this.#poolIdsOf.get(token) ?? []).map((id) => this.#pools.get(id) as Pool);
  }

  /** All reserves of the token's pools together: a price weighted by liquidity. `undefined` without a pool. */
  averagePrice(token: AssetId): AveragePrice | undefined {
    const pools = this.poolsOf(token);
    if (pools.length === 0) return undefined;
    const ada = pools.reduce((sum, pool) => sum + pool.ada, 0n);
    const tokens = pools.reduce((sum, pool) => sum + pool.tokens, 0n);
    return { lovelace: ada, tokens, adaPerToken: this.#adaPerToken(token, ada, tokens) };
  }

  /** US dollars for one ADA, drifting slowly. */
  adaUsd(): number {
    return Math.round(this.#adaUsd * 1e6) / 1e6;
  }

  /** A token trades against ADA only; ADA against every token that has a pool. */
  pairsOf(token: AssetId): readonly MarketPair[] {
    const liquidity = (id: AssetId): bigint =>
      this.poolsOf(id).reduce((sum, pool) => sum + 2n * pool.ada, 0n);
    if (token !== ADA) {
      const both = liquidity(token);
      return both === 0n ? [] : [{ token: ADA, ticker: 'ADA', liquidity: lovelace(both) }];
    }
    return this.tokens.flatMap(({ id, ticker }) => {
      const both = liquidity(id);
      return both === 0n ? [] : [{ token: id, ticker, liquidity: lovelace(both) }];
    });
  }

  /** The 24 hours up to the market's time. */
  dailyStats(token: AssetId): MarketDailyStats {
    return this.#statistics.of(token, this.#time);
  }

  /** Trades with a sequence number above `sequence`, oldest first; only the last few thousand are kept. */
  tradesSince(sequence: number): readonly MarketTrade[] {
    return this.#trades.since(sequence);
  }

  /** The best route now, and what it yields and costs. Moves nothing. */
  quote(request: QuoteRequest): Result<MarketQuote, MarketFailure> {
    return quoteOn(this, request);
  }

  /** What a fill would give now, in base units of the output. Moves nothing. */
  preview(request: FillRequest): Result<bigint, MarketFailure> {
    const plan = planFill(this, request);
    return plan.ok ? ok(outOf(request, plan.value)) : plan;
  }

  /** Fills an order at the pools' present prices, all of it or not at all. */
  fill(request: FillRequest, now: EpochMs): Result<Fill, MarketFailure> {
    const plan = planFill(this, request);
    if (!plan.ok) return plan;
    const trades = plan.value.map(({ poolId, direction, amountIn }) => {
      const token = (this.#pools.get(poolId) as Pool).token;
      const before = this.averagePrice(token)?.adaPerToken ?? 0;
      const trade = this.#swap(poolId, direction, amountIn, now, 'order');
      const after = this.averagePrice(token)?.adaPerToken ?? 0;
      learnFrom(this.#beliefs.get(token) as Belief, before, after);
      return trade;
    });
    return ok({ out: outOf(request, plan.value), trades });
  }

  /**
   * Lets the seeded market trade until `now`, a tick for each second passed. However it is divided over calls, the
   * state is the same, as long as no call is more than two hours behind; then coarser ticks catch up at most a day.
   */
  step(now: EpochMs): void {
    let behind = Math.floor((now - this.#time) / 1000);
    if (behind > MOST_CATCH_UP_SECONDS) {
      this.#time += (behind - MOST_CATCH_UP_SECONDS) * 1000;
      behind = MOST_CATCH_UP_SECONDS;
    }
    while (behind > FINE_SECONDS) {
      this.#tick(COARSE_TICK_SECONDS);
      behind -= COARSE_TICK_SECONDS;
    }
    for (; behind > 0; behind -= 1) this.#tick(1);
  }

  #tick(seconds: number): void {
    this.#time += seconds * 1000;
    const random = this.#random;
    const usd = 0.015 * Math.sqrt(seconds / DAY_SECONDS) * random.bell();
    const pull = (USUAL_ADA_USD / this.#adaUsd - 1) * (seconds / (seconds + 5 * DAY_SECONDS));
    this.#adaUsd *= 1 + usd + pull;
    for (const member of cast) {
      liveFor(seconds, member, this.#beliefs.get(member.token.id) as Belief, this.#floor, random);
    }
  }

  #execute({ poolId, direction, amountIn, source }: Intention): void {
    if (poolOut(this.#pools.get(poolId) as Pool, direction, amountIn) === 0n) return;
    this.#swap(poolId, direction, amountIn, epochMs(this.#time), source);
  }

  #swap(
    poolId: string,
    side: Direction,
    amountIn: bigint,
    time: EpochMs,
    source: MarketTrade['source'],
  ): MarketTrade {
    const before = this.#pools.get(poolId) as Pool;
    const out = poolOut(before, side, amountIn);
    this.#pools.set(poolId, applySwap(before, side, amountIn));
    const [ada, tokens] = side === 'buy' ? [amountIn, out] : [out, amountIn];
    this.#statistics.add(before.token, time, side, ada);
    return this.#trades.add(before, { time, side, ada, tokens, source });
  }

  #adaPerToken(token: AssetId, ada: bigint, tokens: bigint): number {
    const decimals = this.#tokensById.get(token)?.decimals ?? 0;
    return (Number(ada) / Number(tokens)) * 10 ** (decimals - 6);
  }

  #addPool(pool: Pool): void {
    this.#pools.set(pool.id, pool);
    const ids = this.#poolIdsOf.get(pool.token);
    if (ids === undefined) this.#poolIdsOf.set(pool.token, [pool.id]);
    else ids.push(pool.id);
  }
}
