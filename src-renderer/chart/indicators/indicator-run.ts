import { grown, type Columns } from '../candle-store.ts';
import { indicatorKind, lawfulSettings, type IndicatorChoice } from './catalogue.ts';
import type { IndicatorKind } from './indicator.ts';

/** One indicator on one series, kept up to date. */
export class IndicatorRun {
  readonly id: string;
  readonly kind: IndicatorKind;
  readonly settings: readonly number[];
  /** The outputs' columns first, then working memory. */
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

  /** Works the values out again from an index on. */
  follow(from: number): void {
    const room = this.#series.time.length;
    for (const [at, column] of this.columns.entries()) {
      if (column.length < room) this.columns[at] = grown(column, this.#length, room);
    }
    this.#length = this.#series.length;
    this.kind.compute(this.#series, this.settings, this.columns, from);
  }

  /** An output's value at a candle; absent where it is not defined yet. */
  valueAt(output: number, at: number): number | undefined {
    const value = this.columns[output]?.[at];
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }
}
