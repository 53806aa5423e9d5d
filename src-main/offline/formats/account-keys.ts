import { inspect } from 'node:util';
import { Bip32PrivateKey } from '@emurgo/cardano-serialization-lib-nodejs';
import type { NetworkName } from '#domain/network.ts';
import { encodeBech32 } from '../../cardano/bech32.ts';
import {
  deriveAccount,
  deriveAccountOfRoot,
  PublicAccount,
  withLibraryKeys,
  type AccountSeed,
  type KeyPurpose,
  type KeyPath,
} from '../../wallet/account.ts';
import { SecretBytes } from '../../wallet/secret-bytes.ts';
import { signerOfExtendedKey, type Signer } from './signer.ts';

/** Which account of the words or the root key, and the network of its addresses. */
export interface AccountChoice {
  /** CIP-1852 if absent. */
  readonly purpose?: KeyPurpose;
  /** From 0; below 2^31. */
  readonly account: number;
  readonly network: NetworkName;
}

const REDACTED = '[redacted]';
const FIRST_HARDENED = 0x8000_0000;
/** Bytes of a key without its chain code. */
const EXTENDED = 64;

/** The keys of the account `m/purpose'/1815'/account'`. Neither they nor the account's public key are ever printed. */
export class AccountKeys {
  readonly #privateKey: SecretBytes;
  readonly #publicKey: Uint8Array;
  readonly #public: PublicAccount;

  private constructor(seed: AccountSeed, network: NetworkName) {
    this.#privateKey = seed.privateKey;
    this.#publicKey = seed.publicKey;
    this.#public = new PublicAccount(seed.publicKey, network);
  }

  /** Of BIP-39 entropy (CIP-3 Icarus), which stays its owner's to wipe. */
  static ofEntropy(entropy: SecretBytes, { account, network, purpose }: AccountChoice): AccountKeys {
    return new AccountKeys(deriveAccount(entropy, wholeIndex(account), purpose), network);
  }

  /** Of a root key of 96 bytes (key 64, chain code 32), which stays its owner's to wipe. */
  static ofRoot(root: SecretBytes, { account, network, purpose }: AccountChoice): AccountKeys {
    return new AccountKeys(deriveAccountOfRoot(root, wholeIndex(account), purpose), network);
  }

  /** The account's extended public key as Bech32 `acct_xvk1…` (CIP-5). */
  get publicKey(): string {
    return encodeBech32('acct_xvk', this.#publicKey);
  }

  /** Base address of payment key `0/index` with stake key `2/0`, to be compared with the one in the user's wallet. */
  address(index: number): string {
    return this.#public.address(wholeIndex(index));
  }

  /** The account's public half. */
  get account(): PublicAccount {
    return this.#public;
  }

  /** The signer of one key of the account, which its taker wipes. @throws Error after `wipe`. */
  signer({ role, index }: KeyPath): Signer {
    const key = withLibraryKeys((lend) => {
      const account = lend(Bip32PrivateKey.from_bytes(this.#privateKey.bytes));
      const extended = lend(lend(account.derive(role)).derive(wholeIndex(index)));
      const bytes = extended.as_bytes();
      const own = SecretBytes.take(bytes.subarray(0, EXTENDED));
      bytes.fill(0);
      return own;
    });
    const signer = signerOfExtendedKey(role === 2 ? 'stake' : 'payment', key);
    if (!signer.ok) throw new Error('a derived key is a private key');
    return signer.value;
  }

  /**
   * Lends the account's extended private key (96 bytes), of which the borrower keeps no copy. @throws Error after
   * `wipe`.
   */
  lend<T>(use: (privateKey: Uint8Array) => T): T {
    return use(this.#privateKey.bytes);
  }

  /** Overwrites the account's key. Signers that were taken before stay. */
  wipe(): void {
    this.#privateKey.wipe();
  }

  toJSON(): string {
    return REDACTED;
  }

  toString(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}

function wholeIndex(index: number): number {
  if (!Number.isInteger(index) || index < 0 || index >= FIRST_HARDENED)
    throw new RangeError('an index is a whole number from 0 to 2147483647');
  return index;
}
