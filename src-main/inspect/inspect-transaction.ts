import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import { blake2b256 } from '../cardano/hash.ts';
import { toHex } from '../cardano/hex.ts';
import { decodeTransaction } from '../cardano/transaction.ts';
import { effectOf, summaryOf } from './effect.ts';
import { gatherFacts } from './facts.ts';
import { genuine } from './genuine.ts';
import type { Finding, Inspection, InspectionReport } from './inspection.ts';
import type { InspectionInput } from './inspection-input.ts';
import { ruleTable } from './rule-table.ts';

/**
 * Judges a transaction by its bytes and its resolved inputs against what the user wants and accepted. Pure: the same
 * input gives the same inspection. Failure: `transaction-undecodable`; everything else is in the report's findings.
 */
export function inspectTransaction(input: InspectionInput): Result<Inspection, Failure> {
  const decoded = decodeTransaction(input.cbor);
  if (!decoded.ok) return failed(failure('transaction-undecodable', { reason: decoded.failure }));
  const facts = gatherFacts(input, decoded.value);
  const findings = ruleTable.flatMap((rule) => rule.judge(facts));
  const report: InspectionReport = {
    verdict: verdictOf(findings),
    rulesRun: ruleTable.map(({ id }) => id),
    findings,
    effect: effectOf(facts),
    summary: summaryOf(facts),
  };
  const inspection: Inspection = {
    bodyHash: decoded.value.bodyHash,
    summaryHash: summaryHash(decoded.value.bodyHash, input.quote.id, report),
    cbor: toHex(decoded.value.bytes),
    quoteId: input.quote.id,
    report,
  };
  return ok(genuine(inspection));
}

function verdictOf(findings: readonly Finding[]): InspectionReport['verdict'] {
  if (findings.some(({ severity }) => severity === 'block')) return 'block';
  return findings.some(({ severity }) => severity === 'warn') ? 'warn' : 'pass';
}

/** Binds what was shown: the figures of the sentences and every finding. */
function summaryHash(bodyHash: string, quoteId: string, { summary, findings }: InspectionReport): string {
  const text = JSON.stringify({ bodyHash, quoteId, summary, findings }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
  return blake2b256(new TextEncoder().encode(text));
}
