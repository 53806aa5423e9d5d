import { ADA, type AssetId } from '#domain/asset.ts';
import { mulDivFloor } from '#domain/ratio.ts';
import { ok, type Result } from '#domain/result.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import { cast } from './cast.ts';
import { type Course, type CourseTrade, movedTo, Sways } from './followed.ts';
import { applySwap, PoolBook, poolOut } from './pools.ts';
import {
  outOf,
  planFill,
  quoteOn,
  type FillRequest,
  type MarketView,
  type PlannedSwap,
  type QuoteRequest,
} from './quoting.ts';
import { SeededRandom } from './random.ts';
import { DailyStatistics, type NewTrade, TradeLog } from './trade-log.ts';
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
  TradeListener,
} from './types.ts';
import { openListings } from './world.ts';

export type { FillRequest, QuoteRequest } from './quoting.ts';

/** The inputs of a market. Everything that happens is determined by these and the calls made. */
export interface MarketOptions {
  readonly seed: number;
  readonly exchanges: readonly Exchange[];
  /** When the market starts. */
  readonly now: EpochMs;
  /** How much history it starts with; by default a day. */
  readonly historySeconds?: number;
  readonly onTrade?: TradeListener;
  /** The history that it follows, instead of trading by itself. */
  readonly course?: Course;
}

/** A trade that was executed but not yet reported: its time is assigned when its tick ends. */
interface Swapped extends Omit<NewTrade, 'time'> {
  readonly pool: Pool;
  readonly averagePrice: number;
}

const DAY_SECONDS = 86_400;
/** A catch-up longer than this starts with coarse ticks. */
const FINE_SECONDS = 7_200;
const COARSE_TICK_SECONDS = 300;
/** A catch-up is limited to this. */
const MOST_CATCH_UP_SECONDS = FINE_SECONDS + DAY_SECONDS;
const USUAL_ADA_USD = 0.476;

/** The practice world's prices, pools and trades. Pure state: no clock, no outside randomness, no I/O. */
export class Market implements MarketView {
  readonly seed: number;
  readonly exchanges: readonly Exchange[];
  readonly tokens: readonly PracticeToken[] = cast.map((member) => member.token);
  readonly #tokensById = new Map(this.tokens.map((token) => [token.id, token]));
  readonly #pools = new PoolBook(this.#tokensById);
  readonly #beliefs = new Map<AssetId, Belief>();
  #random: SeededRandom;
  #statistics = new DailyStatistics();
  readonly #trades = new TradeLog((pool, ada, tokens) => this.#pools.adaPerToken(pool.token, ada, tokens));
  #time: number;
  #adaUsd = USUAL_ADA_USD;
  #swapped: Swapped[] = [];
  readonly #onTrade: TradeListener;
  readonly #course: Course | undefined;
  #sways = new Sways();
  #isHidden: ((pool: Pool) => boolean) | undefined;
  readonly #floor: Floor = {
    poolsOf: (token) => this.poolsOf(token),
    execute: (intention) => this.#execute(intention),
  };

  constructor(options: MarketOptions) {
    const history = options.historySeconds ?? DAY_SECONDS;
    this.seed = options.seed;
    this.exchanges = options.exchanges;
    this.#onTrade = options.onTrade ?? (() => undefined);
    this.#random = SeededRandom.seeded(options.seed, 'traffic');
    this.#course = options.course;
    this.#time = options.now - history * 1000;
    for (const { member, fairPrice, pools } of openListings(options.seed, options.exchanges)) {
      this.#beliefs.set(member.token.id, { anchor: fairPrice, fair: fairPrice, trend: 0 });
      for (const pool of pools) this.#pools.put(pool);
    }
    if (this.#course) {
      this.#followedSince(this.#course, history);
      return;
    }
    for (let done = 0; done + COARSE_TICK_SECONDS <= history; done += COARSE_TICK_SECONDS) {
      this.#tick(COARSE_TICK_SECONDS);
    }
    this.#time = options.now;
  }

  /** The market saved by `snapshot`. Its pools are restored; its exchanges are those given here. */
  static restore(
    snapshot: MarketSnapshot,
    exchanges: readonly Exchange[],
    onTrade: TradeListener = () => undefined,
    course?: Course,
  ): Market {
    const { seed, time } = snapshot;
    const begun = { seed, exchanges, now: epochMs(time), historySeconds: 0, onTrade };
    const market = new Market(course ? { ...begun, course } : begun);
    market.#sways = new Sways(snapshot.sways);
    market.#random = SeededRandom.restored(snapshot.random);
    market.#adaUsd = snapshot.adaUsd;
    market.#pools.restore(snapshot.pools);
    for (const [token, anchor, fair, trend] of snapshot.beliefs) {
      market.#beliefs.set(token as AssetId, { anchor, fair, trend });
    }
    market.#statistics = DailyStatistics.restored(snapshot.stats);
    market.#trades.restore(snapshot.trades, market.pools(), snapshot.nextSequence);
    return market;
  }

  /** The market's whole state as JSON-safe data. */
  snapshot(): MarketSnapshot {
    return {
      version: 1,
      seed: this.seed,
      time: this.#time,
      random: this.#random.state(),
      adaUsd: this.#adaUsd,
      nextSequence: this.#trades.nextSequence,
      pools: this.#pools.records(),
      beliefs: [...this.#beliefs].map(([token, { anchor, fair, trend }]) => [token, anchor, fair, trend]),
      stats: this.#statistics.records(),
      trades: this.#trades.records(this.pools()),
      ...(this.#course && { sways: this.#sways.records() }),
    };
  }

  /** The time up to which the seeded market has traded. */
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
    return this.#pools.all();
  }

  pool(id: string): Pool | undefined {
    return this.#pools.get(id);
  }

  /** The pools of a token against ADA; may be empty. */
  poolsOf(token: AssetId): readonly Pool[] {
    return this.#pools.of(token);
  }

  /** The ratio of all reserves of the token's pools: a price weighted by liquidity. `undefined` without a pool. */
  averagePrice(token: AssetId): AveragePrice | undefined {
    return this.#pools.averagePrice(token);
  }

  /** US dollars for one ADA, drifting slowly. */
  adaUsd(): number {
    return Math.round(this.#adaUsd * 1e6) / 1e6;
  }

  /** A token trades against ADA only; ADA against every token that has a pool. */
  pairsOf(token: AssetId): readonly MarketPair[] {
    return this.#pools.pairsOf(token);
  }

  /** The last 24 hours of market time. */
  dailyStats(token: AssetId): MarketDailyStats {
    return this.#statistics.of(token, this.#time);
  }

  /** Trades with a sequence number above `sequence`, oldest first; only the last few thousand are kept. */
  tradesSince(sequence: number): readonly MarketTrade[] {
    return this.#trades.since(sequence);
  }

  /** The best route now, with its yield and costs. Changes nothing. */
  quote(request: QuoteRequest): Result<MarketQuote, MarketFailure> {
    const isHidden = this.#isHidden;
    if (!isHidden) return quoteOn(this, request);
    const hidden = new Map(
      [request.tokenIn, request.tokenOut].map((token) => [token, this.poolsOf(token).filter(isHidden)]),
    );
    return quoteOn(
      {
        exchanges: this.exchanges,
        token: (id) => this.token(id),
        pool: (id) => this.pool(id),
        poolsOf: (token) => this.poolsOf(token).filter((pool) => hidden.get(token)?.includes(pool) !== true),
      },
      request,
    );
  }

  /** From now on no quote goes over the pools of which `isHidden` says so. It is asked once a quote of each. */
  hidePools(isHidden: (pool: Pool) => boolean): void {
    this.#isHidden = isHidden;
  }

  /** The proceeds of a fill at this moment, in base units of the output. Changes nothing. */
  preview(request: FillRequest): Result<bigint, MarketFailure> {
    const plan = planFill(this, request);
    return plan.ok ? ok(outOf(request, plan.value)) : plan;
  }

  /**
   * Fills an order at the pools' current prices, in full or not at all. `isCrowds`: the order is of the world itself,
   * so a history that is followed has its effect already.
   */
  fill(request: FillRequest, now: EpochMs, isCrowds = false): Result<Fill, MarketFailure> {
    const plan = planFill(this, request);
    if (!plan.ok) return plan;
    return ok({ out: outOf(request, plan.value), trades: this.#carryOut(plan.value, now, isCrowds) });
  }

  /** Leaves in a pool what a fill did not pay out of it. */
  leaveIn(poolId: string, asset: AssetId, quantity: bigint): void {
    const pool = this.#pools.get(poolId);
    if (!pool) throw new RangeError(`no pool ${poolId}`);
    const { ada, tokens } = pool;
    this.#pools.put(
      asset === ADA ? { ...pool, ada: ada + quantity } : { ...pool, tokens: tokens + quantity },
    );
  }

  /** Trades along a route that was quoted for the pools' current state. */
  follow(quote: MarketQuote, now: EpochMs): Fill {
    const swaps = quote.legs.flatMap(({ direction, shares }) =>
      shares.map(({ poolId, amountIn }) => ({ poolId, direction, amountIn })),
    );
    return { out: quote.expectedOut, trades: this.#carryOut(swaps, now, false) };
  }

  /**
   * A route's proceeds at the market's average prices, in base units of its output: net of pool fees, but ignoring its
   * price impact and how far its pools are off the average.
   */
  fairOut(quote: MarketQuote): bigint {
    return quote.legs.reduce((amount, { token, direction, amountIn, shares }) => {
      const price = this.averagePrice(token);
      if (!price) return 0n;
      const fees = shares.reduce((sum, { poolFee }) => sum + poolFee, 0n);
      const [into, from] =
        direction === 'buy' ? [price.tokens, price.lovelace] : [price.lovelace, price.tokens];
      return mulDivFloor(mulDivFloor(amount, amountIn - fees, amountIn), into, from);
    }, quote.amountIn);
  }

  #carryOut(
    swaps: readonly Omit<PlannedSwap, 'out'>[],
    now: EpochMs,
    isCrowds: boolean,
  ): readonly MarketTrade[] {
    return swaps.map(({ poolId, direction, amountIn }) => {
      const token = (this.#pools.get(poolId) as Pool).token;
      const before = this.averagePrice(token)?.adaPerToken ?? 0;
      const swapped = this.#swap(poolId, direction, amountIn, 'order');
      if (this.#course && isCrowds) {
        const { pool, side, ada, tokens, source } = swapped;
        return this.#trades.add(pool, { side, ada, tokens, source, time: now });
      }
      const trade = this.#report(swapped, now);
      const after = this.averagePrice(token)?.adaPerToken ?? 0;
      if (this.#course) this.#sways.add(token, before, after, now);
      else learnFrom(this.#beliefs.get(token) as Belief, before, after);
      return trade;
    });
  }

  /**
   * Lets the seeded market trade until `now`, one tick per second. The state does not depend on how this is divided
   * into calls, as long as no call is more than two hours behind; beyond that, coarser ticks catch up by at most a
   * day.
   */
  step(now: EpochMs): void {
    if (this.#course) {
      this.#follow(this.#course, now);
      return;
    }
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

  /** Opens at the history's prices, with the statistics of the time before. */
  #followedSince(course: Course, seconds: number): void {
    const now = this.#time + seconds * 1000;
    const last = new Map(course.pricesAt(this.#time));
    for (const trade of course.between(this.#time, now)) this.#take(trade, last, false);
    for (const [token, price] of course.pricesAt(now)) this.#movePools(token, price);
    this.#time = now;
  }

  /** Carries out what the history has since the last step. */
  #follow(course: Course, now: EpochMs): void {
    if (now <= this.#time) return;
    const last = new Map<AssetId, number>();
    for (const trade of course.between(this.#time, now)) this.#take(trade, last, true);
    this.#time = now;
    for (const [token, price] of last) this.#movePools(token, price);
  }

  #take({ token, time, price, lovelace }: CourseTrade, last: Map<AssetId, number>, isNew: boolean): void {
    const [pool] = this.#pools.of(token);
    if (!pool) return;
    const swayed = price * this.#sways.of(token, time);
    const before = last.get(token) ?? this.averagePrice(token)?.adaPerToken ?? swayed;
    const units = BigInt(Math.floor(lovelace / this.#perUnit(token, swayed)));
    const side = swayed < before ? 'sell' : 'buy';
    last.set(token, swayed);
    const swap = { side, ada: BigInt(lovelace), tokens: units > 0n ? units : 1n, source: 'trader' } as const;
    this.#statistics.add(token, time, side, swap.ada);
    const trade = this.#trades.add(pool, { ...swap, time: epochMs(time) });
    if (isNew) this.#onTrade(trade, swayed);
  }

  #movePools(token: AssetId, price: number): void {
    const perUnit = this.#perUnit(token, price);
    for (const pool of this.#pools.of(token)) this.#pools.put(movedTo(pool, perUnit));
  }

  /** A price in ADA for one whole token as lovelace for a base unit. */
  #perUnit(token: AssetId, price: number): number {
    return price * 10 ** (6 - (this.#tokensById.get(token)?.decimals ?? 0));
  }

  #tick(seconds: number): void {
    const before = this.#time;
    this.#time += seconds * 1000;
    const random = this.#random;
    const usd = 0.015 * Math.sqrt(seconds / DAY_SECONDS) * random.bell();
    const pull = (USUAL_ADA_USD / this.#adaUsd - 1) * (seconds / (seconds + 5 * DAY_SECONDS));
    this.#adaUsd *= 1 + usd + pull;
    for (const member of cast) {
      liveFor(seconds, member, this.#beliefs.get(member.token.id) as Belief, this.#floor, random);
      // The trades of a long tick are spread over its whole length.
      for (const [index, swapped] of this.#swapped.entries()) {
        const second = Math.ceil(((index + 0.5) / this.#swapped.length) * seconds);
        this.#report(swapped, epochMs(before + second * 1000));
      }
      this.#swapped = [];
    }
  }

  #execute({ poolId, direction, amountIn, source }: Intention): void {
    if (poolOut(this.#pools.get(poolId) as Pool, direction, amountIn) === 0n) return;
    this.#swapped.push(this.#swap(poolId, direction, amountIn, source));
  }

  #swap(poolId: string, side: Direction, amountIn: bigint, source: MarketTrade['source']): Swapped {
    const pool = this.#pools.get(poolId) as Pool;
    const out = poolOut(pool, side, amountIn);
    this.#pools.put(applySwap(pool, side, amountIn));
    const [ada, tokens] = side === 'buy' ? [amountIn, out] : [out, amountIn];
    const averagePrice = this.averagePrice(pool.token)?.adaPerToken ?? 0;
    return { pool, side, ada, tokens, source, averagePrice };
  }

  #report({ pool, averagePrice, ...swap }: Swapped, time: EpochMs): MarketTrade {
    this.#statistics.add(pool.token, time, swap.side, swap.ada);
    const trade = this.#trades.add(pool, { ...swap, time });
    this.#onTrade(trade, averagePrice);
    return trade;
  }
}
