import { expect, it } from 'vitest';
import type { QuoteView } from '#contract/swap.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import type { TokenShape } from '../../../src-renderer/format/amount.ts';
import { feeNote, feeRows } from '../../../src-renderer/features/swap/quote-fees.ts';
import { plain } from '../../support/desk-robot.ts';

const carb: TokenShape = { id: 'ab'.repeat(28), ticker: 'CARB', name: 'Carbon', decimals: 2 };
const fees: QuoteView['fees'] = { network: { lovelace: '250000', built: false } };
const quote: QuoteView = {
  id: 'q1',
  pay: { asset: carb.id, quantity: '20000' },
  receive: 'ADA',
  slippageBps: 100,
  expected: '100000000',
  atLeast: '99000000',
  routes: [],
  fees,
  notices: [],
  at: 0,
  expiresAt: 1,
};
const texts = (shown: QuoteView | undefined, receive: TokenShape = ADA_TOKEN): string[] =>
  feeRows(shown, receive).map(({ name, text }) => plain(`${name}: ${text}`));

it('the costs of a swap have the same rows with and without a quote', () => {
  expect(feeRows(undefined, undefined).map(({ text }) => text)).toEqual(Array(4).fill(undefined));
  expect(feeRows(undefined, undefined).map(({ name }) => name)).toEqual(
    feeRows(quote, ADA_TOKEN).map(({ name }) => name),
  );
});

it('costs are rounded up, what is received is cut, and each says whose figure it is', () => {
  const known: QuoteView = {
    ...quote,
    fees: {
      exchange: { lovelace: '2000001', from: 'built' },
      deposits: { lovelace: '2000000', from: 'records' },
      network: { lovelace: '198765', built: true },
    },
    net: '97801234567',
  };
  expect(texts(known)).toEqual([
    'Exchange fees: about 2.00001 ADA',
    'Deposit (returned): about 2 ADA',
    'Network fee: about 0.198765 ADA',
    'Net received: about 97,801.2345 ADA',
  ]);
  expect(
    feeRows(known, ADA_TOKEN)
      .map(({ title }) => title)
      .slice(0, 2),
  ).toEqual(['From your recent swaps', 'From the service’s order records']);
  expect(feeNote(known)).toBe(
    'Estimated from your recent swaps and the service’s order records; read exactly at review.',
  );
});

it('what nobody has stated is read at review, and so is what it would leave', () => {
  expect(texts(quote)).toEqual([
    'Exchange fees: read at review',
    'Deposit (returned): read at review',
    'Network fee: about 0.25 ADA',
    'Net received: read at review',
  ]);
  expect(feeNote(quote)).toBe('Estimated from the usual network fee; read exactly at review.');
});

it('says in words that fees take everything', () => {
  expect(texts({ ...quote, net: '0' })[3]).toBe('Net received: nothing after fees');
});
