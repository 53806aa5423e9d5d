import * as v from 'valibot';
import {
  count,
  epoch,
  exchangeCode,
  failure,
  finite,
  hash32,
  identifier,
  shortText,
  units,
} from './codec.ts';

/**
 * The audit of a trade's fills: the payments due by the exchanges, their actual payments, and the cost of the trade.
 */

/** Base units that may be below zero: a gain. */
const difference = v.pipe(v.string(), v.regex(/^(0|-?[1-9]\d{0,39})$/));

const parts = v.strictObject({
  delay: difference,
  ordering: difference,
  impact: difference,
  poolFee: difference,
  underpaid: difference,
  rest: difference,
});

/** Trades in one direction: how many, and how much they sold and bought in all. */
const tradedSum = v.strictObject({ trades: count, sold: units, bought: units });
export type TradedSumView = v.InferOutput<typeof tradedSum>;

const neighbourPart = v.strictObject({
  /** Oldest first. One with neither direction has no trades, or none that can be read. */
  transactions: v.pipe(
    v.array(v.strictObject({ txHash: hash32, same: v.optional(tradedSum), opposite: v.optional(tradedSum) })),
    v.maxLength(20),
  ),
  /** Where the reading ended: see `NeighboursEnd`. */
  end: v.picklist(['review', 'placing', 'created', 'open', 'bound', 'failed']),
  /** Why it `failed`. */
  failure: v.optional(failure),
});
export type NeighbourPartView = v.InferOutput<typeof neighbourPart>;

const tradeAround = v.strictObject({ txHash: hash32, sold: units, bought: units });

const audited = v.strictObject({
  kind: v.literal('audited'),
  /** Of the order in the user's transaction; with `txHash`, it names the fill. */
  index: count,
  txHash: hash32,
  exchange: v.optional(exchangeCode),
  mustPay: v.optional(units),
  paid: v.optional(units),
  /** Absent: not checkable, and `reason` says why, as a clause. */
  exact: v.optional(v.boolean()),
  reason: v.optional(shortText),
  proven: v.boolean(),
  /** Whether the execution order was read from witnesses, which a transaction's id does not prove. */
  byWitnesses: v.boolean(),
  /** Places from 0: in execution order, and in the ledger's; of how many orders. */
  position: v.optional(count),
  ledgerPosition: count,
  orders: count,
  /** Orders executed before it that were placed after it, by the ledger back-end's word. */
  younger: v.optional(count),
  /** Other executions at its pool since the decision. */
  since: v.picklist(['nothing', 'one', 'several', 'unknown']),
  /** The one transaction in between. */
  between: v.optional(hash32),
  /**
   * Present if, in the same transaction, one owner traded before the order in its direction, and undid that after it.
   * `lost`: base units that the order would have been paid more without the earlier trade.
   */
  around: v.optional(v.strictObject({ lost: units })),
  /** Trades of others at its pool, in other transactions; absent if they were not read. */
  neighbours: v.optional(
    v.strictObject({
      before: neighbourPart,
      after: neighbourPart,
      /** As `around`, if at least one of the two trades is in another transaction. */
      around: v.optional(
        v.strictObject({ before: tradeAround, after: tradeAround, lost: v.optional(units) }),
      ),
    }),
  ),
});
export type AuditedFillView = v.InferOutput<typeof audited>;

const unaudited = v.strictObject({ kind: v.literal('unaudited'), index: count, txHash: hash32, failure });

const shortfall = v.strictObject({
  /** Base units of the asset bought: the worth of the amount sold at the price at the decision. */
  paper: units,
  paid: units,
  /** False: measured, in part at least, from the price that the fill found. */
  sinceDecision: v.boolean(),
  parts,
  fees: v.array(
    v.strictObject({
      name: v.picklist(['exchange', 'network', 'others']),
      lovelace: units,
      /** Absent if neither side of the trade is ADA: the fee is then not in the total. */
      inBought: v.optional(units),
    }),
  ),
  /** The exact sum of the parts and the fees. */
  total: difference,
  /** Of `paper`, in parts per million. */
  ppm: finite,
});
export type ShortfallView = v.InferOutput<typeof shortfall>;

export const fillAudit = v.strictObject({
  /** An audit of these fills runs now. */
  underWay: v.boolean(),
  at: v.optional(epoch),
  /** Empty: not audited yet. */
  fills: v.array(v.variant('kind', [audited, unaudited])),
  /** Only for a trade that is filled, and all of whose fills can be measured. */
  shortfall: v.optional(shortfall),
});
export type FillAuditView = v.InferOutput<typeof fillAudit>;

/** The trade whose fills were audited last, and how many audits were made so far. */
export const lastFillAudit = v.strictObject({ tradeId: v.optional(identifier), made: count });
export type LastFillAuditView = v.InferOutput<typeof lastFillAudit>;
