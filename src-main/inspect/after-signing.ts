import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { commitmentNote } from '#domain/commitment-note.ts';
import { enoughSigners } from '../cardano/script-witness.ts';
import { cborOf, decodeTransaction, rawOf, type Transaction } from '../cardano/transaction.ts';
import { parseWitnessSet, sameOtherWitnesses, verifyWitness, withWitnesses } from '../cardano/witness.ts';
import type { VkeyWitness } from '../cardano/witness-set.ts';
import { factsOf } from './inspect-transaction.ts';
import type { Inspection } from './inspection.ts';

/** A signed transaction that was compared with the one inspected: fit to be submitted. */
export interface SignedTransaction {
  readonly bodyHash: string;
  /** Lower-case hex. */
  readonly cbor: string;
}

/** The transaction before it was signed: its bytes (hex), or their reading. */
export type Unsigned = string | Transaction;

/**
 * The reading that was inspected, of a transaction that is about to be signed, or was signed just now. @throws TypeError
 * unless these, as the journal holds them, are the very bytes that were inspected (hex)
 */
export function inspectedReading(inspection: Inspection, journalled: string): Unsigned {
  const { tx } = factsOf(inspection);
  if (cborOf(tx) !== journalled) throw new TypeError('the journal holds other bytes than were inspected');
  return tx;
}

/**
 * Rules A1 to A3, on what the service answers after signing: the body's bytes, the validity flag, the attached data
 * and every other part of the witness set are what they were; every signature is right; ours (a CIP-30 witness set,
 * hex) and all needed ones are there.
 * Failures, the first two and the last with the rule in `data.rule`: `service-changed-transaction` (A1, A2, or a
 * wrong signature), `signature-incomplete` (A3), `transaction-undecodable` (A1).
 */
export function verifySigned(
  unsigned: Unsigned,
  signedCbor: string,
  ownWitnesses: string,
  neededKeyHashes: readonly string[],
): Result<SignedTransaction, Failure> {
  const before = readingOf(unsigned);
  const after = decodeTransaction(signedCbor);
  const own = parseWitnessSet(ownWitnesses);
  if (!before.ok) return failed(failure('transaction-undecodable', { reason: before.failure }));
  if (!after.ok) return failed(failure('transaction-undecodable', { rule: 'A1', reason: after.failure }));
  if (!own.ok) return failed(failure('signature-incomplete', { rule: 'A3', reason: own.failure }));
  return judged({ before: before.value, after: after.value, own: own.value, needed: neededKeyHashes });
}

/**
 * Puts our signatures (a CIP-30 witness set, hex) into the unsigned transaction here, for when the service fails
 * (A4). Only complete when no signature of others is needed. Failures as of `verifySigned`.
 */
export function assembleLocally(
  unsigned: Unsigned,
  witnessSet: string,
  neededKeyHashes: readonly string[],
): Result<SignedTransaction, Failure> {
  const own = parseWitnessSet(witnessSet);
  if (!own.ok) return failed(failure('signature-incomplete', { rule: 'A3', reason: own.failure }));
  const before = readingOf(unsigned);
  if (!before.ok) return failed(failure('transaction-undecodable', { reason: before.failure }));
  const after = withWitnesses(before.value, own.value);
  if (!after.ok) return failed(failure('transaction-undecodable', { reason: after.failure }));
  return judged({ before: before.value, after: after.value, own: own.value, needed: neededKeyHashes });
}

function readingOf(unsigned: Unsigned): Result<Transaction, string> {
  return typeof unsigned === 'string' ? decodeTransaction(unsigned) : ok(unsigned);
}

function judged(answered: Answered): Result<SignedTransaction, Failure> {
  for (const rule of answerRules) {
    const breach = rule.judge(answered);
    if (breach?.kind === 'incomplete') return failed(failure('signature-incomplete', { rule: rule.id }));
    if (breach) return failed(failure('service-changed-transaction', { rule: rule.id, part: breach.part }));
  }
  const { after } = answered;
  return ok({ bodyHash: after.bodyHash, cbor: cborOf(after) });
}

/** The transaction that came back after signing, and the one that it is compared with. */
interface Answered {
  /** The transaction that was inspected and accepted. */
  readonly before: Transaction;
  /** The transaction that is to be sent in its place. */
  readonly after: Transaction;
  /** Our signatures. */
  readonly own: readonly VkeyWitness[];
  /** Hashes (hex) of all keys that must have signed. */
  readonly needed: readonly string[];
}

/** The fault that a rule found: a part that was changed, or a signature that is still missing. */
export interface Breach {
  readonly kind: 'changed' | 'incomplete';
  /** The part, in words that end "The service changed …". */
  readonly part: string;
}

/** One rule on the answer of `/swap/sign`. */
export interface AnswerRule {
  /** Id of the rule table: `A1` to `A3`. */
  readonly id: 'A1' | 'A2' | 'A3';
  /** The guarantee when the rule finds no fault. */
  readonly holds: string;
  /** Cases that it does not cover. */
  readonly leavesOut: string;
  judge(answered: Answered): Breach | undefined;
}

/** The bytes are compared, not their hash: what was inspected is what is sent. */
export const sameBody: AnswerRule = {
  id: 'A1',
  holds: 'Body, validity flag and attached data are, byte for byte, those that you accepted.',
  leavesOut: 'The witnesses: scripts and data by A2, signatures by A3.',
  judge: ({ before, after }) => {
    const part = changedPart(before, after);
    return part === undefined ? undefined : { kind: 'changed', part };
  },
};

function changedPart(before: Transaction, after: Transaction): string | undefined {
  const same = (span: 'body' | 'auxiliary'): boolean =>
    rawOf(before, before.spans[span]) === rawOf(after, after.spans[span]);
  if (!same('body')) return 'the signed body';
  if (before.isValid !== after.isValid) return 'the validity flag';
  return same('auxiliary') ? undefined : 'the attached data';
}

/** The signed body covers these parts only by hashes, and some of them not at all. */
export const sameWitnessParts: AnswerRule = {
  id: 'A2',
  holds: 'Scripts, data and redeemers are, byte for byte, those of the transaction that you accepted.',
  leavesOut: 'The signatures, which are meant to be added to: A3 judges them.',
  judge: ({ before, after }) =>
    sameOtherWitnesses(before, after)
      ? undefined
      : { kind: 'changed', part: 'another part of the witnesses' },
};

/** Signatures of others are welcome as long as each of them is right. */
export const signatures: AnswerRule = {
  id: 'A3',
  holds:
    'Every signature is right, yours and those that were there are there, and every needed key has signed, or of those that a native script names as many as it takes.',
  leavesOut: 'Who holds the keys of others, and script witnesses of inputs that no key guards.',
  judge: ({ before, after, own, needed }) => {
    const { bodyHash, witnesses } = after;
    if (!witnesses.vkeys.every((witness) => verifyWitness(bodyHash, witness)))
      return { kind: 'changed', part: 'a signature is wrong' };
    const identities = new Set(witnesses.vkeys.map(identity));
    const keyHashes = new Set(witnesses.vkeys.map(({ keyHash }) => keyHash));
    const unbroken = [...own, ...before.witnesses.vkeys].every((witness) =>
      identities.has(identity(witness)),
    );
    const complete = unbroken && enoughSigners(after, needed, [...keyHashes]) !== undefined;
    return complete ? undefined : { kind: 'incomplete', part: 'a signature is missing' };
  },
};

function identity({ publicKey, signature }: VkeyWitness): string {
  return publicKey + signature;
}

/** The rules for every answer of `/swap/sign`, in the order in which they are checked; the first breach is reported. */
export const answerRules: readonly AnswerRule[] = [sameBody, sameWitnessParts, signatures];

/**
 * Rule A4. Local assembly is offered when the service fails or cheats after signing. It is never done unasked, and
 * not possible when a key of others has to sign: only they can add its signature.
 */
export const localAssembly = {
  id: 'A4',
  holds: 'Nobody else has to sign, so your signature makes the transaction complete.',
  leavesOut: 'Whether the ledger still takes it: rule T1, right before it is sent.',
  /** `foreignSigners`: hashes of the keys of others that the transaction needs. */
  possible: (foreignSigners: readonly string[]): boolean => foreignSigners.length === 0,
} as const;

/** Rule A5. A signature is a commitment until the transaction's validity ends, whoever holds it. */
export const commitment = {
  id: 'A5',
  holds: 'You are shown until when your signature can be used, and how to make it void.',
  leavesOut: 'Who holds it: the service has it, and so has everybody the service passed it to.',
  /** `until` is the end of the validity as local time; `undefined` when it has none. */
  note: commitmentNote,
} as const;
