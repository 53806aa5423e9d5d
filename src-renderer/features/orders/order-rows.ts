import type { OrderRowView } from '#contract/orders.ts';
import { ADA } from '#domain/asset.ts';
import { LIVE_STATUSES, ORDER_STATUSES, type OrderStatus } from '#domain/limit-order.ts';
import { orderWords } from './order-words.ts';
import type { OrderColumn, OrderGroup, OrderSort, OrderView } from './order-view.ts';
import { words } from './words.ts';

/** The names shown in the table, so that users search and sort by the words they see. */
export interface OrderNames {
  readonly token: (id: string) => { readonly label: string; readonly name: string };
  readonly exchange: (code: string) => string;
}

/** Every status with the groups' names: an order that is not known to be over counts as open. */
export function groupOf(status: OrderStatus): Exclude<OrderGroup, 'all'> {
  if (LIVE_STATUSES.includes(status)) return 'open';
  return status === 'filled' ? 'filled' : 'cancelled';
}

/** The rows that the filters of a view let through, in the order that they come in. */
export function filterRows(
  rows: readonly OrderRowView[],
  view: Omit<OrderView, 'sort'>,
  names: OrderNames,
): readonly OrderRowView[] {
  return rows.filter(filterOf(view, names));
}

export function sortRows(
  rows: readonly OrderRowView[],
  { by, down }: OrderSort,
  names: OrderNames,
): readonly OrderRowView[] {
  const keyOf = keyOfColumn(by, rows, names);
  // Age grows as the moment of placing falls: keys are moments.
  const turn = down === (by === 'age') ? 1 : -1;
  const keys = new Float64Array(rows.length);
  const placed = new Float64Array(rows.length);
  const order = new Uint32Array(rows.length);
  for (const [at, row] of rows.entries()) {
    const key = turn * keyOf(row, at);
    // Unknown values come last in either direction.
    keys[at] = Number.isNaN(key) ? Number.POSITIVE_INFINITY : key;
    placed[at] = row.placedAt ?? 0;
    order[at] = at;
  }
  order.sort((a, b) => compare(keys, a, b) || compare(placed, b, a) || compareIds(rows[a], rows[b]));
  const sorted: OrderRowView[] = [];
  for (const at of order) {
    const row = rows[at];
    if (row !== undefined) sorted.push(row);
  }
  return sorted;
}

function compare(keys: Float64Array, a: number, b: number): number {
  const left = keys[a] ?? 0;
  const right = keys[b] ?? 0;
  return left === right ? 0 : left < right ? -1 : 1;
}

function compareIds(a: OrderRowView | undefined, b: OrderRowView | undefined): number {
  return (a?.id ?? '') < (b?.id ?? '') ? -1 : 1;
}

function filterOf(view: Omit<OrderView, 'sort'>, names: OrderNames): (row: OrderRowView) => boolean {
  const { group, token, side, exchange, wallet, source } = view;
  const wanted = view.text.toLowerCase().split(/\s+/).filter(Boolean);
  const tokenText = remember((id: string) => {
    const { label, name } = names.token(id);
    return `${label} ${name} ${id}`.toLowerCase();
  });
  const exchangeText = remember((code: string) => `${code} ${names.exchange(code)}`.toLowerCase());
  const has = (row: OrderRowView, word: string): boolean =>
    ownText(row).includes(word) ||
    tokenText(row.token).includes(word) ||
    (row.receive !== ADA && tokenText(row.receive).includes(word)) ||
    (row.exchange !== undefined && exchangeText(row.exchange).includes(word));
  return (row) => {
    if (group !== 'all' && groupOf(row.status) !== group) return false;
    if (token !== undefined && row.token !== token) return false;
    if (side !== undefined && row.side !== side) return false;
    if (exchange !== undefined && row.exchange !== exchange) return false;
    if (wallet !== undefined && row.wallet !== wallet) return false;
    if (source !== undefined && row.source !== source) return false;
    return wanted.every((word) => has(row, word));
  };
}

const ownTexts = new WeakMap<OrderRowView, string>();

/** The searchable text of a row itself; names of tokens and exchanges arrive later and are kept apart. */
function ownText(row: OrderRowView): string {
  let text = ownTexts.get(row);
  if (text === undefined) {
    const { side, serviceStatus = '', source, id, wallet } = row;
    text = [words.side({ side }), orderWords(row).text, serviceStatus, source, id, wallet]
      .join(' ')
      .toLowerCase();
    ownTexts.set(row, text);
  }
  return text;
}

/** The figure that a row is sorted by; NaN where it is not known. */
function keyOfColumn(
  by: OrderColumn,
  rows: readonly OrderRowView[],
  names: OrderNames,
): (row: OrderRowView, at: number) => number {
  const label = remember((id: string) => names.token(id).label);
  const exchange = remember((code: string) => names.exchange(code));
  switch (by) {
    case 'pair':
      return ranked(rows, (row) => `${label(row.token)} ${row.token} ${row.side}`);
    case 'exchange':
      return ranked(rows, (row) => (row.exchange === undefined ? undefined : exchange(row.exchange)));
    case 'status':
      return ({ status }) => ORDER_STATUSES.indexOf(status);
    case 'worth':
      return worthOf;
    case 'price':
      return ({ price }) => (price === undefined ? Number.NaN : Number(price.adaPerToken));
    case 'market':
      return ({ marketPrice }) => marketPrice ?? Number.NaN;
    case 'distance':
      return ({ distance }) => distance ?? Number.NaN;
    case 'filled':
      return ({ filled }) => filled;
    case 'age':
      return ({ placedAt }) => placedAt ?? Number.NaN;
    case 'locked':
      return ({ locked }) =>
        locked === undefined ? Number.NaN : Number(locked.fees ?? 0) + Number(locked.deposit ?? 0);
  }
}

/** Lovelace that the order pays or wants: a sorting key, so a float will do. */
function worthOf({ pay, receive, wanted }: OrderRowView): number {
  if (pay.asset === ADA) return Number(pay.quantity);
  return receive === ADA && wanted !== undefined ? Number(wanted) : Number.NaN;
}

/** Each distinct text's place in the alphabet, by a row's place among the rows. */
function ranked(
  rows: readonly OrderRowView[],
  textOf: (row: OrderRowView) => string | undefined,
): (row: OrderRowView, at: number) => number {
  const texts = rows.map(textOf);
  const order = [...new Set(texts)].filter((text) => text !== undefined);
  const places = new Map(order.sort((a, b) => a.localeCompare(b, 'en')).map((text, place) => [text, place]));
  return (_row, at) => places.get(texts[at] ?? '') ?? Number.NaN;
}

function remember<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}

/** Amounts returned by cancelling these orders, ADA first, before the network fee. Base units. */
export function returningOf(
  rows: readonly Pick<OrderRowView, 'returning'>[],
): readonly { readonly asset: string; readonly quantity: bigint }[] {
  const sums = new Map<string, bigint>([[ADA, 0n]]);
  for (const { returning } of rows)
    for (const { asset, quantity } of returning) sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(quantity));
  return [...sums].map(([asset, quantity]) => ({ asset, quantity }));
}

/** The same after costs, in lovelace, are taken from it. */
export function afterCost(
  returning: ReturnType<typeof returningOf>,
  cost: bigint,
): ReturnType<typeof returningOf> {
  return returning.map(({ asset, quantity }) => ({
    asset,
    quantity: asset === ADA ? quantity - cost : quantity,
  }));
}

/** Which rows of a long list are in the page: those in sight, and a few on both sides. */
interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

const BEYOND = 3;

/** The most rows in the page at once. */
export function mostRows(rowHeight: number, height: number): number {
  return Math.ceil(height / rowHeight) + 1 + 2 * BEYOND;
}

/** `height` is that of the part where rows are seen; all lengths in pixels, every row of the same height. */
export function rowWindow(count: number, rowHeight: number, scrolled: number, height: number): RowWindow {
  const most = Math.max(0, count * rowHeight - height);
  const from = Math.min(Math.max(0, scrolled), most);
  const first = Math.max(0, Math.floor(from / rowHeight) - BEYOND);
  const end = Math.min(count, Math.ceil((from + height) / rowHeight) + BEYOND);
  return { first, end };
}

/** Where to scroll to, so that a row is in sight; the same place when it is already. */
export function scrolledTo(row: number, rowHeight: number, scrolled: number, height: number): number {
  const top = row * rowHeight;
  if (top < scrolled) return top;
  return top + rowHeight > scrolled + height ? top + rowHeight - height : scrolled;
}
