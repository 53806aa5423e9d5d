import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { PlacedOrder } from '#domain/trade.ts';
import type { ChainTx, Ledger } from '../ports/ledger.ts';

/** Parts of an order from which on the oldest ones are remembered; the newest may still be rolled back. */
const RECENT_PARTS = 15;

/**
 * The older parts of orders that are filled in many, as a recurring order is for years: each spends what the one before
 * it made, so while the newest one remembered is on chain, so are all, and none has to be asked for again.
 */
export class FollowedParts {
  readonly #known = new Map<
    string,
    { readonly newest: string; readonly closings: ReadonlyMap<string, ChainTx> }
  >();

  /** What is remembered of a trade, once the chain still has it. Failures: those of the ledger. */
  async of(
    tradeId: string,
    ledger: Ledger,
    signal?: AbortSignal,
  ): Promise<Result<Map<string, ChainTx>, Failure>> {
    const known = this.#known.get(tradeId);
    if (!known) return ok(new Map());
    const included = await ledger.inclusion(known.newest, signal);
    if (!included.ok) return included;
    if (included.value !== undefined) return ok(new Map(known.closings));
    this.#known.delete(tradeId);
    return ok(new Map());
  }

  /** Remembers the older parts of a trade's one order; an end is followed to its last confirmation in full. */
  note(tradeId: string, orders: readonly PlacedOrder[], closings: ReadonlyMap<string, ChainTx>): void {
    const [order, ...others] = orders;
    const old = (order?.fills ?? []).slice(0, -RECENT_PARTS).map(({ hash }) => hash);
    const newest = old.at(-1);
    if (newest === undefined || others.length > 0) return;
    const kept = old.flatMap((hash) => {
      const closing = closings.get(hash);
      return closing ? [[hash, closing] as const] : [];
    });
    this.#known.set(tradeId, { newest, closings: new Map(kept) });
  }
}
