import type { Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import type { Result } from '#domain/result.ts';
import type { OutputRef, Utxo } from './ledger.ts';

/**
 * What a second, independent back-end is asked for: the outputs that a transaction spends, and the bytes that prove
 * them. Smaller than `Ledger`, so that a back-end that could not carry a trade can still vouch for its inputs.
 */
export interface ReferenceSource {
  network(signal?: AbortSignal): Promise<Result<NetworkName, Failure>>;
  /** The outputs as the back-end reports them, spent ones too. Those that it does not know are left out. */
  outputs(references: readonly OutputRef[], signal?: AbortSignal): Promise<Result<readonly Utxo[], Failure>>;
  /** Raw bytes of transactions (lower-case hex) by hash. Those that it does not know are left out. */
  transactionBytes(
    txHashes: readonly string[],
    signal?: AbortSignal,
  ): Promise<Result<ReadonlyMap<string, string>, Failure>>;
}
