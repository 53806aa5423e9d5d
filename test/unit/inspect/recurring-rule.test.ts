import { describe, expect, it } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { dcaInterval } from '#domain/dca.ts';
import type { RecurringTerms } from '../../../src-main/exchanges/order-form.ts';
import { recurring } from '../../../src-main/inspect/rules/recurring.ts';
import type { RecurringWish } from '../../../src-main/inspect/terms.ts';
import { BYSTANDER, GEM, ORDER_SCRIPT } from '../../support/good-trade.ts';
import { findings } from '../../support/rule-findings.ts';

/** 100 ADA in ten trades, one a day. */
const wish: RecurringWish = {
  interval: dcaInterval('1day'),
  cycles: 10,
  amountPerCycle: 10_000_000n,
  slippageBps: 100,
};
/** The same, as an order states it. */
const made: RecurringTerms = {
  interval: dcaInterval('1day'),
  cycles: 10,
  completed: 0,
  amountPerCycle: 10_000_000n,
  slippagePpm: 10_000n,
  feePerCycle: 400_000n,
  returnedPerCycle: 0n,
};
const buying = { kind: 'dca', pay: { asset: ADA, quantity: 100_000_000n }, receive: GEM, recurring: wish };

const order = (change: Partial<RecurringTerms> = {}, index = 0, scriptHash = ORDER_SCRIPT): object => ({
  index,
  scriptHash,
  output: { value: new Map([[ADA, 106_000_000n]]) },
  terms: { recurring: { ...made, ...change } },
});

const facts = (trade: object | undefined, ...orders: readonly object[]): object => ({
  trade,
  orders,
  context: { tokens: new Map([[GEM, { ticker: 'GEM', decimals: 3 }]]), scripts: { complete: true } },
});

/** The findings for one order, apart from its content. */
function said(change: Partial<RecurringTerms>, trade: object = buying): readonly string[] {
  const [holds, ...rest] = findings(recurring, facts(trade, order(change)));
  expect(holds).toMatch(/^info: The order holds /);
  return rest;
}

const asked = (change: Partial<RecurringWish>): object => ({ ...buying, recurring: { ...wish, ...change } });

describe('a recurring order', () => {
  it('as it was chosen is described by what it holds, and by nothing else', () => {
    expect(findings(recurring, facts(buying, order()))).toEqual([
      'info: The order holds 100 ADA and 6 ADA for its fees and deposit.',
    ]);
  });

  it('that holds nothing besides what it sells is described without fees', () => {
    const bare = 'info: The order holds 106 ADA.';
    for (const quantity of [106_000_000n, 107_000_000n]) {
      const trade = { ...buying, pay: { asset: ADA, quantity }, receive: BYSTANDER };
      const [holds] = findings(recurring, facts(trade, order()));
      expect(holds).toBe(quantity === 106_000_000n ? bare : 'info: The order holds 107 ADA.');
    }
  });

  it('is blocked in a trade that is none, by its number', () => {
    const swap = { ...buying, kind: 'swap' };
    const usual = { index: 0, scriptHash: ORDER_SCRIPT, terms: {} };
    const unread = { index: 1, scriptHash: ORDER_SCRIPT, terms: undefined };
    expect(findings(recurring, facts(swap, usual, unread, order({}, 2)))).toEqual([
      'block: Order 3 is a recurring one, which you did not ask for.',
    ]);
    expect(findings(recurring, facts({ ...buying, kind: 'limit' }, order()))).toHaveLength(1);
    expect(findings(recurring, facts(undefined, order()))).toEqual([]);
  });

  it('is one order, at one script', () => {
    expect(findings(recurring, facts(buying, order(), order({}, 1, '5c'.repeat(28))))).toEqual([
      'block: The recurring order is spread over several scripts.',
    ]);
    expect(findings(recurring, facts(buying, order(), order({}, 1)))).toEqual([
      'block: It places 2 recurring orders, not one.',
    ]);
  });

  it('is blocked where what was built is a usual one, which may trade all of it at once', () => {
    const usual = { index: 0, scriptHash: ORDER_SCRIPT, output: { value: new Map() }, terms: {} };
    expect(findings(recurring, facts(buying, usual)).slice(1)).toEqual([
      'block: It is not a recurring order: all of it may be traded at once, or at any time.',
    ]);
  });
});

describe('its times', () => {
  it('are those that were chosen', () => {
    expect(said({ interval: dcaInterval('1min') })).toEqual([
      'block: It would trade every minute; you chose every day.',
    ]);
    expect(said({ cycles: 9 })).toEqual(['block: It would make 9 trades; you chose 10.']);
    expect(said({ cycles: 11 })).toEqual(['block: It would make 11 trades; you chose 10.']);
  });

  it('have none of them behind it: those would never be made', () => {
    expect(said({ completed: 3 })).toEqual(['block: It says that 3 of its trades are already made.']);
  });

  it('are each reported where several differ', () => {
    expect(said({ interval: dcaInterval('1month'), cycles: 2, completed: 1 })).toEqual([
      'block: It would trade every month; you chose every day.',
      'block: It would make 2 trades; you chose 10.',
      'block: It says that 1 of its trades are already made.',
    ]);
  });
});

describe('its parts', () => {
  it('are those that were chosen, to the base unit, in words of the token that is sold', () => {
    const selling = {
      ...asked({ amountPerCycle: 1_000n }),
      pay: { asset: GEM, quantity: 10_000n },
      receive: ADA,
    };
    expect(said({ amountPerCycle: 1_000n }, selling)).toEqual([]);
    expect(said({ amountPerCycle: 1_001n }, selling)).toEqual([
      'block: Each trade would sell 1.001 GEM, not 1 GEM.',
    ]);
    expect(said({ amountPerCycle: 999n }, selling)).toEqual([
      'block: Each trade would sell 0.999 GEM, not 1 GEM.',
    ]);
  });

  it('have the slippage that was allowed: more is blocked, and less asked about', () => {
    expect(said({ slippagePpm: 10_001n })).toEqual([
      'block: Each trade may be 1.0001 % worse than the market; you allowed 1 %.',
    ]);
    expect(said({ slippagePpm: 9_999n })).toEqual([
      'warn: Each trade may be 0.9999 % worse than the market; you allowed 1 %. Its trades may wait longer.',
    ]);
    expect(said({ slippagePpm: 25_000n }, asked({ slippageBps: 250 }))).toEqual([]);
  });
});

describe('its fees', () => {
  it('are asked about above what the plan said, and blocked above twice that, to the lovelace', () => {
    const planned = asked({ feePerCycle: 200_000n });
    expect(said({ feePerCycle: 199_999n }, planned)).toEqual([]);
    expect(said({ feePerCycle: 200_000n }, planned)).toEqual([]);
    expect(said({ feePerCycle: 200_001n }, planned)).toEqual([
      'warn: Each trade costs 0.200001 ADA; the plan said about 0.2 ADA.',
    ]);
    expect(said({ feePerCycle: 400_000n }, planned)).toEqual([
      'warn: Each trade costs 0.4 ADA; the plan said about 0.2 ADA.',
    ]);
    expect(said({ feePerCycle: 400_001n }, planned)).toEqual([
      'block: Each trade costs 0.400001 ADA; the plan said about 0.2 ADA.',
    ]);
  });

  it('are asked about where they take more than a twentieth of the ADA that each trade sells', () => {
    expect(said({ feePerCycle: 500_000n })).toEqual([]);
    expect(said({ feePerCycle: 620_000n })).toEqual(['warn: The fees take 6.2 % of each trade (0.62 ADA).']);
  });

  it('are measured by the ADA that each trade is expected to bring, where it buys ADA', () => {
    const selling = { ...buying, pay: { asset: GEM, quantity: 100n }, receive: ADA };
    expect(said({ feePerCycle: 500_000n }, { ...selling, expected: 100_000_000n })).toEqual([]);
    expect(said({ feePerCycle: 500_000n }, { ...selling, expected: 50_000_000n })).toEqual([
      'warn: The fees take 10.0 % of each trade (0.5 ADA).',
    ]);
    expect(said({ feePerCycle: 500_000n }, selling)).toEqual([]);
  });

  it('are no share of a token', () => {
    const between = {
      ...buying,
      pay: { asset: GEM, quantity: 5_000n },
      receive: BYSTANDER,
      expected: 5_000n,
    };
    expect(said({ feePerCycle: 9_000_000n }, between)).toEqual([]);
  });
});
