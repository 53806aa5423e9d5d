import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { epochMs } from '#domain/time.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import { agreementHash } from '../../../src-main/agreement/agreement-json.ts';
import { narrowedBy } from '../../../src-main/agreement/narrow.ts';
import type { Finding, Inspection } from '../../../src-main/inspect/inspection.ts';
import { DEFAULT_POLICY } from '../../../src-main/inspect/policy.ts';
import { agreementFor } from '../../../src-main/trading/kinds/trade-kinds.ts';
import type { BatchQuotes, LadderQuote } from '../../../src-main/trading/kinds/quote.ts';
import {
  deviationOf,
  batchAgreement,
  type BatchAgreement,
  batchWords,
} from '../../../src-main/trading/batch-agreement.ts';
import { INDEPENDENT } from '../../../src-main/inspect/rules/replacement.ts';
import { held } from '../../support/good-cancel.ts';
import { FIRST_COSTS } from '../../support/scripted-trades.ts';
import { cancelQuote, GEM_TOKEN, levelQuote, movedOrder } from '../../support/batch-quotes.ts';

const info: Finding = { rule: 'F8', severity: 'info', message: 'It is valid for an hour.' };
const warning: Finding = { rule: 'P4', severity: 'warn', message: 'You lose 7 %.' };
const block: Finding = { rule: 'V7', severity: 'block', message: 'It pays you too little.' };

const inspected = (...findings: readonly Finding[]) => ({ report: { findings } }) as unknown as Inspection;

/** The agreement once the first of these was built, with these findings. */
function agreed(
  batch: BatchQuotes,
  findings: readonly Finding[] = [],
  costs: Partial<typeof FIRST_COSTS> = {},
): BatchAgreement {
  const before = agreementFor(batch.quotes, 'preprod', DEFAULT_POLICY, epochMs(0));
  const agreement = narrowedBy(before, { ...FIRST_COSTS, ...costs });
  return batchAgreement(batch, { inspection: inspected(...findings), agreement });
}

describe('what one approval of a batch covers', () => {
  it('is the agreement by its hash, and the warnings of the first transaction', () => {
    const quotes = [levelQuote(), levelQuote()];
    const batch = agreed({ kind: 'ladder', quotes }, [info, warning, block]);
    expect(batch).toEqual({
      batch: { kind: 'ladder', quotes },
      agreement: batch.agreement,
      hash: agreementHash(batch.agreement),
      warnings: ['P4: You lose 7 %.'],
    });
  });
});

describe('a later transaction of a set', () => {
  const batch = agreed({ kind: 'ladder', quotes: [levelQuote(), levelQuote()] }, [warning]);
  const worse = { quotedExpected: quantity(2n), quotedAtLeast: quantity(1n) };
  const deviation = (
    findings: readonly Finding[],
    { judgedBy = batch.hash, less = false }: { readonly judgedBy?: string; readonly less?: boolean } = {},
  ) =>
    deviationOf(batch, {
      inspection: inspected(...findings),
      agreementHash: judgedBy,
      ...(less ? { worseThanQuote: worse } : {}),
    });
  const because = (finding: string) => failure('set-deviates', { finding });

  it('is what was agreed to when it has nothing to say, or what the first one said', () => {
    expect(deviation([])).toBeUndefined();
    expect(deviation([info, warning])).toBeUndefined();
  });

  it('differs when it was held against another agreement, whatever was found', () => {
    const other = '00'.repeat(32);
    expect(deviation([], { judgedBy: other })).toEqual(
      because('It was held against something else than you agreed to.'),
    );
  });

  it('differs when a rule blocks it, also by words that were a warning of the first', () => {
    expect(deviation([warning, block])).toEqual(because('It pays you too little.'));
    expect(deviation([{ ...warning, severity: 'block' }])).toEqual(because('You lose 7 %.'));
  });

  it('differs when it warns of something else: other words or another rule', () => {
    expect(deviation([{ ...warning, message: 'You lose 8 %.' }])).toEqual(because('You lose 8 %.'));
    expect(deviation([{ ...warning, rule: 'P5' }])).toEqual(because('You lose 7 %.'));
  });

  it('differs when it gives less than its quote', () => {
    expect(deviation([], { less: true })).toEqual(because('It gives less than was agreed to.'));
  });

  it('is reported with as much of a long finding as a sentence holds', () => {
    const long = deviation([{ ...block, message: 'x'.repeat(999) }]);
    expect(long).toEqual(because('x'.repeat(300)));
  });
});

describe('a ladder in words', () => {
  const levels = [
    levelQuote({ sells: 10_000_000n, atLeast: 20_000n }),
    levelQuote({ sells: 20_000_000n, atLeast: 50_000n, price: { lovelace: 400n, units: 1n } }),
    levelQuote({ sells: 30_000_000n, atLeast: 100_000n, price: { lovelace: 300n, units: 1n } }),
  ];

  it('says what it sells in all, where, and how it is carried out', () => {
    expect(batchWords(agreed({ kind: 'ladder', quotes: levels })).sentences).toEqual([
      'This approval covers 3 transactions, which together sell 60 ADA for at least 170 GEM.',
      'The service is asked to place all of them at EXA.',
      'Each is built once the one before it is on chain, and checked by its own bytes against its entry here before it is signed. The batch ends at the first that differs, and what was placed stays.',
    ]);
  });

  it('has a line for what each order sells, its price, and what those that are not built yet may cost', () => {
    expect(batchWords(agreed({ kind: 'ladder', quotes: levels })).transactions).toEqual([
      {
        title: '1 of 3',
        lines: ['Sells 10 ADA for at least 20 GEM.', 'At 0.5 ADA per GEM, or better.'],
      },
      {
        title: '2 of 3',
        lines: [
          'Sells 20 ADA for at least 50 GEM.',
          'At 0.4 ADA per GEM, or better.',
          'Costs at most 2.3 ADA.',
        ],
      },
      {
        title: '3 of 3',
        lines: [
          'Sells 30 ADA for at least 100 GEM.',
          'At 0.3 ADA per GEM, or better.',
          'Costs at most 2.3 ADA.',
        ],
      },
    ]);
  });

  it('names an exchange only where the service is asked to place all of them at that one', () => {
    const second = (exchange: string | undefined) =>
      batchWords(agreed({ kind: 'ladder', quotes: [levelQuote(), levelQuote({ exchange })] })).sentences;
    expect(second('EXA')).toHaveLength(3);
    for (const sentences of [second('EXB'), second(undefined)]) {
      expect(sentences).toHaveLength(2);
      expect(sentences.join()).not.toContain('is asked to place');
    }
    const anywhere = [levelQuote({ exchange: undefined }), levelQuote({ exchange: undefined })];
    expect(batchWords(agreed({ kind: 'ladder', quotes: anywhere })).sentences).toHaveLength(2);
  });

  it('states a price in ADA whichever side is sold, rounded to the user', () => {
    // A third of a lovelace for a base unit.
    const price = { lovelace: 1n, units: 3n };
    const buying = levelQuote({ price });
    const selling = levelQuote({
      price,
      payToken: GEM_TOKEN,
      receiveToken: ADA_TOKEN,
      sells: 3_000n,
      atLeast: 1_000n,
    });
    const linesOf = (quote: LadderQuote) =>
      batchWords(agreed({ kind: 'ladder', quotes: [quote] })).transactions[0]?.lines;
    expect(linesOf(buying)).toContain('At 0.000333333333333333 ADA per GEM, or better.');
    expect(linesOf(selling)).toEqual([
      'Sells 3 GEM for at least 0.001 ADA.',
      'At 0.000333333333333334 ADA per GEM, or better.',
    ]);
    expect(batchWords(agreed({ kind: 'ladder', quotes: [selling] })).sentences[0]).toContain(
      'sell 3 GEM for at least 0.001 ADA.',
    );
  });

  it('calls a token by its id where its own name could be taken for another', () => {
    const { lines } = batchWords(
      agreed({ kind: 'ladder', quotes: [levelQuote({ receiveToken: { ...GEM_TOKEN, ticker: 'ADA' } })] }),
    ).transactions[0] ?? { lines: [] };
    expect(lines).toEqual([
      'Sells 10 ADA for at least 20 7e7e7e7e…47454d.',
      'At 0.5 ADA per 7e7e7e7e…47454d, or better.',
    ]);
  });

  it('without orders is a bug', () => {
    const none = {
      ...agreed({ kind: 'ladder', quotes: [levelQuote()] }),
      batch: { kind: 'ladder', quotes: [] } as const,
    };
    expect(() => batchWords(none)).toThrow('a ladder has levels');
  });
});

describe('the move of an order', () => {
  const move = agreed({ kind: 'replace', ...movedOrder() });

  it('says in words from where to where, and that it cannot be taken back half-way', () => {
    expect(batchWords(move)).toEqual({
      sentences: [
        'This approval covers 2 transactions, which together move a limit order from 0.5 ADA per GEM to 0.4 ADA per GEM.',
        'Each is built once the one before it is on chain, and checked by its own bytes against its entry here before it is signed. The batch ends at the first that differs, and what was taken back is yours.',
      ],
      transactions: [
        { title: '1 of 2', lines: ['Takes back the order, which holds 14 ADA.'] },
        {
          title: '2 of 2',
          lines: [
            'Sells 10 ADA for at least 25 GEM.',
            'At 0.4 ADA per GEM, or better.',
            'Placed where the old one was, from what the cancellation gave back: if the old order is filled first, this one can never be placed.',
            'If it cannot be placed, the old order stays cancelled and you get a notice.',
            'Costs at most 2.1 ADA.',
          ],
        },
      ],
    });
  });

  it('may be built again where the new order was built from other funds, and for no other reason', () => {
    const found = (message: string) =>
      deviationOf(move, {
        inspection: inspected({ rule: 'V17', severity: 'block', message }),
        agreementHash: move.hash,
      });
    expect(found(INDEPENDENT)).toEqual(failure('replacement-independent'));
    expect(found('Output 1 is elsewhere.')?.code).toBe('set-deviates');
  });
});

describe('a cancellation in parts, in words', () => {
  const parts = [cancelQuote([0, 1], held(108_000_000n, 3_000n)), cancelQuote([2], held(50_000_000n))];

  it('says how many orders it takes back, and that they stay taken back when it ends early', () => {
    expect(batchWords(agreed({ kind: 'cancel', quotes: parts })).sentences).toEqual([
      'This approval covers 2 transactions, which together take back 3 orders.',
      'Each is built once the one before it is on chain, and checked by its own bytes against its entry here before it is signed. The batch ends at the first that differs, and what was taken back is yours.',
    ]);
  });

  it('has a line for what the orders of each part hold, and what those that are not built yet may cost', () => {
    expect(batchWords(agreed({ kind: 'cancel', quotes: parts })).transactions).toEqual([
      { title: '1 of 2', lines: ['Takes back 2 orders, which hold 108 ADA and 3 GEM.'] },
      {
        title: '2 of 2',
        lines: ['Takes back one order, which holds 50 ADA.', 'Costs at most 0.3 ADA.'],
      },
    ]);
  });

  it('shows a token of which nothing is known in base units', () => {
    const unknown = ('cd'.repeat(28) + '58') as AssetId;
    const holds = new Map([
      [ADA, 2_000_000n],
      [unknown, 7n],
    ]);
    expect(
      batchWords(agreed({ kind: 'cancel', quotes: [cancelQuote([0], holds)] })).transactions[0]?.lines,
    ).toEqual(['Takes back one order, which holds 2 ADA and 7 base units of cdcdcdcd…58.']);
  });
});
