import type { IndicatorKind } from './indicator.ts';
import { bollinger, ema, sma, vwap, wma } from './price-indicators.ts';
import { atr, macd, obv, rsi, stochastic } from './oscillators.ts';
import { grown, type Columns } from '../candle-store.ts';

/** Every kind of indicator, in the order in which the user sees them. */
export const indicatorKinds: readonly IndicatorKind[] = [
  sma,
  ema,
  wma,
  vwap,
  bollinger,
  rsi,
  macd,
  atr,
  stochastic,
  obv,
];

/** An indicator and its settings, as the user chose them. */
export interface IndicatorChoice {
  /** Unique among indicators of its kind. */
  readonly id: string;
  readonly kind: string;
  readonly settings: readonly number[];
}

export function indicatorKind(id: string): IndicatorKind | undefined {
  return indicatorKinds.find((kind) => kind.id === id);
}

/** A choice's settings, clamped to their bounds; the default where one is missing or not a number. */
export function lawfulSettings(kind: IndicatorKind, wanted: readonly number[]): readonly number[] {
  return kind.settings.map(({ standard, least, most, fractional }, at) => {
    const value = wanted[at] ?? standard;
    if (!Number.isFinite(value)) return standard;
    return Math.min(most, Math.max(least, fractional === true ? value : Math.round(value)));
  });
}

/** One indicator computed over one series, kept up to date. */
export class IndicatorRun {
  readonly id: string;
  readonly kind: IndicatorKind;
  readonly settings: readonly number[];
  /** Outputs first, then working memory. */
  readonly columns: Float64Array<ArrayBuffer>[];
  readonly #series: Columns;
  #length = 0;

  /** @throws RangeError for a kind that does not exist. */
  constructor(choice: IndicatorChoice, series: Columns) {
    const kind = indicatorKind(choice.kind);
    if (kind === undefined) throw new RangeError(`there is no indicator ${choice.kind}`);
    this.id = choice.id;
    this.kind = kind;
    this.settings = lawfulSettings(kind, choice.settings);
    this.#series = series;
    this.columns = Array.from(
      { length: kind.outputs.length + kind.workColumns },
      () => new Float64Array(series.time.length),
    );
    this.follow(0);
  }

  /** `SMA 20`. */
  get label(): string {
    return [this.kind.name, ...this.settings].join('\u00a0');
  }

  /** Recomputes the values from an index on. */
  follow(from: number): void {
    const room = this.#series.time.length;
    for (const [at, column] of this.columns.entries()) {
      if (column.length < room) this.columns[at] = grown(column, this.#length, room);
    }
    this.#length = this.#series.length;
    this.kind.compute(this.#series, this.settings, this.columns, from);
  }

  /** An output's value at a candle; absent where it is undefined. */
  valueAt(output: number, at: number): number | undefined {
    const value = this.columns[output]?.[at];
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }
}
