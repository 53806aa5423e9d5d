import type { Columns } from '../candle-store.ts';

/** A whole or broken number that the user may set. */
export interface Setting {
  readonly name: string;
  readonly standard: number;
  readonly least: number;
  readonly most: number;
  /** Broken values are allowed. */
  readonly broken?: boolean;
}

/** One line or one row of bars that an indicator draws. */
export interface Output {
  readonly name: string;
  readonly style: 'line' | 'bars' | 'band-edge';
}

/**
 * A kind of indicator: a pure function from candles to columns. `compute` fills every column from index `from` up to
 * the length of the series, reading nothing but candles and what it wrote below `from`; so the last value alone can be
 * worked out anew on each tick. What is not defined yet is NaN. Columns beyond the outputs are its working memory.
 */
export interface IndicatorKind {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** Over the candles, or in a pane of its own. */
  readonly place: 'price' | 'pane';
  readonly settings: readonly Setting[];
  readonly outputs: readonly Output[];
  readonly workColumns: number;
  /** Values at which an own pane draws a dashed line. */
  readonly guides?: readonly number[];
  readonly bounds?: readonly [number, number];
  compute(series: Columns, settings: readonly number[], columns: readonly Float64Array[], from: number): void;
}

export const period = (standard: number, name = 'Length'): Setting => ({
  name,
  standard,
  least: 1,
  most: 1_000,
});

/** The setting at that place; its kind says that it is there. */
export function settingAt(settings: readonly number[], at: number): number {
  return settings[at] ?? 1;
}

export function columnAt(columns: readonly Float64Array[], at: number): Float64Array {
  const column = columns[at];
  if (column === undefined) throw new RangeError('an indicator was given too few columns');
  return column;
}

/** From the close before to this close; none at the first candle. */
export function closeChange({ close }: Columns, at: number): number {
  return at === 0 ? 0 : (close[at] as number) - (close[at - 1] as number);
}

/** The place of each output's colour, counted from the indicator's first: lines differ, bars and edges share it. */
export function outputColours({ outputs }: IndicatorKind, first: number): readonly number[] {
  let line = first;
  return outputs.map(({ style }) => {
    if (style !== 'line') return first;
    line += 1;
    return line - 1;
  });
}
