import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { planCancel } from '../../../src-main/trading/kinds/cancel-plan.ts';
import { must } from '../../support/trader.ts';

interface World {
  readonly ids: readonly string[];
  readonly fits: number;
  readonly bad: ReadonlySet<string>;
  /** Whether answers name the number that fits, and the order at fault. */
  readonly talks: boolean;
}

const worlds = fc
  .record({
    count: fc.integer({ min: 1, max: 60 }),
    fits: fc.integer({ min: 1, max: 20 }),
    badAt: fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 6 }),
    talks: fc.boolean(),
  })
  .map(({ count, fits, badAt, talks }): World => {
    const ids = Array.from({ length: count }, (_, at) => `o${at}`);
    return { ids, fits, bad: new Set(badAt.filter((at) => at < count).map((at) => `o${at}`)), talks };
  });

/** A service that takes so many orders at once, and none that is filled already. */
function service({ fits, bad, talks }: World) {
  const asked: (readonly string[])[] = [];
  const probe = (ids: readonly string[]): Promise<Result<undefined, Failure>> => {
    asked.push(ids);
    const culprit = ids.find((id) => bad.has(id));
    if (culprit !== undefined)
      return Promise.resolve(failed(failure('order-already-closed', talks ? { order: culprit } : {})));
    if (ids.length > fits)
      return Promise.resolve(failed(failure('cancel-too-large', talks ? { most: fits } : {})));
    return Promise.resolve(ok(undefined));
  };
  return { asked, probe };
}

describe('the division of a bulk cancellation', () => {
  it('takes every good order exactly once, leaves out exactly the bad ones, and exceeds no limit', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const { probe, asked } = service(world);
        const plan = must(await planCancel(world.ids, probe));
        expect(plan.chunks.flat().toSorted()).toEqual(
          world.ids.filter((id) => !world.bad.has(id)).toSorted(),
        );
        expect(new Set(plan.left.map(({ id }) => id))).toEqual(world.bad);
        expect(plan.left.every((one) => one.failure.code === 'order-already-closed')).toBe(true);
        expect(plan.chunks.every((chunk) => chunk.length > 0 && chunk.length <= world.fits)).toBe(true);
        expect(asked.length).toBeLessThan(world.ids.length * 8 + 20);
      }),
    );
  });

  it('asks once when all fit', async () => {
    const { probe, asked } = service({ ids: ['a', 'b', 'c'], fits: 5, bad: new Set(), talks: false });
    const plan = must(await planCancel(['a', 'b', 'c'], probe));
    expect([plan, asked.length]).toEqual([{ chunks: [['a', 'b', 'c']], left: [] }, 1]);
  });

  it('gives up on any other failure, with nothing divided', async () => {
    const plan = await planCancel(['a', 'b'], () => Promise.resolve(failed(failure('service-unreachable'))));
    expect(plan).toMatchObject({ ok: false, failure: { code: 'service-unreachable' } });
  });

  it('ends also with a service that refuses two orders only together', async () => {
    const probe = (ids: readonly string[]): Promise<Result<undefined, Failure>> =>
      Promise.resolve(
        ids.includes('a') && ids.includes('d') ? failed(failure('order-not-on-chain')) : ok(undefined),
      );
    const plan = must(await planCancel(['a', 'b', 'c', 'd'], probe));
    expect(plan.chunks.flat()).toEqual(['a', 'b', 'c', 'd']);
    expect(plan.left).toEqual([]);
  });
});
