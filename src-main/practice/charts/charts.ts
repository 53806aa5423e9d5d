import { ADA, type AssetId } from '#domain/asset.ts';
import { PERIOD_SECONDS, type CandlePeriod } from '#domain/candle.ts';
import type { TrendingPeriod } from '#domain/trending.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { cast } from '../market/cast.ts';
import { dayBegan } from '../market/trade-log.ts';
import { inverted, joined, type Bar, type BarSource } from './bar.ts';
import { CrossPast, CrossTape } from './cross.ts';
import { CutPast } from './cut.ts';
import { TokenPast } from './past.ts';
import { Tape } from './tape.ts';

/** Where the charts of a world begin. Saved with the world: everything before is derived from it and the seed. */
export interface ChartsOrigin {
  readonly seed: number;
  /** Earliest time of the market's first trade, in milliseconds. */
  readonly began: number;
  /** Tokens with a pool, and their price in ADA for one whole token at that time. */
  readonly openings: readonly (readonly [AssetId, number])[];
  /** In a replay: the moment at which it began (seconds, a multiple of 20), and the prices of that moment. */
  readonly replay?: {
    readonly from: number;
    readonly openings: readonly (readonly [AssetId, number])[];
  };
}

/** A trade as charts record it. `price`: the token's average price over all pools after the trade. */
export interface ChartTrade {
  readonly token: AssetId;
  readonly time: number;
  readonly lovelace: number;
  readonly price: number;
}

/** All candles of one pair. */
export interface Series extends BarSource {
  /** The bar with the latest trade. */
  latest(period: CandlePeriod): Bar;
}

interface Listed {
  readonly place: number;
  /** The price at which the past ends. */
  readonly pastEnd: number;
  /** The price at which the trades begin: the same, but for a replay. */
  readonly opening: number;
  readonly tape: Tape;
  past?: TokenPast;
}

const SHORTEST = PERIOD_SECONDS['20s'];
const DAY = PERIOD_SECONDS['1day'];
const MOST_CROSSES = 16;
const NUMBERS_IN_A_RECORD = 4;

const LENGTH_MS: Readonly<Record<Exclude<TrendingPeriod, '1day'>, number>> = {
  '5min': 5 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '1hour': 60 * MINUTE_MS,
  '4hour': 240 * MINUTE_MS,
};

/**
 * Candles of every pair in the practice market: years of generated history, then the market's trades.
 *
 * Each pair has one price direction. A pair with ADA is priced in ADA for one whole token, whichever side is named
 * first. A pair of tokens is priced in quote for one whole base: the ratio of the two ADA prices, updated with
 * every trade of either. A trade's price is the token's average price over all pools after it, so the last close is
 * the current average price. Volumes are in ADA; for a pair of tokens, the ADA traded in both.
 */
export class Charts {
  readonly origin: ChartsOrigin;
  /** Where the generated history ends, in Unix seconds. */
  readonly pastEnds: number;
  /** Where the market's own trades begin: there too, but for a replay. */
  readonly #end: number;
  readonly #listed = new Map<AssetId, Listed>();
  /** Recently used pairs of tokens, the latest last. */
  readonly #crosses = new Map<string, Series>();
  #unsaved: number[] = [];
  #sequence = 0;

  constructor(origin: ChartsOrigin) {
    this.origin = origin;
    this.pastEnds = Math.floor(origin.began / 1000 / SHORTEST) * SHORTEST;
    this.#end = origin.replay?.from ?? this.pastEnds;
    const openings = new Map(origin.replay?.openings);
    for (const [place, [token, pastEnd]] of origin.openings.entries())
      this.#listed.set(token, { place, pastEnd, opening: openings.get(token) ?? pastEnd, tape: new Tape() });
  }

  add(trade: ChartTrade): void {
    this.#take(trade);
    this.#unsaved.push(this.#of(trade.token).place, trade.time, trade.lovelace, trade.price);
  }

  /** The trades added since the last call, to be saved; `undefined` when there are none. */
  takeUnsaved(): Uint8Array | undefined {
    if (this.#unsaved.length === 0) return undefined;
    const bytes = new Uint8Array(Float64Array.from(this.#unsaved).buffer);
    this.#unsaved = [];
    return bytes;
  }

  /** Loads what `takeUnsaved` returned, in the same order. */
  load(bytes: Uint8Array): void {
    const numbers = new Float64Array(bytes.slice().buffer);
    for (let at = 0; at < numbers.length; at += NUMBERS_IN_A_RECORD) {
      const [place = -1, time = 0, lovelace = 0, price = 0] = numbers.subarray(at, at + NUMBERS_IN_A_RECORD);
      const token = this.origin.openings[place]?.[0];
      if (token === undefined) throw new RangeError('the practice store is damaged: a trade of no token');
      this.#take({ token, time, lovelace, price });
    }
  }

  /** The candles of a pair; `undefined` for the same asset twice, or one without a pool. */
  series(base: AssetId, quote: AssetId): Series | undefined {
    if (base === quote) return undefined;
    if (base === ADA || quote === ADA) return this.#tokenSeries(base === ADA ? quote : base);
    if (!this.#listed.has(base) || !this.#listed.has(quote)) return undefined;
    return base < quote ? this.#crossSeries(base, quote) : turned(this.#crossSeries(quote, base));
  }

  /** The whole generated history of each token, whatever of it is shown. */
  pasts(): readonly (readonly [AssetId, TokenPast])[] {
    return [...this.#listed].map(([token, listed]) => [token, this.#past(token, listed)]);
  }

  /**
   * The volume traded before the market's own trades, from `from` on (both in milliseconds), and the price at that
   * time.
   */
  before(token: AssetId, from: number): { readonly lovelace: number; readonly price: number } | undefined {
    if (from >= this.#end * 1000) return undefined;
    const start = Math.floor(from / 1000);
    const past = this.#cut(this.#past(token, this.#of(token)));
    const bars = past.bars('5min', start - DAY, this.#end - 1);
    const later = bars.filter(({ time }) => time >= start);
    const price = bars.findLast(({ time }) => time < start)?.close ?? later[0]?.open;
    const lovelace = later.reduce((sum, bar) => sum + bar.lovelace, 0);
    return price === undefined ? undefined : { lovelace, price };
  }

  /** The token's trades since the market began, and its price before the first of them. */
  tape(token: AssetId): { readonly tape: Tape; readonly opening: number } {
    return this.#of(token);
  }

  #take({ token, time, lovelace, price }: ChartTrade): void {
    this.#of(token).tape.add({ time, price, lovelace, sequence: this.#sequence });
    this.#sequence += 1;
  }

  #of(token: AssetId): Listed {
    const listed = this.#listed.get(token);
    if (!listed) throw new RangeError(`no charts of ${token}`);
    return listed;
  }

  #tokenSeries(token: AssetId): Series | undefined {
    const listed = this.#listed.get(token);
    return listed && seriesOf(this.#cut(this.#past(token, listed)), () => listed.tape, this.#end);
  }

  #crossSeries(base: AssetId, quote: AssetId): Series {
    const name = `${base} ${quote}`;
    const series = this.#crosses.get(name) ?? this.#newCross(base, quote, name);
    this.#crosses.delete(name);
    this.#crosses.set(name, series);
    const [oldest] = this.#crosses.keys();
    if (this.#crosses.size > MOST_CROSSES && oldest !== undefined) this.#crosses.delete(oldest);
    return series;
  }

  #newCross(base: AssetId, quote: AssetId, name: string): Series {
    const legs = [this.#of(base), this.#of(quote)] as const;
    const past = new CrossPast(this.#past(base, legs[0]), this.#past(quote, legs[1]), this.origin.seed, name);
    const cross = new CrossTape(...legs);
    return seriesOf(this.#cut(past), () => cross.catchUp(), this.#end);
  }

  #cut(past: BarSource): BarSource {
    return this.origin.replay ? new CutPast(past, this.#end) : past;
  }

  #past(token: AssetId, listed: Listed): TokenPast {
    const member = cast.find((item) => item.token.id === token);
    if (!member) throw new RangeError(`${token} is not of the cast`);
    const { seed } = this.origin;
    return (listed.past ??= new TokenPast({ seed, member, end: this.pastEnds, endPrice: listed.pastEnd }));
  }
}

/** A past and the trades after it as one series. The bucket in which the past ends holds both. */
function seriesOf(past: BarSource, tape: () => Tape, end: number): Series {
  const bars = (period: CandlePeriod, from: number, to: number): Bar[] => {
    const before = from < end ? past.bars(period, from, Math.min(to, end)) : [];
    const [first, ...later] = tape().bars(period, from, to);
    const last = before.at(-1);
    if (first && last?.time === first.time) return [...before.slice(0, -1), joined(last, first), ...later];
    return first ? [...before, first, ...later] : before;
  };
  return {
    bars,
    latest(period) {
      const time = tape().latest(period)?.time;
      // Every day of the past has trades.
      const found = time === undefined ? bars(period, end - 9 * DAY, end) : bars(period, time, time);
      return found.at(-1) as Bar;
    },
  };
}

function turned(series: Series): Series {
  return {
    bars: (period, from, to) => series.bars(period, from, to).map(inverted),
    latest: (period) => inverted(series.latest(period)),
  };
}

/** How a token traded against ADA in the last period. */
interface TrendingToken {
  readonly token: AssetId;
  readonly lovelace: number;
  /** Percent, from the price at the start of the period to the current price. */
  readonly priceChange: number;
}

/**
 * Start of a trending period that ends at `now` (both in milliseconds): a day is the same as in the daily
 * statistics.
 */
export function periodBegan(period: TrendingPeriod, now: number): number {
  return period === '1day' ? dayBegan(now) : now - LENGTH_MS[period];
}

/** The tokens that traded since `from` (milliseconds), largest volume first. */
export function trendingSince(charts: Charts, from: number): readonly TrendingToken[] {
  return charts.origin.openings
    .map(([token]) => {
      const { tape, opening } = charts.tape(token);
      const earlier = charts.before(token, from);
      const before = earlier?.price ?? tape.before(from)?.price ?? opening;
      const now = tape.before(Infinity)?.price ?? opening;
      const lovelace = tape.lovelaceFrom(from) + (earlier?.lovelace ?? 0);
      return { token, lovelace, priceChange: (now / before - 1) * 100 };
    })
    .filter(({ lovelace }) => lovelace > 0)
    .toSorted((left, right) => right.lovelace - left.lovelace);
}
