import { CANDLE_PERIODS, PERIOD_SECONDS, bucketStart, type CandlePeriod } from '#domain/candle.ts';
import type { CastMember } from '../market/cast.ts';
import { SeededRandom } from '../market/random.ts';
import { summed, within, type Bar, type BarSource } from './bar.ts';
import { splitBar, type Part } from './split.ts';

/** The inputs from which a token's history is generated. */
export interface PastOptions {
  readonly seed: number;
  readonly member: CastMember;
  /** Where the past ends and the market begins: Unix seconds, a multiple of 20. */
  readonly end: number;
  /** ADA for one whole token at that time. */
  readonly endPrice: number;
}

const DAY = PERIOD_SECONDS['1day'];
const DAYS_OF_PAST = 3 * 365;
/** The price reverts to its end price within about this many days. */
const PULL_DAYS = 80;
/** Weights of today's variance: the usual variance, yesterday's move, yesterday's variance. */
const CALM = { usual: 0.04, move: 0.11, before: 0.85 } as const;
const WILDEST_VARIANCE = 9;
const BUSIEST = 2.5;
const TRADES_A_LISTING = 100;
/** Daily ADA volume relative to the ADA in the pools. */
const TURNOVER = 0.8;
/** How busy each hour of the day is (UTC). */
const HOURS = [5, 4, 3, 3, 3, 4, 5, 7, 8, 9, 9, 9, 10, 12, 14, 15, 15, 14, 13, 12, 11, 10, 8, 6] as const;

/**
 * Three years of a token against ADA before the market's first trade. Days are generated backwards from the end, so
 * that the past ends at exactly the price at which the market begins; shorter buckets are generated on request by
 * dividing days, each with a separate seed. Nothing else is stored, and every period shows the same trades.
 */
export class TokenPast implements BarSource {
  readonly end: number;
  readonly firstDay: number;
  readonly #days: readonly Bar[];
  readonly #seed: number;

  constructor(options: PastOptions) {
    const { seed, member, end } = options;
    this.end = end;
    this.#seed = numberOf(SeededRandom.seeded(seed, `past ${member.token.id}`));
    this.firstDay = bucketStart(end - DAYS_OF_PAST * DAY, '1week');
    this.#days = inventDays(options, this.firstDay, this.#seed);
  }

  /** The close of the last day before `day` (a day's start). */
  closeBefore(day: number): number {
    const index = Math.min(this.#days.length, (day - this.firstDay) / DAY) - 1;
    return index < 0 ? (this.#days[0] as Bar).open : (this.#days[index] as Bar).close;
  }

  bars(period: CandlePeriod, from: number, to: number): Bar[] {
    if (period === '1week')
      return within(summed(this.#daysWithin(bucketStart(from, '1week'), to + 7 * DAY), '1week'), from, to);
    const found: Bar[] = [];
    for (const day of this.#daysWithin(from - DAY, to))
      descend(day, '1day', { period, from, to, end: this.end, seed: this.#seed }, found);
    return found;
  }

  #daysWithin(from: number, to: number): readonly Bar[] {
    const first = Math.max(0, Math.ceil((from - this.firstDay) / DAY));
    const last = Math.min(this.#days.length - 1, Math.floor((to - this.firstDay) / DAY));
    return this.#days.slice(first, last + 1);
  }
}

/** The requested part of a bar that is being divided. */
export interface Wanted {
  readonly period: CandlePeriod;
  readonly from: number;
  readonly to: number;
  /** There are no trades from here on. */
  readonly end: number;
  readonly seed: number;
}

/** Divides a bar of `period` down to the requested period, where the requested span overlaps it. */
export function descend(bar: Bar, period: CandlePeriod, wanted: Wanted, found: Bar[]): void {
  if (period === wanted.period) {
    if (bar.time >= wanted.from && bar.time <= wanted.to) found.push(bar);
    return;
  }
  const shorter = CANDLE_PERIODS[CANDLE_PERIODS.indexOf(period) - 1] as CandlePeriod;
  const length = PERIOD_SECONDS[shorter];
  for (const child of divided(bar, period, shorter, wanted))
    if (child.time <= wanted.to && child.time + length > wanted.from) descend(child, shorter, wanted, found);
}

function divided(bar: Bar, period: CandlePeriod, shorter: CandlePeriod, { end, seed }: Wanted): Bar[] {
  const random = SeededRandom.restored([seed, bar.time | 0, PERIOD_SECONDS[period], 1]);
  for (let round = 0; round < 12; round += 1) random.next();
  const length = PERIOD_SECONDS[shorter];
  const parts: Part[] = [];
  for (let time = bar.time; time < bar.time + PERIOD_SECONDS[period]; time += length) {
    const share = Math.max(0, Math.min(1, (end - time) / length));
    parts.push({ time, weight: share * busyness(time, length) * random.between(0.35, 1.65) });
  }
  return splitBar(bar, parts, random);
}

function busyness(time: number, length: number): number {
  const hour = PERIOD_SECONDS['1hour'];
  if (length < hour) return 1;
  let sum = 0;
  for (let at = time; at < time + length; at += hour) sum += HOURS[Math.floor((at % DAY) / hour)] ?? 0;
  return sum;
}

function inventDays({ member, end, endPrice }: PastOptions, firstDay: number, seed: number): readonly Bar[] {
  const days: Bar[] = [];
  let variance = 1;
  let close = endPrice;
  for (let time = bucketStart(end - 1, '1day'); time >= firstDay; time -= DAY) {
    const random = SeededRandom.restored([seed, time | 0, 0, 1]);
    for (let round = 0; round < 12; round += 1) random.next();
    const share = Math.min(1, (end - time) / DAY);
    const luck = random.bell();
    const deviation = member.volatility * Math.sqrt(variance * share);
    const pull = clamp((endPrice / close - 1) / PULL_DAYS, 0.05);
    const open = close * (1 + clamp(luck * deviation + pull * share, 0.4));
    const [up, down] = [random.unit(), random.unit()];
    const weekend = new Date(time * 1000).getUTCDay() % 6 === 0 ? 0.7 : 1;
    const activity = Math.min(BUSIEST, Math.sqrt(variance)) * weekend * share * random.between(0.7, 1.3);
    const usual = member.tradesPerDay + TRADES_A_LISTING * member.venues;
    const trades = Math.max(4, Math.floor(usual * activity));
    days.push({
      time,
      open,
      close,
      high: Math.max(open, close) * (1 + deviation * up * up * 0.9),
      low: Math.min(open, close) / (1 + deviation * down * down * 0.9),
      lovelace: trades + Math.floor(member.depth * 1e6 * TURNOVER * activity * random.between(0.7, 1.3)),
      trades,
    });
    variance = Math.min(
      WILDEST_VARIANCE,
      CALM.usual + CALM.move * luck * luck * variance + CALM.before * variance,
    );
    close = open * (1 + (0.3 * deviation * random.bell()) / Math.sqrt(trades));
  }
  return days.reverse();
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

function numberOf(random: SeededRandom): number {
  return random.next() | 0;
}
