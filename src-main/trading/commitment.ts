import type { Failure } from '../../src-preload/domain/failure.ts';
import { failure } from '../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import type { Trade } from '../../src-preload/domain/trade.ts';
import { approve, type ApprovedTx } from '../inspect/approved-tx.ts';
import { assembleLocally, verifySigned } from '../inspect/verify-signed.ts';
import type { Clock } from '../ports/clock.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { Service } from '../ports/service.ts';
import type { Review } from './review-desk.ts';
import { checkSendable, submitSame, type SubmissionParts } from './submission.ts';

const LONGEST_EVIDENCE = 65_536;

/** Signs an approved transaction with the account's keys; answers a CIP-30 witness set in hex. */
export type SignApproved = (approved: ApprovedTx) => Promise<Result<string, Failure>>;

export interface CommitmentParts extends SubmissionParts {
  readonly service: Service;
  readonly clock: Clock;
}

/**
 * From the user's acceptance to the signed journal entry (rules S1, S2). A signing that does not happen (wrong
 * password, window closed) leaves the trade as it was. Once this succeeds the transaction may reach the chain.
 */
export async function signAccepted(
  entry: JournalEntry,
  review: Review,
  bodyHash: string,
  sign: SignApproved,
  { book, clock, checkpoint }: CommitmentParts,
): Promise<Result<JournalEntry, Failure>> {
  const { inspection } = review;
  const approved = approve(inspection, {
    bodyHash,
    summaryHash: inspection.summaryHash,
    quoteId: inspection.quoteId,
    acceptedWarnings: inspection.report.findings
      .filter(({ severity }) => severity === 'warn')
      .map(({ rule }) => rule),
    acceptedAt: clock.now(),
    expiresAt: review.expiresAt,
  });
  if (!approved.ok) return approved;
  const accepted = book.record(entry, 'approved', 'accepted by the user', { trade: { failure: undefined } });
  checkpoint('approved-journalled');
  const witnesses = await signSafely(() => sign(approved.value));
  checkpoint('signature-made');
  if (!witnesses.ok) {
    book.record(accepted, 'built', `not signed (${witnesses.failure.code})`);
    return witnesses;
  }
  const own = assembleLocally(entry.bytes.unsignedCbor, witnesses.value, entry.bytes.ownSigners);
  if (!own.ok) {
    book.record(accepted, 'refused', 'our own signature does not verify', {
      trade: { failure: own.failure },
    });
    return own;
  }
  const signed = book.record(accepted, 'signed', 'signed; it may reach the chain from now on', {
    bytes: { witnessSet: witnesses.value },
  });
  checkpoint('signed-journalled');
  return ok(signed);
}

/** A signer that throws has not signed: its bug must not leave the trade half-way. */
async function signSafely(sign: () => Promise<Result<string, Failure>>): Promise<Result<string, Failure>> {
  try {
    return await sign();
  } catch {
    return failed(failure('internal-error', { incident: 'signer' }));
  }
}

/**
 * Puts the signed transaction together: by the service's `/swap/sign` where its answer passes rules A1 to A3, else
 * here when no signature of others is needed (A4), and says which. What the service changed is kept as evidence.
 * Failure: `signature-incomplete` when the service's own signature is needed and did not come; the trade stays
 * `signed`.
 */
export async function assemble(
  entry: JournalEntry,
  { book, service, checkpoint }: CommitmentParts,
  signal?: AbortSignal,
): Promise<Result<JournalEntry, Failure>> {
  const { unsignedCbor, witnessSet, ownSigners, foreignSigners } = entry.bytes;
  if (witnessSet === undefined) throw new RangeError('only a signed trade can be assembled');
  const needed = [...ownSigners, ...foreignSigners];
  const answer = await service.sign(unsignedCbor, witnessSet, signal);
  checkpoint('sign-answered');
  const verified = answer.ok ? verifySigned(unsignedCbor, answer.value, witnessSet, needed) : answer;
  if (verified.ok) {
    const assembled = book.record(entry, 'assembled', 'put together by the service, unchanged', {
      trade: { assembledBy: 'service', failure: undefined },
      bytes: { signedCbor: verified.value.cbor },
    });
    checkpoint('assembled-journalled');
    return ok(assembled);
  }
  const evidence = answer.ok ? { serviceAnswer: answer.value.slice(0, LONGEST_EVIDENCE) } : {};
  const trouble = answer.ok ? alarmOf(verified.failure) : undefined;
  const local = assembleLocally(unsignedCbor, witnessSet, needed);
  if (!local.ok) {
    const why = trouble ?? local.failure;
    book.record(entry, 'signed', `cannot be put together (${verified.failure.code})`, {
      trade: { failure: why },
      bytes: evidence,
    });
    return failed(why);
  }
  const assembled = book.record(entry, 'assembled', `put together here (${verified.failure.code})`, {
    trade: { assembledBy: 'local', failure: trouble },
    bytes: { ...evidence, signedCbor: local.value.cbor },
  });
  checkpoint('assembled-journalled');
  return ok(assembled);
}

/** An answer that is another transaction, or none at all, is a changed one; one that lacks a signature is not. */
function alarmOf(found: Failure): Failure | undefined {
  if (found.code === 'signature-incomplete') return undefined;
  return found.code === 'service-changed-transaction' ? found : failure('service-changed-transaction');
}

/**
 * Sends an assembled trade after rule T1. Failures: `transaction-expired`, `inputs-spent`, those of the ledger and
 * its refusal, which is journalled with the trade. An unknown outcome is no failure: the trade says so.
 */
export async function send(
  entry: JournalEntry,
  parts: SubmissionParts,
  note: string,
  signal?: AbortSignal,
): Promise<Result<Trade, Failure>> {
  const sendable = await checkSendable(entry, parts.ledger, signal);
  if (!sendable.ok) {
    parts.book.record(entry, entry.trade.state, `not sent (${sendable.failure.code})`, {
      trade: { failure: sendable.failure },
    });
    return sendable;
  }
  const { trade } = await submitSame(entry, parts, note, signal);
  if (trade.state === 'assembled' && trade.failure) return failed(trade.failure);
  return ok(trade);
}
