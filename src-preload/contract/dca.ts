import * as v from 'valibot';
import { CANDLE_PERIODS } from '#domain/candle.ts';
import { DCA_INTERVAL_IDS, DCA_STATUSES, MOST_CYCLES } from '#domain/dca.ts';
import { review } from './approval.ts';
import { candleColumns } from './charts.ts';
import {
  amount,
  assetId,
  count,
  epoch,
  exchangeChoice,
  exchangeCode,
  finite,
  hash32,
  identifier,
  longText,
  none,
  sale,
  shortText,
  side,
  slippageChoice,
  units,
} from './codec.ts';
import {
  journalSteps,
  listedRow,
  listing,
  orderId,
  pairAnswer,
  priceBothWays,
  serviceRecord,
} from './order-entry.ts';
import { cancelPrepared } from './orders.ts';
import { acting, type DeskTable, quiet, topic } from './table.ts';

/** Recurring orders (DCA): the planner, the running and the finished plans. Pairs have ADA on one side. */

/** One of the ten legal combinations: `DCA_INTERVALS` has their words. */
const dcaEvery = v.picklist(DCA_INTERVAL_IDS);

/** The planner's request: sell `pay` (the total) for `receive` in `cycles` trades. */
export const dcaTicket = v.strictObject({
  ...sale,
  cycles: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_CYCLES)),
  every: dcaEvery,
  slippageBps: slippageChoice,
  /** The only exchanges that may be used; none named: all of them. */
  exchanges: exchangeChoice,
});
export type DcaTicketInput = v.InferOutput<typeof dcaTicket>;

/** Estimated proceeds of one trade of an amount now. */
const estimated = v.strictObject({
  /** Base units of `receive`. */
  expected: units,
  atLeast: units,
  /** Fraction by which the price is worse than before the trade: 0.012 is 1.2 %; absent when not known. */
  impact: v.optional(finite),
});

/** The answer of `dca.plan`; `pay` is the total of all cycles. */
export const dcaPlan = v.strictObject({
  ...pairAnswer,
  every: dcaEvery,
  cycles: count,
  slippageBps: v.pipe(v.number(), v.integer()),
  exchanges: v.array(exchangeCode),
  /**
   * Amounts sold per cycle, base units; the last cycle also sells the remainder of the division. The parts sum to
   * `pay`.
   */
  perCycle: units,
  lastCycle: units,
  /**
   * When the cycles run if the plan is signed now. The service does not say whether the first trade is made at once or
   * after one interval: at the earliest `first` (as soon as it is on chain) to `last`, and one interval later each at
   * the latest. The running plan then shows what the service states.
   */
  runs: v.strictObject({ first: epoch, firstLatest: epoch, last: epoch, lastLatest: epoch }),
  /** Lovelace. Absent figures are not known before the build; the approval window shows them from the bytes. */
  fees: v.strictObject({
    /** Kept by the exchanges for each trade. */
    perCycle: v.optional(units),
    /** The same for all cycles together. */
    total: v.optional(units),
    /** Held by the plan; comes back when it ends. */
    deposit: v.optional(units),
    /** Fraction of one cycle's worth that its fees take; `high` above 5 %. */
    share: v.optional(finite),
    high: v.boolean(),
    /** About what the network takes for the one transaction that is signed. */
    networkAbout: units,
  }),
  /** Amounts that leave the wallet at the start, by asset, ADA first: the total, fees and deposit as far as known. */
  locked: v.array(amount),
  /** From live estimates. One cycle against the whole at once; absent when the service gave no estimate. */
  cycle: v.optional(estimated),
  lumpSum: v.optional(estimated),
  /** ADA for one whole token now, as the service averages it. */
  marketPrice: v.optional(finite),
});
export type DcaPlanView = v.InferOutput<typeof dcaPlan>;

/** The most windows of the past that are tried. */
export const MOST_WINDOWS = 200;

/** The plan's result if it had started at one past moment. Prices are ADA per whole token, without fees. */
const pastWindow = v.strictObject({
  from: epoch,
  to: epoch,
  /** Total paid divided by total received. */
  average: finite,
  /** Price of the whole amount traded at once at `from`. */
  lumpSum: finite,
  /** Fraction by which the plan brought more (above 0) or less than the lump sum. */
  advantage: finite,
});

/** The same with each of its trades, to be drawn. */
const pastRun = v.strictObject({
  ...pastWindow.entries,
  runs: v.pipe(v.array(v.strictObject({ at: epoch, price: finite })), v.maxLength(MOST_CYCLES)),
});

/** The answer of `dca.history`: the plan on the pair's past. History, not a forecast, and to be labelled so. */
export const dcaHistory = v.strictObject({
  planId: identifier,
  token: assetId,
  side,
  /** Candles that it rests on; the price of a run is the close of its candle, or the last one before it. */
  period: v.picklist(CANDLE_PERIODS),
  candles: candleColumns,
  /** Equally spaced starts, oldest first. Empty when the pair's past is shorter than the plan. */
  windows: v.pipe(v.array(pastWindow), v.maxLength(MOST_WINDOWS)),
  /** The plan's average price over all windows; best and worst are of its average price for this side. */
  average: v.optional(finite),
  best: v.optional(pastRun),
  worst: v.optional(pastRun),
  latest: v.optional(pastRun),
  /** In how many of the windows the plan brought more than the lump sum. */
  betterThanLumpSum: count,
  /** One sentence: over which time this was, and that it says nothing of what comes. */
  label: longText,
});
export type DcaHistoryView = v.InferOutput<typeof dcaHistory>;

/** A plan that runs or ran; `pay` is the total of all cycles. */
export const dcaRow = v.strictObject({
  ...listedRow,
  status: v.picklist(DCA_STATUSES),
  /** Amounts sold per cycle; the last one also sells the remainder. */
  perCycle: units,
  /** Absent where the service names a combination that is not one of the ten; `everyWords` then has it raw. */
  every: v.optional(dcaEvery),
  everyWords: shortText,
  slippageBps: v.optional(v.pipe(v.number(), v.integer())),
  exchanges: v.array(exchangeCode),
  cycles: count,
  completed: count,
  /** Base units of `pay` sold so far; `received` is what it brought as far as it is known from the chain. */
  sold: units,
  /** Average price so far; absent before the first known trade. */
  average: v.optional(priceBothWays),
  /** The amount not sold yet. */
  remaining: amount,
  /** When the next cycle is due; plans that run only. */
  next: v.optional(epoch),
  /** The service's raw text for it, where that is not a date. */
  serviceNext: v.optional(shortText),
  /** Present while `status` is `late`: since when it is due, and why it waits, in words. */
  late: v.optional(v.strictObject({ since: epoch, reason: longText })),
  endedAt: v.optional(epoch),
});
export type DcaRowView = v.InferOutput<typeof dcaRow>;

/** All plans of the profile's wallets: running ones first, the next to run at the top; then ended ones, newest first. */
export const dcaPlans = v.strictObject({
  plans: v.array(dcaRow),
  ...listing,
});
export type DcaPlansView = v.InferOutput<typeof dcaPlans>;

/** One trade of a plan that was made. */
const executed = v.strictObject({
  /** From 1. */
  number: count,
  hash: hash32,
  at: v.optional(epoch),
  sold: units,
  received: units,
  price: v.optional(priceBothWays),
});

export const dcaDetail = v.strictObject({
  row: dcaRow,
  /** Each executed cycle with its transaction, oldest first; empty for plans whose placing is not in the journal. */
  executed: v.array(executed),
  /** Runs that are still to come, the next first; at most 50. As planned: the service decides. */
  planned: v.array(v.strictObject({ number: count, at: epoch, sells: units })),
  /** The transactions that placed and that ended it, where known. */
  transactions: v.array(
    v.strictObject({ kind: v.picklist(['place', 'cancel', 'close']), hash: hash32, at: v.optional(epoch) }),
  ),
  /** Steps of the journal, oldest first; empty for external plans. */
  steps: journalSteps,
  record: serviceRecord,
});
export type DcaDetailView = v.InferOutput<typeof dcaDetail>;

/** The answer of `dca.cancel`: as of `orders.cancel`, and what must come back before the network fee, ADA first. */
export const dcaCancelPrepared = v.strictObject({
  ...cancelPrepared.entries,
  returning: v.array(amount),
});
export type DcaCancelPreparedView = v.InferOutput<typeof dcaCancelPrepared>;

/** The trading window's calls and topics for recurring orders. */
export const deskDca = {
  /** Recurring orders that run or ran, merged from journal and service; finished ones stay. */
  dcaPlans: topic(dcaPlans),
  /**
   * Divides the total exactly, and has the service estimate one cycle and the whole at once; where there is a wallet also
   * build it, for the fees that its bytes state. Failures that the planner shows at its fields: `dca-needs-ada`,
   * `same-token`, `decimals-changed`, `dca-cycle-too-small` (a cycle would sell nothing, or less than the service takes),
   * `exchange-without-dca`, `slippage-out-of-range`, `decimals-unknown`; and those of the service.
   */
  'dca.plan': quiet(dcaTicket, dcaPlan, 30_000),
  /**
   * The plan's results over past windows of the pair's candles. Failures: `plan-unknown`, those of the charts. A past
   * that is too short is an answer without windows.
   */
  'dca.history': quiet(v.strictObject({ planId: identifier }), dcaHistory, 60_000),
  /**
   * As `limit.review`, for a plan: builds, inspects, and shows it in the approval window. Failures: `plan-unknown`,
   * `quote-expired`, those of `swap.review`.
   */
  'dca.review': acting(v.strictObject({ planId: identifier }), review, 60_000),
  /** Asks the service for the plans now. */
  'dca.refresh': quiet(none, none),
  'dca.detail': quiet(v.strictObject({ id: orderId }), dcaDetail, 30_000),
  /**
   * Has the service build the cancellation, proves that the unspent rest comes back (amount per cycle × cycles left,
   * unspent fees and deposit), and shows it in the approval window. Failures: `order-unknown`, `order-not-cancellable`,
   * `dca-rest-differs` (what is on chain is not what must come back: with both figures), those of `orders.cancel`. A
   * transaction that pays back less is shown as blocked, with both figures.
   */
  'dca.cancel': acting(v.strictObject({ id: orderId }), dcaCancelPrepared, 180_000),
  /** Opens a transaction of a plan (see `dca.detail`) in the network's explorer. */
  'dca.openExplorer': acting(v.strictObject({ id: orderId, hash: hash32 }), none),
} as const satisfies DeskTable;
