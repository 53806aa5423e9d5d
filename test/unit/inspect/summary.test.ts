import { describe, expect, it } from 'vitest';

import { quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { dcaInterval } from '#domain/dca.ts';
import { NO_LEAST } from '#domain/order-words.ts';
import { inspectTransaction } from '../../../src-main/inspect/inspect-transaction.ts';
import type { SummaryFigures } from '../../../src-main/inspect/inspection.ts';
import type { CancelTerms, TradeTerms } from '../../../src-main/inspect/terms.ts';
import { movedTokens, summaryParagraph, summaryText } from '../../../src-main/inspect/summary.ts';
import { amountText, valueText } from '../../../src-main/inspect/wording.ts';
import { BYSTANDER, GEM, goodTrade } from '../../support/good-trade.ts';

function figures(sell: 'ada' | 'token') {
  const { input } = goodTrade(sell, 1);
  const inspected = inspectTransaction(input);
  if (!inspected.ok) throw new Error(inspected.failure.code);
  return { figures: inspected.value.report.summary, tokens: input.tokens };
}

describe('the summary', () => {
  it('puts a purchase into words', () => {
    const { figures: summary, tokens } = figures('ada');
    expect(summaryParagraph(summary, tokens)).toBe(
      'You send 100 ADA. You get about 840 GEM, at least 831.6 GEM. ' +
        'GEM is the token 7e7e7e7e7e7e7e7e…7e47454d. ' +
        'Costs 2.03 ADA, of which 0.23 ADA is the network fee and 1.8 ADA the exchange fee. ' +
        '2.2 ADA comes back when the order closes.',
    );
  });

  it('puts a sale into words, without token data in base units', () => {
    const { figures: summary } = figures('token');
    expect(summaryText(summary).send).toBe(`You send 3,000,001 base units of 7e7e7e7e…47454d.`);
    expect(summaryText(summary).receive).toBe('You get about 0.84 ADA, at least 0.8316 ADA.');
  });

  it('says which tokens it speaks of, by their ids: what is traded or paid, or else what changes', () => {
    const { figures: summary, tokens } = figures('ada');
    const gem = 'GEM is the token 7e7e7e7e7e7e7e7e…7e47454d.';
    expect(summaryText(summary, tokens).tokens).toBe(gem);
    expect(summaryText(summary).tokens).toBe('7e7e7e7e…47454d is the token 7e7e7e7e7e7e7e7e…7e47454d.');
    const other = `${'ab'.repeat(28)}544f4b` as AssetId;
    const net = new Map([
      [GEM, -1n],
      [other, 1n],
      [`${'cd'.repeat(28)}` as AssetId, 0n],
    ]);
    const cancelled = { ...summary, terms: { kind: 'cancel', orders: [] } as const, net };
    expect(summaryText(cancelled, tokens).tokens).toBe(
      `${gem.slice(0, -1)} and abababab…544f4b is the token abababababababab…ab544f4b.`,
    );
    expect(movedTokens(cancelled, tokens).map(({ id }) => id)).toEqual([GEM, other]);
    expect(summaryText({ ...cancelled, net: new Map() }, tokens).tokens).toBe('');
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

  it('describes a cancellation by what comes back', () => {
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

  it('describes anything else by what it does to the wallet', () => {
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

describe('the sentences of each kind of trade', () => {
  const { figures: swap, tokens } = figures('ada');
  const pay = { asset: ADA, quantity: quantity(300_000_001n) };
  const interval = dcaInterval('1hour');
  const of = (terms: Partial<TradeTerms>, change: Partial<SummaryFigures> = {}) =>
    summaryText({ ...swap, ...change, terms: { kind: 'swap', pay, receive: GEM, ...terms } }, tokens);
  const recurring = { interval, cycles: 3, amountPerCycle: 100_000_001n, slippageBps: 100 };
  const back = '2.2 ADA comes back ';

  it('says what a limit order offers, and no other figure than what it asks for', () => {
    expect(of({ kind: 'limit', expected: 840_000n })).toMatchObject({
      send: 'You offer 300.000001 ADA.',
      receive: 'You get at least 831.6 GEM.',
      returns: `${back}when the order closes.`,
    });
    expect(of({ kind: 'limit', expected: 840_000n }, { atLeast: undefined }).receive).toBe(
      'What is enforced as the least to get cannot be read.',
    );
    expect(of({ kind: 'limit' }, { atLeast: 0n }).receive).toBe('You get at least 0 GEM.');
  });

  it('says how a recurring order is divided, as far as that is known', () => {
    expect(of({ kind: 'dca', recurring })).toMatchObject({
      send: `You set 300.000001 ADA aside, for 3 trades of 100.000001 ADA, ${interval.words}.`,
      returns: `${back}with the trades, or when the order ends.`,
    });
    expect(of({ kind: 'dca', recurring: { ...recurring, cycles: 1 } }).send).toBe(
      `You set 300.000001 ADA aside, for one trade, ${interval.words}.`,
    );
    expect(of({ kind: 'dca' }).send).toBe('You set 300.000001 ADA aside, to be traded bit by bit.');
    // A plan that somebody attached to a swap divides nothing.
    expect(of({ kind: 'swap', recurring }).send).toBe('You send 300.000001 ADA.');
  });

  it('says what a recurring order brings, and that nothing is enforced where nothing is', () => {
    const receive = (expected: bigint | undefined, atLeast: bigint | undefined) =>
      of({ kind: 'dca', ...(expected === undefined ? {} : { expected }) }, { atLeast }).receive;
    expect(receive(840_000n, 0n)).toBe(`You get about 840 GEM; ${NO_LEAST}.`);
    expect(receive(undefined, 0n)).toBe('');
    expect(receive(840_000n, 831_600n)).toBe('You get about 840 GEM, at least 831.6 GEM.');
    expect(receive(undefined, 831_600n)).toBe('You get at least 831.6 GEM.');
    expect(receive(undefined, undefined)).toBe('What is enforced as the least to get cannot be read.');
  });

  it('counts the orders that are taken back', () => {
    const send = (count: number) =>
      summaryText({
        ...swap,
        terms: {
          kind: 'cancel',
          orders: Array.from({ length: count }, (_, index) => `aa#${index}` as const),
        },
      }).send;
    expect([0, 1, 2].map(send)).toEqual([
      'You take back orders.',
      'You take back one order.',
      'You take back 2 orders.',
    ]);
  });

  it('says of anything else what comes and goes, and where funds are locked', () => {
    const any = (net: [AssetId, bigint][], orders = 0) =>
      summaryText({ ...swap, terms: { kind: 'any' }, net: new Map(net), orders, comesBack: 0n }, tokens);
    const lost = [ADA, -5_000_000n] as [AssetId, bigint];
    const gained = [GEM, 7n] as [AssetId, bigint];
    expect(any([lost]).send).toBe('5 ADA leaves your wallet.');
    expect(any([gained]).send).toBe('You get 0.007 GEM.');
    expect(any([lost, gained, [BYSTANDER, 0n]]).send).toBe(
      '5 ADA leaves your wallet, and you get 0.007 GEM.',
    );
    expect(any([[BYSTANDER, 0n]]).send).toBe('Your wallet does not change.');
    expect(any([lost], 1).send).toBe('5 ADA leaves your wallet. It locks funds in one script.');
    expect(any([lost], 2).send).toBe('5 ADA leaves your wallet. It locks funds in 2 scripts.');
    expect(any([lost]).receive).toBe('');
  });

  it('names each part of the costs, and to whom it goes', () => {
    const costs = (kind: 'swap' | 'cancel' | 'any', others: bigint) =>
      summaryText({
        ...swap,
        terms:
          kind === 'any' ? { kind } : kind === 'cancel' ? { kind, orders: [] } : { kind, pay, receive: GEM },
        others,
        cost: 4_530_000n,
      }).costs;
    const upToOthers = 'Costs 4.53 ADA, of which 0.23 ADA is the network fee';
    expect(costs('swap', 2_500_000n)).toBe(
      `${upToOthers}, 1.8 ADA the exchange fee and 2.5 ADA the service fee.`,
    );
    expect(costs('cancel', 2_500_000n)).toBe(
      `${upToOthers}, 1.8 ADA the exchange fee and 2.5 ADA a cancellation fee.`,
    );
    // Whom a transaction pays that nobody described is not known to be for a fee.
    expect(costs('any', 2_500_000n)).toBe(`${upToOthers} and 1.8 ADA the exchange fee.`);
    expect(costs('swap', 0n)).toBe(`${upToOthers} and 1.8 ADA the exchange fee.`);
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
