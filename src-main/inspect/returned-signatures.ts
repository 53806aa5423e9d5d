import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { encodeWitnessSet, parseWitnessSet, verifyWitness } from '../cardano/witness.ts';
import type { VkeyWitness } from '../cardano/witness-set.ts';

/** A signature as it came back from another machine. */
export type ReturnedSignature = VkeyWitness;

/** All signatures that are here by now. */
export interface GatheredSignatures {
  /** CIP-30 witness set, hex. */
  readonly witnessSet: string;
  /** How many of the needed keys have signed. */
  readonly there: number;
}

/**
 * Puts signatures that came back to those that are here already. Each must be right over the body's hash, by one of the
 * needed keys (hashes, hex). `gathered`: a CIP-30 witness set. Failures: `witness-of-another`, `witness-of-stranger`.
 */
export function gatherSignatures(
  bodyHash: string,
  needed: readonly string[],
  gathered: string | undefined,
  returned: readonly ReturnedSignature[],
): Result<GatheredSignatures, Failure> {
  if (returned.length === 0 || !returned.every((witness) => verifyWitness(bodyHash, witness)))
    return failed(failure('witness-of-another'));
  if (!returned.every(({ keyHash }) => needed.includes(keyHash)))
    return failed(failure('witness-of-stranger'));
  const before = gathered === undefined ? ok([]) : parseWitnessSet(gathered);
  const all = new Map(
    [...(before.ok ? before.value : []), ...returned].map((witness) => [witness.keyHash, witness]),
  );
  const there = needed.filter((key) => all.has(key)).length;
  return ok({ witnessSet: encodeWitnessSet([...all.values()]), there });
}
