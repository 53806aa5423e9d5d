import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hexBytes, toHex } from '../../../src-main/cardano/hex.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import { prove } from '../../../src-main/proof/prove.ts';
import { agreedTo } from '../../support/agreed.ts';
import { CHEAP_PLAN, planDatum, planQuestion, withDatum } from '../../support/aggregator-plan.ts';
import { mainnetProofScripts, proofInputOf } from '../../support/proving.ts';

const question = planQuestion(CHEAP_PLAN);
const datum = planDatum(question.cbor);

/** The verdict of the first proof with what it asks, and the objections of the second. */
function judged(cbor: string) {
  const input = agreedTo({ ...question, cbor });
  const inspected = inspectTransaction(input);
  const { verdict, findings } = inspected.ok ? inspected.value.report : { verdict: 'block', findings: [] };
  return {
    verdict,
    asked: findings.filter(({ rule, severity }) => rule === 'V11' && severity === 'warn'),
    objections: prove(proofInputOf(input, mainnetProofScripts)).objections,
  };
}

describe('a plan of the aggregator with one byte of its datum changed', () => {
  it('is blocked by both proofs, or asked about for at least as much as before, and never clean', () => {
    const before = judged(question.cbor).asked;
    expect(before.length).toBeGreaterThan(0);
    const outcomes = { blocked: 0, asked: 0 };
    fc.assert(
      fc.property(fc.nat(datum.length / 2 - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = hexBytes(datum);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const { verdict, asked, objections } = judged(withDatum(question.cbor, toHex(bytes)));
        expect(verdict, `byte ${at}`).not.toBe('pass');
        outcomes[verdict === 'block' ? 'blocked' : 'asked'] += 1;
        if (verdict === 'block') expect(objections, `byte ${at}`).not.toEqual([]);
        else expect(asked.length, `byte ${at}`).toBeGreaterThanOrEqual(before.length);
      }),
      { numRuns: 1_500 },
    );
    expect(outcomes.blocked).toBeGreaterThan(500);
    expect(outcomes.asked).toBeGreaterThan(0);
  });
});
