import type { Amount, Quantity } from './amount.ts';
import type { AssetId } from './asset.ts';
import type { Failure } from './failure.ts';
import type { RouteShare } from './quote.ts';
import type { EpochMs } from './time.ts';

/**
 * Where a trade stands. A swap is two transactions: ours places orders, a later one of the exchange fills them.
 * Everything up to `approved` can be dropped without a trace on chain; from `signed` on, the bytes may reach it.
 */
export const TRADE_STATES = [
  'built', // the service's transaction was inspected and waits for the user
  'approved', // the user accepted exactly these bytes
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
  'expired', // its validity passed on chain without it
  'refused', // the service, the inspector or the ledger said no
] as const;

export type TradeState = (typeof TRADE_STATES)[number];

/** States from which nothing more can happen. */
export const FINAL_STATES: readonly TradeState[] = ['filled', 'closed', 'discarded', 'expired', 'refused'];

/** One order output of our transaction. */
export interface PlacedOrder {
  /** Index of the output in our transaction. */
  readonly index: number;
  /** Exchange code, or `undefined` when the script is not known. */
  readonly exchange: string | undefined;
  readonly minimum: Quantity | undefined;
  /** Lovelace that comes back when the order closes; known where the order's datum is understood. */
  readonly deposit?: Quantity;
  /** Set once the order was spent. */
  readonly closedBy?: string;
  /** What the closing transaction paid to us, in the asset wanted. */
  readonly received?: Quantity;
}

/** What a built transaction costs and gives back, read from its bytes. Lovelace. */
export interface TradeCosts {
  readonly networkFee: Quantity;
  readonly exchangeFees: Quantity;
  readonly deposits: Quantity;
  readonly otherRecipients: Quantity;
}

/** Everything that is known of one trade; made from the journal, safe to show. */
export interface Trade {
  readonly id: string;
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
}
