import type { Quantity } from './amount.ts';
import type { AssetId } from './asset.ts';
import type { Failure } from './failure.ts';
import type { EpochMs, Slot } from './time.ts';
import type { OutputName } from './trade.ts';

/** A pool at an exchange's script, as an output that a ledger back-end reported. */
export interface SeenPool {
  readonly reference: OutputName;
  /** Script hash, hex. */
  readonly script: string;
  readonly assets: readonly [AssetId, AssetId];
}

/** The pools of a pair when the user decided: that they were unspent is the ledger back-end's word. */
export interface MarketAtDecision {
  readonly slot: Slot;
  readonly pools: readonly SeenPool[];
  /** Parts per million by which the pools would have paid more than the offer, and 0 where none would; absent if not compared. */
  readonly better?: number;
}

/**
 * A fill's shortfall, in base units of the asset bought: `paper` less what was paid, split so that the parts always add up
 * to it exactly. A part below zero is a gain.
 */
export interface Shortfall {
  /** Value of the amount sold at the price at the decision (`since` that), or at the one that the fill found. */
  readonly paper: bigint;
  readonly since: 'decision' | 'fill';
  readonly paid: bigint;
  readonly parts: ShortfallParts;
}

export interface ShortfallParts {
  /** The market moved from the decision to the fill; 0 if measured since the fill. */
  readonly delay: bigint;
  /** Orders that the same transaction executed before it. */
  readonly ordering: bigint;
  /** Its own size against the pool. */
  readonly impact: bigint;
  /** The pool's fee by its formula. */
  readonly poolFee: bigint;
  /** The amount that the formula requires, less the amount paid. */
  readonly underpaid: bigint;
  /** The amount that could not be attributed: 0 where everything can be checked. */
  readonly rest: bigint;
}

/** Other executions at the pool since the decision, as far as the bytes read show them. */
export type SinceDecision =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'one'; readonly txHash: string }
  | { readonly kind: 'several' }
  | { readonly kind: 'unknown' };

/** One fill of an order, audited from bytes. Quantities are in base units. */
export interface AuditedFill {
  /** Of the order in the user's transaction: one transaction of the exchange can fill several. */
  readonly index: number;
  /** The output that the fill spent: the order, or what an earlier fill left of it. */
  readonly order: OutputName;
  /** Of the exchange's transaction. */
  readonly txHash: string;
  readonly venue: string | undefined;
  readonly sold: Quantity | undefined;
  readonly mustPay: Quantity | undefined;
  readonly paid: Quantity | undefined;
  /** Absent if it cannot be checked; `reason` then says why, as a clause. */
  readonly exact: boolean | undefined;
  readonly reason: string | undefined;
  /** Whether bytes prove every output that the verdict rests on. */
  readonly proven: boolean;
  /** Whether the execution order was read from witnesses, which a transaction's id does not prove. */
  readonly byWitnesses: boolean;
  /** Its place in the batch, from 0, where the batch gives one; and the number of orders in it. */
  readonly position: number | undefined;
  readonly ledgerPosition: number;
  readonly orders: number;
  /** Orders executed before it that were placed after it, by the ledger back-end's word; absent where that is unknown. */
  readonly younger: number | undefined;
  readonly since: SinceDecision;
  readonly shortfall: Shortfall | undefined;
  /** Absent if none were seen in the fill's own transaction. */
  readonly around?: AroundInBatch;
  /** Absent if the pool's other transactions were not looked for, as in audits of earlier versions. */
  readonly neighbours?: Neighbours;
}

/** One owner's trades in the same transaction and at the same pool: before the order in its direction, and undone after it. */
export interface AroundInBatch {
  /** The orders that traded. */
  readonly before: OutputName;
  readonly after: OutputName;
  /** Base units that the order would have been paid more without the earlier trade, by the formula. */
  readonly lost: Quantity;
}

/** The transactions that used the fill's pool before and after it, each proven by its hash and by the pool that it spends. */
export interface Neighbours {
  /** From the decision to the fill, oldest first. */
  readonly before: NeighbourPart;
  /** From the fill on, oldest first. */
  readonly after: NeighbourPart;
  /** Absent if none were seen, or if both are in the fill's own transaction. */
  readonly around?: AroundSeparately;
}

export interface NeighbourPart {
  readonly transactions: readonly PoolTransaction[];
  readonly end: NeighboursEnd;
}

/**
 * Where the reading ended. `review`: at the pool as seen at the decision. `placing`: at a state of the pool from before the
 * order's block, according to the back-end. `created`: at the transaction that made the pool. `open`: nobody has used the
 * pool since, according to the back-end. `bound`: there may be more that were not read. `failed`: why the reading failed.
 */
export type NeighboursEnd =
  | { readonly kind: 'review' | 'placing' | 'created' | 'open' | 'bound' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The trades of one transaction with the pool. */
export interface PoolTransaction {
  readonly txHash: string;
  /** Trades in the order's direction, and against it. Absent if there were none, or if they cannot be read. */
  readonly same?: TradedSum;
  readonly opposite?: TradedSum;
}

/** Trades in one direction: how many, and how much they sold and bought in all, in base units. */
export interface TradedSum {
  readonly trades: number;
  readonly sold: Quantity;
  readonly bought: Quantity;
}

/**
 * One owner's trades at the order's pool: one before the order in its direction, and one after it that reverses the first.
 * At least one of them is in another transaction than the fill.
 */
export interface AroundSeparately {
  /** Hash of the key or script that was paid, hex. */
  readonly trader: string;
  readonly before: TradeAround;
  readonly after: TradeAround;
  /**
   * How many more base units the order would have been paid without the earlier trade; absent if a trade in between cannot
   * be read.
   */
  readonly lost?: Quantity;
}

export interface TradeAround {
  readonly txHash: string;
  readonly sold: Quantity;
  readonly bought: Quantity;
}

/** A fill that could not be audited. */
export interface UnauditedFill {
  readonly index: number;
  readonly txHash: string;
  readonly failure: Failure;
}

/** The audit of a trade's fills so far. */
export interface FillAudit {
  readonly at: EpochMs;
  readonly fills: readonly (AuditedFill | UnauditedFill)[];
}
