import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';

/**
 * Which trade on this machine signs which transaction. A builder can answer two commands with the same bytes; whoever
 * signs them twice has one trade on chain and two in the journals.
 */
export interface SignatureClaims {
  /** Takes a transaction for a trade, once and for all until `release`. Failure: `signed-elsewhere`. */
  claim(bodyHash: string, tradeId: string): Result<undefined, Failure>;
  /** The trade did not sign it after all. */
  release(bodyHash: string, tradeId: string): void;
}
