import type { AssetId } from '#domain/asset.ts';
import type { NetworkName } from '#domain/network.ts';
import type { Slot } from '#domain/time.ts';
import type { Agreement } from '../agreement/agreement.ts';
import type { OwnScript } from '../cardano/own-script.ts';
import type { Transaction } from '../cardano/transaction.ts';
import type { KnownScripts } from '../exchanges/order-form.ts';
import type { OrderScripts } from '../proof/script-list.ts';
import type { PolicyFacts } from './policy.ts';
import type { ResolvedInputs } from '../cardano/resolution.ts';
import type { ServiceClaims, Terms } from './terms.ts';

/**
 * Keys of the account, by hash (hex): every derived index of both chains, and the stake keys. A native script's wallet
 * has no payment key: funds that one of its keys holds alone do not belong to it.
 */
export interface OwnKeys {
  readonly paymentKeyHashes: ReadonlySet<string>;
  readonly stakeKeyHashes: ReadonlySet<string>;
  readonly script?: OwnScript;
  /** Available keys that sign only for native scripts (CIP-1854). */
  readonly sharedKeyHashes?: ReadonlySet<string>;
}

/** Bounds that the service cannot change. Lovelace. */
export interface InspectionLimits {
  /** Most that one order may hold for batcher fee and deposit when neither its terms nor the quote state them. */
  readonly orderOverhead: bigint;
  /** The same when neither side is ADA: such an order goes through ADA and pays the exchanges of both ways. */
  readonly hopOrderOverhead: bigint;
  /** Beyond this, what an order that is filled in many parts holds on top of what it sells is asked about. */
  readonly dcaOverhead: bigint;
  /** Orders that hold more than the fees stated: ask, since services mean different things by them, or block. */
  readonly beyondStated: 'ask' | 'block';
  /** Orders that take fees and deposits out of the ADA that is to be sold: block, or ask where that may be meant. */
  readonly feesWithin: 'ask' | 'block';
  /** Bech32 addresses that may be paid a service fee without being asked about. */
  readonly feeRecipients: ReadonlySet<string>;
  /** Most that others may be paid, on top of one percent of the ADA traded, when the quote states no service fee. */
  readonly serviceFee: bigint;
  /** The same when it is not known how much ADA is traded, so that there is no percentage of it. */
  readonly unvaluedServiceFee: bigint;
}

export const DEFAULT_LIMITS: InspectionLimits = {
  orderOverhead: 5_000_000n,
  hopOrderOverhead: 20_000_000n,
  dcaOverhead: 20_000_000n,
  beyondStated: 'ask',
  feesWithin: 'block',
  feeRecipients: new Set(),
  serviceFee: 2_000_000n,
  unvaluedServiceFee: 20_000_000n,
};

/** How a token's figures are written in findings; a token that is absent is shown in base units. */
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

/** The parameters of the three networks, which have been the same since 2022. Lovelace and bytes. */
export const USUAL_PARAMETERS: InspectionParameters = {
  minFeeA: 44n,
  minFeeB: 155_381n,
  coinsPerUtxoByte: 4_310n,
  maxTxSize: 16_384,
};

/** The scripts that lock orders on a network. */
export interface ScriptList {
  readonly known: KnownScripts;
  /** The same list as plain data, which the second proof reads independently; the app's own trades need it. */
  readonly listed?: OrderScripts;
  /** Exchanges as `known` calls them, by the codes that services use for them. A code in neither list may mean any exchange. */
  readonly codes?: ReadonlyMap<string, string>;
  /**
   * Codes that are known, and for whose orders `known` has no script of their own. With an exchange: they mean its
   * orders that go over several of its pools.
   */
  readonly otherCodes?: ReadonlyMap<string, string | undefined>;
  /** Whether these are all: then an order anywhere else is blocked, else it is asked about. */
  readonly complete: boolean;
}

/** A transaction that this account signed before and that may still enter the chain. */
export interface EarlierSignature {
  readonly bodyHash: string;
  /** Quote or orders that it was signed for; see `InspectionInput.subject`. */
  readonly subject: string;
  /** `hash#index` of what it spends. */
  readonly inputs: readonly string[];
  /** First slot at which it is dead; `undefined` when never. */
  readonly validUntil: number | undefined;
  /** It is a payment to the same address: other coins let both of them run. */
  readonly repeats?: boolean;
  /** It trades the same pair in the same way, and only a ledger's word says that it is over. */
  readonly alike?: boolean;
}

/** The agreement that a transaction is held against, and which transaction of it this is. */
export interface AgreedInput {
  readonly agreement: Agreement;
  /** From 0. */
  readonly at: number;
  /** SHA-256 of the agreement, hex. */
  readonly hash: string;
  /** Whether its costs need consent of their own, even if it is not the first of its agreement. */
  readonly apart?: boolean;
}

/** Everything that a judgement rests on. Nothing is fetched, nothing depends on a clock. */
export interface InspectionInput {
  /** The unsigned transaction as received, hex. */
  readonly cbor: string;
  /** Its reading, where it was read before. */
  readonly read?: Transaction;
  /** The effect that the user wants it to have. */
  readonly terms: Terms;
  /** Identifier that an approval is bound to besides the bytes: the quote's id, for instance. */
  readonly subject: string;
  readonly own: OwnKeys;
  readonly resolved: ResolvedInputs;
  /** Raw bytes (hex) of the parents of inputs, by hash: what proved them, so that the second proof can prove them independently. */
  readonly parents?: ReadonlyMap<string, string>;
  /** How to treat inputs that could not be looked up; a wallet blocks. */
  readonly missingInputs: 'block' | 'ask';
  readonly network: NetworkName;
  /** The ledger's latest slot; without it validity is judged only as far as it can be. */
  readonly tipSlot?: Slot;
  /** The slot of this computer's own clock, which the ledger cannot lie about. */
  readonly clockSlot?: Slot;
  readonly parameters: InspectionParameters;
  readonly scripts: ScriptList;
  readonly limits?: InspectionLimits;
  readonly tokens?: ReadonlyMap<AssetId, TokenWording>;
  /** The user's agreement from before this was built; absent if there was none, as for a bundle from outside. */
  readonly agreed?: AgreedInput;
  /** Figures of the service: what is shown with what was read, and what fees are measured against. */
  readonly claims?: ServiceClaims;
  /** The user's policy and what it is held against; absent where there is none. */
  readonly policy?: PolicyFacts;
  readonly earlier?: readonly EarlierSignature[];
  /** Own coins that the user froze, `hash#index`, with the label of each. */
  readonly frozen?: ReadonlyMap<string, string>;
}
