import type { Amount, Quantity } from './amount.ts';
import type { AssetId } from './asset.ts';
import type { DcaIntervalId } from './dca.ts';
import type { Failure } from './failure.ts';
import type { TypedPrice } from './limit-order.ts';
import type { LimitPrice } from './limit-price.ts';
import type { RouteShare } from './quote.ts';
import type { EpochMs } from './time.ts';

/** The kinds of trade, as the journal and receipts name them. */
export const KINDS_OF_TRADE = ['swap', 'limit', 'dca', 'cancel', 'send'] as const;

export type KindOfTrade = (typeof KINDS_OF_TRADE)[number];

/**
 * The state of a trade. A swap is two transactions: ours places orders, a later one of the exchange fills them.
 * Everything up to `approved` can be dropped without a trace on chain; from `signed` on, the bytes may reach it.
 */
export const TRADE_STATES = [
  'built', // the service's transaction was inspected and waits for the user
  'approved', // the user accepted exactly these bytes
  'exported', // handed out to be signed elsewhere: it may reach the chain without us
  'signed', // our witnesses exist and are journalled
  'assembled', // the full signed transaction is journalled, nothing was sent yet
  'submitting', // sent or about to be; the answer is not known
  'submission-unknown', // the answer never came; the hash is being looked up, the same bytes may be sent again
  'submitted', // a back-end took it into its mempool
  'placed', // our transaction is on chain; the orders wait to be filled
  'partly-filled',
  'filled',
  'closed', // every order was spent without paying what was wanted (cancelled elsewhere or refunded)
  'discarded', // the user left it before signing
  'expired', // its validity passed on chain without it, by as many blocks as confirm an end
  'refused', // the service, the inspector or the ledger said no
] as const;

export type TradeState = (typeof TRADE_STATES)[number];

/**
 * States in which a trade has come to its end. `filled` and `closed` are reported at the first block that says so, and a
 * rollback can still undo them until the trade is confirmed; the others are for good: a signed trade gets there only at
 * the depth at which an end on chain counts as confirmed.
 */
export const FINAL_STATES: readonly TradeState[] = ['filled', 'closed', 'discarded', 'expired', 'refused'];

/** States in which nothing is signed yet. A trade that is `refused` may have been signed before. */
export const UNSIGNED_STATES: readonly TradeState[] = ['built', 'approved', 'discarded'];

/** States in which a trade is signed, or was handed out to be, and the chain does not show it yet. */
export const ON_THE_WAY_STATES: readonly TradeState[] = [
  'exported',
  'signed',
  'assembled',
  'submitting',
  'submission-unknown',
  'submitted',
];

/** A part of an order that the exchange filled, the last one included. */
export interface OrderFill {
  /** The exchange's transaction. */
  readonly hash: string;
  /** The amount it took of the order's sale, and the amount it paid for that; a payment may wait in the order. */
  readonly sold: Quantity;
  readonly received: Quantity;
}

/** One order output of our transaction. */
export interface PlacedOrder {
  /** Index of the output in our transaction. */
  readonly index: number;
  /** Exchange code, or `undefined` when the script is not known. */
  readonly exchange: string | undefined;
  readonly minimum: Quantity | undefined;
  /** Lovelace that comes back when the order closes; known where the order's datum is understood. */
  readonly deposit?: Quantity;
  /** Lovelace that whoever fills it may keep; known where the order's datum is understood. */
  readonly batcherFee?: Quantity;
  /** Amount sold, where its terms separate fees from the amount. */
  readonly pay?: Quantity;
  /** Of a recurring order, lovelace: the maximum cost of each cycle, and its returns besides the asset bought. */
  readonly perCycle?: { readonly fee: Quantity; readonly returned: Quantity };
  /** Where the rest of it is, after a part was filled and it went on as another output. */
  readonly now?: { readonly txHash: string; readonly index: number };
  readonly fills?: readonly OrderFill[];
  /** Set once the order was spent and did not go on. */
  readonly closedBy?: string;
  /** Why it was closed, where that is known; absent in trades of older versions. */
  readonly outcome?: 'filled' | 'cancelled' | 'closed';
  /** Amount received of the asset wanted, over all parts. */
  readonly received?: Quantity;
}

/** An output of a transaction: `hash#index`. */
export type OutputName = `${string}#${number}`;

/** The terms of a trade that consists of limit orders. */
export interface LimitTerms {
  readonly typed: TypedPrice;
  /** Exactly as it was typed. */
  readonly price: LimitPrice;
  /** Place within a ladder: from 0, of how many. */
  readonly level?: { readonly batchId: string; readonly at: number; readonly of: number };
  /** The order whose place it takes, which was cancelled for that. */
  readonly replaces?: OutputName;
}

/** The terms of a trade that places a recurring order. Its `pay` is the total of all cycles. */
export interface DcaTerms {
  readonly every: DcaIntervalId;
  readonly cycles: number;
  /** Base units that each cycle sells; the last one also what an uneven division leaves. */
  readonly perCycle: Quantity;
  /** The only exchanges that may be used; none: all of them. */
  readonly exchanges: readonly string[];
}

/** Costs and returns of a built transaction, read from its bytes. Lovelace. */
export interface TradeCosts {
  readonly networkFee: Quantity;
  readonly exchangeFees: Quantity;
  readonly deposits: Quantity;
  readonly otherRecipients: Quantity;
}

/** Everything that is known of one trade; made from the journal, safe to show. */
export interface Trade {
  readonly id: string;
  readonly kind: KindOfTrade;
  readonly state: TradeState;
  readonly pay: Amount;
  readonly receive: AssetId;
  readonly slippageBps: number;
  readonly expected: Quantity;
  readonly atLeast: Quantity;
  readonly routes: readonly RouteShare[];
  readonly costs: TradeCosts;
  readonly bodyHash: string;
  /** Unix ms after which the transaction can no longer enter the chain. */
  readonly validUntil: EpochMs | undefined;
  readonly orders: readonly PlacedOrder[];
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
  readonly failure?: Failure;
  /** Whether the service's `/swap/sign` answer was used, or the witnesses were put in locally. */
  readonly assembledBy?: 'service' | 'local';
  readonly filledTotal?: Quantity;
  /** Set once it was signed: its receipt is kept and can be saved. */
  readonly hasReceipt?: true;
  /** Fingerprint of the bundle that it was handed out in, to be signed elsewhere. From then on it may reach the chain. */
  readonly exported?: string;
  readonly limit?: LimitTerms;
  readonly dca?: DcaTerms;
  /** Outputs that a cancellation takes back. Its `pay` is nothing, and `closed` is its good end. */
  readonly cancels?: readonly OutputName[];
  /** Of a payment: its recipient (Bech32), and all that goes there. `closed` is its good end. */
  readonly send?: { readonly to: string; readonly pays: readonly Amount[] };
  /** The order that the user agreed to place after this cancellation: the one cancelled, at another price. */
  readonly replacement?: { readonly pay: Amount; readonly receive: AssetId; readonly typed: TypedPrice };
  /**
   * The depth of the least deep of its transactions, in blocks, its own among them; at most `confirmationsWanted`.
   * Only while it is filled or closed; absent in trades of older versions.
   */
  readonly confirmations?: number;
  /** Blocks from which on it counts as confirmed, and is looked at no more. */
  readonly confirmationsWanted?: number;
  /** Height of the first block seen beyond its validity, without it. Only while it is on its way. */
  readonly passedAt?: number;
}

/** Whether its transaction was signed, or handed out to be, and so may reach the chain or may have reached it. */
export function wasSigned({ state, hasReceipt }: Pick<Trade, 'state' | 'hasReceipt'>): boolean {
  return !UNSIGNED_STATES.includes(state) && (state !== 'refused' || hasReceipt === true);
}

/** The failures of a trade that another transaction overtook, or whose scripts failed. */
const OVERTAKEN: readonly Failure['code'][] = [
  'inputs-spent',
  'order-filled-first',
  'order-already-closed',
  'scripts-failed',
];

/**
 * Whether the ledger says of an open trade, without proof, that it came to nothing: another transaction took what it
 * spends, or its scripts failed. It may still run until it expires, and there is nothing to wait for.
 */
export function isReportedOvertaken({ state, failure }: Pick<Trade, 'state' | 'failure'>): boolean {
  return failure !== undefined && ON_THE_WAY_STATES.includes(state) && OVERTAKEN.includes(failure.code);
}

type Depth = Pick<Trade, 'confirmations' | 'confirmationsWanted'>;

/** Whether its end is deep enough in the chain not to be undone. */
export function isConfirmed({ confirmations, confirmationsWanted }: Depth): boolean {
  return (
    confirmations !== undefined && confirmationsWanted !== undefined && confirmations >= confirmationsWanted
  );
}

/** Whether it has ended on chain and a rollback could still undo that. */
export function awaitsConfirmations(trade: Depth): boolean {
  return trade.confirmations !== undefined && !isConfirmed(trade);
}
