import { describe, expect, onTestFinished, test } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Elsewhere, RestingSale } from '#domain/resting-sale.ts';
import { Attention } from '../../../src-main/market/attention.ts';
import { Polling } from '../../../src-main/market/polling.ts';
import { RestingWatch } from '../../../src-main/market/resting-watch.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const [GEM, JADE] = ['7e', '7d'].map((byte) => (byte.repeat(28) + '47') as AssetId) as [AssetId, AssetId];
const BETTER: Elsewhere = { kind: 'better', more: '1.20 %', sentence: 'It is better elsewhere.', said: [] };

function sale(id: string, wants: AssetId): RestingSale {
  return { id, sells: ADA, wants, quantity: 10n, asks: 5n, exchanges: ['A'], fees: 0n };
}

function watched(answer: Elsewhere = BETTER) {
  const clock = new ManualClock();
  const attention = new Attention(clock);
  const polling = new Polling(clock, attention);
  const asked: string[][] = [];
  const told: number[] = [];
  const watch = new RestingWatch(
    polling,
    'orders',
    (sales) => {
      asked.push(sales.map(({ id }) => id));
      return Promise.resolve(new Map(sales.map(({ id }) => [id, answer])));
    },
    () => told.push(asked.length),
  );
  onTestFinished(() => polling.stop());
  return { clock, attention, watch, asked, told };
}

describe('resting sales', () => {
  test('of one pair are compared together, in whichever direction they trade', async () => {
    const { watch, asked, told } = watched();
    const back = { ...sale('c', GEM), sells: GEM, wants: ADA };
    watch.watch([sale('a', GEM), sale('b', JADE), back]);
    await expect.poll(() => asked).toEqual([['a', 'c'], ['b']]);
    await expect.poll(() => told).toHaveLength(2);
    expect(['a', 'b', 'c'].map((id) => watch.of(id))).toEqual([BETTER, BETTER, BETTER]);
  });

  test('are compared again after a minute, and as they are then', async () => {
    const { clock, watch, asked } = watched();
    watch.watch([sale('a', GEM)]);
    await expect.poll(() => asked).toHaveLength(1);
    watch.watch([sale('b', GEM)]);
    await clock.advance(59_000);
    expect(asked).toHaveLength(1);
    await clock.advance(2_000);
    await expect.poll(() => asked).toEqual([['a'], ['b']]);
  });

  test('are not compared while the list or the page is out of sight', async () => {
    const { clock, attention, watch, asked } = watched();
    watch.watch([sale('a', GEM)]);
    await expect.poll(() => asked).toHaveLength(1);
    watch.watch([]);
    await clock.advance(600_000);
    attention.show(false);
    watch.watch([sale('a', GEM)]);
    await clock.advance(600_000);
    expect(asked).toHaveLength(1);
    expect(watch.of('a')).toEqual(BETTER);
  });

  test('that are gone are forgotten', async () => {
    const { watch, told } = watched();
    watch.watch([sale('a', GEM)]);
    await expect.poll(() => told).toHaveLength(1);
    watch.keep((id) => id !== 'a');
    expect(watch.of('a')).toBeUndefined();
  });
});
