import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADA } from '#domain/asset.ts';
import { otherSide } from '../../../src-main/exchanges/pool.ts';
import { throughBoth } from '../../../src-main/exchanges/through.ts';
import { bestRoute } from '../../../src-main/exchanges/routing/route.ts';
import { hop, out, product, searchedNet, size, SOLD, stable, tokenTask } from '../../support/token-tasks.ts';

describe('the best route between two tokens, over stable pools and pools in a row too', () => {
  it('is the best that a search by thirds finds, to a few base units', () => {
    fc.assert(
      fc.property(tokenTask, (task) => {
        const found = bestRoute(task);
        const brute = searchedNet(task);
        if (!found) return expect(brute).toBeLessThan(4);
        expect(found.net).toBeGreaterThanOrEqual(brute - 4 - Math.abs(brute) * 1e-9);
      }),
      { numRuns: 60 },
    );
  });

  it('sells the whole, and pays what the formulas pay', () => {
    fc.assert(
      fc.property(tokenTask, (task) => {
        const found = bestRoute(task);
        if (!found) return;
        expect(found.parts.reduce((sum, { sold }) => sum + sold, 0n)).toBe(task.quantity);
        for (const { place, sold, out: paid } of found.parts) expect(out(place, sold)).toBe(paid);
      }),
    );
  });
});

describe('two pools in a row', () => {
  it('pay no more than their common curve, and what they pay one after the other', () => {
    fc.assert(
      fc.property(hop, size, (pool, sold) => {
        for (const side of [0, 1] as const) {
          const { out: most, into } = pool.hyperbolas?.[side] ?? { out: 0, into: 1 };
          const paid = pool.swap(side, sold).out;
          const real = (most * Number(sold)) / (into + Number(sold));
          expect(Number(paid)).toBeLessThanOrEqual(real * (1 + 1e-12) + 1e-3);
          expect(paid).toBeLessThan(pool.reserves[otherSide(side)]);
        }
      }),
    );
  });

  it('are none where they share no asset, or where one follows another curve', () => {
    fc.assert(
      fc.property(product, stable, (first, second) => {
        expect(throughBoth(second, first, SOLD)).toBeUndefined();
        expect(throughBoth(first, first, ADA)).toBeUndefined();
      }),
    );
  });
});
