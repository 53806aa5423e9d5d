/** Which orders the table shows, and how they are sorted. */

import { keptJson } from '../../client/kept-json.ts';
import { words } from './words.ts';

export const ORDER_GROUPS = ['open', 'filled', 'cancelled', 'all'] as const;
export type OrderGroup = (typeof ORDER_GROUPS)[number];

export const ORDER_COLUMNS = [
  'pair',
  'worth',
  'price',
  'market',
  'distance',
  'filled',
  'age',
  'exchange',
  'locked',
  'status',
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];

export interface OrderSort {
  readonly by: OrderColumn;
  readonly down: boolean;
}

/** Absent filters let everything through. */
export interface OrderView {
  readonly group: OrderGroup;
  readonly token?: string | undefined;
  readonly side?: 'buy' | 'sell' | undefined;
  readonly exchange?: string | undefined;
  readonly wallet?: string | undefined;
  readonly source?: 'here' | 'external' | undefined;
  readonly text: string;
  readonly sort: OrderSort;
}

export interface NamedView {
  readonly name: string;
  readonly view: OrderView;
}

/** The stored views of the table. */
export interface KeptViews {
  readonly view: OrderView;
  readonly named: readonly NamedView[];
}

export const standardView: OrderView = { group: 'open', text: '', sort: { by: 'age', down: false } };
export const MOST_VIEWS = 20;
export const MOST_VIEW_NAME = 30;
const MOST_TEXT = 100;

/** How many filters other than group and text are set. */
export function filtersIn({ token, side, exchange, wallet, source }: OrderView): number {
  return [token, side, exchange, wallet, source].filter((value) => value !== undefined).length;
}

/** The same group and sorting, every order of it. */
export function unfiltered({ group, sort }: OrderView): OrderView {
  return { group, sort, text: '' };
}

export function sameView(one: OrderView, other: OrderView): boolean {
  return textOf(one) === textOf(other);
}

/** The next sorting when a column's head is clicked: its own first direction, then the other. */
export function nextSort(now: OrderSort, by: OrderColumn): OrderSort {
  if (now.by === by) return { by, down: !now.down };
  return { by, down: by === 'worth' || by === 'filled' || by === 'locked' };
}

export function writtenViews(views: KeptViews): string {
  return JSON.stringify(views);
}

/** Reads what was written, as far as it is lawful. */
export function readViews(text: string): KeptViews {
  const { view, named } = recordOf(keptJson(text));
  const read = (Array.isArray(named) ? named : []).slice(0, MOST_VIEWS).flatMap((each: unknown) => {
    const one = recordOf(each);
    const name = typeof one['name'] === 'string' ? one['name'].trim().slice(0, MOST_VIEW_NAME) : '';
    return name === '' ? [] : [{ name, view: viewOf(one['view']) }];
  });
  return {
    view: viewOf(view),
    // Names identify views: of several with one name the last counts, as when they are saved.
    named: [...new Map(read.map((each) => [each.name, each])).values()],
  };
}

function viewOf(stored: unknown): OrderView {
  const one = recordOf(stored);
  const sort = recordOf(one['sort']);
  const column = ORDER_COLUMNS.find((each) => each === sort['by']);
  return {
    group: ORDER_GROUPS.find((each) => each === one['group']) ?? standardView.group,
    token: textIn(one['token']),
    side: (['buy', 'sell'] as const).find((each) => each === one['side']),
    exchange: textIn(one['exchange']),
    wallet: textIn(one['wallet']),
    source: (['here', 'external'] as const).find((each) => each === one['source']),
    text: textIn(one['text']) ?? '',
    sort: column === undefined ? standardView.sort : { by: column, down: sort['down'] === true },
  };
}

function textOf({ group, token, side, exchange, wallet, source, text, sort }: OrderView): string {
  return JSON.stringify([group, token, side, exchange, wallet, source, text, sort.by, sort.down]);
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, MOST_TEXT + 200) : undefined;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A column of the table that can be sorted by, with its heading. */
interface ColumnHead {
  readonly id: OrderColumn;
  readonly text: string;
  readonly title: string;
  readonly figure: boolean;
}

export const columnHeads: readonly ColumnHead[] = [
  { id: 'pair', text: words.headPair, title: words.headPairTitle, figure: false },
  { id: 'worth', text: words.headWorth, title: words.headWorthTitle, figure: true },
  { id: 'price', text: words.headPrice, title: words.headPriceTitle, figure: true },
  { id: 'market', text: words.headMarket, title: words.headMarketTitle, figure: true },
  { id: 'distance', text: words.headDistance, title: words.headDistanceTitle, figure: true },
  { id: 'filled', text: words.headFilled, title: words.headFilledTitle, figure: true },
  { id: 'age', text: words.headAge, title: words.headAgeTitle, figure: true },
  { id: 'exchange', text: words.headExchange, title: words.headExchangeTitle, figure: false },
  { id: 'locked', text: words.headLocked, title: words.headLockedTitle, figure: true },
  { id: 'status', text: words.headStatus, title: words.headStatusTitle, figure: false },
];
