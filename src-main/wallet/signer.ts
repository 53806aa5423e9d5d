import { FixedTransaction } from '@emurgo/cardano-serialization-lib-nodejs';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { scanCbor } from '../cardano/cbor-scanner.ts';
import { blake2b256 } from '../cardano/hash.ts';
import { fromHex, hexBytes, toHex } from '../cardano/hex.ts';
import { encodeWitnessSet, verifyWitness } from '../cardano/witness.ts';
import type { ApprovedTx } from '../inspect/approved-tx.ts';
import { signWith, type KeyPath, type PublicAccount } from './account.ts';
import type { SecretBytes } from './secret-bytes.ts';

/** Indexes searched for a key that an approved transaction names. */
const SEARCHED_INDEXES = 500;

/**
 * Paths of the keys that the approved transaction needs of us, and no others. Failure: `key-not-ours` when it names
 * none, or one that is not of this account.
 */
export function neededPaths(
  account: PublicAccount,
  { signers }: Pick<ApprovedTx, 'signers'>,
): Result<readonly KeyPath[], Failure> {
  const wanted = new Set(signers);
  const found: KeyPath[] = [];
  for (let index = 0; index < SEARCHED_INDEXES && found.length < wanted.size; index += 1)
    for (const role of index === 0 ? ([2, 0, 1] as const) : ([0, 1] as const))
      if (wanted.has(account.keyHash({ role, index }))) found.push({ role, index });
  return wanted.size > 0 && found.length === wanted.size ? ok(found) : failed(failure('key-not-ours'));
}

/**
 * The hash to be signed, computed again from the approved bytes in two ways. Failure: `approved-bytes-differ` unless
 * both give the hash that was inspected.
 */
export function hashToSign(approved: ApprovedTx): Result<Uint8Array, Failure> {
  const bytes = fromHex(approved.cbor);
  const item = bytes && scanCbor(bytes);
  const body = item?.ok && item.value.kind === 'array' ? item.value.items[0] : undefined;
  const own = bytes && body ? blake2b256(bytes.subarray(body.start, body.end)) : undefined;
  if (own !== approved.bodyHash || libraryHash(approved.cbor) !== approved.bodyHash)
    return failed(failure('approved-bytes-differ'));
  return ok(hexBytes(approved.bodyHash));
}

/**
 * Signs a hash with the keys of the paths and returns a CIP-30 witness set as hex, its key witnesses untagged
 * (`a100…`). Every signature is verified by another implementation before it leaves.
 * @throws Error when a signature does not verify: the machine or the library is broken.
 */
export function signHash(
  privateKey: SecretBytes,
  account: PublicAccount,
  paths: readonly KeyPath[],
  hash: Uint8Array,
): string {
  const bodyHash = toHex(hash);
  const witnesses = paths.map((path) => {
    const witness = {
      publicKey: toHex(account.key(path)),
      signature: toHex(signWith(privateKey, path, hash)),
      keyHash: account.keyHash(path),
    };
    if (!verifyWitness(bodyHash, witness)) throw new Error('a signature of our own does not verify');
    return witness;
  });
  return encodeWitnessSet(witnesses);
}

/** `FixedTransaction` keeps the body's bytes; other readers of the library re-encode and change the hash. */
function libraryHash(cbor: string): string | undefined {
  try {
    const transaction = FixedTransaction.from_hex(cbor);
    const hash = transaction.transaction_hash();
    const hex = hash.to_hex();
    transaction.free();
    hash.free();
    return hex;
  } catch {
    return undefined;
  }
}
