import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { toHex } from '../cardano/hex.ts';
import { decodeTransaction } from '../cardano/transaction.ts';
import { parseWitnessSet, spliceWitnesses } from '../cardano/witness.ts';
import { answerRules } from './after-signing/answer-rules.ts';
import type { Answered } from './after-signing/answered.ts';

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
 * Failures, the first two and the last with the rule in `data.rule`: `service-changed-transaction` (A1, A2, or a
 * wrong signature), `signature-incomplete` (A3), `transaction-undecodable` (A1).
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
  if (!after.ok) return failed(failure('transaction-undecodable', { rule: 'A1', reason: after.failure }));
  if (!own.ok) return failed(failure('signature-incomplete', { rule: 'A3', reason: own.failure }));
  const breach = breachOf({
    before: before.value,
    after: after.value,
    own: own.value,
    needed: neededKeyHashes,
  });
  const { bodyHash, bytes } = after.value;
  return breach ? failed(breach) : ok({ bodyHash, cbor: toHex(bytes) });
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
  if (!own.ok) return failed(failure('signature-incomplete', { rule: 'A3', reason: own.failure }));
  const spliced = spliceWitnesses(unsignedCbor, own.value);
  if (!spliced.ok) return failed(failure('transaction-undecodable', { reason: spliced.failure }));
  return verifySigned(unsignedCbor, spliced.value, witnessSet, neededKeyHashes);
}

function breachOf(answered: Answered): Failure | undefined {
  for (const rule of answerRules) {
    const breach = rule.judge(answered);
    if (breach?.kind === 'incomplete') return failure('signature-incomplete', { rule: rule.id });
    if (breach) return failure('service-changed-transaction', { rule: rule.id, part: breach.part });
  }
  return undefined;
}
