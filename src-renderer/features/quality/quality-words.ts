import type { QualityGroup, QualityRowView, SpreadView } from '#contract/quality.ts';
import { showAge } from '../../format/age.ts';
import { showDecimal, showPercent } from '../../format/decimal-text.ts';
import { type SizeValues, words } from './words.ts';

/** A column of the table: its name, the figure that it sorts by, and how that reads. */
export interface QualityColumn {
  readonly id: string;
  readonly name: string;
  /** Explanation of the column, the tooltip of its heading. */
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
    name: words.trades,
    title: words.tradesTitle,
    of: ({ trades }) => trades,
    text: ({ trades }) => String(trades),
  },
  {
    id: 'exact',
    name: words.exact,
    title: words.exactTitle,
    of: ({ exact, checkable }) => (checkable === 0 ? undefined : exact / checkable),
    text: ({ exact, checkable }) => (checkable === 0 ? NONE : words.exactOf({ exact, checkable })),
  },
  {
    id: 'checkable',
    name: words.checkable,
    title: words.checkableTitle,
    of: ({ fills, checkable }) => (fills === 0 ? undefined : checkable / fills),
    text: ({ fills, checkable }) => (fills === 0 ? NONE : showPercent(checkable / fills, { places: 0 })),
  },
  spread('shortfall', 'median', [words.cost, words.costTitle], percent),
  spread('shortfall', 'worst', [words.worstCost, words.worstCostTitle], percent),
  spread('quoted', 'median', [words.against, words.againstTitle], (ppm) => percent(ppm, true)),
  spread('quoted', 'worst', [words.worst, words.worstTitle], (ppm) => percent(ppm, true)),
  spread('used', 'median', [words.used, words.usedTitle], (ppm) => showPercent(ppm / PPM, { places: 0 })),
  spread('took', 'median', [words.took, words.tookTitle], (ms) => (ms < 1_000 ? '<1 s' : showAge(ms))),
  spread('better', 'worst', [words.better, words.betterTitle], percent),
];

export const QUALITY_GROUPS: readonly { readonly value: QualityGroup; readonly text: string }[] = (
  ['venue', 'token', 'size', 'kind', 'month'] as const
).map((value) => ({ value, text: words.group({ by: value }) }));

const whole = (ada: bigint): string => showDecimal(ada, 0).text;

const SIZES: Readonly<Record<string, SizeValues>> = {
  'below-100': { is: 'below', ada: whole(100n) },
  '100-to-1000': { is: 'between', from: whole(100n), to: whole(1_000n) },
  '1000-to-10000': { is: 'between', from: whole(1_000n), to: whole(10_000n) },
  'above-10000': { is: 'above', ada: whole(10_000n) },
  unknown: { is: 'not-ada' },
};

function sizeName(key: string): string {
  const size = SIZES[key];
  return size === undefined ? key : words.size({ size });
}

/** A row's name, as it is shown. */
export function rowName(
  by: QualityGroup,
  key: string,
  names: { readonly exchange: (code: string) => string; readonly token: (id: string) => string },
): string {
  switch (by) {
    case 'venue':
      return key === 'unknown' ? words.unknownExchange : key.split('+').map(names.exchange).join(' + ');
    case 'token':
      return names.token(key);
    case 'size':
      return sizeName(key);
    case 'kind':
      return key === 'swap' ? words.marketSwap : key === 'limit' ? words.limitOrder : key;
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
