import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import { agreementHash } from '../agreement/agreement-json.ts';
import type { Signature } from '../receipt/receipt-key.ts';
import type { Inspection } from './inspection.ts';
import { disagreements, type Grounds } from './rules/second-proof.ts';

/** The user's acceptance, as reported by the window that asked for it. */
export interface Acceptance {
  readonly bodyHash: string;
  readonly summaryHash: string;
  /** Of the agreement that was shown. */
  readonly agreementHash: string;
  /** See `Inspection.subject`. */
  readonly subject: string;
  /** Rule ids of the warnings that were consented to one by one. */
  readonly acceptedWarnings: readonly string[];
  readonly acceptedAt: EpochMs;
  /** When the quote, and with it the approval, ends. */
  readonly expiresAt: EpochMs;
}

/** Held by this module alone: nobody else can call the constructor with it. */
const seal = Symbol('approval');

/**
 * A transaction that was inspected and accepted. Only `approve` makes one, and the signer signs nothing else.
 * Good for one signing, until `expiresAt`.
 */
export class ApprovedTx {
  /** Hex of the body's hash: the bytes to be signed. */
  readonly bodyHash: string;
  /** The exact transaction that was inspected, lower-case hex. */
  readonly cbor: string;
  /** Key hashes of ours (hex) that the transaction needs; no other key may sign. */
  readonly signers: readonly string[];
  readonly expiresAt: EpochMs;
  #used = false;

  constructor(key: symbol, inspection: Inspection, expiresAt: EpochMs) {
    if (key !== seal) throw new TypeError('an approval comes from approve() alone');
    this.bodyHash = inspection.bodyHash;
    this.cbor = inspection.cbor;
    this.signers = Object.freeze([...inspection.report.effect.ownSigners]);
    this.expiresAt = expiresAt;
    Object.freeze(this);
  }

  /** Uses the approval up: the signer calls it right before the keys act. Failure: `approval-expired`. */
  redeem(now: EpochMs): Result<ApprovedTx, Failure> {
    if (this.#used || now >= this.expiresAt) return failed(failure('approval-expired'));
    this.#used = true;
    return ok(this);
  }
}

/** Signs an approved transaction with the account's keys. */
export type Signer = (approved: ApprovedTx) => Promise<Result<Signature, Failure>>;

/**
 * Turns an inspection that the user accepted into the right to sign it once. The second proof is run here too, over the
 * very bytes and the agreement that was accepted: `grounds`. Failures: `inspection-blocked` (a rule blocks, a warning was
 * not consented to, or something else was accepted), `approval-expired`, `proofs-disagree`. @throws TypeError for an inspection that the inspector did not make.
 */
export function approve(
  inspection: Inspection,
  acceptance: Acceptance,
  grounds: Grounds,
): Result<ApprovedTx, Failure> {
  if (!isGenuine(inspection)) throw new TypeError('only what the inspector made can be approved');
  const { findings } = inspection.report;
  const blocking = findings.find((finding) => finding.severity === 'block');
  if (blocking)
    return failed(failure('inspection-blocked', { finding: blocking.message, rule: blocking.rule }));
  const unaccepted = findings.find(
    (finding) => finding.severity === 'warn' && !acceptance.acceptedWarnings.includes(finding.rule),
  );
  if (unaccepted)
    return failed(failure('inspection-blocked', { finding: unaccepted.message, rule: unaccepted.rule }));
  const same =
    acceptance.bodyHash === inspection.bodyHash &&
    acceptance.summaryHash === inspection.summaryHash &&
    acceptance.subject === inspection.subject;
  if (!same)
    return failed(failure('inspection-blocked', { finding: 'Something else was accepted.', rule: 'S1' }));
  if (acceptance.agreementHash !== agreementHash(grounds.agreement))
    return failed(failure('inspection-blocked', { finding: 'Something else was agreed to.', rule: 'S1' }));
  if (acceptance.acceptedAt >= acceptance.expiresAt) return failed(failure('approval-expired'));
  const [difference] = disagreements(
    inspection.cbor,
    grounds,
    inspection.report.summary,
    inspection.report.effect.ownSigners,
  );
  if (difference !== undefined) return failed(failure('proofs-disagree', { finding: difference }));
  return ok(new ApprovedTx(seal, inspection, acceptance.expiresAt));
}

const inspections = new WeakSet<Inspection>();

/** Marks an inspection as made by the inspector. Called by `inspectTransaction` alone. */
export function genuine(inspection: Inspection): Inspection {
  deepFreeze(inspection);
  inspections.add(inspection);
  return inspection;
}

/** True for an inspection that the inspector made in this process, as it made it; a copy is not one. */
export function isGenuine(inspection: Inspection): boolean {
  return inspections.has(inspection);
}

function deepFreeze(value: unknown): void {
  // Primitive values count as frozen.
  if (Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value as object)) deepFreeze(part);
}
