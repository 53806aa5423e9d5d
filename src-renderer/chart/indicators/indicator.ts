import type { Columns } from '../candle-store.ts';
import { words } from '../words.ts';

/** A number the user can set. */
export interface Setting {
  readonly name: string;
  readonly standard: number;
  readonly least: number;
  readonly most: number;
  /** Fractions are allowed. */
  readonly fractional?: boolean;
}

/** One line or one row of bars that an indicator draws. */
export interface Output {
  readonly name: string;
  readonly style: 'line' | 'bars' | 'band-edge';
}

/**
 * A kind of indicator: a pure function from candles to columns. `compute` fills every column from index `from` up to
 * the length of the series, reading only candles and what it wrote below `from`; so a tick
 * recomputes the last value only. Undefined values are NaN. Columns beyond the outputs are working memory.
 */
export interface IndicatorKind {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** Over the candles, or in a separate pane. */
  readonly place: 'price' | 'pane';
  readonly settings: readonly Setting[];
  readonly outputs: readonly Output[];
  readonly workColumns: number;
  /** Values at which a separate pane draws a dashed line. */
  readonly guides?: readonly number[];
  readonly bounds?: readonly [number, number];
  compute(series: Columns, settings: readonly number[], columns: readonly Float64Array[], from: number): void;
}

export const period = (standard: number, name = words.length): Setting => ({
  name,
  standard,
  least: 1,
  most: 1_000,
});

/** A setting of an indicator; the kind guarantees that it exists. */
export function settingAt(settings: readonly number[], at: number): number {
  return settings[at] ?? 1;
}

export function columnAt(columns: readonly Float64Array[], at: number): Float64Array {
  const column = columns[at];
  if (column === undefined) throw new RangeError('an indicator was given too few columns');
  return column;
}

/** Change from the previous close; 0 at the first candle. */
export function closeChange({ close }: Columns, at: number): number {
  return at === 0 ? 0 : (close[at] as number) - (close[at - 1] as number);
}

/** Each output's colour index, starting at the indicator's first: each line has its own, bars and edges share the first. */
export function outputColours({ outputs }: IndicatorKind, first: number): readonly number[] {
  let line = first;
  return outputs.map(({ style }) => {
    if (style !== 'line') return first;
    line += 1;
    return line - 1;
  });
}
