import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { ApprovedTx } from '../inspect/approved-tx.ts';

/** Longest time that a password is kept for the transactions of one set, whatever the settings say; minutes. */
export const LONGEST_LEAVE_MINUTES = 30;

/**
 * Leave to sign the transactions of one set without asking again. Given by a password, it ends after
 * `LONGEST_LEAVE_MINUTES`, when nobody touched the application for as long as the auto-lock says, and when the wallet is
 * locked: what was kept of the password is wiped then. Given by an unlock, it ends with that.
 */
export interface SigningLeave {
  /** Failures as of `Wallet.sign`; `set-leave-over` once it has ended. */
  sign(approved: ApprovedTx): Promise<Result<string, Failure>>;
  /** Calls back once when the leave ends otherwise than by `end`. */
  onOver(listener: () => void): void;
  /** It is needed no longer. */
  end(): void;
}
