import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { epochMs } from '#domain/time.ts';
import type { Trade } from '#domain/trade.ts';
import {
  QUALITY_GROUPS,
  qualityRows,
  qualityTotal,
} from '../../../src-main/features/quality/quality-rows.ts';
import { executionOf, type Execution, type ExecutionFacts } from '../../../src-main/trading/execution.ts';
import { qualityCsv } from '../../../src-main/features/quality/quality-csv.ts';
import { GEM } from '../../support/good-trade.ts';
import { journalEntry } from '../../support/journal-entry.ts';

const FACTS: ExecutionFacts = {
  steps: [
    { at: epochMs(1_000), state: 'signed' },
    { at: epochMs(2_000), state: 'submitted' },
    { at: epochMs(5_000), state: 'placed' },
    { at: epochMs(9_500), state: 'filled' },
  ],
  fills: [{ exact: true }],
  shortfall: 3_100,
  better: 0,
};

function filled(change: Partial<Trade> = {}): Trade {
  return journalEntry({
    kind: 'swap',
    state: 'filled',
    pay: { asset: ADA, quantity: quantity(150_000_000n) },
    receive: GEM,
    expected: quantity(1_000n),
    atLeast: quantity(990n),
    filledTotal: quantity(997n),
    orders: [
      { index: 0, exchange: 'EXB', minimum: undefined },
      { index: 1, exchange: 'EXA', minimum: undefined },
      { index: 2, exchange: 'EXB', minimum: undefined },
    ],
    ...change,
  }).trade;
}

describe('what a filled trade came to', () => {
  it('is measured against its quote, its minimum and its time', () => {
    expect(executionOf(filled(), FACTS)).toEqual({
      at: 9_500,
      kind: 'swap',
      venues: ['EXA', 'EXB'],
      token: GEM,
      worth: 150_000_000n,
      fills: 3,
      checkable: 1,
      exact: 1,
      shortfall: 3_100,
      quoted: -3_000,
      used: 300_000,
      took: 7_500,
      better: 0,
    });
  });

  it('never rounds in the exchange’s favour', () => {
    const short = executionOf(
      filled({ expected: quantity(3n), atLeast: quantity(1n), filledTotal: quantity(2n) }),
      FACTS,
    );
    expect([short?.quoted, short?.used]).toEqual([-333_334, 500_000]);
    const odd = executionOf(
      filled({ expected: quantity(7n), atLeast: quantity(4n), filledTotal: quantity(6n) }),
      FACTS,
    );
    expect(odd?.used).toBe(333_334);
  });

  it('of a limit order is measured against its price, and uses no slippage', () => {
    const limit = executionOf(filled({ kind: 'limit', filledTotal: quantity(999n) }), FACTS);
    expect([limit?.quoted, limit?.used]).toEqual([9_090, undefined]);
  });

  it('is worth its ADA side, whichever that is', () => {
    const sale = filled({ pay: { asset: GEM, quantity: quantity(5n) }, receive: ADA });
    expect(executionOf(sale, FACTS)).toMatchObject({ token: GEM, worth: 997n });
  });

  it('leaves out what is not known: a time that was not seen, a fill that could not be checked', () => {
    const facts = { ...FACTS, steps: FACTS.steps.slice(3), fills: [{ exact: undefined }, { exact: false }] };
    expect(executionOf(filled(), facts)).toMatchObject({ took: undefined, checkable: 1, exact: 0 });
  });

  it.each([{ state: 'placed' }, { kind: 'cancel' }, { kind: 'dca' }] as const)(
    'is nothing for one that is %o',
    (change) => {
      expect(executionOf(filled(change), FACTS)).toBeUndefined();
    },
  );
});

const figure = fc.option(fc.integer({ min: -2_000_000, max: 2_000_000 }), { nil: undefined });
const executions: fc.Arbitrary<readonly Execution[]> = fc.array(
  fc.record({
    at: fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 }).map(epochMs),
    kind: fc.constantFrom('swap' as const, 'limit' as const),
    venues: fc.subarray(['EXA', 'EXB', 'EXC']),
    token: fc.constantFrom(ADA, GEM),
    worth: fc.option(fc.bigInt({ min: 0n, max: 50_000_000_000n }), { nil: undefined }),
    fills: fc.constant(2),
    checkable: fc.nat(2),
    exact: fc.constant(0),
    shortfall: figure,
    quoted: figure,
    used: figure,
    took: fc.option(fc.nat(1_000_000), { nil: undefined }),
    better: fc.option(fc.nat(1_000_000), { nil: undefined }),
  }),
  { maxLength: 30 },
);

describe('executions that have something in common', () => {
  it('are each in one row, and no figure is better than the best nor worse than the worst of them', () => {
    fc.assert(
      fc.property(executions, fc.constantFrom(...QUALITY_GROUPS), (found, by) => {
        const rows = qualityRows(found, by);
        expect(rows.reduce((sum, { trades }) => sum + trades, 0)).toBe(found.length);
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        for (const { shortfall, quoted, better } of rows) {
          if (shortfall) expect(shortfall.median).toBeLessThanOrEqual(shortfall.worst);
          if (quoted) expect(quoted.median).toBeGreaterThanOrEqual(quoted.worst);
          if (better) expect(better.median).toBeLessThanOrEqual(better.worst);
        }
      }),
    );
  });

  it('of an even number have the worse of the two in the middle as their median', () => {
    const one = executionOf(filled(), FACTS);
    if (!one) throw new Error('one execution');
    const total = qualityTotal([
      { ...one, shortfall: 10, quoted: -10 },
      { ...one, shortfall: 20, quoted: -20 },
    ]);
    expect(total).toMatchObject({
      shortfall: { of: 2, median: 20, worst: 20 },
      quoted: { of: 2, median: -20, worst: -20 },
    });
    expect(qualityTotal([])).toBeUndefined();
  });
});

describe('the file of them', () => {
  it('has a line for each, percentages in percent, and empty cells for what nobody knows', () => {
    const one = executionOf(filled(), { ...FACTS, shortfall: undefined });
    if (!one) throw new Error('one execution');
    const [names = '', line = '', ...rest] = qualityCsv('venue', qualityRows([one], 'venue'), 'plain').split(
      '\r\n',
    );
    expect(rest).toEqual(['']);
    const cells = new Map(names.split(',').map((name, at) => [name, line.split(',')[at]]));
    expect(cells.get('venue')).toBe('EXA+EXB');
    expect(cells.get('against_quote_percent_median')).toBe('-0.3000');
    expect(cells.get('seconds_to_fill_median')).toBe('7.5');
    expect([cells.get('cost_percent_median'), cells.get('cost_percent_trades')]).toEqual(['', '0']);
  });

  it.each([
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['@SUM(1)', `"'@SUM(1)"`],
    ['A,B', '"A,B"'],
  ])('makes no formula of an exchange called %s', (code, cell) => {
    const one = executionOf(filled({ orders: [{ index: 0, exchange: code, minimum: undefined }] }), FACTS);
    if (!one) throw new Error('one execution');
    expect(qualityCsv('venue', qualityRows([one], 'venue'), 'plain').split('\r\n')[1]).toMatch(
      new RegExp(`^${cell.replaceAll(/[()"']/g, String.raw`\$&`)},1,`),
    );
  });
});
