import { describe, expect, it } from 'vitest';
import type { TradeView } from '#contract/trades.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import { feeOf, tradeRow } from '../../../src-renderer/features/trades/trade-row.ts';
import { showDayOrTime } from '../../../src-renderer/format/age.ts';
import type { TokenShape } from '../../../src-renderer/format/amount.ts';
import { boughtCarb, carb } from '../../support/trade-views.ts';

const dial: TokenShape = { id: 'cd'.repeat(28), ticker: 'DIAL', name: 'Dial', decimals: 0 };
/** 200 CARB offered for about 100 ADA, at least 99. */
const selling: TradeView = {
  ...boughtCarb,
  kind: 'limit',
  state: 'placed',
  pay: { asset: carb.id, quantity: '20000' },
  receive: 'ADA',
  expected: '100000000',
  atLeast: '99000000',
  filledTotal: undefined,
};

describe('a row of the trade history', () => {
  it('is a purchase where ADA is paid: what was received, at the price paid', () => {
    const row = tradeRow(boughtCarb, ADA_TOKEN, carb);
    expect(row).toMatchObject({ side: 'buy', type: 'Market', certainty: 'done', base: carb });
    expect([row.amount, row.total, row.price?.text]).toEqual([19_900n, 100_000_000n, '0.50251']);
  });

  it('is a sale where ADA is received; what an open limit order enforces is its price', () => {
    const row = tradeRow(selling, carb, ADA_TOKEN);
    expect(row).toMatchObject({ side: 'sell', type: 'Limit', certainty: 'least', base: carb });
    expect([row.amount, row.total, row.price?.text]).toEqual([20_000n, 99_000_000n, '0.495']);
  });

  it('is a purchase with the other token where no ADA takes part, quoted until it is filled', () => {
    const { filledTotal: _, ...quoted } = boughtCarb;
    const swap = { ...quoted, state: 'placed', pay: { asset: carb.id, quantity: '20000' } } as const;
    const row = tradeRow({ ...swap, receive: dial.id, expected: '50' }, carb, dial);
    expect(row).toMatchObject({ side: 'buy', certainty: 'about', base: dial, quote: carb });
    expect([row.amount, row.total, row.price?.text]).toEqual([50n, 20_000n, '4']);
  });

  it.each([
    { state: 'refused' },
    { state: 'expired' },
    { state: 'closed' },
    { state: 'closed', filledTotal: '0' },
  ] as const)('says what was offered where it is $state ($filledTotal received), and no price', (ended) => {
    const row = tradeRow({ ...selling, ...ended }, carb, ADA_TOKEN);
    expect(row).toMatchObject({ certainty: 'none', amount: 20_000n });
    expect([row.total, row.price]).toEqual([undefined, undefined]);
  });

  it('claims neither a price nor what was sold where the orders ended after a part of them', () => {
    const row = tradeRow({ ...selling, state: 'closed', filledTotal: '40000000' }, carb, ADA_TOKEN);
    expect([row.amount, row.total, row.price]).toEqual([undefined, 40_000_000n, undefined]);
    const open = tradeRow({ ...selling, state: 'partly-filled', filledTotal: '40000000' }, carb, ADA_TOKEN);
    expect(open.price).toBeUndefined();
  });

  it('has the fees that were or will be paid: none where nothing was sent, the network’s alone where orders came back', () => {
    expect(feeOf(boughtCarb)).toBe(2_230_000n);
    expect(feeOf(selling)).toBe(2_230_000n);
    expect(feeOf({ ...selling, state: 'closed' })).toBe(200_000n);
    expect(feeOf({ ...selling, state: 'refused' })).toBeUndefined();
  });
});

it('a time of today is shown as such, one of another day by that day', () => {
  const noon = new Date(2026, 10, 25, 12).getTime();
  expect(showDayOrTime(noon - 60_000, noon)).toBe('11:59');
  expect(showDayOrTime(noon - 13 * 3_600_000, noon)).toBe('24 Nov');
  expect(showDayOrTime(new Date(2025, 10, 24).getTime(), noon)).toBe('2025-11-24');
});
