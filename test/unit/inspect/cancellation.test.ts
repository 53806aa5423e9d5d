import { describe, expect, it } from 'vitest';

import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { cancellation } from '../../../src-main/inspect/rules/cancellation.ts';
import { summaryParagraph } from '../../../src-main/inspect/summary.ts';
import { FIRST_ORDER, goodCancel, held, MY_FUNDS, proven, SECOND_ORDER } from '../../support/good-cancel.ts';
import {
  BYSTANDER,
  goodTrade,
  myAddress,
  orderDatum,
  STRANGER,
  strangerAddress,
  writeDraft,
} from '../../support/good-trade.ts';
import { findings } from '../../support/rule-findings.ts';

function judged(input: InspectionInput) {
  const inspected = inspectTransaction(input);
  if (!inspected.ok) throw new Error(JSON.stringify(inspected.failure));
  const { verdict, findings: found, effect, summary } = inspected.value.report;
  const texts = found.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`);
  return { verdict, texts, effect, summary };
}

const ofV10 = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => text.includes(' V10: '));

const orderAt = goodTrade('ada', 1).draft.outputs[0]?.address ?? '';

describe('a cancellation', () => {
  it('passes when all that the orders hold comes back, and says so', () => {
    const { input } = goodCancel();
    const { verdict, texts, effect, summary } = judged(input);
    expect(texts).toEqual([
      'info V10: You get back 107.7 ADA and 3 GEM of the 108 ADA and 3 GEM that the orders hold.',
    ]);
    expect(verdict).toBe('pass');
    expect(effect.net).toEqual(held(107_700_000n, 3_000n));
    expect(summaryParagraph(summary, input.tokens)).toBe(
      'You take back 2 orders. You get 107.7 ADA and 3 GEM. GEM is the token 7e7e7e7e7e7e7e7e…7e47454d. Costs 0.3 ADA, of which 0.3 ADA is the network fee.',
    );
  });

  it('is blocked when an order that was named is not taken back', () => {
    const { input } = goodCancel({
      inputs: [FIRST_ORDER, MY_FUNDS],
      outputs: [{ address: myAddress, value: held(113_700_000n) }],
    });
    expect(judged(input)).toMatchObject({ verdict: 'block' });
    expect(judged(input).texts.join()).toContain(
      'block V10: The order a2a2a2a2a2a2a2a2…a2a2a2#1 is not taken',
    );
  });

  it.each([
    ['ADA', held(107_700_000n, 3_000n), held(10_000_000n)],
    ['a token', held(115_700_000n, 2_999n), held(2_000_000n, 1n)],
  ])('is blocked when %s of the orders goes to someone else', (_, kept, taken) => {
    const { input } = goodCancel({
      outputs: [
        { address: myAddress, value: kept },
        { address: strangerAddress, value: taken },
      ],
    });
    const { verdict, texts } = judged(input);
    expect(verdict).toBe('block');
    expect(texts.filter((text) => text.startsWith('block V10')).length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.startsWith('block V3'))).toHaveLength(1);
  });

  it('is blocked with the figures of what would not come back', () => {
    const told = (kept: ReturnType<typeof held>, taken: ReturnType<typeof held>) => {
      const { input } = goodCancel({
        outputs: [
          { address: myAddress, value: kept },
          { address: strangerAddress, value: taken },
        ],
      });
      return ofV10(judged(input).texts);
    };
    expect(told(held(107_700_000n, 3_000n), held(10_000_000n))).toEqual([
      'block V10: It costs 10.3 ADA, 10 ADA more than its fees: you would get back 97.7 ADA and 3 GEM of the 108 ADA and 3 GEM that the orders hold.',
    ]);
    const both = 'you would get back 105.7 ADA and 2.999 GEM of the 108 ADA and 3 GEM that the orders hold.';
    expect(told(held(115_700_000n, 2_999n), held(2_000_000n, 1n))).toEqual([
      `block V10: 0.001 GEM of your orders would not come back: ${both.replace('get back', 'get')}`,
      `block V10: It costs 2.3 ADA, 2 ADA more than its fees: ${both}`,
    ]);
  });

  it('takes no token of the wallet either, and says what comes back without it', () => {
    const { input } = goodCancel();
    const funds = new Map([...held(10_000_000n), [BYSTANDER, 5n] as const]);
    const resolved = new Map([...input.resolved, [MY_FUNDS, proven(myAddress, funds)]]);
    expect(ofV10(judged({ ...input, resolved }).texts)).toEqual([
      expect.stringMatching(
        /^block V10: 5 base units of \S+ of your orders would not come back: you would get 107.7 ADA and 3 GEM of the 108 ADA/,
      ) as string,
    ]);
  });

  it('may bring more of a token than the orders hold', () => {
    const helper = `${'b0'.repeat(32)}#0` as const;
    const { input } = goodCancel({
      inputs: [FIRST_ORDER, SECOND_ORDER, MY_FUNDS, helper],
      outputs: [
        { address: myAddress, value: held(117_700_000n, 3_002n) },
        { address: strangerAddress, value: held(5_000_000n) },
      ],
    });
    const theirs = proven(strangerAddress, held(5_000_000n, 2n));
    expect(
      ofV10(judged({ ...input, resolved: new Map([...input.resolved, [helper, theirs]]) }).texts),
    ).toEqual([
      'info V10: You get back 107.7 ADA and 3.002 GEM of the 108 ADA and 3 GEM that the orders hold.',
    ]);
  });

  it('may cost what the service claims for it, never beyond 2 ADA an order, and always asks', () => {
    const paying = (fee: bigint, claimed: bigint | undefined) => {
      const outputs = [
        { address: myAddress, value: held(117_700_000n - fee, 3_000n) },
        { address: strangerAddress, value: held(fee) },
      ];
      const { input } = goodCancel({ outputs });
      return judged({ ...input, ...(claimed === undefined ? {} : { claims: { cancellationFee: claimed } }) });
    };
    expect(paying(2_000_000n, 2_000_000n).verdict).toBe('warn');
    expect(paying(2_000_000n, 2_000_000n).texts.join()).toContain('the service calls it a cancellation fee');
    expect(paying(4_000_000n, 9_000_000_000n).verdict).toBe('warn');
    expect(paying(2_000_000n, 1_999_999n).verdict).toBe('block');
    expect(paying(4_000_001n, 9_000_000_000n).verdict).toBe('block');
    expect(paying(1_000_000n, undefined).verdict).toBe('block');
  });

  it('lets a helper take back what the helper put in, and not a unit more', () => {
    const helper = `${'b0'.repeat(32)}#0` as const;
    const with5 = (back: bigint, mine: bigint) => {
      const { input } = goodCancel({
        inputs: [FIRST_ORDER, SECOND_ORDER, MY_FUNDS, helper],
        outputs: [
          { address: myAddress, value: held(mine, 3_000n) },
          { address: strangerAddress, value: held(back) },
        ],
      });
      const resolved = new Map([...input.resolved, [helper, proven(strangerAddress, held(5_000_000n))]]);
      return judged({ ...input, resolved });
    };
    expect(with5(5_000_000n, 117_700_000n).verdict).toBe('warn'); // the helper must sign too (F8)
    expect(with5(5_000_001n, 117_699_999n).verdict).toBe('block');
  });

  it('is blocked when it locks funds in a script, or spends what a script locks and was not named', () => {
    const { input } = goodCancel({
      outputs: [
        { address: orderAt, value: held(100_000_000n), datum: orderDatum() },
        { address: myAddress, value: held(17_700_000n, 3_000n) },
      ],
    });
    expect(judged(input).texts.join()).toContain('block V10: Output 1 locks funds in a script');
    const other = goodCancel().input;
    const only = judged({ ...other, terms: { kind: 'cancel', orders: [FIRST_ORDER] } });
    expect(only.verdict).toBe('block');
    expect(ofV10(only.texts)).toContain(
      'block V10: It also spends a2a2a2a2a2a2a2a2…a2a2a2#1, which a script locks and you did not name.',
    );
  });

  it('asks when it is not known which orders are meant, or what they hold', () => {
    const { input } = goodCancel();
    expect(ofV10(judged({ ...input, terms: { kind: 'cancel', orders: [] } }).texts)).toEqual([
      'warn V10: Which orders are to be cancelled is not known: nothing can be compared.',
    ]);
    const resolved = new Map([...input.resolved].filter(([reference]) => reference !== SECOND_ORDER));
    expect(ofV10(judged({ ...input, resolved, missingInputs: 'ask' }).texts)).toEqual([]);
    expect(judged({ ...input, resolved, missingInputs: 'ask' }).verdict).toBe('warn');
    expect(judged({ ...input, resolved, missingInputs: 'block' }).verdict).toBe('block');
  });

  it('is not judged by sums while something is not known, nor where none is wanted', () => {
    const incomplete = {
      cancel: { kind: 'cancel', orders: [FIRST_ORDER] },
      inputs: [{ reference: FIRST_ORDER, cancelled: true }],
      orders: [],
      complete: false,
    };
    expect(findings(cancellation, incomplete)).toEqual([]);
    expect(findings(cancellation, { ...incomplete, cancel: undefined })).toEqual([]);
  });

  it('needs no own input besides the orders', () => {
    const { input } = goodCancel({
      inputs: [FIRST_ORDER, SECOND_ORDER],
      outputs: [{ address: myAddress, value: held(107_700_000n, 3_000n) }],
    });
    expect(judged(input).verdict).toBe('pass');
  });
});

describe('a transaction of which nothing is wanted', () => {
  it('says what it does, asks about what leaves, and still blocks what no trade needs', () => {
    const { draft, input } = goodTrade('ada', 1);
    const sent = {
      ...draft,
      outputs: [
        { address: strangerAddress, value: held(9_770_000n, 5_000_000n) },
        {
          address: myAddress,
          value: new Map([...held(630_000_000n), [BYSTANDER, 9_223_372_036_854_775_808n] as const]),
        },
      ],
    };
    const any = { ...input, cbor: writeDraft(sent), terms: { kind: 'any' } as const };
    const { verdict, texts } = judged(any);
    expect(verdict).toBe('warn');
    expect(texts).toContain('info V1: It takes 10 ADA and 5,000 GEM from your wallet.');
    expect(texts.filter((text) => text.startsWith('warn V3'))).toHaveLength(1);
    expect(judged({ ...any, cbor: input.cbor }).texts.filter((text) => text.startsWith('block'))).toEqual([]);
    const high = writeDraft({ ...sent, fee: 9_770_000n, outputs: sent.outputs.slice(1) });
    expect(judged({ ...any, cbor: high }).verdict).toBe('block');
  });

  it('asks about orders that name someone else', () => {
    const { draft, input } = goodTrade('ada', 1);
    const [order, change] = draft.outputs;
    if (!order || !change) throw new Error('a good trade has an order and change');
    const datum = orderDatum({ ownerPaymentKeyHash: STRANGER });
    const cbor = writeDraft({ ...draft, outputs: [{ ...order, datum }, change] });
    expect(judged({ ...input, cbor, terms: { kind: 'any' } }).texts.join()).toContain('warn V6');
    expect(judged({ ...input, cbor }).texts.join()).toContain('block V6');
  });
});
