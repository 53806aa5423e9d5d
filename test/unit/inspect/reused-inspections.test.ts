import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { epochMs } from '#domain/time.ts';
import type { Agreement } from '../../../src-main/agreement/agreement.ts';
import { agreementHash } from '../../../src-main/agreement/agreement-json.ts';
import { boundsOf, sumOfBounds } from '../../../src-main/agreement/bounds.ts';
import { approve } from '../../../src-main/inspect/approved-tx.ts';
import { factsOf, inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { Inspection } from '../../../src-main/inspect/inspection.ts';
import { agreedTo, groundsFor } from '../../support/agreed.ts';
import { goodTrade, TIP, writeDraft } from '../../support/good-trade.ts';
import { must } from '../../support/trader.ts';

/** An inspection is good for its own bytes and for its own place in an agreement. */

const trade = goodTrade();
const agreed = agreedTo(trade.input);
const inspection = must(inspectTransaction(agreed));

/** The trade as one of two that are agreed to; the other one sells half as much. */
function agreementOfTwo(): Agreement {
  const [mine] = agreed.agreed.agreement.transactions;
  if (mine?.task.kind !== 'swap') throw new Error('the good trade is a swap');
  const { pay, atLeast, expected } = mine.task;
  const task = {
    ...mine.task,
    pay: { ...pay, quantity: quantity(pay.quantity / 2n) },
    atLeast: atLeast / 2n,
    expected: expected / 2n,
  };
  const transactions = [mine, { task, bounds: boundsOf(task) }];
  const whole = sumOfBounds(transactions.map(({ bounds }) => bounds));
  return { ...agreed.agreed.agreement, transactions, whole };
}

describe('what an inspection rests on', () => {
  it('is decoded from its own bytes, also where two share all else', () => {
    const later = writeDraft({ ...trade.draft, validUntil: BigInt(TIP + 1_000) });
    const other = must(inspectTransaction({ ...agreed, cbor: later }));
    expect(other.bodyHash).not.toBe(inspection.bodyHash);
    for (const one of [inspection, other]) {
      const { tx } = factsOf(one);
      expect(tx.bodyHash).toBe(one.bodyHash);
      expect(Buffer.from(tx.bytes).toString('hex')).toBe(one.cbor);
    }
  });

  it('is not to be had for a copy, nor for one with other bytes in it', () => {
    const copies: readonly Inspection[] = [{ ...inspection }, { ...inspection, cbor: '84a0a0f5f6' }];
    for (const copy of copies) expect(() => factsOf(copy)).toThrow(TypeError);
  });
});

describe('an approval of one transaction of several', () => {
  it.each([
    ['its own place', 0, 'ok'],
    ['the place of another one', 1, 'proofs-disagree'],
    ['a place that nobody agreed to', 2, 'proofs-disagree'],
  ])('at %s', (_where, at, code) => {
    const agreement = agreementOfTwo();
    const { bodyHash, summaryHash, subject } = inspection;
    const approved = approve(
      inspection,
      {
        bodyHash,
        summaryHash,
        subject,
        agreementHash: agreementHash(agreement),
        acceptedWarnings: [],
        acceptedAt: epochMs(1_000),
        expiresAt: epochMs(2_000),
      },
      { ...groundsFor(agreed, inspection), agreement, at },
    );
    expect(approved.ok ? 'ok' : approved.failure.code).toBe(code);
  });
});
