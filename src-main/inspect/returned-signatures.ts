import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { enoughSigners, signaturesOf } from '../cardano/script-witness.ts';
import { decodeTransaction } from '../cardano/transaction.ts';
import { encodeWitnessSet, parseWitnessSet, verifyWitness } from '../cardano/witness.ts';
import type { VkeyWitness } from '../cardano/witness-set.ts';

/** A signature as it came back from another machine. */
export type ReturnedSignature = VkeyWitness;

/** All signatures that are here by now. */
export interface GatheredSignatures {
  /** CIP-30 witness set, hex; once complete, it holds only the signatures that the transaction takes. */
  readonly witnessSet: string;
  /** How many keys have signed, and how many signatures the transaction takes. */
  readonly there: number;
  readonly needed: number;
  readonly enough: boolean;
}

/** Whether a signature is valid for a transaction, by the hash (hex) of its body. */
export function isSignatureOver(bodyHash: string, witness: ReturnedSignature): boolean {
  return verifyWitness(bodyHash, witness);
}

/**
 * Adds returned signatures to those already here. Each must be valid for the body's hash and made by one of the
 * `signers` (hashes, hex): all of them have to sign, or, if a native script names them, as many as it takes. `cbor`:
 * the unsigned transaction, hex. `gathered`: a CIP-30 witness set. Failures: `transaction-undecodable`,
 * `witness-of-another`, `witness-of-stranger`.
 */
export function gatherSignatures(
  cbor: string,
  signers: readonly string[],
  gathered: string | undefined,
  returned: readonly ReturnedSignature[],
): Result<GatheredSignatures, Failure> {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) return failed(failure('transaction-undecodable', { reason: decoded.failure }));
  const tx = decoded.value;
  if (!returned.every((witness) => verifyWitness(tx.bodyHash, witness)))
    return failed(failure('witness-of-another'));
  if (!returned.every(({ keyHash }) => signers.includes(keyHash)))
    return failed(failure('witness-of-stranger'));
  const before = gathered === undefined ? ok([]) : parseWitnessSet(gathered);
  const all = new Map(
    [...(before.ok ? before.value : []), ...returned].map((witness) => [witness.keyHash, witness]),
  );
  const enough = enoughSigners(tx, signers, [...all.keys()]);
  const needed = [...all.values()].filter(({ keyHash }) => enough?.has(keyHash) ?? true);
  return ok({
    witnessSet: encodeWitnessSet(needed),
    there: all.size,
    needed: signaturesOf(tx, signers),
    enough: enough !== undefined,
  });
}
