import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import { encodeWitnessSet } from '../cardano/witness.ts';
import { ApprovedTx } from '../inspect/approved-tx.ts';
import { lendReceiptKey, type LentReceiptKey, type Signature } from '../receipt/receipt-key.ts';
import { OWN_KEY_INDEXES, type OwnKeys } from '../wallet/account.ts';
import { ownKeysReaching } from '../wallet/own-addresses.ts';
import { hashToSign, neededPaths } from '../wallet/signer.ts';
import type { AccountKeys } from './formats/account-keys.ts';
import type { Signer } from './formats/signer.ts';

/** Keys on a machine without a network: what is their own, and who signs what was approved. */
export interface OfflineKeys {
  readonly own: OwnKeys;
  /** As of `OfflineGrounds`. */
  readonly reaching?: (used: ReadonlySet<string>) => OwnKeys;
  /** Base address of the first key, for comparison; absent for single keys. */
  readonly address: string | undefined;
  /** The signers of exactly the keys that are needed, until `wipe`. Failure: `key-not-ours`. */
  readonly signersFor: (approved: Pick<ApprovedTx, 'signers'>) => Result<readonly Signer[], Failure>;
  /**
   * The key for a transaction's receipt (hex id), from 32 random bytes, which are overwritten; absent for single keys,
   * which only sign transactions and from which nothing is derived.
   */
  readonly lendReceiptKey?: (chance: Uint8Array, network: NetworkName, bodyHash: string) => LentReceiptKey;
  /** Overwrites the keys, and those that were derived from them. */
  readonly wipe: () => void;
}

/**
 * The keys of an account, from recovery words or an encrypted root key; `shared`: the same account's keys for signing
 * with others (CIP-1854).
 */
export function keysOfAccount(keys: AccountKeys, shared: AccountKeys): OfflineKeys {
  const derived: Signer[] = [];
  const { paymentKeyHashes: sharedKeyHashes } = shared.account.ownKeys(OWN_KEY_INDEXES);
  return {
    own: { ...keys.account.ownKeys(OWN_KEY_INDEXES), sharedKeyHashes },
    reaching: (used) => ({ ...ownKeysReaching(keys.account, used), sharedKeyHashes }),
    address: keys.address(0),
    signersFor: ({ signers: needed }) => {
      const together = needed.filter((hash) => sharedKeyHashes.has(hash));
      const alone = needed.filter((hash) => !sharedKeyHashes.has(hash));
      const signers: Signer[] = [];
      for (const [account, wanted] of [[keys, alone] as const, [shared, together] as const]) {
        if (wanted.length === 0 && needed.length > 0) continue;
        const paths = neededPaths(account.account, { signers: wanted });
        if (!paths.ok) return paths;
        signers.push(...paths.value.map((path) => account.signer(path)));
      }
      derived.push(...signers);
      return ok(signers);
    },
    lendReceiptKey: (chance, network, bodyHash) =>
      keys.lend((privateKey) => lendReceiptKey(privateKey, chance, network, bodyHash)),
    wipe: () => {
      for (const signer of derived) signer.wipe();
      for (const account of [keys, shared]) account.wipe();
    },
  };
}

/**
 * Single keys from files. `stake`: hashes of stake keys that the user named as the own ones besides, by an address; no bundle
 * can name one.
 */
export function keysOfFiles(keys: readonly Signer[], stake: readonly string[]): OfflineKeys {
  const hashes = (role: Signer['role']): string[] =>
    keys.flatMap((key) => (key.role === role ? [key.keyHash] : []));
  return {
    own: {
      paymentKeyHashes: new Set(hashes('payment')),
      stakeKeyHashes: new Set([...hashes('stake'), ...stake]),
    },
    address: undefined,
    signersFor: ({ signers }) => {
      const needed = signers.map((hash) => keys.find((key) => key.keyHash === hash));
      const found = needed.filter((key) => key !== undefined);
      return found.length === needed.length && found.length > 0 ? ok(found) : failed(failure('key-not-ours'));
    },
    wipe: () => {
      for (const key of keys) key.wipe();
    },
  };
}

/**
 * Signs an approved transaction, as the wallet does: the hash is computed again from the approved bytes, and the approval is
 * used up before a key acts. `chance`: 32 random bytes for the receipt's key, which are overwritten. Failures:
 * `key-not-ours`, `approved-bytes-differ`, `approval-expired`.
 */
export function signOffline(
  approved: ApprovedTx,
  keys: OfflineKeys,
  {
    now,
    network,
    chance,
  }: { readonly now: EpochMs; readonly network: NetworkName; readonly chance: Uint8Array },
): Result<Signature, Failure> {
  const signers = keys.signersFor(approved);
  if (!signers.ok) return signers;
  const hash = hashToSign(approved);
  if (!hash.ok) return hash;
  // By the class's own method: an object that only looks like an approval throws here.
  const redeemed = ApprovedTx.prototype.redeem.call(approved, now);
  if (!redeemed.ok) return redeemed;
  return ok({
    witnessSet: encodeWitnessSet(
      signers.value.map((signer) => ({ publicKey: signer.publicKey, signature: signer.sign(hash.value) })),
    ),
    receiptKey: keys.lendReceiptKey?.(chance, network, approved.bodyHash),
  });
}
