import { failure, type Failure, failureText } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { parseAddress } from '../cardano/address.ts';
import { encodeWitnessSet, verifyWitness } from '../cardano/witness.ts';
import { ApprovedTx } from '../inspect/approved-tx.ts';
import { readSigningKey } from '../offline/formats/signing-key.ts';
import type { Signer, SignerRole } from '../offline/formats/signer.ts';
import { systemClock } from '../system/clock.ts';
import { OWN_KEY_INDEXES, type OwnKeys } from '../wallet/account.ts';
import { hashToSign } from '../wallet/signer.ts';
import { readTextFile, type Values } from './options.ts';
import { openSessionWallet, readKeySource, walletOptions, type KeySource } from './session-wallet.ts';
import { UsageError } from './terminal.ts';
import { takes, usage } from './words.ts';

/** The options that name keys on a machine without a network. */
export const offlineKeyOptions = {
  ...walletOptions,
  skey: { type: 'strings' },
  address: { type: 'string' },
} as const;

/** Keys that sign what was approved, and say what is their own. */
export interface OfflineKeys {
  readonly own: OwnKeys;
  /** Signs with exactly the keys that are needed; answers a CIP-30 witness set in hex. */
  readonly sign: (approved: ApprovedTx) => Promise<Result<string, Failure>>;
  /** Overwrites the keys. */
  readonly close: () => void;
}

/** Where the keys are, read from the files that were named. */
export type OfflineSource =
  | KeySource
  | { readonly kind: 'files'; readonly keys: readonly Signer[]; readonly address: string | undefined };

/** @throws UsageError when the files cannot be read, or name no key, or keys in two ways. */
export function readOfflineSource(values: Values<typeof offlineKeyOptions>): OfflineSource {
  const files = values.skey ?? [];
  const others = Object.keys(walletOptions).some(
    (name) => values[name as keyof typeof walletOptions] !== undefined,
  );
  if (files.length === 0 && others) return readKeySource(values);
  if (files.length === 0 || others) throw new UsageError(usage.skeysOrWords);
  const keys = files.map((path) => {
    const key = readSigningKey(readTextFile({ skey: path }, 'skey', takes.skey));
    if (key.ok) return key.value;
    throw new UsageError(usage.keyUnreadable(failureText(key.failure).what));
  });
  return { kind: 'files', keys, address: values.address };
}

/** Failures: `phrase-malformed`, those of a backup, `address-…` and `key-not-ours` of `--address`. */
export async function openOfflineKeys(
  source: OfflineSource,
  network: NetworkName,
): Promise<Result<OfflineKeys, Failure>> {
  if (source.kind === 'files') return keysOfFiles(source.keys, source.address);
  const opened = await openSessionWallet(source, network);
  if (!opened.ok) return opened;
  const { wallet, authority } = opened.value;
  const own = wallet.ownKeys(OWN_KEY_INDEXES);
  if (!own.ok) return own;
  return ok({
    own: own.value,
    sign: (approved) => wallet.sign(approved, authority),
    close: () => wallet.close(),
  });
}

function keysOfFiles(keys: readonly Signer[], address: string | undefined): Result<OfflineKeys, Failure> {
  const hashes = (role: SignerRole): Set<string> =>
    new Set(keys.flatMap((key) => (key.role === role ? [key.keyHash] : [])));
  const payment = hashes('payment');
  const stake = hashes('stake');
  if (address !== undefined) {
    // The stake part of the user's own address, by the user's own word: no bundle can name one.
    const parsed = parseAddress(address.trim());
    if (!parsed.ok) return failed(failure('address-malformed', { reason: parsed.failure }));
    const { payment: holder, stake: staking } = parsed.value;
    if (holder.kind !== 'key' || !payment.has(holder.hash)) return failed(failure('key-not-ours'));
    if (staking !== undefined && staking !== 'pointer' && staking.kind === 'key') stake.add(staking.hash);
  }
  return ok({
    own: { paymentKeyHashes: payment, stakeKeyHashes: stake },
    sign: (approved) => Promise.resolve(signWithFiles(keys, approved)),
    close: () => {
      for (const key of keys) key.wipe();
    },
  });
}

/** As the wallet signs: the hash computed again, the approval used up, every signature verified before it leaves. */
function signWithFiles(keys: readonly Signer[], approved: ApprovedTx): Result<string, Failure> {
  const needed = approved.signers.map((hash) => keys.find((key) => key.keyHash === hash));
  if (needed.length === 0 || needed.some((key) => key === undefined)) return failed(failure('key-not-ours'));
  const hash = hashToSign(approved);
  if (!hash.ok) return hash;
  const redeemed = ApprovedTx.prototype.redeem.call(approved, systemClock.now());
  if (!redeemed.ok) return redeemed;
  const witnesses = needed.flatMap((key) =>
    key === undefined
      ? []
      : [{ publicKey: key.publicKey, signature: key.sign(hash.value), keyHash: key.keyHash }],
  );
  if (!witnesses.every((witness) => verifyWitness(approved.bodyHash, witness)))
    throw new Error('a signature of our own does not verify');
  return ok(encodeWitnessSet(witnesses));
}
