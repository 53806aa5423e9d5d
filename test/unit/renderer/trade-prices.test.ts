import { expect, test } from 'vitest';
import type { TradeView } from '#contract/trades.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import type { TokenShape } from '../../../src-renderer/format/amount.ts';
import { type MarketNow, priceFacts } from '../../../src-renderer/features/trades/trade-prices.ts';
import { plain } from '../../support/desk-robot.ts';
import { boughtCarb, carb } from '../../support/trade-views.ts';

const market = { price: 0.5, adaUsd: 0.4 };
const facts = (
  trade: TradeView,
  [pay, receive]: readonly [TokenShape, TokenShape] = [ADA_TOKEN, carb],
  now: Partial<MarketNow> = market,
) =>
  priceFacts(trade, pay, receive, { price: undefined, adaUsd: undefined, ...now }).map(
    ({ name, text, from }) => plain(`${name}: ${text} (${from})`),
  );

test('a filled swap shows its average, what that is against the quote, and what it is worth', () => {
  expect(facts(boughtCarb)).toEqual([
    'Average fill: 0.502513 ADA per CARB (ledger)',
    'Against the quote: 0.50 % worse (ledger)',
    'Worth now: about $40.00 (service)',
    'Quoted: 0.5 ADA per CARB (service)',
    'Market: 0.5 ADA per CARB, 0.50 % below the fill (service)',
  ]);
});

test('a sale counts the other way round', () => {
  const sold: TradeView = {
    ...boughtCarb,
    pay: { asset: carb.id, quantity: '20000' },
    receive: 'ADA',
    expected: '100000000',
    filledTotal: '101000000',
  };
  expect(facts(sold, [carb, ADA_TOKEN]).slice(0, 2)).toEqual([
    'Average fill: 0.505 ADA per CARB (ledger)',
    'Against the quote: 1.00 % better (ledger)',
  ]);
});

test('a limit order names its own price, and nothing of the service is needed for it', () => {
  const order = { ...boughtCarb, kind: 'limit', state: 'placed', filledTotal: undefined } as const;
  expect(facts({ ...order, orders: [] }, undefined, {})).toEqual([
    'Limit price: 0.505051 ADA per CARB (ledger)',
  ]);
});

test('there is no price in ADA of a cancellation, a plan, or one token for another', () => {
  expect(facts({ ...boughtCarb, kind: 'cancel' })).toEqual([]);
  expect(facts({ ...boughtCarb, kind: 'dca' })).toEqual([]);
  expect(facts(boughtCarb, [carb, { ...carb, id: 'cd'.repeat(28) }])).toEqual([]);
});
