import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paneBounds, paneHeights, VOLUME, withPaneHeight } from '../../../src-renderer/chart/pane-heights.ts';

const heights = fc.integer({ min: 120, max: 4_000 });
const names = fc
  .uniqueArray(fc.constantFrom(VOLUME, 'rsi-1', 'macd-1', '__proto__', 'constructor'), { maxLength: 5 })
  .map((ids) => ids);
const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });

describe('heights of the panes', () => {
  it('are the standard ones where none was set', () => {
    expect(paneHeights(1_000, [VOLUME, 'rsi-1'], {})).toEqual([160, 200]);
  });

  it('leave the prices their room, whatever was set', () => {
    fc.assert(
      fc.property(
        heights,
        names,
        fc.dictionary(fc.constantFrom(VOLUME, 'rsi-1'), share),
        (height, ids, set) => {
          const laid = paneHeights(height, ids, set);
          const sum = laid.reduce((total, each) => total + each, 0);
          expect(height - sum).toBeGreaterThanOrEqual(height * 0.4 - ids.length);
          for (const each of laid) expect(each).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('move one edge alone: only the panes on its two sides change, and nothing is lost', () => {
    fc.assert(
      fc.property(
        heights,
        names.filter((ids) => ids.length > 0),
        fc.nat(4),
        fc.integer({ min: -500, max: 5_000 }),
        (height, ids, nth, wanted) => {
          const at = nth % ids.length;
          const before = paneHeights(height, ids, {});
          const after = paneHeights(height, ids, withPaneHeight(height, ids, {}, ids[at] ?? '', wanted));
          for (const [place, each] of after.entries())
            if (place !== at && place !== at - 1)
              expect(Math.abs(each - (before[place] ?? 0))).toBeLessThanOrEqual(1);
          if (at > 0) {
            const pair = (of: readonly number[]): number => (of[at - 1] ?? 0) + (of[at] ?? 0);
            expect(Math.abs(pair(after) - pair(before))).toBeLessThanOrEqual(2);
          }
          const bounds = paneBounds(height, before)[at];
          if (bounds === undefined) throw new Error('a pane has no bounds');
          const expected = Math.min(bounds.most, Math.max(bounds.least, wanted));
          expect(Math.abs((after[at] ?? 0) - expected)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('stay as they are for a pane that is not there', () => {
    expect(withPaneHeight(500, [VOLUME], { a: 0.2 }, 'rsi-9', 100)).toEqual({ a: 0.2 });
  });
});
