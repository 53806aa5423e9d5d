import type { MainTable } from '#contract/index.ts';
import type { OrderRowView } from '#contract/orders.ts';
import type { TestPage } from './test-app.ts';
import { until } from './trader.ts';

/** The order list as a page puts it together from a snapshot and what changed since. */
export class OrderList {
  readonly #rows = new Map<string, OrderRowView>();
  #key = '';

  constructor(page: TestPage<MainTable>) {
    page.follow('orders', ({ key, kind, rows, gone }) => {
      if (kind === 'snapshot' || key !== this.#key) this.#rows.clear();
      this.#key = key;
      for (const id of gone) this.#rows.delete(id);
      for (const row of rows) this.#rows.set(row.id, row);
    });
  }

  get rows(): readonly OrderRowView[] {
    return [...this.#rows.values()];
  }

  /** The first row that fits, once there is one. */
  async rowWhen(fits: (row: OrderRowView) => boolean): Promise<OrderRowView> {
    let found: OrderRowView | undefined;
    await until(() => {
      found = this.rows.find(fits);
      return Promise.resolve(found !== undefined);
    });
    if (!found) throw new Error('no row fits');
    return found;
  }
}
