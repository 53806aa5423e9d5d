import { PERIOD_SECONDS, bucketStart, type CandlePeriod } from '#domain/candle.ts';
import { SeededRandom } from '../market/random.ts';
import { summed, within, type Bar, type BarSource } from './bar.ts';
import { descend, type TokenPast } from './past.ts';
import { Tape, type Print } from './tape.ts';

const FOUR_HOURS = PERIOD_SECONDS['4hour'];
const DAY = PERIOD_SECONDS['1day'];

/** Four hours of one token of the pair; without trades its price does not change. */
type LegBar = Omit<Bar, 'time'>;

/**
 * The past of a pair of tokens, derived from the past of each token against ADA: every four hours it opens and
 * closes at the ratio of their prices. Longer periods merge these bars; shorter ones divide them with a seed of the
 * pair.
 */
export class CrossPast implements BarSource {
  readonly #base: TokenPast;
  readonly #quote: TokenPast;
  readonly #seed: number;
  #all: readonly Bar[] | undefined;

  constructor(base: TokenPast, quote: TokenPast, seed: number, name: string) {
    this.#base = base;
    this.#quote = quote;
    this.#seed = SeededRandom.seeded(seed, `past ${name}`).next() | 0;
  }

  bars(period: CandlePeriod, from: number, to: number): Bar[] {
    if (PERIOD_SECONDS[period] >= FOUR_HOURS) {
      // Computed once: a pair that is requested is usually requested again.
      this.#all ??= this.#between(this.#base.firstDay, this.#base.end);
      const touched = within(this.#all, bucketStart(from, period), to + PERIOD_SECONDS[period]);
      return within(summed(touched, period), from, to);
    }
    const found: Bar[] = [];
    const wanted = { period, from, to, end: this.#base.end, seed: this.#seed };
    for (const bar of this.#between(bucketStart(from, '4hour'), to)) descend(bar, '4hour', wanted, found);
    return found;
  }

  /** Four-hour bars that start between `from` and `to`. */
  #between(from: number, to: number): Bar[] {
    const bars: Bar[] = [];
    const first = Math.max(bucketStart(from, '1day'), this.#base.firstDay);
    for (let day = first; day <= to && day < this.#base.end; day += DAY) bars.push(...this.#day(day));
    return within(bars, from, to);
  }

  #day(day: number): Bar[] {
    const bases = this.#base.bars('4hour', day, day + DAY - 1);
    const quotes = this.#quote.bars('4hour', day, day + DAY - 1);
    let [baseAt, quoteAt] = [this.#base.closeBefore(day), this.#quote.closeBefore(day)];
    const bars: Bar[] = [];
    for (let time = day; time < day + DAY; time += FOUR_HOURS) {
      const base = bases.find((bar) => bar.time === time);
      const quote = quotes.find((bar) => bar.time === time);
      if (!base && !quote) continue;
      bars.push(this.#bar(time, base ?? still(baseAt), quote ?? still(quoteAt)));
      baseAt = base?.close ?? baseAt;
      quoteAt = quote?.close ?? quoteAt;
    }
    return bars;
  }

  #bar(time: number, base: LegBar, quote: LegBar): Bar {
    const random = SeededRandom.restored([this.#seed, time | 0, 0, 1]);
    for (let round = 0; round < 12; round += 1) random.next();
    const trades = base.trades + quote.trades;
    const open = base.open / quote.open;
    // A single trade has one price.
    const close = trades === 1 ? open : base.close / quote.close;
    const [top, bottom] = [Math.max(open, close), Math.min(open, close)];
    // Within the range that the two prices could have reached together.
    const high = trades > 2 ? top + (base.high / quote.low - top) * 0.5 * random.unit() : top;
    const low = trades > 3 ? bottom - (bottom - base.low / quote.high) * 0.5 * random.unit() : bottom;
    const lovelace = base.lovelace + quote.lovelace;
    return { time, open, high: Math.max(top, high), low: Math.min(bottom, low), close, lovelace, trades };
  }
}

function still(price: number): LegBar {
  return { open: price, high: price, low: price, close: price, lovelace: 0, trades: 0 };
}

/** One side of a pair of tokens: its trades against ADA, and its price before the first of them. */
interface CrossLeg {
  readonly tape: Tape;
  readonly opening: number;
}

/**
 * The trades of a pair of tokens. It has none itself, but every trade of either token moves its price, the ratio of
 * the two ADA prices. Built from the two tapes on request, and only for what is new.
 */
export class CrossTape {
  readonly tape = new Tape();
  readonly #base: Leg;
  readonly #quote: Leg;
  /** Before this moment (milliseconds) the trades of one side are no longer known. */
  readonly #from: number;

  constructor(base: CrossLeg, quote: CrossLeg) {
    this.#base = new Leg(base);
    this.#quote = new Leg(quote);
    this.#from = Math.max(this.#base.knownFrom, this.#quote.knownFrom);
  }

  /** Adds the trades of both tokens since the last call, in chronological order. */
  catchUp(): Tape {
    for (;;) {
      const [base, quote] = [this.#base.next(), this.#quote.next()];
      if (!base && !quote) return this.tape;
      const leg = !quote || (base && isBefore(base, quote)) ? this.#base : this.#quote;
      const { time, lovelace, sequence } = leg.take();
      const price = this.#base.price / this.#quote.price;
      if (time >= this.#from) this.tape.add({ time, price, lovelace, sequence });
    }
  }
}

class Leg {
  price: number;
  readonly knownFrom: number;
  readonly #tape: Tape;
  #place: number;

  constructor({ tape, opening }: CrossLeg) {
    this.price = opening;
    this.#tape = tape;
    this.#place = tape.firstPlace;
    this.knownFrom = this.#place === 0 ? 0 : (this.next()?.time ?? 0);
  }

  next(): Print | undefined {
    // The tape may have dropped trades that were never read.
    this.#place = Math.max(this.#place, this.#tape.firstPlace);
    return this.#tape.at(this.#place);
  }

  take(): Print {
    const print = this.next();
    if (!print) throw new RangeError('there is no trade to take');
    this.price = print.price;
    this.#place += 1;
    return print;
  }
}

function isBefore(one: Print, other: Print): boolean {
  return one.time === other.time ? one.sequence < other.sequence : one.time < other.time;
}
