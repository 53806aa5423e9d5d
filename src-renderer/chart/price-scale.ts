import { showDigits } from '../format/decimal-text.ts';
import { localFigure } from '../format/figures.ts';
import { compactText, showNumber } from '../format/price.ts';

export type ScaleKind = 'linear' | 'logarithmic' | 'percent';

/** Free space above and below the content, as a share of the pane. */
const AIR = 0.08;
/**
 * The ends of an axis are at least this share of the larger one apart, and no closer than `LEAST_SPAN`. Values closer
 * than that, such as averages of one price that differ in their last digit, are shown as one value.
 */
const LEAST_SHARE = 1e-9;
const LEAST_SPAN = 1e-28;
/** The largest value, either way, that an axis reaches. */
const MOST_VALUE = 1e30;

/** Maps values to pixels within one pane. Percent is linear: only its labels are relative to `base`. */
export class PriceScale {
  kind: ScaleKind = 'linear';
  #low = 0;
  #high = 1;
  /** The price at 0 % on a percent axis. */
  base = 1;
  top = 0;
  height = 1;
  /** Follows what is in view; off once the user drags the axis. */
  automatic = true;

  /** The value at the lower end; always below `high`, by enough for labels in between. */
  get low(): number {
    return this.#low;
  }

  get high(): number {
    return this.#high;
  }

  toY(value: number): number {
    const share = this.#logarithmic
      ? Math.log(Math.max(value, Number.MIN_VALUE) / this.low) / Math.log(this.high / this.low)
      : (value - this.low) / (this.high - this.low);
    return this.top + this.height * (1 - share);
  }

  toValue(y: number): number {
    const share = 1 - (y - this.top) / this.height;
    return this.#logarithmic
      ? this.low * (this.high / this.low) ** share
      : this.low + share * (this.high - this.low);
  }

  /** Fits the values from `low` to `high` with some margin; `floor` fixes the lower end (volumes). */
  fit(low: number, high: number, floor?: number): void {
    if (!(low <= high)) {
      [this.#low, this.#high] = [0, 1];
      return;
    }
    [low, high] = [within(low), within(high)];
    if (!areApart(low, high)) {
      const half = Math.max(Math.abs(low), Math.abs(high)) * 0.05;
      [low, high] = half < LEAST_SPAN ? [-0.5, 0.5] : [low - half, high + half];
    }
    if (this.kind === 'logarithmic' && low > 0) {
      const grow = (high / low) ** AIR;
      [this.#low, this.#high] = [low / grow, high * grow];
    } else {
      const grow = (high - low) * AIR;
      [this.#low, this.#high] = [low - grow, high + grow];
    }
    if (floor !== undefined) this.#low = floor;
  }

  /** Shows more (factor above 1) or less around the middle; from now on the scale is set by hand. */
  stretch(factor: number): void {
    const bound = Math.min(4, Math.max(0.25, factor));
    const middle = this.toValue(this.top + this.height / 2);
    this.automatic = false;
    if (this.#logarithmic) {
      const half = (this.high / this.low) ** (bound / 2);
      this.#setByHand(middle / half, middle * half);
    } else {
      const half = ((this.high - this.low) * bound) / 2;
      this.#setByHand(middle - half, middle + half);
    }
  }

  /** Moves the axis with the pointer. */
  slide(pixels: number): void {
    this.#setByHand(this.toValue(this.top + this.height - pixels), this.toValue(this.top - pixels));
  }

  /** Ends that an axis cannot have are not taken: it stays where it is. */
  #setByHand(low: number, high: number): void {
    if (this.kind === 'logarithmic' && !(low >= LEAST_SPAN)) return;
    if (areApart(low, high) && low === within(low) && high === within(high))
      [this.#low, this.#high] = [low, high];
  }

  percentOf(value: number): number {
    return (value / this.base - 1) * 100;
  }

  /** Values to label, lowest first, at least `pixels` apart. */
  ticks(pixels: number): readonly number[] {
    const most = Math.max(1, Math.floor(this.height / pixels));
    if (this.#logarithmic && this.high / this.low > 1.5) return this.#logarithmicTicks(most);
    if (this.kind === 'percent') {
      const [low, high] = [this.percentOf(this.low), this.percentOf(this.high)];
      return evenTicks(low, high, most)
        .map((percent) => this.base * (1 + percent / 100))
        .filter((tick, at, ticks) => at === 0 || tick > (ticks[at - 1] as number));
    }
    return evenTicks(this.low, this.high, most);
  }

  /** Distance between neighbouring values at a label, which sets how many places it needs. */
  stepAt(value: number, pixels: number): number {
    const y = this.toY(value);
    return Math.abs(this.toValue(y - pixels) - value);
  }

  get #logarithmic(): boolean {
    return this.kind === 'logarithmic' && this.low > 0;
  }

  #logarithmicTicks(most: number): readonly number[] {
    const slot = this.height / most;
    const ticks: number[] = [];
    for (let y = this.top + this.height - slot / 2; y > this.top; y -= slot) {
      const value = this.toValue(y);
      const step = niceStep(Math.abs(this.toValue(y - slot / 2) - value));
      const tick = Math.round(value / step) * step;
      const last = ticks[ticks.length - 1];
      if (tick > this.low && tick < this.high && (last === undefined || tick > last)) ticks.push(tick);
    }
    return ticks;
  }
}

/** The smallest of 1, 2, 2.5, 5 times a power of ten that is at least `least`. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const share = least / power;
  const nice = share <= 1 ? 1 : share <= 2 ? 2 : share <= 2.5 ? 2.5 : share <= 5 ? 5 : 10;
  return nice * power;
}

/** Multiples of a round step from `low` to `high`, at most `most + 1`. */
function evenTicks(low: number, high: number, most: number): readonly number[] {
  const step = niceStep((high - low) / most);
  const first = Math.ceil(low / step);
  // Counted, and not added up to a bound: where a step is lost in the rounding, a sum would never get there.
  const count = Math.min(most, Math.floor(high / step) - first) + 1;
  return count >= 1 ? Array.from({ length: count }, (_, at) => (first + at) * step) : [];
}

/** Within the values that an axis reaches. */
function within(value: number): number {
  return Math.min(MOST_VALUE, Math.max(-MOST_VALUE, value));
}

/** Whether an axis between two values has room for labels that differ. */
function areApart(low: number, high: number): boolean {
  return high - low >= Math.max(LEAST_SPAN, LEAST_SHARE * Math.max(Math.abs(low), Math.abs(high)));
}

const MOST_PLACES = 30;
const KEPT_LABELS = 2_000;
const labels = new Map<string, string>();

let lastStep = NaN;
let lastPlaces = 2;

/** Decimal places needed to distinguish labels `step` apart. */
export function placesFor(step: number): number {
  // The labels of an axis have one step.
  if (step === lastStep) return lastPlaces;
  [lastStep, lastPlaces] = [step, placesOf(step)];
  return lastPlaces;
}

function placesOf(step: number): number {
  if (!(step > 0) || !Number.isFinite(step)) return 2;
  return Math.min(MOST_PLACES, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9) + (isHalf(step) ? 1 : 0)));
}

/** A price with a fixed number of places and leading zeros folded: `0.0₃4127`. */
export function priceLabel(value: number, places: number): string {
  const key = value.toFixed(Math.min(MOST_PLACES, places));
  if (Number(key) === 0) return '0';
  const known = labels.get(key);
  if (known !== undefined) return known;
  const text = showDigits(key);
  // Every frame needs the same labels again: caching them keeps panning smooth.
  if (labels.size >= KEPT_LABELS) labels.clear();
  labels.set(key, text);
  return text;
}

/** `+2.41 %`, with a true minus sign. */
export function percentLabel(percent: number, places = 2): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '\u2212' : '';
  return `${sign}${localFigure(Math.abs(percent).toFixed(places))}\u00a0%`;
}

/** Plain digits for screen readers and the clipboard: no folding, no grouping, no meaningless digits. */
export function plainFigure(value: number): string {
  return showNumber(Number(value.toPrecision(8)))?.full ?? String(value);
}

const volumes = new Map<number, string>();

/** An abbreviated volume: `83.1k`. */
export function volumeLabel(value: number): string {
  const known = volumes.get(value);
  if (known !== undefined) return known;
  const text = compactText(value) ?? '';
  if (volumes.size >= KEPT_LABELS) volumes.clear();
  volumes.set(value, text);
  return text;
}

/** 2.5 needs one more place than 2. */
function isHalf(step: number): boolean {
  const share = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
  return Math.abs(share - 2.5) < 1e-6;
}
