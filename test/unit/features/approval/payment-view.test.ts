import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { approvalTable } from '#contract/index.ts';
import { addressOf, formatAddress } from '../../../../src-main/cardano/address.ts';
import { approvalTask } from '../../../../src-main/features/approval/approval-view.ts';
import { inspectTransaction } from '../../../../src-main/inspect/inspect-transaction.ts';
import { goodPayment, output } from '../../../support/good-payment.ts';
import { myAddress, STAKE, strangerAddress } from '../../../support/good-trade.ts';
import { reviewedAs } from '../../../support/reviewed.ts';

const SETTING = {
  practice: true,
  profile: { name: 'Practice', network: 'preprod' as const },
  asksPassword: true,
  watchOnly: false,
};
const thief = formatAddress(
  addressOf(0, { kind: 'key', hash: '99'.repeat(28) }, { kind: 'key', hash: STAKE }),
);

function taskOf(cbor?: string) {
  const { input } = goodPayment();
  const judged = cbor === undefined ? input : { ...input, cbor };
  const inspected = inspectTransaction(judged);
  if (!inspected.ok) throw new Error(inspected.failure.code);
  const task = approvalTask({ ...reviewedAs(judged), inspection: inspected.value }, SETTING);
  expect(v.parse(approvalTable.task.output, { task, inView: true, theme: 'dark' }).task).toEqual(task);
  return task;
}

describe('a payment in the approval window', () => {
  it('shows what goes where, whole, and what was agreed to', () => {
    const task = taskOf();
    expect(task.title).toBe('Payment on the practice network');
    expect(task.payment).toEqual({ what: '25 ADA and 1 GEM', to: strangerAddress });
    expect(task.totalCost).toBeUndefined();
    expect(task.agreement.lines[0]).toBe(
      `Exactly 25 ADA and 1 GEM goes to ${strangerAddress}, in one output.`,
    );
  });

  it('shows the recipient of the bytes where that is another one than was typed, and blocks it', () => {
    const { pays, change, paying } = goodPayment();
    const task = taskOf(paying([output(thief, pays), output(myAddress, change)]));
    expect(task.verdict).toBe('block');
    expect(task.payment).toEqual({ what: '25 ADA and 1 GEM', to: thief });
    expect(
      task.findings.some(({ rule, sentence }) => rule === 'V18' && sentence.includes(strangerAddress)),
    ).toBe(true);
  });
});
