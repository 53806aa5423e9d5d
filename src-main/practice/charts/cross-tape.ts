import { Tape, type Print } from './tape.ts';

/** One side of a pair of tokens: its trades against ADA, and its price before the first of them. */
export interface CrossLeg {
  readonly tape: Tape;
  readonly opening: number;
}

/**
 * The trades of a pair of tokens: none of its own, but every trade of either token moves its price, the ratio of the
 * two prices in ADA. Made from the two tapes when it is looked at, and then only for what is new.
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

  /** Takes in what the two tokens traded since the last call, in the order in which it happened. */
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
    // The tape may have let go of trades that were never looked at.
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
