import { describe, expect, it } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { DEFAULT_POLICY, type PolicyFacts } from '../../../src-main/inspect/policy.ts';
import { goodTrade, orderDatum, tradeTerms, writeDraft } from '../../support/good-trade.ts';

function judged(input: InspectionInput) {
  const inspected = inspectTransaction(input);
  if (!inspected.ok) throw new Error(JSON.stringify(inspected.failure));
  const { verdict, findings, summary, effect } = inspected.value.report;
  return {
    verdict,
    summary,
    effect,
    texts: findings.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`),
  };
}

const policy: PolicyFacts = {
  limits: DEFAULT_POLICY,
  worth: 100_000_000n,
  signedToday: 0n,
  slippageBps: 100,
  impactBps: 10,
  unverified: [],
  exchanges: ['EXA'],
  seenRecipients: new Set(),
  seenScripts: new Set(),
};

describe('a minimum that other orders cannot pad', () => {
  /** 99 % of 100 ADA in one order, 1 % in another: the minimum that each enforces, of 840 GEM expected. */
  function padded(minimums: readonly [bigint, bigint], atLeast = 831_600n) {
    const two = goodTrade('ada', 2);
    const parts = [99_000_000n, 1_000_000n];
    const outputs = two.draft.outputs.map((output, index) => {
      const minimumReceived = minimums[index];
      const part = parts[index];
      return minimumReceived === undefined || part === undefined
        ? output
        : { ...output, value: new Map([[ADA, part + 4_000_000n]]), datum: orderDatum({ minimumReceived }) };
    });
    const cbor = writeDraft({ ...two.draft, outputs });
    return judged({ ...two.input, cbor, terms: { ...tradeTerms(two.input), atLeast } });
  }

  it('passes where each enforces its part', () => {
    expect(padded([823_284n, 8_316n])).toMatchObject({ verdict: 'pass', summary: { atLeast: 831_600n } });
  });

  it('blocks 95 % of the one next to six times the price of the other, and shows what can be counted on', () => {
    const { verdict, texts, summary, effect } = padded([782_120n, 49_480n]);
    expect(verdict).toBe('block');
    expect(texts).toEqual(
      expect.arrayContaining([
        'block V7: An order that asks for more than its share may never be filled. Without what it asks for beyond that, the orders enforce only 790.521 GEM; you accepted at least 831.6 GEM.',
        'warn V7: Order 2 asks for at least 49.48 GEM, where about 8.401 GEM is expected: it may never be filled.',
      ]),
    );
    // The minimum that the window shows; the datums' own figure is kept as it is.
    expect(summary.atLeast).toBe(790_521n);
    expect(effect.minimumReceived).toBe(831_600n);
  });

  it('asks about one order that wants more than the quote, and forgives what rounding makes', () => {
    const one = goodTrade('ada', 1);
    const wanting = (minimumReceived: bigint) => {
      const outputs = one.draft.outputs.map((output) =>
        output.datum === undefined ? output : { ...output, datum: orderDatum({ minimumReceived }) },
      );
      return judged({ ...one.input, cbor: writeDraft({ ...one.draft, outputs }) });
    };
    expect(wanting(840_000n).verdict).toBe('pass');
    expect(wanting(840_400n).verdict).toBe('pass');
    expect(wanting(841_000n).verdict).toBe('warn');
    expect(wanting(5_000_000n).texts).toContain(
      'warn V7: Order 1 asks for at least 5,000 GEM, where about 840.001 GEM is expected: it may never be filled.',
    );
  });

  it('holds the slippage of the same sum against the tolerance', () => {
    const two = goodTrade('ada', 2);
    const outputs = two.draft.outputs.map((output, index) =>
      index > 1
        ? output
        : { ...output, datum: orderDatum({ minimumReceived: index === 0 ? 492_000n : 339_600n }) },
    );
    const cbor = writeDraft({ ...two.draft, outputs });
    expect(judged({ ...two.input, cbor, policy }).texts).toContain(
      'warn P3: The orders may bring 1.42 % less than what is expected; you allowed 1 %.',
    );
  });
});
