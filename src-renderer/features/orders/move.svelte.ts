import type { Answer, MainOutput } from '../../client/main-api.ts';
import type { BatchProgressView } from '#contract/approval.ts';
import type { TradeView } from '#contract/trades.ts';
import { CancelRun, type CancelRunParts } from '../../state/cancel-run.svelte.ts';
import type { BatchRun, Trades } from '../../state/trades.svelte.ts';

interface MoveParts extends CancelRunParts {
  readonly batch: BatchRun;
}

/** How a move came out. `half`: the order is cancelled, and no new one was signed. */
type MoveOutcome = 'moved' | 'half' | 'signed' | 'not-cancelled';

/** One move of an order: its cancellation, and then the order that takes its place. */
export class Move extends CancelRun<MainOutput<'orders.move'>> {
  readonly batch = $derived.by((): BatchProgressView | undefined =>
    this.prepared === undefined ? undefined : this.#parts.batch.of(this.prepared.tradeId),
  );
  /** Absent until it is over. */
  readonly outcome = $derived.by((): MoveOutcome | undefined => {
    const { batch } = this;
    if (batch?.state === 'done') return 'moved';
    if (batch?.state !== 'stopped') return undefined;
    const [cancel, order] = batch.transactions;
    if (wasSigned(order, this.#parts.trades)) return 'signed';
    return cancel?.state === 'placed' || cancel?.state === 'sent' ? 'half' : 'not-cancelled';
  });
  /** The new order, as soon as it was built. */
  readonly orderTradeId = $derived.by(() => this.batch?.transactions[1]?.tradeId);
  readonly #parts: MoveParts;
  readonly #asked: { readonly id: string; readonly adaPerToken: string };

  constructor(parts: MoveParts, asked: { readonly id: string; readonly adaPerToken: string }) {
    super(parts);
    this.#parts = parts;
    this.#asked = asked;
    void this.build();
  }

  protected ask(): Promise<Answer<MainOutput<'orders.move'>>> {
    return this.#parts.api.call['orders.move'](this.#asked);
  }

  protected isOver(_trade: TradeView): boolean {
    return this.outcome !== undefined;
  }
}

function wasSigned(order: BatchProgressView['transactions'][number] | undefined, trades: Trades): boolean {
  if (order?.state === 'sent' || order?.state === 'placed') return true;
  return order?.tradeId !== undefined && trades.find(order.tradeId)?.hasReceipt === true;
}
