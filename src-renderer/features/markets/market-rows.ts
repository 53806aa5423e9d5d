import type { Component } from 'svelte';
import type { MarketFiguresView } from '#contract/markets.ts';
import type { TokenView } from '#contract/tokens.ts';
import type { TrendingPeriod } from '#domain/trending.ts';
import { sharedTickers } from '#domain/words/look-alikes.ts';
import { tokenLabel } from '../../format/amount.ts';
import { words } from './words.ts';

/** A row of the markets panel with the figures that it is sorted by. */
export interface MarketRowData {
  readonly token: TokenView;
  /** Another token on the list has the same ticker: the policy id is shown to distinguish them. */
  readonly tickerShared: boolean;
  readonly price: number | undefined;
  /** When the service said so, epoch ms; absent for a figure of the list itself. */
  readonly priceAt?: number | undefined;
  /** Fraction; in 24 hours, or in the period of the trending list. */
  readonly change: number | undefined;
  readonly liquidity: number | undefined;
  /** ADA in 24 hours. */
  readonly volume: number | undefined;
  readonly spark: readonly number[] | undefined;
}

/** An entry of a row's menu. */
export interface RowAction {
  readonly text: string;
  readonly icon: Component;
  readonly run: () => void;
}

/** The possible columns between name and price, in this order. */
export const MIDDLE_COLUMNS = ['spark', 'volume', 'liquidity'] as const;
export type MiddleColumn = (typeof MIDDLE_COLUMNS)[number];
/** In pixels: from where on there is room for one of them, and what each further one takes. */
const FIRST_COLUMN = 280;
const SECOND_COLUMN = 384;
const COLUMN = 52;

/** Those of the wanted columns that a list of that width has room for, the first ones first. */
export function columnsWithRoom(wanted: readonly MiddleColumn[], width: number): readonly MiddleColumn[] {
  const further = Math.floor((width - SECOND_COLUMN) / COLUMN) + 2;
  return wanted.slice(0, width < FIRST_COLUMN ? 0 : Math.max(1, further));
}

type ColumnTexts = Readonly<Record<MiddleColumn, string>>;

export const columnHeads: ColumnTexts = {
  spark: words.over24h,
  volume: words.volumeHead,
  liquidity: words.liquidity,
};
export const columnHiding: ColumnTexts = {
  spark: words.hideChart24h,
  volume: words.hideVolume,
  liquidity: words.hideLiquidity,
};
export const columnShowing: ColumnTexts = {
  spark: words.showChart24h,
  volume: words.showVolume,
  liquidity: words.showLiquidity,
};

export type SortColumn = 'name' | 'price' | 'change' | Exclude<MiddleColumn, 'spark'>;
export interface Sorting {
  readonly by: SortColumn;
  readonly down: boolean;
}

/** A row that has its own text in place of the figures of 24 hours. */
export interface ListedRow {
  readonly token: TokenView;
  readonly tickerShared?: boolean;
  readonly price?: number | undefined;
  /** Stated as unknown it is that: the change of 24 hours is of another period. */
  readonly change?: number | undefined;
  readonly liquidity?: number | undefined;
}

/** The rows of a list with the figures that are known of each token. */
export function marketRows(
  listed: readonly ListedRow[],
  figuresOf: (id: string) => MarketFiguresView | undefined,
  sorting: Sorting | undefined,
): readonly MarketRowData[] {
  const shared = sharedTickers(listed.map(({ token }) => token.ticker));
  const rows = listed.map((row, at) => {
    const figures = figuresOf(row.token.id);
    return {
      token: row.token,
      tickerShared: row.tickerShared ?? shared[at] === true,
      price: figures?.priceAda ?? row.price,
      priceAt: figures?.priceAda === undefined ? undefined : figures.priceAt,
      change: 'change' in row ? row.change : figures?.change24h,
      liquidity: figures?.liquidityAda ?? row.liquidity,
      volume: figures?.volume24hAda,
      spark: figures?.spark,
    };
  });
  return sorting === undefined ? rows : rows.sort((a, b) => compare(a, b, sorting));
}

/** The next state of a column that is clicked: the larger first, then the smaller, then the list's own order. */
export function nextSorting(now: Sorting | undefined, by: SortColumn): Sorting | undefined {
  const first = by !== 'name';
  if (now?.by !== by) return { by, down: first };
  return now.down === first ? { by, down: !first } : undefined;
}

function compare(a: MarketRowData, b: MarketRowData, { by, down }: Sorting): number {
  const turn = down ? -1 : 1;
  if (by === 'name') return turn * tokenLabel(a.token).localeCompare(tokenLabel(b.token), 'en');
  const [left, right] = [a[by], b[by]];
  // Unknown figures come last in either direction.
  if (left === undefined || right === undefined)
    return Number(left === undefined) - Number(right === undefined);
  return turn * (left - right);
}

export const trendingWords: Readonly<Record<TrendingPeriod, string>> = {
  '5min': words.trending5min,
  '30min': words.trending30min,
  '1hour': words.trending1hour,
  '4hour': words.trending4hour,
  '1day': words.trending1day,
};
