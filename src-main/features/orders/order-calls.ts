import type { OrderListView, OrderRowView } from '#contract/orders.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import {
  DONE,
  withProfile,
  type MainCalls,
  type OpenProfile,
  type ProfileMode,
} from '../../gate/handlers.ts';
import { openExplorer, type PageDoor } from '../../gate/outside.ts';
import { DeltaTopic } from '../../gate/topic.ts';
import type { Locale } from '../../gate/locale.ts';
import { failureView } from '../../gate/wire.ts';
import { outputOf } from '../../market/listed-rows.ts';
import type { Clock } from '../../ports/system.ts';
import type { CancelTarget, LeftOut } from '../../trading/kinds/cancel.ts';
import type { Trading } from '../../trading/trading.ts';
import type { ReviewProfile, Reviews } from '../approval/review.ts';
import { orderDetail, orderRowView, transactionsOf, type DetailProfile } from './order-detail.ts';
import type { OrderBoard, OrderChanges } from './order-board.ts';
import type { OrderRow } from './order-row.ts';

export interface OrderProfile extends ReviewProfile, DetailProfile {
  readonly mode: ProfileMode;
  readonly trading: Trading;
  readonly orders: OrderBoard;
  /** The address that is looked at. */
  readonly look: { readonly current: { readonly orders: OrderBoard } | undefined };
}

export interface OrderParts {
  readonly profiles: OpenProfile<OrderProfile>;
  readonly reviews: Reviews;
  readonly door: PageDoor;
  readonly clock: Clock;
  readonly locale: Locale;
}

export function orderCalls({ profiles, reviews, door, clock, locale }: OrderParts): MainCalls<'orders'> {
  const handler = withProfile(profiles);
  return {
    'orders.refresh': () => {
      const profile = profiles.current();
      if (profile.ok) profile.value.orders.refreshAll();
      return Promise.resolve(DONE);
    },
    'orders.detail': handler(async ({ id }, profile) => {
      const row = profile.orders.row(id);
      return row
        ? ok(await orderDetail(row, profile, clock, locale.language))
        : failed(failure('order-unknown'));
    }),
    'orders.lookedDetail': handler(async ({ id }, profile) => {
      const row = profile.look.current?.orders.row(id);
      return row
        ? ok(await orderDetail(row, profile, clock, locale.language))
        : failed(failure('order-unknown'));
    }),
    'orders.cancel': handler(async ({ ids }, profile) => {
      const shown = await reviews.cancellation(() => targetsOf(ids, profile.orders), profile);
      return shown.ok ? ok(shown.value.prepared) : shown;
    }),
    'orders.move': handler(async ({ id, adaPerToken }, profile) => {
      const row = profile.orders.row(id);
      const placed = row && outputOf(row);
      if (!row || !placed) return failed(failure('order-unknown'));
      if (!row.cancellable) return failed(failure('order-not-cancellable', { status: row.status }));
      const trade = row.tradeId === undefined ? undefined : profile.trading.trade(row.tradeId);
      if (!row.movable || !trade) return failed(failure('order-not-movable'));
      const request = {
        target: { id, serviceId: row.service?.id, placed },
        trade,
        // As the service calls it, whatever the list of scripts does.
        exchange: row.service?.exchange ?? trade.routes[0]?.exchange,
        price: { form: 'ada-per-token', text: adaPerToken },
      } as const;
      return reviews.move(request, profile);
    }),
    'orders.openExplorer': handler(async ({ id, hash }, profile) => {
      const row = profile.orders.row(id);
      const known = row && transactionsOf(row).some((step) => step.hash === hash);
      return known === true ? openExplorer(profile, hash, door) : failed(failure('order-unknown'));
    }),
  };
}

/** The orders that can be cancelled, and what is left out. Fails with the reason of the first where none can. */
function targetsOf(ids: readonly string[], board: OrderBoard) {
  const targets: CancelTarget[] = [];
  const left: LeftOut[] = [];
  for (const id of new Set(ids)) {
    const row = board.row(id);
    const placed = row && outputOf(row);
    if (row?.cancellable === true && placed) targets.push({ id, serviceId: row.service?.id, placed });
    else
      left.push({
        id,
        failure: row ? failure('order-not-cancellable', { status: row.status }) : failure('order-unknown'),
      });
  }
  return targets.length === 0
    ? failed(left[0]?.failure ?? failure('nothing-to-cancel'))
    : ok({ targets, left });
}

type OrderHead = Pick<OrderListView, 'key' | 'at' | 'failure'>;
type OrderBody = Pick<OrderListView, 'kind' | 'rows' | 'gone'>;

const ORDERS_MS = 100;
const QUIET_MS = 5_000;

/** The orders of the trading window: those of the open profile, or of an address that is looked at. */
export class OrderFeed {
  readonly topic: DeltaTopic<OrderHead, OrderRowView, string, OrderBody>;
  readonly #locale: Locale;
  /** Views are made once for each row, in the language of the windows. */
  #views = new WeakMap<OrderRow, OrderRowView>();
  #keys = 0;
  #end: () => void = () => undefined;

  /** `watch` calls back with the board to show, now and whenever it is another one. */
  constructor(watch: (show: (board: OrderBoard | undefined) => void) => void, locale: Locale) {
    this.#locale = locale;
    this.topic = new DeltaTopic(
      { key: this.#newKey() },
      {
        idOf: ({ id }: OrderRowView) => id,
        body: (kind, rows, gone: readonly string[]): OrderBody => ({
          kind,
          rows: [...rows],
          gone: [...gone],
        }),
        coalesceMs: ORDERS_MS,
      },
    );
    let shown: OrderBoard | undefined;
    watch((board) => {
      shown = board;
      this.#follow(board);
    });
    locale.onChange(() => {
      this.#views = new WeakMap();
      this.#follow(shown);
    });
  }

  #follow(board: OrderBoard | undefined): void {
    this.#end();
    this.#end = () => undefined;
    const head = { key: this.#newKey() };
    this.topic.show(head, () => (board?.rows ?? []).map((row) => this.#view(row)));
    if (board) this.#end = board.onChange((changes) => this.#publish(board, head.key, changes));
  }

  #publish({ at, failure: trouble }: OrderBoard, key: string, { rows, gone }: OrderChanges): void {
    const { head } = this.topic;
    const same = JSON.stringify(head.failure) === JSON.stringify(trouble && failureView(trouble));
    const quiet = rows.length === 0 && gone.length === 0 && same;
    // That the service reported the same again is worth a message only now and then.
    if (quiet && (at ?? 0) - (head.at ?? 0) < QUIET_MS) return;
    this.topic.update(
      {
        key,
        ...(at === undefined ? {} : { at }),
        ...(trouble === undefined ? {} : { failure: failureView(trouble) }),
      },
      rows.map((row) => this.#view(row)),
      gone,
    );
  }

  #view(row: OrderRow): OrderRowView {
    const view = this.#views.get(row) ?? orderRowView(row, this.#locale.language);
    this.#views.set(row, view);
    return view;
  }

  #newKey(): string {
    return `o${(this.#keys += 1)}`;
  }
}
