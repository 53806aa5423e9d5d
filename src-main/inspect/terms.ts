import type { Amount, Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { dcaInterval, type DcaInterval } from '#domain/dca.ts';
import type { ShownClaims, Task, TradeTask } from '../agreement/agreement.ts';
import type { OutputReference } from '../cardano/transaction.ts';

/** Fees that were stated with a price. Lovelace, rounded up; an absent one was not stated. */
export interface StatedFees {
  /** To the exchanges, for filling the orders. */
  readonly batcher?: bigint;
  /** Held by the orders, back when they close. */
  readonly deposits?: bigint;
  /** To the service and its partner. */
  readonly service?: bigint;
}

/** Everything that the service states of a trade: what is shown, and what its fees are measured against. */
export interface ServiceClaims extends ShownClaims {
  readonly stated?: StatedFees;
  /** The approximate cost of each trade of a recurring order, lovelace. */
  readonly feePerCycle?: bigint;
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
  readonly kind: TradeTask['kind'];
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

/** The terms of a task, without the figures that the service claims for it. */
export function termsOf(task: Task): Terms {
  switch (task.kind) {
    case 'cancel':
      return { kind: 'cancel', orders: task.orders };
    case 'send':
      return { kind: 'send', to: task.to, pays: task.pays };
    case 'swap': {
      const { kind, pay, receive, expected, atLeast } = task;
      return { kind, pay, receive, expected, atLeast };
    }
    case 'limit': {
      const { kind, pay, receive, atLeast } = task;
      return { kind, pay, receive, atLeast };
    }
    case 'dca': {
      const { kind, pay, receive, interval, cycles, amountPerCycle, slippageBps } = task;
      const recurring = { interval: dcaInterval(interval), cycles, amountPerCycle, slippageBps };
      return { kind, pay, receive, cycles, recurring };
    }
  }
}

/**
 * The terms of a trade with the figures that the service states, which rules show and measure fees by. A summary hash is
 * of these fields in this order.
 */
export function withClaims(
  { kind, pay, receive, atLeast, cycles, recurring, ...own }: TradeTerms,
  { expected = own.expected, stated = own.stated, feePerCycle }: ServiceClaims = {},
): TradeTerms {
  return {
    kind,
    pay,
    receive,
    ...(expected === undefined ? {} : { expected }),
    ...(atLeast === undefined ? {} : { atLeast }),
    ...(stated === undefined ? {} : { stated }),
    ...(cycles === undefined ? {} : { cycles }),
    ...(recurring && {
      recurring: feePerCycle === undefined ? recurring : { ...recurring, feePerCycle },
    }),
  };
}

/** The claims that are shown: an approval is bound to them, and to no others. */
export function shownClaims({ expected, atLeast, cancellationFee }: ServiceClaims): ShownClaims {
  return {
    ...(expected === undefined ? {} : { expected }),
    ...(atLeast === undefined ? {} : { atLeast }),
    ...(cancellationFee === undefined ? {} : { cancellationFee }),
  };
}
