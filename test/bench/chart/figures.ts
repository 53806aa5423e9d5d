import { median } from '../report.ts';
import { ACTIONS } from './actions.ts';

export const LIBRARIES = ['own-chart', 'raw-canvas', 'lightweight-chart', 'kline-chart'] as const;
export type Library = (typeof LIBRARIES)[number];

export const COLUMNS = ['firstPaint', ...ACTIONS, 'heap'] as const;
export type Column = (typeof COLUMNS)[number];

const HEADINGS: Readonly<Record<Column, string>> = {
  firstPaint: 'first paint',
  tick: 'tick',
  candle: 'new candle',
  pan: 'pan',
  zoom: 'zoom',
  fit: 'zoom to all',
  crosshair: 'crosshair',
  heap: 'heap in MB',
};

/** Values of one page: milliseconds, or bytes of the heap. */
export type Values = Readonly<Record<Column, readonly number[]>>;

export interface Spread {
  readonly median: number;
  readonly p95: number;
}

/** A library with so many candles. */
export interface Row {
  readonly library: Library;
  readonly size: number;
  readonly figures: Readonly<Record<Column, Spread>>;
}

/** Figures of several pages. */
export function figuresOf(pages: readonly Values[]): Row['figures'] {
  const entries = COLUMNS.map((column) => [column, spreadOf(pages.map((values) => values[column]))] as const);
  return Object.fromEntries(entries) as Row['figures'];
}

/**
 * The median of the pages' medians, and of their 95th percentiles, so that a page that was disturbed does not count. A figure
 * that each page has once is taken over the pages.
 */
function spreadOf(pages: readonly (readonly number[])[]): Spread {
  const samples = pages.every(({ length }) => length === 1) ? [pages.flat()] : pages;
  return { median: median(samples.map(median)), p95: median(samples.map(percentile95)) };
}

/** Nearest rank. */
function percentile95(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.ceil(values.length * 0.95) - 1] ?? 0;
}

export const heading = (): string =>
  lineOf(['candles', 'library', ...COLUMNS.map((column) => HEADINGS[column])]);

/** `0.31 0.55 ×1.2`: the median, the 95th percentile, and how many times this chart's median. */
export function rowText(row: Row, own: Row): string {
  const cells = COLUMNS.map((column) => {
    const { median: middle, p95 } = row.figures[column];
    const unit = column === 'heap' ? 1e6 : 1;
    const figures = `${(middle / unit).toFixed(2)} ${(p95 / unit).toFixed(2)}`;
    return row === own ? figures : `${figures} ×${(middle / own.figures[column].median).toFixed(1)}`;
  });
  return lineOf([String(row.size), row.library, ...cells]);
}

function lineOf(cells: readonly string[]): string {
  return cells
    .map((cell, at) => (at === 0 ? cell.padEnd(8) : at === 1 ? cell.padEnd(19) : cell.padStart(22)))
    .join('');
}
