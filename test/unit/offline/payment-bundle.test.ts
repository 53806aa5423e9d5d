import { describe, expect, it } from 'vitest';
import { subtractValues } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { SendTask } from '../../../src-main/agreement/agreement.ts';
import { boundsOf, sumOfBounds } from '../../../src-main/agreement/bounds.ts';
import { agreementJson, readAgreement } from '../../../src-main/agreement/agreement-json.ts';
import { judgeOffline } from '../../../src-main/offline/judge.ts';
import { FEE, goodPayment, output } from '../../support/good-payment.ts';
import { GEM, goodTrade, myAddress, strangerAddress } from '../../support/good-trade.ts';
import { goodBundle, offlineGrounds } from '../../support/offline-bundle.ts';

const { input, pays, change, paying } = goodPayment();
const { agreement } = input.agreed;
const bundle = goodBundle({ agreement, transactions: [{ at: 0, cbor: input.cbor }] }, goodTrade('token', 1));
const grounds = offlineGrounds({ own: input.own, scripts: input.scripts });
const blocksOf = (judged: ReturnType<typeof judgeOffline>): readonly string[] =>
  [
    ...judged.findings,
    ...judged.transactions.flatMap(({ inspection }) => inspection.report.findings),
  ].flatMap(({ rule, severity }) => (severity === 'block' ? [rule] : []));

describe('a payment in a bundle', () => {
  it('is judged by the keys’ own machine: the recipient is new to it', () => {
    const judged = judgeOffline(bundle, grounds);
    expect(blocksOf(judged)).toEqual([]);
    const [only] = judged.transactions;
    const findings = only?.inspection.report.findings.map(({ rule, severity }) => `${rule} ${severity}`);
    expect(findings).toContain('P7 warn');
  });

  it('that pays another address than its agreement is blocked', () => {
    const cbor = paying([output(myAddress, pays), output(strangerAddress, change)]);
    expect(blocksOf(judgeOffline({ ...bundle, transactions: [{ at: 0, cbor }] }, grounds))).toContain('V18');
  });

  it('whose agreement allows more than the task is objected to', () => {
    const [first] = agreement.transactions;
    if (!first) throw new Error('one was agreed to');
    const bounds = { ...first.bounds, networkFee: 50_000_000n, cost: 50_000_000n };
    const wide = { ...agreement, transactions: [{ ...first, bounds }], whole: bounds };
    const burnt = subtractValues(change, new Map([[ADA, 20_000_000n]]));
    const cbor = paying([output(strangerAddress, pays), output(myAddress, burnt)], FEE + 20_000_000n);
    const judged = judgeOffline({ ...bundle, agreement: wide, transactions: [{ at: 0, cbor }] }, grounds);
    expect(blocksOf(judged)).toEqual(expect.arrayContaining(['O2', 'V15', 'F5']));
  });

  it('next to another transaction is blocked: its recipient would be one line among many', () => {
    const [first] = agreement.transactions;
    if (!first) throw new Error('one was agreed to');
    const transactions = [first, first];
    const two = { ...agreement, transactions, whole: sumOfBounds(transactions.map(({ bounds }) => bounds)) };
    expect(blocksOf(judgeOffline({ ...bundle, agreement: two }, grounds))).toContain('O2');
  });

  it('counts towards the limits of that machine', () => {
    const limits = { perTrade: 20_000_000n, slippageBps: 5_000, verifiedOnly: false, expert: false };
    expect(blocksOf(judgeOffline(bundle, { ...grounds, limits }))).toContain('P1');
  });
});

describe('what is agreed to of a payment', () => {
  it('survives being written and read, and nothing else does', () => {
    expect(readAgreement(JSON.parse(JSON.stringify(agreementJson(agreement))))).toEqual(agreement);
    const json = JSON.stringify(agreementJson(agreement));
    for (const [from, to] of [
      [strangerAddress, strangerAddress.toUpperCase()],
      [strangerAddress, 'stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn'],
      ['"25000000"', '"0"'],
      ['"25000000"', '"-1"'],
    ] as const)
      expect(readAgreement(JSON.parse(json.replace(from, to)))).toBeUndefined();
  });

  it('bounds the fee by what the largest transaction costs, or by the user’s own limit', () => {
    const task: SendTask = { kind: 'send', to: strangerAddress, pays };
    expect(boundsOf(task)).toEqual({
      gone: new Map([
        [ADA, 25_900_000n],
        [GEM, 1_000n],
      ]),
      locked: new Map(),
      back: new Map(),
      others: 25_000_000n,
      networkFee: 900_000n,
      cost: 900_000n,
    });
    expect(boundsOf(task, 200_000n)).toMatchObject({ networkFee: 200_000n, others: 25_000_000n });
  });
});
