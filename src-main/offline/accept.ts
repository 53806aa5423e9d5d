import { ADA } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import { approve, type ApprovedTx } from '../inspect/approved-tx.ts';
import type { Finding } from '../inspect/inspection.ts';
import { factsOf } from '../inspect/inspect-transaction.ts';
import { groundsOf } from '../inspect/rules/second-proof.ts';
import { assetsOf } from './objections.ts';
import { judgeOffline, type JudgedBundle, type JudgedTransaction } from './judge.ts';
import { signedText, type SignedRecord } from './signed-before.ts';

/** Milliseconds between the acceptance and the signature. */
const APPROVAL_LIFETIME_MS = 180_000;

/** All that is to be said about a bundle: about it as a whole, and about each of its transactions. */
export function findingsOf({ findings, transactions }: JudgedBundle): readonly Finding[] {
  return [...findings, ...transactions.flatMap(({ inspection: { report } }) => report.findings)];
}

/** The text of this machine's record with a bundle whose transactions were signed. It is kept before a signature leaves. */
export function recordWith(before: SignedRecord, judged: JudgedBundle, now: EpochMs): string {
  const { network, agreement } = judged.bundle;
  const signed = judged.transactions.flatMap(({ at, inspection }) => {
    const task = agreement.transactions[at]?.task;
    if (task === undefined) return [];
    const { bodyHash, report } = inspection;
    const moved = new Set(assetsOf(task));
    return [
      {
        ...{ network, bodyHash, task, inputs: factsOf(inspection).tx.body.inputs },
        validUntil: report.effect.validUntil,
        tokens: agreement.tokens.filter(({ id }) => id !== ADA && moved.has(id)),
      },
    ];
  });
  return signedText(before, signed, now);
}

/**
 * The same for a bundle that was accepted while the record could change: if it did, the bundle is judged by the record
 * as it is now, and what only that brings up was agreed to by nobody. `covers`: what the user's agreement covers.
 * Failures: `warning-unaccepted`, `offline-bundle-blocked`.
 */
export function recordAccepted(
  record: SignedRecord,
  judged: JudgedBundle,
  covers: (finding: Finding) => boolean,
  now: EpochMs,
): Result<string, Failure> {
  const { known } = judged;
  if (JSON.stringify(namesOf(record)) === JSON.stringify(namesOf(known.before)))
    return ok(recordWith(record, judged, now));
  const again = judgeOffline(judged.bundle, { ...known, before: record });
  const refused = refusalOf(again, covers);
  return refused ? failed(refused) : ok(recordWith(record, again, now));
}

function namesOf(record: SignedRecord | undefined): unknown {
  return record === 'unreadable' ? record : (record ?? []).map(({ bodyHash, at }) => [bodyHash, at]);
}

/**
 * Turns a judged bundle that the user accepted into the right to sign each of its transactions once: all of them or none.
 * `acceptedWarnings`: the rules whose warnings were agreed to. Failures: `offline-bundle-blocked` (a rule blocks),
 * `warning-unaccepted`, and those of `approve`, which runs the second proof once more.
 */
export function acceptOffline(
  judged: JudgedBundle,
  acceptedWarnings: readonly string[],
  now: EpochMs,
): Result<readonly ApprovedTx[], Failure> {
  const refused = refusalOf(judged, ({ rule }) => acceptedWarnings.includes(rule));
  if (refused) return failed(refused);
  const approved: ApprovedTx[] = [];
  for (const transaction of judged.transactions) {
    const one = approveOne(transaction, acceptedWarnings, now);
    if (!one.ok) return one;
    approved.push(one.value);
  }
  return ok(approved);
}

function refusalOf(judged: JudgedBundle, covers: (warning: Finding) => boolean): Failure | undefined {
  const findings = findingsOf(judged);
  const blocking = findings.find(({ severity }) => severity === 'block');
  if (blocking)
    return failure('offline-bundle-blocked', {
      finding: blocking.message.slice(0, 600),
      rule: blocking.rule,
    });
  const open = findings.find((finding) => finding.severity === 'warn' && !covers(finding));
  return open && failure('warning-unaccepted', { rule: open.rule, finding: open.message });
}

function approveOne(
  { inspection, input }: JudgedTransaction,
  acceptedWarnings: readonly string[],
  now: EpochMs,
): Result<ApprovedTx, Failure> {
  const grounds = groundsOf(input, inspection.report.summary.atLeast);
  if (!grounds)
    return failed(failure('offline-bundle-blocked', { finding: 'No second proof is possible.', rule: 'S2' }));
  const acceptance = {
    bodyHash: inspection.bodyHash,
    summaryHash: inspection.summaryHash,
    agreementHash: input.agreed.hash,
    subject: inspection.subject,
    acceptedWarnings,
    acceptedAt: now,
    expiresAt: epochMs(now + APPROVAL_LIFETIME_MS),
  };
  return approve(inspection, acceptance, grounds);
}
