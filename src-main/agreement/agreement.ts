import type { Amount, Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { DcaIntervalId } from '#domain/dca.ts';
import type { NetworkName } from '#domain/network.ts';
import type { EpochMs } from '#domain/time.ts';
import type { OutputName } from '#domain/trade.ts';

/**
 * The limits that the user sets for one transaction's effect on the wallet. Base units by asset; lovelace where a
 * figure has no asset. Made before the service is asked to build anything: from the user's input, the app's own rules,
 * and the user's limits. A figure of the service, of a ledger or of a file can lower a bound, and never raise one.
 */
export interface Bounds {
  /** Most that may leave for good: what is sold, and in lovelace every cost. */
  readonly gone: Value;
  /** Most that may be locked in orders that name the user as their owner. */
  readonly locked: Value;
  /** Least that comes back: what a trade's orders enforce, or what a cancellation returns in the same transaction. */
  readonly back: Value;
  /** Most lovelace that others may be paid at once. Tokens go to others in a payment alone. */
  readonly others: bigint;
  readonly networkFee: bigint;
  /** Most lovelace that never comes back, whoever keeps it: network, exchanges, service. */
  readonly cost: bigint;
}

export interface SwapTask {
  readonly kind: 'swap';
  readonly pay: Amount;
  readonly receive: AssetId;
  /** The accepted quote's expected proceeds, and the minimum of them after the tolerance. */
  readonly expected: bigint;
  readonly atLeast: bigint;
  readonly slippageBps: number;
}

export interface LimitTask {
  readonly kind: 'limit';
  readonly pay: Amount;
  readonly receive: AssetId;
  /** Exact, from the price that was typed; of all orders together. */
  readonly atLeast: bigint;
  /** How many equal orders the user asked for. */
  readonly orders: number;
  readonly replaces?: Replaced;
}

/**
 * The open order whose place a new one takes, under one approval with its cancellation. Lovelace. All of it is read from
 * the ledger and the journal, and only narrows what a new order may do.
 */
export interface Replaced {
  readonly order: OutputName;
  /** Hash (hex) of the script that locks it: the new one is locked by the same. */
  readonly script: string;
  /** Most that the new one may leave to whoever fills it, and may hold besides that and what it sells. */
  readonly fee: bigint;
  readonly deposit: bigint;
  /** Most that others may be paid for placing it. */
  readonly others: bigint;
  /**
   * Hash of the cancellation, known once that is built. The new order's transaction spends an output of it, so that it
   * can be on chain only where the cancellation is, too. Until it is set, nothing may be placed.
   */
  readonly cancellation?: string;
}

export interface RecurringTask {
  readonly kind: 'dca';
  /** The total of all trades. */
  readonly pay: Amount;
  readonly receive: AssetId;
  readonly interval: DcaIntervalId;
  readonly cycles: number;
  readonly amountPerCycle: bigint;
  /** Hundredths of a percent that each trade may be worse than the market. */
  readonly slippageBps: number;
}

export interface CancelTask {
  readonly kind: 'cancel';
  /** The outputs to be taken back, each `hash#index`. */
  readonly orders: readonly OutputName[];
  /** Their total value, as the user was shown. */
  readonly holds: Value;
}

/** A payment. The app builds it itself: the service has no part in it. */
export interface SendTask {
  readonly kind: 'send';
  /** The recipient's Bech32 address, whole. */
  readonly to: string;
  /** The recipient's exact amounts, in one output. */
  readonly pays: Value;
}

export type TradeTask = SwapTask | LimitTask | RecurringTask;
export type Task = TradeTask | CancelTask | SendTask;

/** Hundredths of a percent that the fills may bring less than expected; none of a limit order, which names its price. */
export function slippageOf(task: TradeTask): number {
  return task.kind === 'limit' ? 0 : task.slippageBps;
}

/** One transaction that the user asked for, and what it may do. */
export interface AgreedTransaction {
  readonly task: Task;
  readonly bounds: Bounds;
}

/** How amounts of a token are written. */
export interface AgreedToken {
  readonly id: AssetId;
  readonly ticker: string;
  readonly decimals: number;
}

/**
 * Everything that one approval covers. Frozen when the user asks for a review. It is what the approval window shows, what
 * an approval is bound to by its hash, what every transaction of a batch is held against, and what the journal keeps.
 */
export interface Agreement {
  readonly network: NetworkName;
  /** When the user asked for the review. */
  readonly madeAt: EpochMs;
  /** In the order in which they are built; one unless it is a batch. */
  readonly transactions: readonly AgreedTransaction[];
  /** Of all transactions together. */
  readonly whole: Bounds;
  readonly tokens: readonly AgreedToken[];
}

/**
 * Figures of the service that are shown to the user together with what was read from the bytes. They are claims: no
 * bound rests on them, and the approval binds them so that what was shown can be proven later.
 */
export interface ShownClaims {
  /** About what a trade brings, base units of the asset bought. */
  readonly expected?: bigint;
  /** The least that the orders enforce, as shown: never more than their own minimums add up to. */
  readonly atLeast?: bigint;
  /** The claimed cost of a cancellation besides the network fee, lovelace. */
  readonly cancellationFee?: bigint;
}
