import type { Answer } from '../../client/main-api.ts';
import type { CancelPreparedView, OrderRowView } from '#contract/orders.ts';
import type { BatchProgressView } from '#contract/approval.ts';
import type { TradeView } from '#contract/trades.ts';
import { CancelRun, type CancelRunParts } from '../../state/cancel-run.svelte.ts';
import type { BatchRun } from '../../state/trades.svelte.ts';
import type { OrdersList } from './orders.svelte.ts';

export interface CancellationParts extends CancelRunParts {
  readonly orders: OrdersList;
  readonly batch: BatchRun;
}

/** The exchange filled the order first: there was nothing left to cancel. */
const FILLED_FIRST = 'order-filled-first';
const ENDED: readonly OrderRowView['status'][] = ['filled', 'cancelled', 'closed', 'failed'];

/** One cancellation of one or more orders. */
export class Cancellation extends CancelRun<CancelPreparedView> {
  readonly ids: readonly string[];
  /** Orders that could not be cancelled, and why. */
  readonly leftOut = $derived(this.prepared?.leftOut ?? []);
  /** Those that it is about. */
  readonly orders = $derived.by((): readonly OrderRowView[] => {
    const leftOut = new Set(this.leftOut.map(({ id }) => id));
    return this.ids.flatMap((id) => (leftOut.has(id) ? [] : (this.#parts.orders.find(id) ?? [])));
  });
  readonly cancelled = $derived(this.orders.filter(({ status }) => status === 'cancelled'));
  /** Orders that the exchange filled before the cancellation got on chain. */
  readonly filled = $derived(this.orders.filter(({ status }) => status === 'filled'));
  readonly batch = $derived.by((): BatchProgressView | undefined =>
    this.prepared === undefined ? undefined : this.#parts.batch.of(this.prepared.tradeId),
  );
  readonly planning = $derived.by(() => this.#parts.batch.planning);
  /** Its cost in lovelace, from the bytes of its transactions; absent until all of them are built. */
  readonly cost = $derived.by((): bigint | undefined => {
    const { batch, prepared } = this;
    const ids =
      batch?.transactions.filter(({ state }) => state !== 'left').map(({ tradeId }) => tradeId) ??
      (prepared?.transactions === 1 ? [prepared.tradeId] : []);
    return this.costOf(ids);
  });
  readonly #parts: CancellationParts;

  constructor(parts: CancellationParts, ids: readonly string[]) {
    super(parts);
    this.#parts = parts;
    this.ids = ids;
    void this.build();
  }

  protected ask(): Promise<Answer<CancelPreparedView>> {
    return this.#parts.api.call['orders.cancel']({ ids: [...this.ids] });
  }

  /** A lost race ends it too. */
  protected isOver(trade: TradeView): boolean {
    const { orders, batch } = this;
    if (orders.length > 0 && orders.every(({ status }) => ENDED.includes(status))) return true;
    if (trade.failure?.code === FILLED_FIRST) return true;
    return batch !== undefined && (batch.state === 'stopped' || batch.failure !== undefined);
  }
}
