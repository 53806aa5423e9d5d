import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { ApprovedTx, type Signer } from '../inspect/approved-tx.ts';
import { lendReceiptKey } from '../receipt/receipt-key.ts';
import { SecretBytes, wipingAfter } from './secret-bytes.ts';
import { hashToSign, neededPaths, signHash } from './signer.ts';
import type { WalletAccess } from './wallet-access.ts';

/** Leave to use the key: the password for this one time, or an unlock that is still running. */
export type Authority = { readonly password: string } | 'unlocked';

/** Longest time that a password is kept for the transactions of one batch, whatever the settings say; minutes. */
export const LONGEST_LEAVE_MINUTES = 30;

/**
 * Leave to sign the transactions of one batch without asking again. Given with a password, it ends after
 * `LONGEST_LEAVE_MINUTES`, when the application has been idle for as long as auto-lock allows, and when the wallet is
 * locked; the kept password is then wiped. Given by an unlock, it ends with it.
 */
export interface SigningLeave {
  /** Failures as of `Wallet.signer`; `set-leave-over` once it has ended. */
  readonly signer: Signer;
  /** Calls back once when the leave ends by anything but `end`, or has ended already. */
  onOver(listener: () => void): void;
  /** It is no longer needed. */
  end(): void;
}

/** Signs approved transactions and nothing else, and lends a key for the receipt of each. */
export class Signing {
  readonly #access: WalletAccess;

  constructor(access: WalletAccess) {
    this.#access = access;
  }

  /** See `Wallet.signer`. */
  signer(authority: Authority): Signer {
    return this.#signerWith(() =>
      authority === 'unlocked'
        ? Promise.resolve(this.#access.state.heldKey())
        : this.#openWith(SecretBytes.ofText(authority.password)),
    );
  }

  /** See `Wallet.leave`. */
  leave(authority: Authority): SigningLeave {
    return authority === 'unlocked' ? this.#leaveOfUnlock() : this.#leaveOfPassword(authority.password);
  }

  #signerWith(open: () => Promise<Result<SecretBytes, Failure>>): Signer {
    const { clock, random, network } = this.#access.parts;
    return (approved) =>
      this.#access.exclusively(() =>
        this.#access.ready(async (account) => {
          const paths = neededPaths(account, approved);
          if (!paths.ok) return paths;
          const key = await open();
          if (!key.ok) return key;
          return wipingAfter([key.value], () => {
            const hash = hashToSign(approved);
            if (!hash.ok) return hash;
            // By the class's own method: an object that only looks like an approval throws here.
            const redeemed = ApprovedTx.prototype.redeem.call(approved, clock.now());
            if (!redeemed.ok) return redeemed;
            return ok({
              witnessSet: signHash(key.value, account, paths.value, hash.value),
              receiptKey: lendReceiptKey(key.value.bytes, random.bytes(32), network, approved.bodyHash),
            });
          });
        }),
      );
  }

  #leaveOfUnlock(): SigningLeave {
    const { state } = this.#access;
    const listeners = new Set<() => void>();
    let isOver = false;
    const stop = state.onChange(() => {
      if (state.status().state === 'unlocked') return;
      stop();
      isOver = true;
      for (const listener of listeners) listener();
    });
    return {
      signer: this.#signerWith(() =>
        Promise.resolve(isOver ? failed(failure('wallet-locked')) : state.heldKey()),
      ),
      onOver: (listener) => {
        if (isOver) listener();
        else listeners.add(listener);
      },
      end: stop,
    };
  }

  #leaveOfPassword(password: string): SigningLeave {
    const secretForSet = this.#access.state.keep(SecretBytes.ofText(password), LONGEST_LEAVE_MINUTES);
    let needed = true;
    const over = secretForSet.finished();
    return {
      signer: this.#signerWith(async () => {
        const secret = secretForSet.key();
        if (!secret) return failed(failure('set-leave-over'));
        const key = await this.#openWith(secret.copy());
        // Locked while the key was being opened: it is not used.
        if (!key.ok || secretForSet.key()) return key;
        key.value.wipe();
        return failed(failure('set-leave-over'));
      }),
      onOver: (listener) =>
        void over.then(() => {
          if (needed) listener();
        }),
      end: () => {
        needed = false;
        secretForSet.end();
      },
    };
  }

  /** Takes over the secret and wipes it. */
  #openWith(secret: SecretBytes): Promise<Result<SecretBytes, Failure>> {
    return wipingAfter([secret], () => this.#access.open(secret));
  }
}
