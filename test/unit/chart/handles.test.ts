import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlap, placeHandles, placeInColumn } from '../../../src-renderer/chart/handles.ts';
import { LiveScene } from '../../../src-renderer/chart/live-scene.ts';
import { type OverlayLine, plotWidth, pricePane } from '../../../src-renderer/chart/scene.ts';
import { walk } from '../../bench/chart/series.ts';

/** A label is 18 pixels high. */
const HEIGHT = 18;

function sceneOf(lines: readonly OverlayLine[], width = 800, height = 500): LiveScene {
  const scene = new LiveScene({} as never, 'utc', 900, 1, () => 0);
  Object.assign(scene, { width, height });
  scene.lay();
  scene.replace(walk(300), 900);
  scene.lay();
  scene.overlays = { lines, marks: [] };
  scene.look();
  return scene;
}

function handlesOf(scene: LiveScene): ReturnType<typeof placeHandles> {
  const pane = pricePane(scene);
  if (pane === undefined) throw new Error('there is no price pane');
  return placeHandles(scene, pane);
}

/** A price at a share of the range in view, from its low to its high. */
function priceAt(scene: LiveScene, share: number): number {
  const { scale } = pricePane(scene) ?? {};
  return scale === undefined ? 0 : scale.low + (scale.high - scale.low) * share;
}

const line = (id: string, price: number, more: Partial<OverlayLine> = {}): OverlayLine => ({
  id,
  price,
  kind: 'sell',
  label: `Sell ${id}`,
  ...more,
});

describe('labels in a column', () => {
  const middles = fc.array(fc.double({ min: -50, max: 600, noNaN: true }), { maxLength: 60 });

  it('never overlap, keep within it and in order, and drop the least important alone', () => {
    fc.assert(
      fc.property(middles, fc.integer({ min: 0, max: 500 }), (wanted, bottom) => {
        const found = placeInColumn(wanted, 30, bottom);
        const kept = found.filter((each) => each !== undefined).length;
        expect(found).toHaveLength(wanted.length);
        expect(found.slice(0, kept)).not.toContain(undefined);
        expect(kept).toBe(Math.min(wanted.length, Math.max(0, Math.floor((bottom - 30 + 2) / 20))));
        const placed = found
          .slice(0, kept)
          .map((middle, at) => ({ middle: middle ?? 0, wanted: wanted[at] ?? 0 }))
          .toSorted((a, b) => a.middle - b.middle);
        for (const [at, { middle, wanted: own }] of placed.entries()) {
          expect(middle).toBeGreaterThanOrEqual(30 + HEIGHT / 2 - 1e-6);
          expect(middle).toBeLessThanOrEqual(bottom - HEIGHT / 2 + 1e-6);
          const before = placed[at - 1];
          if (before === undefined) continue;
          expect(middle - before.middle).toBeGreaterThan(HEIGHT);
          expect(own).toBeGreaterThanOrEqual(before.wanted);
        }
      }),
    );
  });

  it('stay where they are wanted while there is room, and part around the middle of a crowd', () => {
    expect(placeInColumn([200, 100, 300], 0, 400)).toEqual([200, 100, 300]);
    expect(placeInColumn([200, 200], 0, 400)).toEqual([190, 210]);
    expect(placeInColumn([2, 3], 0, 400)).toEqual([9, 29]);
    expect(placeInColumn([399, 398], 0, 400)).toEqual([391, 371]);
  });
});

describe('the labels of a chart', () => {
  const kinds = fc.constantFrom<OverlayLine['kind']>('buy', 'sell', 'alert', 'draft');
  const lines = fc.array(
    fc.record({ share: fc.double({ min: -0.2, max: 1.2, noNaN: true }), kind: kinds, letters: fc.nat(60) }),
    { maxLength: 50 },
  );

  it('cover neither each other nor the axis, whatever the lines and however small the chart', () => {
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 80, max: 1200 }),
        fc.integer({ min: 60, max: 700 }),
        (wanted, width, height) => {
          const plain = sceneOf([], width, height);
          const scene = sceneOf(
            wanted.map(({ share, kind, letters }, at) =>
              line(String(at), priceAt(plain, share), {
                kind,
                label: 'x'.repeat(letters),
                ...(at % 2 === 0 && { closing: 'Cancel' }),
              }),
            ),
            width,
            height,
          );
          const handles = handlesOf(scene);
          const pane = pricePane(scene);
          for (const [at, { box, cross }] of handles.entries()) {
            expect(box.left).toBeGreaterThanOrEqual(0);
            expect(box.left + box.width).toBeLessThanOrEqual(plotWidth(scene));
            expect(box.top).toBeGreaterThanOrEqual((pane?.top ?? 0) - 1e-6);
            expect(box.top + box.height).toBeLessThanOrEqual((pane?.top ?? 0) + (pane?.height ?? 0) + 1e-6);
            if (cross !== undefined) expect(cross.left + cross.width).toBeCloseTo(box.left + box.width, 6);
            for (const other of handles.slice(0, at)) expect(overlap(box, other.box)).toBe(false);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('say the price, and keep a price being entered at the left', () => {
    const plain = sceneOf([]);
    const price = priceAt(plain, 0.5);
    const handles = handlesOf(
      sceneOf([line('1', price, { closing: 'Cancel' }), line('draft', price, { kind: 'draft' })]),
    );
    const [draft, order] = handles;
    expect(handles.map(({ line: { id } }) => id)).toEqual(['draft', '1']);
    expect(order?.text).toMatch(/^Sell 1 at 0\.\S+$/);
    expect(draft?.box.top).toBe(order?.box.top);
    expect(draft?.cross).toBeUndefined();
    expect(draft?.box.left).toBeLessThan(order?.box.left ?? 0);
  });

  it('are of lines in view alone', () => {
    const plain = sceneOf([]);
    expect(handlesOf(sceneOf([line('1', priceAt(plain, 3))]))).toEqual([]);
  });
});
