import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import type { Result } from '#domain/result.ts';
import type { EpochMs, Slot } from '#domain/time.ts';
import type { Listed } from './listed.ts';

/** Reference to a transaction output. `txHash` is 64 lower-case hex digits. */
export interface OutputRef {
  readonly txHash: string;
  readonly index: number;
}

export interface Utxo extends OutputRef {
  /** Bech32. */
  readonly address: string;
  readonly value: Value;
  /** Hex of the inline datum, if there is one. */
  readonly inlineDatum?: string;
  /** Hash of its datum, inline or not, if there is one. 64 lower-case hex digits. */
  readonly datumHash?: string;
}

export interface Tip {
  readonly slot: Slot;
  readonly time: EpochMs;
  readonly height: number;
  readonly hash: string;
}

/** Protocol parameters that the application uses. Lovelace and bytes. */
export interface ProtocolParameters {
  readonly minFeeA: bigint;
  readonly minFeeB: bigint;
  readonly coinsPerUtxoByte: bigint;
  readonly maxTxSize: number;
  /** Major protocol version, which names the era; absent where the back-end does not state it. */
  readonly protocolMajor?: number;
}

/** The addresses that share a stake key, as far as they were read. */
export interface AccountAddresses {
  readonly addresses: readonly string[];
  /** False if there are more than were read, or some could not be. */
  readonly complete: boolean;
}

/** Unspent outputs at scripts, as far as they were read. */
export interface ScriptOutputs {
  readonly outputs: readonly Utxo[];
  /** False if there are more than were read, or some could not be. */
  readonly complete: boolean;
}

/** One output of a transaction on chain, with the transaction that spent it when there is one. */
export interface ChainOutput extends Utxo {
  readonly spentBy?: string;
}

/**
 * A transaction's inputs and outputs as the back-end reports them: all of them, since that one is not there ends orders
 * and trades. If one of them cannot be read, there is no answer.
 */
export interface ChainTx {
  readonly hash: string;
  readonly inputs: readonly Utxo[];
  readonly outputs: readonly ChainOutput[];
}

/** Where and when a transaction entered the chain. */
export interface TxInclusion {
  readonly hash: string;
  readonly blockHeight: number;
  readonly slot: Slot;
  readonly time: EpochMs;
  readonly fees: bigint;
}

export interface LedgerAsset {
  readonly id: AssetId;
  readonly decimals: number | undefined;
  readonly ticker: string | undefined;
  /**
   * The ticker that the minter wrote on chain (CIP-25, CIP-68). Anybody can mint a token under any: it can contradict
   * another name, and confirms none.
   */
  readonly minted?: string | undefined;
  readonly name: string | undefined;
  readonly supply: bigint | undefined;
}

/**
 * A ledger back-end (half-trusted): it can withhold and lie about values, but cannot forge a transaction's bytes. One
 * that cannot answer a question at all says so with `ledger-cannot-prove`, never with `undefined`.
 */
export interface Ledger {
  /** The network that the back-end serves, to be compared with the configured one before anything is signed. */
  network(signal?: AbortSignal): Promise<Result<NetworkName, Failure>>;
  tip(signal?: AbortSignal): Promise<Result<Tip, Failure>>;
  parameters(signal?: AbortSignal): Promise<Result<ProtocolParameters, Failure>>;
  /**
   * Unspent outputs of an address, all pages; an unused address has none. Those that could not be read are left out and
   * counted (`rows-left-out`): that an output is not in the list then proves nothing of it.
   */
  utxos(address: string, signal?: AbortSignal): Promise<Listed<Utxo>>;
  /** The same of several addresses, each output once, in as few requests as the back-end allows. */
  utxosAt(addresses: readonly string[], signal?: AbortSignal): Promise<Listed<Utxo>>;
  /**
   * Every address that was ever used with a stake key, as its reward address (Bech32) names it. Anybody can pair their
   * payment key with somebody else's stake key: whose an address is, its payment key says.
   */
  accountAddresses(rewardAddress: string, signal?: AbortSignal): Promise<Result<AccountAddresses, Failure>>;
  /**
   * Unspent outputs that hold `asset` at addresses whose payment part is one of `scripts` (hashes, hex), whatever their
   * stake part. At most `MOST_SCRIPT_OUTPUTS` from each list that the back-end keeps: anybody can pay to a script, so there
   * may be any number of them. Newest first, since pools in use are respent all the time, and older outputs must not crowd
   * them out. If `signal` ends the reading, the result is what was read so far, unless that is nothing.
   */
  scriptOutputs(
    scripts: readonly string[],
    asset: AssetId,
    signal?: AbortSignal,
  ): Promise<Result<ScriptOutputs, Failure>>;
  /** `undefined` when the transaction is not on chain. */
  inclusion(txHash: string, signal?: AbortSignal): Promise<Result<TxInclusion | undefined, Failure>>;
  /**
   * Inputs and outputs; `undefined` when the transaction is not on chain. `spendersOf` picks the outputs whose spender
   * the caller asks for (all when absent): where a back-end has to search for it, others may come without.
   */
  transaction(
    txHash: string,
    signal?: AbortSignal,
    spendersOf?: (output: Utxo) => boolean,
  ): Promise<Result<ChainTx | undefined, Failure>>;
  /** Raw bytes as lower-case hex, so that values can be proven by the hash; `undefined` when not on chain. */
  transactionCbor(txHash: string, signal?: AbortSignal): Promise<Result<string | undefined, Failure>>;
  /** Hashes of the address's transactions, newest first, at most `limit`. */
  transactions(address: string, limit: number, signal?: AbortSignal): Promise<Listed<string>>;
  /** The datum (hex) that once came with this hash; `undefined` when none is known. It proves itself by its hash. */
  datum(hash: string, signal?: AbortSignal): Promise<Result<string | undefined, Failure>>;
  /** `undefined` when the back-end knows nothing of it, also one that keeps no names and decimals at all. */
  asset(id: AssetId, signal?: AbortSignal): Promise<Result<LedgerAsset | undefined, Failure>>;
  /**
   * Sends a signed transaction (hex) and returns the hash that the back-end states. Never retried by the adapter. Where
   * its inputs are gone and `txHash` names it, a back-end that has this very transaction, on chain or in its queue,
   * answers as if it had just come.
   * Failures: `submission-refused` (a rule of the ledger, named in `data.rule`), `inputs-spent`, `submission-unknown`
   * (no clear answer), `ledger-…` (it was not taken).
   */
  submit(cbor: string, signal?: AbortSignal, txHash?: string): Promise<Result<string, Failure>>;
}

/** Whose clock can be held against this machine's. */
export interface StatedClock {
  /** Ms by which the back-end's clock was ahead of this machine's at its last answer; `undefined` where it states none. */
  clockOffset(): number | undefined;
}

/**
 * The questions for a second, independent back-end: the outputs that a transaction spends, and the bytes that prove
 * them. Smaller than `Ledger`, so that a back-end that could not carry a trade can still vouch for its inputs.
 */
export interface ReferenceSource {
  network(signal?: AbortSignal): Promise<Result<NetworkName, Failure>>;
  /**
   * The outputs as the back-end reports them, spent ones too. Those that it does not know are left out; if one cannot be
   * read, there is no answer, because one that is left out counts as not there.
   */
  outputs(references: readonly OutputRef[], signal?: AbortSignal): Promise<Result<readonly Utxo[], Failure>>;
  /** Raw bytes of transactions (lower-case hex) by hash. Those that it does not know are left out. */
  transactionBytes(
    txHashes: readonly string[],
    signal?: AbortSignal,
  ): Promise<Result<ReadonlyMap<string, string>, Failure>>;
  /** As `Ledger.datum`. */
  datum(hash: string, signal?: AbortSignal): Promise<Result<string | undefined, Failure>>;
}
