import type { TradeView } from '#contract/trades.ts';
import { ADA } from '#domain/asset.ts';
import { describe, expect, test } from 'vitest';
import { replayResult, worthAt } from '../../../src-renderer/features/replay/replay-result.ts';
import {
  dayField,
  readDayField,
  showDay,
  showMoment,
} from '../../../src-renderer/features/replay/replay-words.ts';

const TOKEN = 'f'.repeat(56) + '414d42';
const AT = Date.UTC(2025, 2, 14, 13, 5, 20);

function trade(change: Partial<TradeView>): TradeView {
  return {
    id: 'a',
    kind: 'swap',
    state: 'filled',
    pay: { asset: ADA, quantity: '100000000' },
    receive: TOKEN,
    slippageBps: 100,
    expected: '0',
    atLeast: '0',
    routes: [],
    costs: { networkFee: '200000', exchangeFees: '700000', deposits: '2000000', otherRecipients: '0' },
    bodyHash: '0'.repeat(64),
    orders: [],
    createdAt: AT,
    updatedAt: AT,
    ...change,
  };
}

describe('the result of a replay', () => {
  const worth = (price: number | undefined) => (asset: string, units: bigint) =>
    worthAt(asset, units, 6, price);

  test('is the worth of what was got, less what was paid and the fees', () => {
    const bought = trade({ filledTotal: '240000000' });
    expect(replayResult([bought], worth(0.5))).toEqual({
      placed: 1,
      filled: 1,
      open: 0,
      fees: 900_000n,
      gain: 19_100_000n,
    });
  });

  test('counts of an open order and a cancellation the network fee alone', () => {
    const open = trade({ state: 'placed', kind: 'limit' });
    const cancelled = trade({ state: 'closed', kind: 'cancel' });
    expect(replayResult([open, cancelled], worth(0.5))).toEqual({
      placed: 1,
      filled: 0,
      open: 1,
      fees: 400_000n,
      gain: -400_000n,
    });
  });

  test('leaves out what was never placed, and is unknown without a price', () => {
    expect(replayResult([trade({ state: 'discarded' })], worth(0.5))).toMatchObject({ placed: 0, fees: 0n });
    expect(replayResult([trade({ filledTotal: '1' })], worth(undefined)).gain).toBeUndefined();
  });

  test('values units by their decimals, rounded down', () => {
    expect(worthAt(TOKEN, 3n, 0, 0.0000005)).toBe(1n);
    expect(worthAt(TOKEN, 1_999n, 3, 1)).toBe(1_999_000n);
    expect(worthAt(ADA, 5n, 6, undefined)).toBe(5n);
  });
});

test('a moment of a replay is told in UTC', () => {
  expect(showMoment(AT)).toBe('14 Mar 2025 13:05:20');
  expect(showDay(AT)).toBe('14 Mar 2025');
  expect(dayField(AT)).toBe('2025-03-14');
  expect(readDayField('2025-03-14')).toBe(Date.UTC(2025, 2, 14));
  expect(readDayField('')).toBeUndefined();
});
