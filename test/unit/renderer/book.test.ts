// @vitest-environment page
// The lines and curves of the book, and its model on a fake main.
import fc from 'fast-check';
import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';
import type { BookLevelView } from '#contract/book.ts';
import { failure } from '#domain/failure.ts';
import { depthOption } from '../../../src-renderer/chart/plots.ts';
import {
  bookRows,
  depthCurves,
  heldRows,
  priceUnits,
  tickChoices,
} from '../../../src-renderer/features/book/book-levels.ts';
import { Book } from '../../../src-renderer/features/book/book.svelte.ts';
import { effectRoot } from '../../support/effect-root.svelte.ts';
import { FakeMain } from '../../support/fake-main-api.ts';
import { tokensOfFake } from '../../support/fake-market.ts';

const level = (price: string, ada: number, orders = 1, own = false): BookLevelView => ({
  price,
  ada: String(ada * 1e6),
  tokens: String(Math.round(ada * 1e6)),
  orders,
  own,
});

describe('the lines of a side', () => {
  const orders = [level('0.1203', 10), level('0.1201', 20, 2, true)];
  const pools = [level('0.1202', 5, 0), level('0.1201', 7, 0)];

  test('come best first with both sources next to each other and their sum', () => {
    const rows = bookRows('bids', orders, pools, 0n);
    expect(
      rows.map(({ price, orders: resting, pools: given, count, own }) => [price, resting, given, count, own]),
    ).toEqual([
      ['0.1203', 10_000_000n, 0n, 1, false],
      ['0.1202', 0n, 5_000_000n, 0, false],
      ['0.1201', 20_000_000n, 7_000_000n, 2, true],
    ]);
    expect(rows.map(({ cumulativeAda }) => cumulativeAda)).toEqual([10_000_000n, 15_000_000n, 42_000_000n]);
    expect(bookRows('asks', orders, pools, 0n).map(({ price }) => price)).toEqual([
      '0.1201',
      '0.1202',
      '0.1203',
    ]);
  });

  test('are grouped by tick, away from the middle', () => {
    const tick = priceUnits('0.0005');
    expect(bookRows('bids', orders, pools, tick).map(({ price }) => price)).toEqual(['0.12']);
    expect(bookRows('asks', orders, pools, tick).map(({ price }) => price)).toEqual(['0.1205']);
    // A price on a tick stays there.
    expect(bookRows('asks', [level('0.1205', 1)], [], tick).map(({ price }) => price)).toEqual(['0.1205']);
  });

  test('lose nothing by grouping, and never show a better price than there is', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        prices,
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom('bids', 'asks'),
        (found, step, side) => {
          const levels = found.map((price) => level(`0.${String(price).padStart(4, '0')}`, 1));
          const tick = priceUnits('0.0001') * BigInt(step);
          const rows = bookRows(side, levels, [], tick);
          const best = side === 'bids' ? Math.max(...found) : Math.min(...found);
          const first = Number(rows[0]?.price ?? (side === 'bids' ? 0 : 1)) * 10_000;
          expect(side === 'bids' ? first <= best + 1e-6 : first >= best - 1e-6).toBe(true);
          // Only bids that round down to nothing have no line.
          const kept = side === 'bids' ? found.filter((price) => price >= step).length : found.length;
          expect(rows.at(-1)?.cumulativeAda ?? 0n).toBe(BigInt(kept) * 1_000_000n);
          const order = rows.map(({ price }) => Number(price));
          expect(order).toEqual(order.toSorted((a, b) => (side === 'bids' ? b - a : a - b)));
        },
      ),
    );
  });

  test('stay in place while they are held, with their newest figures; others are counted', () => {
    const before = bookRows('bids', orders, pools, 0n);
    const after = bookRows('bids', [level('0.1204', 1), level('0.1201', 99)], [], 0n);
    const { rows, waiting } = heldRows(
      before.map(({ price }) => price),
      after,
    );
    expect(rows.map(({ price }) => price)).toEqual(['0.1203', '0.1202', '0.1201']);
    expect(rows.map(({ orders: resting }) => resting)).toEqual([0n, 0n, 99_000_000n]);
    // One came, two went.
    expect(waiting).toBe(3);
    expect(heldRows(undefined, after)).toEqual({ rows: after, waiting: 0 });
  });
});

describe('ticks', () => {
  test('are round and suit the price, tiny ones too', () => {
    expect(tickChoices('0.12018').map(({ text }) => text)).toEqual([
      '0.00005',
      '0.0001',
      '0.0002',
      '0.0005',
      '0.001',
      '0.002',
      '0.005',
    ]);
    expect(tickChoices('0.000000119')[0]?.text).toBe('0.00000000005');
    expect(tickChoices('8421.5').map(({ text }) => text)).toContain('10');
    expect(tickChoices(undefined)).toEqual([]);
    expect(tickChoices('0')).toEqual([]);
  });
});

describe('the curves of depth', () => {
  const book = {
    orders: { bids: [level('0.09', 100)], asks: [level('0.11', 40)] },
    depth: { bids: [level('0.08', 200)], asks: [level('0.12', 20)] },
  };

  test('slope for pools and step for orders', () => {
    const { pools, all } = depthCurves('bids', book, 0.1, 0.08);
    const shown = (curve: readonly (readonly [number, number])[]): readonly string[] =>
      curve.map(([price, ada]) => `${price}:${ada.toFixed(3)}`);
    expect(shown(pools)).toEqual(['0.1:0.000', '0.09:100.000', '0.08:200.000']);
    expect(shown(all)).toEqual([
      '0.1:0.000',
      '0.1:0.000',
      '0.09:100.000',
      '0.09:200.000',
      '0.08:300.000',
      '0.08:300.000',
    ]);
  });

  test('end at the edge of what is shown, and never fall', () => {
    const { pools, all } = depthCurves('asks', book, 0.1, 0.115);
    expect(all.at(-1)?.[0]).toBe(0.115);
    expect(pools.at(-1)?.[1]).toBeCloseTo(15);
    for (const curve of [pools, all])
      for (const [at, [, ada]] of curve.entries())
        expect(ada).toBeGreaterThanOrEqual(curve[at - 1]?.[1] ?? 0);
  });

  test('are what ECharts draws, over the stretch that is shown', () => {
    const bids = depthCurves('bids', book, 0.1, 0.08);
    const asks = depthCurves('asks', book, 0.1, 0.12);
    const look = { up: 'green', down: 'red', line: 'grey', text: 'black', font: 'serif' };
    const option = depthOption({ bids, asks, mid: 0.1, low: 0.08, high: 0.12 }, look);
    expect(option).toMatchObject({ animation: false, xAxis: { min: 0.08, max: 0.12 } });
    expect((option['series'] as { data: unknown }[]).map(({ data }) => data).slice(0, 4)).toEqual([
      bids.all,
      asks.all,
      bids.pools,
      asks.pools,
    ]);
    // Labels too close to the edge would be cut off.
    const { formatter } = (option['xAxis'] as { axisLabel: { formatter: (price: number) => string } })
      .axisLabel;
    expect([0.08, 0.0801, 0.09, 0.1, 0.12].map(formatter)).toEqual(['', '', '0.09', '0.1', '']);
  });
});

describe('the model', () => {
  const [one, two] = tokensOfFake;
  if (!one || !two) throw new Error('the fake market lacks a token');
  const asked = (main: FakeMain): readonly string[] =>
    main.asked.filter(({ name }) => name.startsWith('book.')).map(({ name }) => name);

  test('keeps the book live while somebody looks, and shows none of another token', async () => {
    const main = new FakeMain();
    const [book, end] = effectRoot(() => new Book(main.api));
    const stop = book.watch(one.id);
    const stopToo = book.watch(one.id);
    await Promise.resolve();
    expect(book.view?.token).toBe(one.id);
    stop();
    stop();
    expect(asked(main)).toEqual(['book.watch']);
    stopToo();
    // Another place of the page takes it over within the same turn: only main's present state is requested again.
    const moved = book.watch(one.id);
    await Promise.resolve();
    expect(asked(main)).toEqual(['book.watch', 'book.watch']);
    moved();
    await Promise.resolve();
    expect(asked(main)).toEqual(['book.watch', 'book.watch', 'book.unwatch']);
    expect(book.view).toBeUndefined();
    const stopTwo = book.watch(two.id);
    main.push('book', { ...main.value('book'), token: one.id, state: 'live' });
    flushSync();
    expect(book.view).toBeUndefined();
    stopTwo();
    end();
  });

  test('says why main could not be asked, and asks again', async () => {
    const main = new FakeMain();
    main.failing.set('book.watch', failure('service-timeout'));
    const [book, end] = effectRoot(() => new Book(main.api));
    book.watch(one.id);
    await Promise.resolve();
    await Promise.resolve();
    expect(book.failure?.code).toBe('service-timeout');
    main.failing.clear();
    await book.again();
    expect(book.failure).toBeUndefined();
    expect(book.view?.state).toBe('live');
    end();
  });
});
