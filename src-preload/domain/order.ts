import type { AssetId } from './asset.ts';
import type { EpochMs } from './time.ts';

/**
 * An order as the service lists it. Every figure is decimal text in display units, since the decimals of its assets
 * are not known where it is read; whatever could not be read is absent, and the row stays.
 */
export interface ServiceOrder {
  /** The service's own id, by which it is cancelled; empty when it gave none. */
  readonly id: string;
  /** As it came; see `ORDER_STATUSES` for ours. */
  readonly status: string;
  readonly sells: AssetId | undefined;
  readonly buys: AssetId | undefined;
  readonly exchange: string | undefined;
  /** Bech32, as it came. */
  readonly owner: string | undefined;
  readonly amountIn: string | undefined;
  readonly expectedOut: string | undefined;
  readonly actualOut: string | undefined;
  readonly submittedAt: EpochMs | undefined;
  readonly updatedAt: EpochMs | undefined;
  /** The output that holds it, or held it at first. */
  readonly txHash: string | undefined;
  readonly outputIndex: number | undefined;
  /** The transaction that filled or took it back. */
  readonly updateTxHash: string | undefined;
  /** Out of range: the market is not at its price. */
  readonly outOfRange: boolean | undefined;
  readonly stopLoss: boolean | undefined;
  /** ADA. */
  readonly batcherFee: string | undefined;
  readonly deposit: string | undefined;
  /** The whole record as it came: names and texts, to be shown on request. */
  readonly record: readonly (readonly [name: string, text: string])[];
}

/** A limit order to be estimated or built. One of the two assets is ADA. */
export interface LimitIntent {
  readonly pay: { readonly asset: AssetId; readonly quantity: bigint };
  readonly receive: AssetId;
  /** ADA per whole token: decimal text of at most 15 digits. */
  readonly wantedPrice: string;
  /** Equal orders in one transaction. */
  readonly multiples: number;
  /** The only exchange to use. */
  readonly exchange: string | undefined;
  readonly excluded: readonly string[];
}
