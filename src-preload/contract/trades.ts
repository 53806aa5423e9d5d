import * as v from 'valibot';
import { KINDS_OF_TRADE, TRADE_STATES } from '#domain/trade.ts';
import {
  amount,
  assetId,
  count,
  epoch,
  exchangeCode,
  failure,
  finite,
  hash32,
  identifier,
  none,
  savedFile,
  shortText,
  units,
} from './codec.ts';
import { codesWanted, masterFingerprint, readFrames, shownCodes } from './codes.ts';
import { journalSteps, routeShare } from './order-entry.ts';
import { acting, type DeskTable, quiet, topic } from './table.ts';

export const trade = v.strictObject({
  id: identifier,
  /**
   * Of a cancellation `pay` is the network fee, and `closed` is its good end, as it is of a payment. Of a DCA `pay` is the
   * total, and `filled` means that every cycle was executed.
   */
  kind: v.picklist(KINDS_OF_TRADE),
  state: v.picklist(TRADE_STATES),
  pay: amount,
  receive: assetId,
  slippageBps: v.pipe(v.number(), v.integer()),
  expected: units,
  atLeast: units,
  routes: v.array(routeShare),
  costs: v.strictObject({ networkFee: units, exchangeFees: units, deposits: units, otherRecipients: units }),
  bodyHash: hash32,
  validUntil: v.optional(epoch),
  /** How many orders a cancellation takes back. */
  cancels: v.optional(count),
  /** Of a payment: its recipient, and all that goes there. */
  send: v.optional(v.strictObject({ to: shortText, pays: v.array(amount) })),
  orders: v.array(
    v.strictObject({
      index: v.pipe(v.number(), v.integer()),
      exchange: v.optional(exchangeCode),
      minimum: v.optional(units),
      closedBy: v.optional(hash32),
      /** Why it ended; absent while it is open, and in trades from older versions. */
      outcome: v.optional(v.picklist(['filled', 'cancelled', 'closed'])),
      received: v.optional(units),
    }),
  ),
  createdAt: epoch,
  updatedAt: epoch,
  failure: v.optional(failure),
  assembledBy: v.optional(v.picklist(['service', 'local'])),
  filledTotal: v.optional(units),
  /** Whether there is a receipt to save: it was signed. */
  hasReceipt: v.optional(v.boolean()),
  /** Fingerprint of the bundle that it was handed out in, to be signed elsewhere. */
  exported: v.optional(shortText),
  /** How deep its end is in the chain, and from which depth on it counts as confirmed; blocks. */
  confirmations: v.optional(count),
  confirmationsWanted: v.optional(count),
});
export type TradeView = v.InferOutput<typeof trade>;

/** The current holding of a token that was bought for ADA, and its cost by average cost, fees included. */
export const position = v.strictObject({
  token: assetId,
  units,
  /** Lovelace. */
  paid: units,
  /** Fills that bought it. */
  buys: count,
  /** Some of it came otherwise, at a price that is not known, and is left out. */
  others: v.boolean(),
});
export type PositionView = v.InferOutput<typeof position>;

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

/** The trading window's calls and topics for trades. */
export const deskTrades = {
  trades: topic(v.array(trade)),
  /** Tells that fills were audited: `trades.fillAudit` then has the result. */
  fillAudits: topic(lastFillAudit),
  /** Holdings that were bought, with their cost; empty until the journal was read. */
  positions: topic(v.array(position)),
  'trades.steps': quiet(v.strictObject({ tradeId: identifier }), journalSteps),
  /** The audit of a trade's fills as it is kept. Failure: `trade-unknown`. */
  'trades.fillAudit': quiet(v.strictObject({ tradeId: identifier }), fillAudit),
  /** Audits them again, from the ledger. Failures: `trade-unknown`, `fill-unknown`, `storage-…`; of single fills: in the answer. */
  'trades.auditFill': quiet(v.strictObject({ tradeId: identifier }), fillAudit, 240_000),
  /**
   * Takes the offer of a trade that is signed and that the service has not put together: it is put together here, from
   * the bytes that were accepted, and sent. Nothing is signed.
   */
  'trades.assembleLocally': quiet(v.strictObject({ tradeId: identifier }), none, 60_000),
  /** Saves the bundle of a trade that is out to be signed elsewhere, once more. */
  'trades.bundle': acting(v.strictObject({ tradeId: identifier }), savedFile, 300_000),
  /**
   * Takes the signatures of such a trade from the texts of files: each is checked, and once all of them are here the trade
   * is sent. Failures besides: `witness-…`, `envelope-malformed`.
   */
  'trades.importSignatures': quiet(
    v.strictObject({
      tradeId: identifier,
      files: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100_000))), v.minLength(1), v.maxLength(10)),
    }),
    none,
    120_000,
  ),
  /**
   * The bundle of such a trade as codes; with `device`, its transaction as a request to that device, which signs by
   * codes and knows nothing of bundles. Additional failure: `offline-no-paths`.
   */
  'trades.bundleCodes': quiet(
    v.strictObject({ tradeId: identifier, device: v.optional(masterFingerprint), ...codesWanted }),
    shownCodes,
  ),
  /** Takes its signatures from codes that were read, as `trades.importSignatures` does. Failures besides: `ur-…`, `frames-incomplete`. */
  'trades.importFrames': quiet(
    v.strictObject({
      tradeId: identifier,
      frames: readFrames,
    }),
    none,
    120_000,
    1_000_000,
  ),
  /** Saves the signed receipt of a trade to a file of the user's choice. */
  'trades.receipt': acting(v.strictObject({ tradeId: identifier }), savedFile, 300_000),
  /** Saves the receipts of all trades of this profile, as one chain. */
  'trades.receipts': acting(none, savedFile, 300_000),
} as const satisfies DeskTable;
