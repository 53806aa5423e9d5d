import { describe, expect, it } from 'vitest';

import { ADA } from '#domain/asset.ts';
import {
  inputsProven,
  inputsResolved,
  ownInputs,
  sumsMatch,
} from '../../../src-main/inspect/rules/inputs.ts';
import { signedBefore } from '../../../src-main/inspect/rules/agreement.ts';
import { PAYMENT } from '../../support/good-trade.ts';
import { findings } from '../../support/rule-findings.ts';

const known = (how: string): object => ({ resolved: { known: how } });

describe('R1, what inputs hold', () => {
  const missing = { reference: `${'a1'.repeat(32)}#0`, resolved: undefined };
  const asked = (...inputs: readonly object[]): readonly string[] =>
    findings(inputsResolved, { inputs, collateral: [], context: { missingInputs: 'ask' } });

  it('is asked about once where it cannot be had, with the number of those that are missing', () => {
    expect(asked(known('proven'))).toEqual([]);
    expect(asked(known('proven'), missing)).toEqual([
      'warn: It is not known what one input holds, so what leaves the wallet cannot be added up.',
    ]);
    expect(asked(missing, missing)).toEqual([
      'warn: It is not known what 2 inputs hold, so what leaves the wallet cannot be added up.',
    ]);
  });

  it('is needed of the collateral as well', () => {
    const context = { missingInputs: 'block' };
    expect(findings(inputsResolved, { inputs: [known('proven')], collateral: [missing], context })).toEqual([
      'block: The input a1a1a1a1a1a1a1a1…a1a1a1#0 could not be looked up.',
    ]);
  });
});

describe('R2, proof of inputs', () => {
  const judged = (missingInputs: string, ...inputs: readonly object[]): readonly string[] =>
    findings(inputsProven, { inputs, collateral: [], context: { missingInputs } });

  it('is distinguished from the word of one source and that of two, with the number of inputs', () => {
    expect(judged('block', known('proven'), { resolved: undefined })).toEqual([]);
    expect(judged('block', known('told'), known('proven'))).toEqual([
      'block: What one input holds, and whose it is, is reported by one source and not proven.',
    ]);
    expect(judged('block', known('two-sources'), known('two-sources'), known('proven'))).toEqual([
      'warn: What 2 inputs hold, and whose they are, is reported by two sources alike, but not proven.',
    ]);
    expect(judged('ask', known('told'), known('told'), known('two-sources'))).toEqual([
      'warn: What 2 inputs hold, and whose they are, is reported by one source and not proven.',
      'info: What one input holds, and whose it is, is reported by two sources alike, but not proven.',
    ]);
  });
});

describe('R3, sums', () => {
  it('count what is withdrawn among what goes in, and a donation among what goes out', () => {
    const judged = (donation: bigint, ...withdrawn: readonly bigint[]): readonly string[] => {
      const withdrawals = withdrawn.map((quantity) => ({ quantity }));
      const outputs = [{ value: new Map([[ADA, 900n]]) }];
      const body = { withdrawals, mint: new Map(), outputs, fee: 100n, donation };
      const inputs = [{ reference: 'a', resolved: { value: new Map([[ADA, 1_000n]]) } }];
      return findings(sumsMatch, { tx: { body }, inputs, complete: true });
    };
    expect(judged(7n, 3n, 4n)).toEqual([]);
    expect(judged(7n)).toHaveLength(1);
    expect(judged(0n, 3n, 4n)).toHaveLength(1);
  });

  it('are not judged where something of what goes in is not known', () => {
    const body = { withdrawals: [], mint: new Map(), outputs: [{ value: new Map([[ADA, 5n]]) }], fee: 1n };
    const inputs = [{ reference: 'a', resolved: { value: new Map([[ADA, 3n]]) } }];
    const wrong = ['block: The sums of the transaction do not match.'];
    expect(findings(sumsMatch, { tx: { body }, inputs, complete: true })).toEqual(wrong);
    const some = [...inputs, { reference: 'b', resolved: undefined }];
    expect(findings(sumsMatch, { tx: { body }, inputs: some, complete: false })).toEqual([]);
  });
});

describe('R4, whose inputs are', () => {
  const mine = { ownHash: PAYMENT, cancelled: false, resolved: {} };
  const taken = { ownHash: undefined, cancelled: true, resolved: {} };
  const others = { ownHash: undefined, cancelled: false, resolved: {} };
  const unseen = { ownHash: undefined, cancelled: false, resolved: undefined };
  const judged = (...inputs: readonly { readonly resolved: object | undefined }[]): readonly string[] =>
    findings(ownInputs, { inputs, complete: inputs.every(({ resolved }) => resolved !== undefined) });

  it('is not spoken of where all are mine, or orders that I take back', () => {
    expect(judged(mine, mine)).toEqual([]);
    expect(judged(taken)).toEqual([]);
    expect(judged(mine, taken)).toEqual([]);
  });

  it('is described by how many are others’, as far as it can be seen', () => {
    expect(judged(mine, others)).toEqual(['info: 1 of 2 inputs are not yours.']);
    expect(judged(others, taken, others)).toEqual(['info: 2 of 3 inputs are not yours.']);
    expect(judged(mine, unseen)).toEqual([]);
  });

  it('is nobody of this wallet: that is blocked, once every input can be seen', () => {
    expect(judged(others, others)).toEqual(['block: The transaction spends nothing from this wallet.']);
    expect(judged(others, unseen)).toEqual(['info: 1 of 2 inputs are not yours.']);
  });
});

describe('V12, what was signed before', () => {
  const one = { bodyHash: 'ab'.repeat(32), subject: 'quote-1', inputs: ['a#0'], validUntil: 7 };
  const judged = (earlier: object | undefined): readonly string[] =>
    findings(signedBefore, {
      context: { subject: 'quote-2', ...(earlier ? { earlier: [earlier] } : {}) },
      tx: { bodyHash: 'cd'.repeat(32), body: { inputs: ['b#0', 'c#1'] } },
    });
  const hash = 'abababababababab…abababab';

  it('is not spoken of where it is about something else', () => {
    expect(judged(undefined)).toEqual([]);
    expect(judged(one)).toEqual([]);
  });

  it('is asked about where it was this very transaction, spends the same, or was for the same', () => {
    expect(judged({ ...one, bodyHash: 'cd'.repeat(32) })).toEqual([
      'warn: You already signed exactly this transaction, which is valid until slot 7.',
    ]);
    expect(judged({ ...one, inputs: ['a#0', 'c#1'] })).toEqual([
      `warn: You already signed a transaction that spends the same funds (${hash}), which is valid until slot 7: only one of the two can run.`,
    ]);
    expect(judged({ ...one, subject: 'quote-2', validUntil: undefined })).toEqual([
      `warn: You already signed a transaction for this (${hash}), which stays valid forever: both could run.`,
    ]);
    expect(judged({ ...one, alike: true })).toEqual([
      `warn: You already signed a trade like this (${hash}), which is valid until slot 7. The ledger service says that it can no longer run; if that is wrong, both could run.`,
    ]);
  });
});
