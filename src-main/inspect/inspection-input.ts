import type { AssetId } from '../../src-preload/domain/asset.ts';
import type { NetworkName } from '../../src-preload/domain/network.ts';
import type { Estimate, SwapIntent } from '../../src-preload/domain/quote.ts';
import type { Slot } from '../../src-preload/domain/time.ts';
import type { ResolvedInputs } from './resolution.ts';

/** The quote that the user accepted. `atLeast` is what the orders together must enforce, base units. */
export interface AcceptedQuote extends Estimate {
  readonly id: string;
}

/** Keys of the account, by hash (hex): every derived index of both chains, and the stake keys. */
export interface OwnKeys {
  readonly paymentKeyHashes: ReadonlySet<string>;
  readonly stakeKeyHashes: ReadonlySet<string>;
}

/** Bounds that the user's policy sets. The service cannot change them. */
export interface InspectionLimits {
  /** Most lovelace that one order may hold for batcher fee and deposit when the quote states none. */
  readonly orderOverhead: bigint;
  /** The same when neither side is ADA: such an order goes through ADA and pays the exchanges of both ways. */
  readonly hopOrderOverhead: bigint;
  /** Bech32 addresses to which a service fee may go. */
  readonly feeRecipients: ReadonlySet<string>;
  /** Most lovelace to such an address, beside one percent of the ADA traded. */
  readonly serviceFee: bigint;
}

export const DEFAULT_LIMITS: InspectionLimits = {
  orderOverhead: 5_000_000n,
  hopOrderOverhead: 20_000_000n,
  feeRecipients: new Set(),
  serviceFee: 1_000_000n,
};

/** How a token's figures are written in findings; a token that is absent is told in base units. */
export interface TokenWording {
  readonly ticker: string;
  readonly decimals: number;
}

/** Protocol parameters that the rules use. Lovelace and bytes. */
export interface InspectionParameters {
  readonly minFeeA: bigint;
  readonly minFeeB: bigint;
  readonly coinsPerUtxoByte: bigint;
  readonly maxTxSize: number;
}

/** Everything that a judgement rests on. Nothing is fetched, nothing depends on a clock. */
export interface InspectionInput {
  /** The unsigned transaction as received, hex. */
  readonly cbor: string;
  readonly intent: SwapIntent;
  readonly quote: AcceptedQuote;
  readonly own: OwnKeys;
  readonly resolved: ResolvedInputs;
  readonly network: NetworkName;
  /** The ledger's latest slot. */
  readonly tipSlot: Slot;
  readonly parameters: InspectionParameters;
  /** Script hash (hex) of each known exchange's orders. Absent: scripts are judged by their datum alone. */
  readonly orderScripts?: ReadonlyMap<string, string>;
  readonly limits?: InspectionLimits;
  readonly tokens?: ReadonlyMap<AssetId, TokenWording>;
}
