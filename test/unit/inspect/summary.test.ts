import { describe, expect, it } from 'vitest';

import { quantity } from '../../../src-preload/domain/amount.ts';
import { ADA } from '../../../src-preload/domain/asset.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { CancelTerms } from '../../../src-main/inspect/terms.ts';
import { summaryParagraph, summaryText } from '../../../src-main/inspect/summary.ts';
import { amountText, valueText } from '../../../src-main/inspect/wording.ts';
import { BYSTANDER, GEM, goodTrade } from '../../support/good-trade.ts';

function figures(sell: 'ada' | 'token') {
  const { input } = goodTrade(sell, 1);
  const inspected = inspectTransaction(input);
  if (!inspected.ok) throw new Error(inspected.failure.code);
  return { figures: inspected.value.report.summary, tokens: input.tokens };
}

describe('the summary', () => {
  it('tells a purchase in words', () => {
    const { figures: summary, tokens } = figures('ada');
    expect(summaryParagraph(summary, tokens)).toBe(
      'You send 100 ADA. You get about 840 GEM, at least 831.6 GEM. ' +
        'Costs 2.03 ADA, of which 0.23 ADA is the network fee and 1.8 ADA the exchange fee. ' +
        '2.2 ADA comes back when the order closes.',
    );
  });

  it('tells a sale in words, without token data in base units', () => {
    const { figures: summary } = figures('token');
    expect(summaryText(summary).send).toBe(`You send 3,000,001 base units of 7e7e7e7e…47454d.`);
    expect(summaryText(summary).receive).toBe('You get about 0.84 ADA, at least 0.8316 ADA.');
  });

  it('says what is not known, leaves out what is not there, and names a service fee', () => {
    const { figures: summary, tokens } = figures('ada');
    const changed = { ...summary, keeps: 0n, comesBack: 0n, others: 1_000_000n, cost: 1_230_000n };
    const unknown = summaryText({ ...changed, atLeast: undefined }, tokens);
    expect(unknown.receive).toBe('You get about 840 GEM; what is enforced as the least cannot be read.');
    expect(unknown.returns).toBe('');
    expect(unknown.costs).toBe(
      'Costs 1.23 ADA, of which 0.23 ADA is the network fee and 1 ADA the service fee.',
    );
  });
});

describe('the summary of other transactions', () => {
  const { figures: summary, tokens } = figures('ada');

  it('counts all that orders hold as cost where they do not say what comes back', () => {
    const untold = {
      ...summary,
      atLeast: undefined,
      feesStated: false,
      keeps: 4_000_000n,
      comesBack: 0n,
      cost: 4_230_000n,
    };
    expect(summaryText(untold, tokens).costs).toBe(
      'Costs at most 4.23 ADA, of which 0.23 ADA is the network fee and up to 4 ADA for the exchanges.',
    );
    expect(summaryText(untold, tokens).returns).toBe('');
  });

  it('tells a cancellation by what comes back', () => {
    const cancel = {
      ...summary,
      terms: { kind: 'cancel', orders: ['a#0', 'b#1'] } as unknown as CancelTerms,
      net: new Map([[ADA, 103_770_000n]]),
      orders: 0,
      overhead: 0n,
      keeps: 0n,
      comesBack: 0n,
      cost: 230_000n,
    };
    expect(summaryParagraph(cancel)).toBe(
      'You take back 2 orders. You get 103.77 ADA. Costs 0.23 ADA, of which 0.23 ADA is the network fee.',
    );
  });

  it('tells anything else by what it does to the wallet', () => {
    const net = new Map([
      [ADA, -5_000_000n],
      [GEM, 7n],
    ]);
    const any = {
      ...summary,
      terms: { kind: 'any' } as const,
      net,
      orders: 0,
      keeps: 0n,
      comesBack: 0n,
      cost: 230_000n,
    };
    expect(summaryText(any, tokens).send).toBe('5 ADA leaves your wallet, and you get 0.007 GEM.');
    expect(summaryText({ ...any, net: new Map() }, tokens).send).toBe('Your wallet does not change.');
    expect(summaryText({ ...any, net: new Map(), orders: 2 }, tokens).send).toContain('2 scripts');
  });
});

describe('amounts in words', () => {
  it('are exact and grouped', () => {
    expect(amountText(ADA, quantity(1_234_567_000_001n))).toBe('1,234,567.000001 ADA');
    expect(amountText(BYSTANDER, 9_223_372_036_854_775_808n)).toContain(
      '9,223,372,036,854,775,808 base units',
    );
    expect(
      valueText(
        new Map([
          [GEM, 5n],
          [ADA, 2_000_000n],
        ]),
        new Map([[GEM, { ticker: 'GEM', decimals: 0 }]]),
      ),
    ).toBe('2 ADA and 5 GEM');
  });

  it.each(['', 'ADA', 'ａｄａ', 'ADA sent to you', 'G\u202eEM', '<b>GEM</b>', 'G'.repeat(25)])(
    'do not repeat the ticker "%s"',
    (ticker) => {
      expect(amountText(GEM, 5n, new Map([[GEM, { ticker, decimals: 0 }]]))).toBe('5 7e7e7e7e…47454d');
    },
  );
});
