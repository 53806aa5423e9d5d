import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import type { Candle } from '#domain/candle.ts';
import { sayIn } from '#domain/sentences/sentence.ts';
import { epochMs } from '#domain/time.ts';
import { depthLevels, orderLevels } from '../../../../src-main/features/book/book-levels.ts';
import { movedTo, poolDepth } from '../../../../src-main/market/pool-depth.ts';
import { pairOrders, rowOf } from '../../../../src-main/features/orders/merge-orders.ts';
import type { OrderRow } from '../../../../src-main/features/orders/order-row.ts';
import { whyWaiting } from '../../../../src-main/features/orders/why-waiting.ts';
import { SOME_TOKEN } from '../../../support/journal-entry.ts';
import { CONTEXT, limitTrade, told, TOKEN } from '../../../support/order-records.ts';

const POOL = { exchange: 'EXB', ada: 40_000, tokens: 2_000_000, poolId: 'p' };

describe('the book', () => {
  it('brings resting orders of one price together, best first, and marks the own ones', () => {
    const orders = [
      told({ id: '1', amountIn: '20', expectedOut: '1000', owner: 'somebody' }),
      told({ id: '2', amountIn: '30', expectedOut: '1500', owner: 'me' }),
      told({ id: '3', amountIn: '21', expectedOut: '1000' }),
      told({ id: '4', sells: SOME_TOKEN, buys: ADA, amountIn: '100', expectedOut: '2.5' }),
      told({ id: '5', sells: SOME_TOKEN, buys: ADA, amountIn: '100', expectedOut: '2.4' }),
    ];
    const { bids, asks } = orderLevels(orders, SOME_TOKEN, 3, (owner) => owner === 'me');
    expect(bids).toEqual([
      { price: '0.021', tokens: 1_000_000n, ada: 21_000_000n, orders: 1, own: false },
      { price: '0.02', tokens: 2_500_000n, ada: 50_000_000n, orders: 2, own: true },
    ]);
    expect(asks.map(({ price }) => price)).toEqual(['0.024', '0.025']);
  });

  it('leaves out what has ended, is of another pair, or has no figures', () => {
    const orders = [
      told({ status: 'COMPLETE' }),
      told({ status: 'CANCELLING' }),
      told({ status: 'EXPIRED' }),
      told({ amountIn: '99999999999999999999' }),
      told({ buys: ADA }),
      told({ amountIn: undefined }),
      told({ expectedOut: '0' }),
      told({ sells: undefined }),
    ];
    expect(orderLevels(orders, SOME_TOKEN, 3, () => false)).toEqual({ bids: [], asks: [] });
  });

  it('a bid is met by its price as reported, and so is an ask', () => {
    // 1 ADA for 3 units of whole tokens: a third has no end.
    const bid = told({ amountIn: '1', expectedOut: '3' });
    const ask = told({ id: '2', sells: SOME_TOKEN, buys: ADA, amountIn: '3', expectedOut: '1' });
    const { bids, asks } = orderLevels([bid, ask], SOME_TOKEN, 0, () => false);
    expect([bids[0]?.price, asks[0]?.price]).toEqual(['0.33333333', '0.33333334']);
  });

  it('the pools’ levels together move them to the last price, as constant product has it', () => {
    const depth = poolDepth([POOL, { ...POOL, ada: 4_000, tokens: 200_000 }, { ...POOL, ada: 0 }]);
    if (!depth) throw new Error('there is depth');
    expect(depth.price).toBeCloseTo(0.02, 12);
    for (const [levels, direction] of [
      [depth.bids, -1],
      [depth.asks, 1],
    ] as const) {
      const tokens = levels.reduce((sum, level) => sum + level.tokens, 0);
      const ada = levels.reduce((sum, level) => sum + level.ada, 0);
      const last = levels.at(-1)?.price ?? 0;
      expect(last).toBeCloseTo(0.02 * (1 + direction * 0.2), 10);
      expect(tokens).toBeCloseTo(Math.abs(Math.sqrt((44_000 * 2_200_000) / last) - 2_200_000), 4);
      expect(ada).toBeCloseTo(Math.abs(Math.sqrt(44_000 * 2_200_000 * last) - 44_000), 6);
    }
    expect(depthLevels(depth.asks, 3)).toHaveLength(80);
    expect(poolDepth([])).toBeUndefined();
  });

  it('pools that stand on the other side of a price give nothing up to it', () => {
    expect(movedTo([POOL], 0.019, 1)).toEqual({ tokens: 0, ada: 0 });
    expect(movedTo([POOL], 0.021, -1)).toEqual({ tokens: 0, ada: 0 });
  });
});

describe('why an order waits', () => {
  const [pair] = pairOrders([limitTrade()], [told()]);
  if (!pair) throw new Error('a row');
  const row = rowOf(pair, CONTEXT);
  const candle = (low: number, high: number, time = 1_100): Candle => ({
    time,
    open: high,
    high,
    low,
    close: low,
    volume: 1,
  });
  const reasons = (change: Partial<OrderRow>, candles: readonly Candle[] = [], pools = [POOL]) =>
    whyWaiting({ row: { ...row, ...change }, token: TOKEN, pools, candles, say: sayIn('en') });

  it('the market is far away, and never was near', () => {
    const waiting = reasons({}, [candle(0.024, 0.026)]);
    expect(waiting.reasons.map(({ kind }) => kind)).toEqual(['distance', 'depth', 'untouched', 'fees']);
    expect(waiting.reasons[0]?.sentence).toContain('must fall by another 20.0 %');
    expect(waiting.reasons[1]?.sentence).toContain('the order still wants 1,000 TOK.');
    expect(waiting.stillWanted).toBe(1_000_000n);
  });

  it('the price was touched, but not for all of it', () => {
    const waiting = reasons({ fees: 0n }, [candle(0.019, 0.021, 1_050), candle(0.024, 0.026)]);
    expect(waiting.reasons.map(({ kind }) => kind)).toContain('touched');
    expect(waiting.touchedAt).toBe(epochMs(1_050_000));
  });

  it('the market is there: others come first', () => {
    const waiting = reasons({ distance: -0.01, fees: 0n, wanted: 1n });
    expect(waiting.reasons.map(({ kind }) => kind)).toEqual(['depth']);
    const cheap = reasons({ distance: -0.01, fees: 0n }, [], [{ ...POOL, ada: 30_000 }]);
    expect(cheap.reasons.map(({ kind }) => kind)).toEqual(['exchange']);
  });

  it('is not on chain yet', () => {
    expect(reasons({ status: 'preparing' }).reasons.map(({ kind }) => kind)).toEqual(['not-on-chain']);
  });

  it('nothing is known', () => {
    const bare = { distance: undefined, price: undefined, fees: undefined };
    expect(reasons(bare, [], []).reasons.map(({ kind }) => kind)).toEqual(['unknown']);
  });
});
