import { expect, test } from 'vitest';
import { failure, type Failure } from '#domain/failure.ts';
import type { Trade, TradeState } from '#domain/trade.ts';
import { cancellationsOf } from '../../../src-main/market/listed-rows.ts';
import { journalEntry } from '../../support/journal-entry.ts';

const [ORDER, OTHER] = [`${'aa'.repeat(32)}#0`, `${'bb'.repeat(32)}#1`] as const;

function cancellation(id: string, state: TradeState, why?: Failure): Trade {
  const failed = why === undefined ? {} : { failure: why };
  return journalEntry({ id, kind: 'cancel', cancels: [ORDER, OTHER], state, ...failed }).trade;
}

const underWay = (...trades: readonly Trade[]): unknown =>
  [ORDER, OTHER].map((output) => cancellationsOf(trades).get(output));

test.each<[TradeState, Failure | undefined, boolean]>([
  ['submitted', undefined, true],
  ['placed', undefined, true],
  ['closed', undefined, false],
  ['refused', failure('order-filled-first'), false],
  // One of its orders was filled: those that still rest can be cancelled without it.
  ['submitted', failure('order-filled-first'), false],
  ['submitted', failure('block-rolled-back'), true],
])('a cancellation that is %s with %o is under way, or no longer', (state, why, is) => {
  const found = { tradeId: 'one', underWay: is };
  expect(underWay(cancellation('one', state, why))).toEqual([found, found]);
});

test('one that was never signed is none, and the one under way comes before one that is over', () => {
  expect(underWay(cancellation('one', 'built'))).toEqual([undefined, undefined]);
  const lost = cancellation('lost', 'submitted', failure('order-filled-first'));
  const found = { tradeId: 'next', underWay: true };
  for (const trades of [
    [lost, cancellation('next', 'submitted')],
    [cancellation('next', 'submitted'), lost],
  ])
    expect(underWay(...trades)).toEqual([found, found]);
});
