import { PERIOD_SECONDS, bucketStart, type CandlePeriod } from '#domain/candle.ts';
import { summed, type Bar, type BarSource } from './bar.ts';

const SHORTEST: CandlePeriod = '20s';
const DAY = PERIOD_SECONDS['1day'];

/** A past as it was known at an earlier moment: `cut`, in Unix seconds, a multiple of 20. The bucket around it is that of the trades until then. */
export class CutPast implements BarSource {
  readonly #past: BarSource;
  readonly #cut: number;

  constructor(past: BarSource, cut: number) {
    this.#past = past;
    this.#cut = cut;
  }

  bars(period: CandlePeriod, from: number, to: number): Bar[] {
    const open = bucketStart(this.#cut, period);
    const closed = from < open ? this.#past.bars(period, from, Math.min(to, open - 1)) : [];
    if (open === this.#cut || from > open || to < open) return closed;
    return [...closed, ...summed(this.#until(open), period)];
  }

  /** The bars between the start of a bucket and the cut: whole days, then the shortest ones. */
  #until(open: number): readonly Bar[] {
    const day = Math.max(open, bucketStart(this.#cut, '1day'));
    const days = open + DAY <= day ? this.#past.bars('1day', open, day - 1) : [];
    return [...days, ...this.#past.bars(SHORTEST, day, this.#cut - 1)];
  }
}
