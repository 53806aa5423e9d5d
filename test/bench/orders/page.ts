import '../../../src-renderer/app/trusted-types.ts';
import '../../../src-renderer/styles/base.css';
import { flushSync, mount } from 'svelte';
import App from '../../../src-renderer/app/App.svelte';
import { FakeMain } from '../../support/fake-main-api.ts';
import { fakeNotice, fakeOrder, fakeOrders } from '../../support/fake-orders.ts';

/** The whole trading window with invented orders, and the steps of the bench. */
export interface OrdersBench {
  readonly main: FakeMain;
  /** Shows so many orders of all statuses. */
  fill(count: number): void;
  /** Scrolls to a row, counted round. */
  scroll(row: number): void;
  /** Types a text into the search, in one go. */
  find(text: string): void;
  /** Clicks the head of a column, counted round. */
  sort(column: number): void;
  /** Has a change of a hundred orders ready, as the market moves; which ones depends on the number of the step. */
  prepare(step: number): void;
  change(): void;
  /** The rows in the page, and the number that the table announces. */
  rows(): { readonly standing: number; readonly told: number };
  /** The yardstick: writes a plain table as large as what the screen shows, with no framework. */
  plain(step: number): void;
  /** Something happened to the first orders of the list. */
  notice(orders: number): void;
}

declare global {
  interface Window {
    ordersBench: OrdersBench;
  }
}

/** A table that takes half of a large window. */
const TABLE_PX = 480;

const main = new FakeMain();
main.push('preferences', { ...main.value('preferences'), layout: { lower: TABLE_PX } });
const now = Date.now();
const target = document.getElementById('desk');
if (target === null) throw new Error('The page has no place for the desk.');
mount(App, { target, props: { api: main.api } });

function one<T extends Element>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (found === null) throw new Error(`the page lacks ${selector}`);
  return found;
}

const grid = (): HTMLElement => one('[role=grid][aria-label=Orders]');

const CHANGED = 100;
const PLAIN_ROWS = 100;
const PLAIN_CELLS = 12;
let plainTable = document.body.appendChild(document.createElement('table'));
let notices = 0;
let change: ReturnType<typeof main.value<'orders'>> | undefined;

window.ordersBench = {
  main,
  fill(count) {
    main.push('orders', {
      key: `o${count}`,
      kind: 'snapshot',
      rows: fakeOrders(count, now),
      gone: [],
      at: now,
    });
    flushSync();
  },
  scroll(row) {
    grid().scrollTop = (row * 28) % (grid().scrollHeight - grid().clientHeight);
  },
  find(text) {
    const field = one<HTMLInputElement>('input[type=search]');
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  },
  sort(column) {
    const heads = [...grid().querySelectorAll<HTMLElement>('[role=columnheader] button')];
    heads[column % heads.length]?.click();
  },
  prepare(step) {
    const before = main.value('orders');
    const rows = Array.from({ length: CHANGED }, (_, at) =>
      fakeOrder((step * CHANGED + at) % before.rows.length, now, { marketPrice: 1 + step / 100 }),
    );
    change = { ...before, kind: 'delta', rows, gone: [], at: now };
  },
  change() {
    if (change !== undefined) main.push('orders', change);
  },
  rows: () => ({
    standing: grid().querySelectorAll('[role=row]').length - 1,
    told: Number(grid().getAttribute('aria-rowcount')) - 1,
  }),
  plain(step) {
    const table = document.createElement('table');
    for (let row = 0; row < PLAIN_ROWS; row += 1) {
      const line = table.insertRow();
      for (let cell = 0; cell < PLAIN_CELLS; cell += 1)
        line.insertCell().textContent = `${step * row}.${cell} ADA`;
    }
    plainTable.replaceWith(table);
    plainTable = table;
  },
  notice(orders) {
    const ids = main
      .value('orders')
      .rows.slice(0, orders)
      .map(({ id }) => id);
    notices += 1;
    const { list, opened } = main.value('notices');
    main.push('notices', {
      list: [fakeNotice(notices, ids, Date.now()), ...list],
      opened,
      byPage: true,
    });
  },
};
