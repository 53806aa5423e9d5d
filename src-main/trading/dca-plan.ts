import type { Quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { DcaInterval } from '#domain/dca.ts';
import type { EpochMs } from '#domain/time.ts';
import type { DcaTerms } from '#domain/trade.ts';
import type { LimitMarket } from './limit-market.ts';
import type { Quote } from './quote-desk.ts';

/** What one trade of an amount would bring at this moment. */
export interface DcaEstimate {
  readonly expected: Quantity;
  readonly atLeast: Quantity;
  /** Fraction; `undefined` when the market price is not known. */
  readonly impact: number | undefined;
}

/** A recurring order that was planned, and can be reviewed by the id of its quote. */
export interface DcaPlan {
  readonly id: string;
  readonly quote: Quote;
  readonly market: LimitMarket;
  readonly interval: DcaInterval;
  readonly terms: DcaTerms;
  /** What the last cycle sells: its part, and what an uneven division leaves. */
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
  /** The whole at once; `undefined` when the service gave no estimate. */
  readonly lumpSum: DcaEstimate | undefined;
  readonly at: EpochMs;
}

/** Lovelace that leaves the wallet with the plan beside what it sells, where that is known. */
function besidePlan({ fees, terms }: DcaPlan): bigint | undefined {
  const { perCycle, deposit } = fees;
  return perCycle === undefined ? undefined : perCycle * BigInt(terms.cycles) + (deposit ?? 0n);
}

/** What leaves the wallet with a plan, by asset, ADA first, as far as it is known; without the network fee. */
export function lockedBy(plan: DcaPlan): readonly (readonly [asset: string, quantity: bigint])[] {
  const { pay } = plan.quote.intent;
  const beside = besidePlan(plan) ?? 0n;
  if (pay.asset === ADA) return [[ADA, pay.quantity + beside]];
  return beside > 0n
    ? [
        [ADA, beside],
        [pay.asset, pay.quantity],
      ]
    : [[pay.asset, pay.quantity]];
}
