import { ADA, type AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { keepNewest } from '#domain/newest.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Token } from '#domain/token.ts';
import type { TrendingPeriod } from '#domain/trending.ts';
import { sumOfVolumes, type Candle } from '#domain/candle.ts';
import type { Charts, TrendingEntry } from '../../ports/charts.ts';
import type { Clock } from '../../ports/system.ts';
import type { Service } from '../../ports/service.ts';
import type { PolledJob, Polling, PollingGroup } from '../../market/polling.ts';
import type { PastCandles } from '../../market/candles.ts';
import { plainToken, type TokenCatalogue } from '../../market/token-catalogue.ts';

/** A token's market figures against ADA; figures that are not known yet are absent. */
export interface MarketFigures extends Partial<DayFigures> {
  readonly id: AssetId;
  readonly priceAda?: number;
  readonly priceAt?: EpochMs;
  readonly buys24h?: number;
  readonly sales24h?: number;
  readonly liquidityAda?: number;
}

export interface TrendingRow {
  readonly token: Token;
  readonly volumeAda: number;
  readonly change: number | undefined;
  readonly liquidityAda: number | undefined;
  readonly priceAda: number | undefined;
}

export interface TrendingTable {
  readonly rows: readonly TrendingRow[];
  readonly at: EpochMs;
}

export interface MarketBoardParts {
  readonly service: Service;
  readonly charts: Charts;
  readonly past: Pick<PastCandles, 'span'>;
  readonly catalogue: TokenCatalogue;
  readonly clock: Clock;
  readonly polling: Pick<Polling, 'group' | 'refusal' | 'state'>;
}

/** The requests for a token: the host, their priority, and ms between two rounds. */
const PARTS = {
  price: { host: 'service', rank: 4, every: { active: 90_000, idle: 600_000 } },
  day: { host: 'charts', rank: 5, every: { active: 600_000 } },
  daily: { host: 'service', rank: 7, every: { active: 900_000 } },
  pools: { host: 'service', rank: 6, every: { active: 900_000 } },
} as const;
/** Rows beyond these are on no screen until the list is scrolled. */
const ON_SCREEN = 20;
const BELOW = { ...PARTS, price: { ...PARTS.price, rank: 5, every: { active: 300_000 } } } as const;
/** The token in the middle of the desk is asked for first, and more often. */
const CHOSEN = {
  price: { ...PARTS.price, rank: 2, every: { active: 15_000, idle: 60_000 } },
  day: { ...PARTS.day, rank: 3, every: { active: 120_000, idle: 600_000 } },
  daily: { ...PARTS.daily, rank: 3, every: { active: 300_000 } },
  pools: { ...PARTS.pools, rank: 3, every: { active: 300_000 } },
} as const;
const STATS_MS = 15_000;
const TRENDING_MS = { active: 30_000, idle: 600_000, hidden: Number.POSITIVE_INFINITY } as const;
/** Trending tokens are looked at for as long after they were asked for. */
const TRENDING_SHOWN_MS = 120_000;
const MOST_TRENDING = 50;
const MOST_KNOWN = 1_000;
const DETAILS_MS = 5_000;
const DAY_SECONDS = 25 * 3_600;

type Part = keyof typeof PARTS;

/** Figures of many tokens, kept fresh within one budget: those that are shown, and nothing while nothing is. */
export class MarketBoard {
  readonly #parts: MarketBoardParts;
  readonly #polled: PollingGroup;
  readonly #figures = new Map<AssetId, MarketFigures>();
  readonly #trending = new Map<
    TrendingPeriod,
    { entries: readonly TrendingEntry[]; at: EpochMs; asked: number }
  >();
  readonly #listeners = new Set<() => void>();
  readonly #stopped = new AbortController();
  #attended: readonly AssetId[] = [];
  #visible = false;
  #trendingShown: { readonly tokens: readonly AssetId[]; readonly until: number } = { tokens: [], until: 0 };

  constructor(parts: MarketBoardParts) {
    this.#parts = parts;
    this.#polled = parts.polling.group();
  }

  /** Figures of the tokens that are shown, as far as they are known. */
  get figures(): readonly MarketFigures[] {
    return this.#attended.flatMap((id) => this.#figures.get(id) ?? []);
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** The tokens on show, the most important first. */
  attend(visible: boolean, tokens: readonly AssetId[]): void {
    const before = this.#attended[0];
    this.#visible = visible;
    this.#attended = [...new Set(tokens)].filter((id) => id !== ADA);
    this.#plan();
    const [chosen] = this.#attended;
    if (visible && chosen !== undefined && chosen !== before) this.#polled.poke(`price:${chosen}`);
    this.#notify();
  }

  /** Figures of one token, at most a quarter of a minute old. Failures: those of its price when nothing is known. */
  async stats(id: AssetId): Promise<Result<MarketFigures, Failure>> {
    if (id === ADA) return ok({ id, priceAda: 1 });
    const known = this.#figures.get(id);
    const fresh = known?.priceAt !== undefined && this.#parts.clock.now() - known.priceAt < STATS_MS;
    if (known && fresh && known.liquidityAda !== undefined) return ok(known);
    const { signal } = this.#stopped;
    const [price] = await Promise.all([
      this.#askPrice(id, signal),
      this.#ask('day', id, signal),
      this.#ask('daily', id, signal),
      this.#ask('pools', id, signal),
    ]);
    const figures = this.#figures.get(id);
    if (figures) return ok(figures);
    return price.ok ? ok({ id }) : price;
  }

  /** Tokens by volume. Failures: of the charts API, `rows-left-out` where nothing of its answer can be read. */
  async trending(period: TrendingPeriod): Promise<Result<TrendingTable, Failure>> {
    const { charts, clock, polling } = this.#parts;
    let known = this.#trending.get(period);
    if (!known || clock.monotonic() - known.asked >= TRENDING_MS[polling.state]) {
      const refusal = polling.refusal('charts');
      if (refusal) return failed(refusal);
      const asked = clock.monotonic();
      const answer = await charts.trending(period, this.#stopped.signal);
      if (!answer.ok) return answer;
      if (answer.leftOut && answer.value.length === 0) return failed(answer.leftOut);
      known = { entries: answer.value.slice(0, MOST_TRENDING), at: clock.now(), asked };
      this.#trending.set(period, known);
    }
    const { entries, at } = known;
    this.#trendingShown = {
      tokens: entries.map(({ token }) => token),
      until: clock.monotonic() + TRENDING_SHOWN_MS,
    };
    this.#plan();
    return ok({ rows: await this.#detailed(entries), at });
  }

  stop(): void {
    this.#stopped.abort();
    void this.#polled.leave();
  }

  /** The entries with what is known of their tokens; the catalogue is waited for, but not long. */
  async #detailed(entries: readonly TrendingEntry[]): Promise<readonly TrendingRow[]> {
    const { catalogue, clock } = this.#parts;
    const tokens = new Map<AssetId, Token>();
    const all = Promise.all(
      entries.map(async ({ token }) => {
        const found = catalogue.knows(token) ? ok(catalogue.shown(token)) : await catalogue.get(token);
        if (found.ok) tokens.set(token, found.value);
      }),
    );
    const enough = new AbortController();
    await Promise.race([all, clock.sleep(DETAILS_MS, enough.signal)]);
    enough.abort();
    return entries.map(({ token: id, ticker, volumeAda, change }) => {
      const figures = this.#figures.get(id);
      return {
        token: tokens.get(id) ?? { ...plainToken(id), ticker },
        volumeAda,
        change,
        liquidityAda: figures?.liquidityAda,
        priceAda: figures?.priceAda,
      };
    });
  }

  #plan(): void {
    const trending =
      this.#parts.clock.monotonic() < this.#trendingShown.until ? this.#trendingShown.tokens : [];
    const job = (
      part: Part,
      id: AssetId,
      from: typeof PARTS | typeof BELOW | typeof CHOSEN = PARTS,
    ): PolledJob => ({
      key: `${part}:${id}`,
      ...from[part],
      run: (signal) => this.#ask(part, id, signal),
    });
    const parts: readonly Part[] = ['price', 'day', 'daily', 'pools'];
    const [chosen, ...listed] = this.#visible ? this.#attended : [];
    this.#polled.set([
      ...parts.flatMap((part) => (chosen === undefined ? [] : [job(part, chosen, CHOSEN)])),
      ...listed.flatMap((id, at) => {
        const from = at < ON_SCREEN ? PARTS : BELOW;
        return [job('price', id, from), job('day', id, from), job('pools', id, from)];
      }),
      ...trending.filter((id) => !this.#attended.includes(id)).map((id) => job('pools', id)),
    ]);
  }

  async #ask(part: Part, id: AssetId, signal: AbortSignal): Promise<boolean> {
    switch (part) {
      case 'price':
        return (await this.#askPrice(id, signal)).ok;
      case 'day':
        return this.#askDay(id);
      case 'daily': {
        const stats = await this.#parts.service.dailyStats(id, signal);
        if (stats.ok) this.#learn(id, { buys24h: stats.value.buys, sales24h: stats.value.sales });
        return stats.ok;
      }
      case 'pools': {
        const pools = await this.#parts.service.pools(id, signal);
        if (pools.ok) this.#learn(id, { liquidityAda: pools.value.reduce((sum, { ada }) => sum + ada, 0) });
        return pools.ok;
      }
    }
  }

  async #askPrice(id: AssetId, signal: AbortSignal): Promise<Result<number, Failure>> {
    const price = await this.#parts.service.averagePrice(id, signal);
    if (price.ok) this.#learn(id, { priceAda: price.value, priceAt: this.#parts.clock.now() });
    return price;
  }

  async #askDay(id: AssetId): Promise<boolean> {
    const now = Math.floor(this.#parts.clock.now() / 1000);
    const subject = { base: id, quote: ADA, period: '1hour' } as const;
    const candles = await this.#parts.past.span(subject, { from: now - DAY_SECONDS, to: now });
    if (!candles.ok) return false;
    const figures = dayFigures(candles.value, now);
    if (figures) this.#learn(id, figures);
    return true;
  }

  #learn(id: AssetId, reported: Partial<MarketFigures>): void {
    if (this.#stopped.signal.aborted) return;
    const known = this.#figures.get(id) ?? { id };
    keepNewest(this.#figures, id, { ...known, ...reported }, MOST_KNOWN);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Figures for the last 24 hours, from hourly candles. Prices are ADA for one token. */
interface DayFigures {
  readonly change24h: number;
  readonly high24h: number;
  readonly low24h: number;
  /** Not known where that of an hour is not. */
  readonly volume24hAda: number | undefined;
  /** Closes of the last 24 hours, oldest first. */
  readonly spark: readonly number[];
}

const HOUR = 3_600;
const HOURS = 24;

/**
 * Figures of the 24 hours up to `now` (Unix seconds), from hourly candles that may begin before them. The change is
 * measured against the last price before that time, or, for a younger market, its first one. `undefined` without
 * candles.
 */
export function dayFigures(candles: readonly Candle[], now: number): DayFigures | undefined {
  const last = candles.at(-1);
  const lastHour = Math.floor(now / HOUR) * HOUR;
  const begins = lastHour - (HOURS - 1) * HOUR;
  const before = candles.findLast(({ time }) => time < begins);
  const within = candles.filter(({ time }) => time >= begins);
  const opening = before?.close ?? within[0]?.open;
  if (!last || opening === undefined) return undefined;
  const hours = new Map(within.map(({ time, close }) => [Math.floor(time / HOUR) * HOUR, close]));
  let price = opening;
  const spark = Array.from({ length: HOURS }, (_, at) => (price = hours.get(begins + at * HOUR) ?? price));
  return {
    change24h: last.close / opening - 1,
    high24h: within.reduce((highest, { high }) => Math.max(highest, high), opening),
    low24h: within.reduce((lowest, { low }) => Math.min(lowest, low), opening),
    volume24hAda: within.map(({ volume }) => volume).reduce(sumOfVolumes, 0),
    spark,
  };
}
