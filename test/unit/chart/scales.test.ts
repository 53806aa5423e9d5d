import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  niceStep,
  placesFor,
  priceLabel,
  PriceScale,
  type ScaleKind,
  volumeLabel,
} from '../../../src-renderer/chart/price-scale.ts';
import { Viewport } from '../../../src-renderer/chart/viewport.ts';

const kinds = fc.constantFrom<ScaleKind>('linear', 'logarithmic', 'percent');
const range = fc
  .tuple(fc.double({ min: 1e-12, max: 1e6, noNaN: true }), fc.double({ min: 1.0001, max: 1e4, noNaN: true }))
  .map(([low, times]) => [low, low * times] as const);

function scaleOf(kind: ScaleKind, low: number, high: number): PriceScale {
  const scale = new PriceScale();
  scale.kind = kind;
  scale.base = low;
  scale.top = 20;
  scale.height = 400;
  scale.fit(low, high);
  return scale;
}

describe('the value axis', () => {
  it('maps values to pixels and back, with the whole range in view', () => {
    fc.assert(
      fc.property(kinds, range, fc.double({ min: 0, max: 1, noNaN: true }), (kind, [low, high], share) => {
        const scale = scaleOf(kind, low, high);
        const value = low + (high - low) * share;
        const y = scale.toY(value);
        expect(y).toBeGreaterThanOrEqual(20);
        expect(y).toBeLessThanOrEqual(420);
        expect(scale.toValue(y) / value).toBeCloseTo(1, 6);
      }),
    );
  });

  it('has rising labels within the range, never closer than asked for', () => {
    fc.assert(
      fc.property(kinds, range, (kind, [low, high]) => {
        const scale = scaleOf(kind, low, high);
        const ticks = scale.ticks(40);
        expect(ticks.length).toBeLessThanOrEqual(11);
        for (const [at, tick] of ticks.entries()) {
          expect(scale.toY(tick)).toBeGreaterThanOrEqual(19.999);
          expect(scale.toY(tick)).toBeLessThanOrEqual(420.001);
          if (at > 0) expect(tick).toBeGreaterThan(ticks[at - 1] ?? 0);
        }
      }),
    );
  });

  it('keeps its labels distinct: no two read the same', () => {
    fc.assert(
      fc.property(range, ([low, high]) => {
        const ticks = scaleOf('linear', low, high).ticks(40);
        const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
        const texts = ticks.map((tick) => priceLabel(tick, placesFor(step)));
        expect(new Set(texts).size).toBe(texts.length);
      }),
    );
  });

  it('shows more or less around its middle, and moves along', () => {
    const scale = scaleOf('linear', 10, 20);
    const middle = scale.toValue(220);
    scale.stretch(2);
    expect(scale.toValue(220)).toBeCloseTo(middle, 9);
    expect(scale.automatic).toBe(false);
    const held = scale.toValue(100);
    scale.slide(30);
    expect(scale.toValue(130)).toBeCloseTo(held, 9);
  });

  it('steps by 1, 2, 2.5 and 5 times a power of ten', () => {
    expect([0.7, 1.1, 2.2, 3, 7, 0.000_03].map((least) => Number(niceStep(least).toPrecision(3)))).toEqual([
      1, 2, 2.5, 5, 10, 0.000_05,
    ]);
  });
});

describe('labels', () => {
  it('fold zeros and keep the places that the step needs', () => {
    expect(priceLabel(0.000_412_7, 7)).toBe('0.0₃4127');
    expect(priceLabel(0.000_45, 6)).toBe('0.0₃450');
    expect(priceLabel(12_345.5, 2)).toBe('12,345.50');
    expect(priceLabel(-0.000_02, 5)).toBe('\u22120.0₄2');
    expect(priceLabel(0, 5)).toBe('0');
    expect([0.25, 0.5, 5, 0.000_025].map(placesFor)).toEqual([2, 1, 0, 6]);
  });

  it('are written as the language of the page writes figures', () => {
    vi.stubGlobal('document', { documentElement: { lang: 'de' } });
    try {
      expect(priceLabel(54_321.5, 2)).toBe('54\u202f321,50');
      expect(priceLabel(0.000_987_6, 7)).toBe('0,0₃9876');
      expect(volumeLabel(1_245_000)).toBe('1,25M');
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('the viewport', () => {
  const viewOf = (length: number): Viewport => {
    const view = new Viewport();
    view.resize(900);
    view.reset(length);
    return view;
  };

  it('keeps what is under the pointer where it is, as far as the series reaches', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 100_000 }),
        fc.double({ min: 0, max: 900, noNaN: true }),
        fc.double({ min: 0.8, max: 1.25, noNaN: true }),
        (length, x, factor) => {
          const view = viewOf(length);
          view.panBy(600);
          const held = view.toPosition(x);
          view.zoomAt(x, factor);
          expect(view.toX(held)).toBeCloseTo(x, 5);
        },
      ),
    );
  });

  it('keeps candles in place on resize, and the newest one in view while it follows the market', () => {
    const view = viewOf(2_000);
    view.resize(870);
    expect(view.toX(2_000)).toBeCloseTo(870 - (900 - viewOf(2_000).toX(2_000)), 9);
    view.panBy(3_000);
    const held = view.toPosition(400);
    view.resize(915);
    expect(view.toX(held)).toBeCloseTo(400, 9);
  });

  it('never loses the candles from sight', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.array(fc.tuple(fc.boolean(), fc.double({ min: -3_000, max: 3_000, noNaN: true })), {
          maxLength: 30,
        }),
        (length, moves) => {
          const view = viewOf(length);
          for (const [zooming, by] of moves) {
            if (zooming) view.zoomAt(Math.abs(by) % 900, Math.exp(by / 1_000));
            else view.panBy(by);
            expect(view.end).toBeGreaterThan(0);
            expect(view.first).toBeLessThan(length);
            expect(view.spacing).toBeGreaterThan(0);
          }
        },
      ),
    );
  });

  it('goes along with new candles at the present only, and stays in place when older ones come', () => {
    const view = viewOf(100);
    const x = view.toX(99);
    view.extend(101);
    expect(view.toX(100)).toBeCloseTo(x, 9);
    view.panBy(400);
    const seen = view.toX(50);
    view.extend(102);
    expect(view.toX(50)).toBeCloseTo(seen, 9);
    view.shift(1_000);
    expect(view.toX(1_050)).toBeCloseTo(seen, 9);
  });

  it('shows all of a series, however long', () => {
    const view = viewOf(100_000);
    view.fit();
    expect([view.first, view.end]).toEqual([0, 100_000]);
  });
});
