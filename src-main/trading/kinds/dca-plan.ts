import { type Quantity, quantity, type Value, valueOf } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { type DcaInterval, unsold } from '#domain/dca.ts';
import { sentence, type Sentence } from '#domain/sentences/sentence.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Trade } from '#domain/trade.ts';
import type { LimitMarket } from './limit-market.ts';
import type { DcaQuote } from './quote.ts';
import { unverifiedNotices } from './market-price.ts';
import type { CancelTarget } from './cancel.ts';

/** Fraction of price impact from which one cycle's is mentioned. */
const NOTED_IMPACT = 0.01;

/** Notices about a plan for the user, in words, most serious first. */
export function dcaNotices(plan: DcaPlan): readonly Sentence[] {
  const { market, fees, cycle, lumpSum, last, quote } = plan;
  const { cycles, amountPerCycle, slippageBps } = quote.task;
  const { token, payToken } = market;
  const beyond = cycle.impact !== undefined && cycle.impact * 10_000 > slippageBps;
  return [
    ...(fees.high && fees.share !== undefined
      ? [sentence('plan/fees', { percent: percent(fees.share) })]
      : []),
    ...(beyond ? [sentence('plan/moves-beyond', { percent: percent(cycle.impact) })] : []),
    ...(!beyond && cycle.impact !== undefined && cycle.impact >= NOTED_IMPACT
      ? [sentence('plan/moves', { percent: percent(cycle.impact) })]
      : []),
    ...(plan.anyPrice ? [sentence('plan/any-price')] : []),
    ...unverifiedNotices([token]),
    ...(cycles === 1 ? [sentence('plan/one-trade')] : []),
    ...(last === amountPerCycle ? [] : [sentence('plan/uneven')]),
    ...(lumpSum === undefined ? [sentence('plan/no-lump')] : []),
    ...(market.spot === undefined ? [sentence('quote/market-unknown')] : []),
    ...(fees.perCycle === undefined
      ? [sentence('quote/fees-later')]
      : payToken.id === ADA
        ? []
        : [sentence('plan/fees-in-ada')]),
  ];
}

function percent(fraction: number | undefined): string {
  return `${((fraction ?? 0) * 100).toFixed(1)} %`;
}

/** Estimate of one trade of an amount at current prices. */
export interface DcaEstimate {
  readonly expected: Quantity;
  readonly atLeast: Quantity;
  /** Fraction; `undefined` when the market price is not known. */
  readonly impact: number | undefined;
}

/** A recurring order that was planned, and can be reviewed by the id of its quote. */
export interface DcaPlan {
  readonly id: string;
  readonly quote: DcaQuote;
  readonly market: LimitMarket;
  readonly interval: DcaInterval;
  /** Amount that the last cycle sells: its share plus the remainder of an uneven division. */
  readonly last: bigint;
  /** Lovelace, as far as it is known beforehand. `deposit` comes back. */
  readonly fees: {
    readonly perCycle: bigint | undefined;
    readonly deposit: bigint | undefined;
    /** Fraction of a cycle's worth that its fee takes. */
    readonly share: number | undefined;
    readonly high: boolean;
  };
  readonly cycle: DcaEstimate;
  /** Whether the order, as the service builds it, bounds no price of its trades. */
  readonly anyPrice: boolean;
  /** The whole at once; `undefined` when the service gave no estimate. */
  readonly lumpSum: DcaEstimate | undefined;
  readonly at: EpochMs;
}

/** Lovelace that leaves the wallet with the plan besides what it sells, where that is known. */
function extrasOf({ fees, quote }: DcaPlan): bigint | undefined {
  const { perCycle, deposit } = fees;
  return perCycle === undefined ? undefined : perCycle * BigInt(quote.task.cycles) + (deposit ?? 0n);
}

/**
 * Everything that leaves the wallet with a plan, by asset, ADA first, as far as it is known; excludes the network fee.
 */
export function lockedBy(plan: DcaPlan): readonly (readonly [asset: string, quantity: bigint])[] {
  const { pay } = plan.quote.task;
  const extras = extrasOf(plan) ?? 0n;
  if (pay.asset === ADA) return [[ADA, pay.quantity + extras]];
  return extras > 0n
    ? [
        [ADA, extras],
        [pay.asset, pay.quantity],
      ]
    : [[pay.asset, pay.quantity]];
}

/**
 * The value that a plan must still hold after `completed` of its trades, by the terms inspected when it was signed: the
 * unsold amount, the fees of the remaining trades, and the deposit not yet returned. `undefined` for a trade that is
 * not a plan, or whose terms could not be read.
 */
export function restOfPlan({ dca, pay, orders }: Trade, completed: number): Value | undefined {
  const [order, ...others] = orders;
  if (!dca || !order?.perCycle || others.length > 0) return undefined;
  const { fee, returned } = order.perCycle;
  const done = BigInt(Math.min(Math.max(completed, 0), dca.cycles));
  const left = BigInt(dca.cycles) - done;
  const deposit = (order.deposit ?? 0n) - returned * done;
  const extras = fee * left + (deposit > 0n ? deposit : 0n);
  const rest = { asset: pay.asset, quantity: quantity(unsold(pay.quantity, dca.cycles, Number(done))) };
  return valueOf({ asset: ADA, quantity: quantity(extras) }, rest);
}

/** The value that a cancelled plan must still hold; no requirement if its terms are not known here. */
export function restRule(trade: Trade | undefined): Pick<CancelTarget, 'mustHold'> {
  if (!trade || !restOfPlan(trade, 0)) return {};
  return { mustHold: (completed) => restOfPlan(trade, completed) ?? new Map() };
}
