import { createHash } from 'node:crypto';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { cborOf, decodeStrictly, type Undecodable } from '../cardano/transaction.ts';
import { effectOf, summaryOf, totalCostOf } from './figures.ts';
import { gatherFacts, type Facts } from './facts.ts';
import { genuine } from './approved-tx.ts';
import type { Finding, Inspection, InspectionReport } from './inspection.ts';
import type { InspectionInput } from './inspection-input.ts';
import { ruleTable } from './rule-table.ts';
import { isNeeded } from './rules/second-proof.ts';
import { shownClaims } from './terms.ts';

/**
 * Judges a transaction by its bytes and its resolved inputs against what the user wants and accepted. Pure: the same
 * input gives the same inspection. Failure: `transaction-undecodable`; everything else is in the report's findings.
 * @throws TypeError when the decoded transaction handed in was not decoded from the input's bytes
 */
export function inspectTransaction(input: InspectionInput): Result<Inspection, Failure> {
  const decoded = input.read ? ok(input.read) : decodeStrictly(input.cbor);
  if (!decoded.ok) return failed(undecodable(decoded.failure));
  const tx = decoded.value;
  const cbor = cborOf(tx);
  if (cbor !== input.cbor.toLowerCase() || tx.historic)
    throw new TypeError('the reading is of other bytes, or of a form that the network does not take');
  const facts = gatherFacts(input, tx);
  const findings: Finding[] = [];
  const run = ruleTable.filter((rule) => {
    const needed = isNeeded(rule, findings);
    if (needed) findings.push(...rule.judge(facts));
    return needed;
  });
  const report: InspectionReport = {
    verdict: verdictOf(findings),
    rulesRun: run.map(({ id }) => id),
    findings,
    effect: effectOf(facts),
    summary: summaryOf(facts),
    totalCost: totalCostOf(facts),
  };
  const inspection: Inspection = {
    bodyHash: tx.bodyHash,
    summaryHash: summaryHash(tx.bodyHash, input, report),
    cbor,
    subject: input.subject,
    report,
  };
  read.set(inspection, facts);
  return ok(genuine(inspection));
}

/** The facts behind each inspection, so that code that explains or records a transaction need not decode it again. */
const read = new WeakMap<Inspection, Facts>();

/**
 * The facts behind an inspection, including the decoded transaction. @throws TypeError for one that the inspector did
 * not make.
 */
export function factsOf(inspection: Inspection): Facts {
  const facts = read.get(inspection);
  if (facts === undefined) throw new TypeError('only what the inspector made has its facts');
  return facts;
}

function undecodable({ rule, reason, bodyHash }: Undecodable): Failure {
  return failure('transaction-undecodable', {
    reason,
    rule,
    ...(bodyHash === undefined ? {} : { bodyHash }),
  });
}

function verdictOf(findings: readonly Finding[]): InspectionReport['verdict'] {
  if (findings.some(({ severity }) => severity === 'block')) return 'block';
  return findings.some(({ severity }) => severity === 'warn') ? 'warn' : 'pass';
}

/** Binds what was shown: the agreement, the figures of the sentences, how tokens are written, and every finding. */
function summaryHash(
  bodyHash: string,
  { subject, tokens, agreed, claims }: InspectionInput,
  { summary, findings }: InspectionReport,
): string {
  const agreement = agreed?.hash;
  const shown = claims && shownClaims(claims);
  const text = JSON.stringify(
    { bodyHash, agreement, subject, tokens, claims: shown, summary, findings },
    plain,
  );
  return createHash('sha256').update(text).digest('hex');
}

function plain(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Map ? [...value] : value;
}
