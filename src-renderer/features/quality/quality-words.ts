import type { QualityGroup, QualityRowView, SpreadView } from '#contract/quality-views.ts';
import { showAge } from '../../format/age.ts';
import { showPercent } from '../../format/decimal-text.ts';

/** A column of the table: its name, the figure that it sorts by, and how that reads. */
export interface QualityColumn {
  readonly id: string;
  readonly name: string;
  /** What it says, for the title of its head. */
  readonly title: string;
  readonly of: (row: QualityRowView) => number | undefined;
  readonly text: (row: QualityRowView) => string;
  /** How many trades it rests on, where those are not all of the row. */
  readonly from?: (row: QualityRowView) => number;
}

const PPM = 1_000_000;
const NONE = '—';

function percent(ppm: number, signed = false): string {
  return showPercent(ppm / PPM, { places: 2, signed });
}

function spread(
  id: keyof QualityRowView & ('shortfall' | 'quoted' | 'used' | 'took' | 'better'),
  part: 'median' | 'worst',
  [name, title]: readonly [string, string],
  text: (value: number) => string,
): QualityColumn {
  const of = (row: QualityRowView): SpreadView | undefined => row[id];
  return {
    id: `${id}-${part}`,
    name,
    title,
    of: (row) => of(row)?.[part],
    text: (row) => {
      const found = of(row);
      return found === undefined ? NONE : text(found[part]);
    },
    from: (row) => of(row)?.of ?? 0,
  };
}

export const QUALITY_COLUMNS: readonly QualityColumn[] = [
  {
    id: 'trades',
    name: 'Trades',
    title: 'Filled swaps and limit orders',
    of: ({ trades }) => trades,
    text: ({ trades }) => String(trades),
  },
  {
    id: 'exact',
    name: 'Exact',
    title: 'Fills that paid exactly what the exchange’s formula requires, of those that could be checked',
    of: ({ exact, checkable }) => (checkable === 0 ? undefined : exact / checkable),
    text: ({ exact, checkable }) => (checkable === 0 ? NONE : `${exact} of ${checkable}`),
  },
  {
    id: 'checkable',
    name: 'Checkable',
    title: 'Share of the fills that could be checked by the exchange’s formula',
    of: ({ fills, checkable }) => (fills === 0 ? undefined : checkable / fills),
    text: ({ fills, checkable }) => (fills === 0 ? NONE : showPercent(checkable / fills, { places: 0 })),
  },
  spread(
    'shortfall',
    'median',
    ['Cost', 'Median cost against the price at the review, all fees included'],
    percent,
  ),
  spread('shortfall', 'worst', ['Worst cost', 'The largest of these costs'], percent),
  spread(
    'quoted',
    'median',
    ['Against quote', 'Median of what came against what was quoted, or against a limit’s price'],
    (ppm) => percent(ppm, true),
  ),
  spread('quoted', 'worst', ['Worst', 'The furthest below the quote'], (ppm) => percent(ppm, true)),
  spread(
    'used',
    'median',
    [
      'Slippage used',
      'Median share of the way from the quote to the promised minimum; above 100 %, less came',
    ],
    (ppm) => showPercent(ppm / PPM, { places: 0 }),
  ),
  spread(
    'took',
    'median',
    ['Time to fill', 'Median time from sending until Touchstone saw the last fill'],
    (ms) => (ms < 1_000 ? '<1 s' : showAge(ms)),
  ),
  spread(
    'better',
    'worst',
    ['Better route', 'The most that the pools read before the signature would have paid more'],
    percent,
  ),
];

export const QUALITY_GROUPS: readonly { readonly value: QualityGroup; readonly text: string }[] = [
  { value: 'venue', text: 'Exchange' },
  { value: 'token', text: 'Token' },
  { value: 'size', text: 'Size' },
  { value: 'kind', text: 'Type' },
  { value: 'month', text: 'Month' },
];

const SIZES: Readonly<Record<string, string>> = {
  'below-100': 'below 100 ADA',
  '100-to-1000': '100 to 1,000 ADA',
  '1000-to-10000': '1,000 to 10,000 ADA',
  'above-10000': '10,000 ADA and more',
  unknown: 'not against ADA',
};
const KINDS: Readonly<Record<string, string>> = { swap: 'Market swap', limit: 'Limit order' };

/** A row's name, as it is shown. */
export function rowName(
  by: QualityGroup,
  key: string,
  names: { readonly exchange: (code: string) => string; readonly token: (id: string) => string },
): string {
  switch (by) {
    case 'venue':
      return key === 'unknown' ? 'Unknown exchange' : key.split('+').map(names.exchange).join(' + ');
    case 'token':
      return names.token(key);
    case 'size':
      return SIZES[key] ?? key;
    case 'kind':
      return KINDS[key] ?? key;
    case 'month':
      return key;
  }
}

export interface QualityOrder {
  readonly column: string;
  readonly down: boolean;
}

/** Sorted by a column; rows without its figure come last, whichever way. */
export function sortedRows(
  rows: readonly QualityRowView[],
  { column, down }: QualityOrder,
): readonly QualityRowView[] {
  const of = QUALITY_COLUMNS.find(({ id }) => id === column)?.of ?? (() => undefined);
  return rows.toSorted((a, b) => {
    const [left, right] = [of(a), of(b)];
    if (left === undefined || right === undefined) return left === right ? 0 : left === undefined ? 1 : -1;
    return down ? right - left : left - right;
  });
}
