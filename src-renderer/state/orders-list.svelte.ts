import type { Answer, MainApi, MainOutput } from '../client/main-api.ts';
import type { OrderRowView } from '#contract/order-views.ts';
import type { Failure } from '#domain/failure.ts';
import { LIVE_STATUSES } from '#domain/limit-order.ts';

export type OrderDetail = MainOutput<'orders.detail'>;

/** Every order of the profile's wallets, as main merges them from journal and service. */
export class OrdersList {
  /** In no particular order; absent until main's first word. */
  rows = $state.raw<readonly OrderRowView[] | undefined>();
  /** Changes when the list starts over, as it does with another profile. */
  key = $state('');
  /** When the service last told its orders. */
  at = $state<number | undefined>();
  /** Why the service's orders are missing or old. */
  failure = $state.raw<Failure | undefined>();
  readonly live = $derived((this.rows ?? []).filter(({ status }) => LIVE_STATUSES.includes(status)).length);
  readonly #api: MainApi;
  #byId = new Map<string, OrderRowView>();

  constructor(api: MainApi) {
    this.#api = api;
    api.on.orders(({ key, kind, rows, gone, at, failure }) => {
      if (kind === 'snapshot' || key !== this.key) this.#byId = new Map();
      for (const id of gone) this.#byId.delete(id);
      for (const row of rows) this.#byId.set(row.id, row);
      this.key = key;
      this.at = at;
      this.failure = failure as Failure | undefined;
      this.rows = [...this.#byId.values()];
    });
  }

  find(id: string): OrderRowView | undefined {
    return this.rows === undefined ? undefined : this.#byId.get(id);
  }

  /** Asks the service for the orders now. */
  refresh(): Promise<Answer<unknown>> {
    return this.#api.call['orders.refresh']({});
  }

  detail(id: string): Promise<Answer<OrderDetail>> {
    return this.#api.call['orders.detail']({ id });
  }

  openExplorer(id: string, hash: string): Promise<Answer<unknown>> {
    return this.#api.call['orders.openExplorer']({ id, hash });
  }
}
