import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import { bytesEqual, toHex } from '../cardano/hex.ts';
import { decodeTransaction, slice, type Transaction } from '../cardano/transaction.ts';
import type { VkeyWitness } from '../cardano/witness-set.ts';
import { parseWitnessSet, sameOtherWitnesses, spliceWitnesses, verifyWitness } from '../cardano/witness.ts';

/** A signed transaction that was compared with the one inspected: fit to be submitted. */
export interface SignedTransaction {
  readonly bodyHash: string;
  /** Lower-case hex. */
  readonly cbor: string;
}

/**
 * Rules A1 to A3, on what the service answers after signing: the body's bytes, the validity flag, the attached data
 * and every other part of the witness set are what they were; every signature is right; ours (a CIP-30 witness set,
 * hex) and all needed ones are there.
 * Failures: `service-changed-transaction` (A1, A2, or a wrong signature), `signature-incomplete` (A3),
 * `transaction-undecodable`.
 */
export function verifySigned(
  unsignedCbor: string,
  signedCbor: string,
  ownWitnesses: string,
  neededKeyHashes: readonly string[],
): Result<SignedTransaction, Failure> {
  const before = decodeTransaction(unsignedCbor);
  const after = decodeTransaction(signedCbor);
  const own = parseWitnessSet(ownWitnesses);
  if (!before.ok) return failed(failure('transaction-undecodable', { reason: before.failure }));
  if (!after.ok) return failed(failure('transaction-undecodable', { reason: after.failure }));
  if (!own.ok) return failed(failure('signature-incomplete', { reason: own.failure }));
  const change = whatChanged(before.value, after.value);
  if (change !== undefined) return failed(failure('service-changed-transaction', { part: change }));
  const { bodyHash, witnesses } = after.value;
  if (!witnesses.vkeys.every((witness) => verifyWitness(bodyHash, witness)))
    return failed(failure('service-changed-transaction', { part: 'a signature is wrong' }));
  return complete(witnesses.vkeys, [...own.value, ...before.value.witnesses.vkeys], neededKeyHashes)
    ? ok({ bodyHash, cbor: toHex(after.value.bytes) })
    : failed(failure('signature-incomplete'));
}

/**
 * Puts our signatures (a CIP-30 witness set, hex) into the unsigned transaction here, for when the service fails
 * (A4). Only complete when no signature of others is needed. Failures as of `verifySigned`.
 */
export function assembleLocally(
  unsignedCbor: string,
  witnessSet: string,
  neededKeyHashes: readonly string[],
): Result<SignedTransaction, Failure> {
  const own = parseWitnessSet(witnessSet);
  if (!own.ok) return failed(failure('signature-incomplete', { reason: own.failure }));
  const spliced = spliceWitnesses(unsignedCbor, own.value);
  if (!spliced.ok) return failed(failure('transaction-undecodable', { reason: spliced.failure }));
  return verifySigned(unsignedCbor, spliced.value, witnessSet, neededKeyHashes);
}

function whatChanged(before: Transaction, after: Transaction): string | undefined {
  const part = (tx: Transaction, span: 'body' | 'auxiliary'): Uint8Array => slice(tx.bytes, tx.spans[span]);
  if (!bytesEqual(part(before, 'body'), part(after, 'body'))) return 'the signed body';
  if (before.isValid !== after.isValid) return 'the validity flag';
  if (!bytesEqual(part(before, 'auxiliary'), part(after, 'auxiliary'))) return 'the attached data';
  return sameOtherWitnesses(before, after) ? undefined : 'another part of the witnesses';
}

function complete(
  present: readonly VkeyWitness[],
  expected: readonly VkeyWitness[],
  needed: readonly string[],
): boolean {
  const identities = new Set(present.map(identity));
  const keyHashes = new Set(present.map(({ keyHash }) => keyHash));
  return (
    expected.every((witness) => identities.has(identity(witness))) &&
    needed.every((hash) => keyHashes.has(hash))
  );
}

function identity({ publicKey, signature }: VkeyWitness): string {
  return publicKey + signature;
}
