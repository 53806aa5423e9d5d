import type { Amount, Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { DcaInterval } from '#domain/dca.ts';
import type { OutputReference } from '../cardano/transaction.ts';

/** Fees that the service stated with its price. Lovelace, rounded up; an absent one was not stated. */
export interface StatedFees {
  /** To the exchanges, for filling the orders. */
  readonly batcher?: bigint;
  /** Held by the orders, back when they close. */
  readonly deposits?: bigint;
  /** To the service and its partner. */
  readonly service?: bigint;
}

/** How a recurring order is to be divided. Base units; lovelace for the fee. */
export interface RecurringWish {
  readonly interval: DcaInterval;
  readonly cycles: number;
  readonly amountPerCycle: bigint;
  /** Hundredths of a percent that each trade may be worse than the market. */
  readonly slippageBps: number;
  /** The approximate cost of each trade as shown to the user; absent when it was not known. */
  readonly feePerCycle?: bigint;
}

/** Orders to be placed: `pay` goes into them altogether, `receive` is what they must want. */
export interface TradeTerms {
  readonly kind: 'swap' | 'limit' | 'dca';
  /** All that is sold; for a DCA the total of all cycles. */
  readonly pay: Amount;
  readonly receive: AssetId;
  /** Base units of `receive` that the fills should bring together. */
  readonly expected?: bigint;
  /** Base units of `receive` that the orders must enforce together; absent when none was agreed. */
  readonly atLeast?: bigint;
  readonly stated?: StatedFees;
  /** Into how many parts a DCA is divided; absent when that is not known. */
  readonly cycles?: number;
  /** How a DCA is to be divided; absent when that is not known. */
  readonly recurring?: RecurringWish;
}

/** Orders of the user's to be taken back. */
export interface CancelTerms {
  readonly kind: 'cancel';
  readonly orders: readonly OutputReference[];
}

/** A payment of exactly this to exactly that address. */
export interface SendTerms {
  readonly kind: 'send';
  /** Bech32. */
  readonly to: string;
  readonly pays: Value;
}

/** Nothing is known of what is wanted: only what no transaction should do is judged. */
export interface AnyTerms {
  readonly kind: 'any';
}

/** The effect that the user wants a transaction to have: the measure that it is judged by. */
export type Terms = TradeTerms | CancelTerms | SendTerms | AnyTerms;

/** The terms when they are of a trade. */
export function tradeOf(terms: Terms): TradeTerms | undefined {
  return terms.kind === 'cancel' || terms.kind === 'any' || terms.kind === 'send' ? undefined : terms;
}
