import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DRAWING_KINDS, anchorsOf } from '../../../src-renderer/chart/drawings.ts';
import { indicatorKinds } from '../../../src-renderer/chart/indicators/catalogue.ts';
import { LiveScene } from '../../../src-renderer/chart/live-scene.ts';
import {
  chartOption,
  crosshairAt,
  liveSeries,
  type PointerState,
} from '../../../src-renderer/chart/option.ts';
import { placeHandles } from '../../../src-renderer/chart/handles.ts';
import { pricePane, type ChartType, type OverlayLine, type Pane } from '../../../src-renderer/chart/scene.ts';
import type { Shape } from '../../../src-renderer/chart/shapes.ts';
import type { ScaleKind } from '../../../src-renderer/chart/price-scale.ts';
import { walk } from '../../bench/chart/series.ts';

const PERIOD = 900;
const nowhere: PointerState = { at: undefined, index: undefined, byKeys: false, active: undefined };
const palette = {
  ...{ background: '#000', raised: '#001', grid: '#002', line: '#003', lineStrong: '#004' },
  ...{ text: '#005', textSoft: '#006', textFaint: '#007', up: '#0a0', down: '#a00' },
  ...{ accent: '#008', accentInk: '#009', amber: '#00a', other: '#00b' },
  ...{ series: ['#00c', '#00d', '#00e'], font: 'sans-serif' },
};

function sceneOf(count: number, width = 1_000, height = 600): LiveScene {
  const candles = walk(count, PERIOD);
  const last = candles.time.at(-1) ?? 0;
  const scene = new LiveScene(palette, 'utc', PERIOD, 1, () => (last + PERIOD / 2) * 1_000);
  Object.assign(scene, { width, height });
  scene.lay();
  scene.replace(candles, PERIOD);
  settle(scene);
  return scene;
}

function settle(scene: LiveScene): void {
  scene.lay();
  while (scene.look()) scene.lay();
}

interface Group {
  readonly children: readonly (Shape | Group)[];
  readonly clipPath?: { readonly shape: { readonly y: number; readonly height: number } };
}

/** The shapes of a series of the option. */
function groupOf(scene: LiveScene, id: string, pointer = nowhere): Group {
  const { series } = chartOption(scene, pointer);
  const found = [series ?? []].flat().find((each) => each.id === id);
  return found?.renderItem?.({} as never, {} as never) as unknown as Group;
}

function shapesOf(group: Group): readonly Shape[] {
  return group.children.flatMap((child) => ('children' in child ? shapesOf(child) : [child]));
}

const edgesOf = ({ shape }: Shape): readonly number[] => (shape?.['edges'] ?? []) as readonly number[];

/** Every number of a shape, wherever it is. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe('a candle chart as an option', () => {
  it('has a grid with two axes for each pane, which span what is in sight and nothing else', () => {
    const scene = sceneOf(500);
    scene.setIndicators([{ id: 'a', kind: 'rsi', settings: [14] }]);
    settle(scene);
    const { grid, xAxis, yAxis } = chartOption(scene, nowhere);
    expect(grid).toEqual(
      scene.panes.map(({ top, height }) => expect.objectContaining({ left: 0, top, height }) as unknown),
    );
    expect([scene.panes.length, xAxis, yAxis].flat()).toHaveLength(1 + 2 * scene.panes.length);
    for (const axis of [xAxis ?? []].flat())
      expect([axis.min, axis.max]).toEqual([scene.viewport.left, scene.viewport.right]);
    for (const [at, axis] of [yAxis ?? []].flat().entries()) {
      const { scale, top, height } = scene.panes[at] as Pane;
      expect([axis.min, axis.max]).toEqual([scale.toValue(top + height), scale.toValue(top)]);
    }
  });

  it('cuts what belongs to a pane off at its edges', () => {
    const scene = sceneOf(500);
    const cuts = groupOf(scene, 'base').children.flatMap((child) => ('clipPath' in child ? [child] : []));
    expect(cuts.map(({ clipPath }) => [clipPath?.shape.y, clipPath?.shape.height])).toEqual(
      scene.panes.map(({ top, height }) => [top, height]),
    );
  });

  it.each([1_000, 10_000, 100_000])(
    'shows of %d candles what is in sight, merged where they are thin',
    (count) => {
      const scene = sceneOf(count);
      for (const fit of [false, true]) {
        if (fit) scene.viewport.fit();
        settle(scene);
        const bodies = shapesOf(groupOf(scene, 'base')).flatMap(edgesOf);
        // A bar is at least two pixels wide, and has at most four rectangles with its volume.
        expect(bodies.length / 4).toBeLessThan((scene.width / 2) * 7);
      }
    },
  );

  it('sends what ticks apart from the rest', () => {
    const scene = sceneOf(300);
    const before = JSON.stringify(groupOf(scene, 'base'));
    const [{ id }, live] = [liveSeries(scene), JSON.stringify(groupOf(scene, 'live'))];
    const at = scene.store.length - 1;
    const close = (scene.store.close[at] as number) * 0.9999;
    const one = (value: number): Float64Array => Float64Array.of(value);
    const tick = {
      time: one(scene.store.time[at] as number),
      open: one(scene.store.open[at] as number),
      high: one(scene.store.high[at] as number),
      low: one(Math.min(scene.store.low[at] as number, close)),
      close: one(close),
      volume: one(scene.store.volume[at] as number),
    };
    expect(scene.put(tick, 0)).toBe('live');
    expect(id).toBe('live');
    expect(JSON.stringify(groupOf(scene, 'base'))).toBe(before);
    expect(JSON.stringify(groupOf(scene, 'live'))).not.toBe(live);
  });

  it('puts a candle at its prices, on whole pixels', () => {
    const scene = sceneOf(300);
    const pane = pricePane(scene);
    const falling = [...scene.store.close.keys()].findLast(
      (at) => at < scene.bars.live && (scene.store.close[at] as number) < (scene.store.open[at] as number),
    );
    if (pane === undefined || falling === undefined) throw new Error('nothing falls');
    const high = Math.round(pane.scale.toY(scene.store.high[falling] as number));
    const middle = scene.viewport.toX(falling + 0.5);
    const [found] = shapesOf(groupOf(scene, 'base'))
      .filter(({ style }) => style['fill'] === palette.down && style['opacity'] === 1)
      .flatMap((shape) => {
        const edges = edgesOf(shape);
        return edges.flatMap((left, at) =>
          at % 4 === 0 && Math.abs(left + 0.5 - middle) <= 1 && edges[at + 1] === high ? [left] : [],
        );
      });
    expect(found).toBe(Math.round(middle - 0.5));
  });

  it('stays finite whatever is shown, drawn, panned and zoomed', () => {
    const types: readonly ChartType[] = ['candles', 'hollow', 'bars', 'line', 'area', 'heikin-ashi'];
    const scales: readonly ScaleKind[] = ['linear', 'logarithmic', 'percent'];
    const lines: readonly OverlayLine['kind'][] = ['buy', 'sell', 'alert', 'draft', 'cost'];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom(...types),
        fc.constantFrom(...scales),
        fc.subarray(indicatorKinds.map(({ id }) => id)),
        fc.array(
          fc.tuple(fc.integer({ min: -900, max: 900 }), fc.double({ min: 0.1, max: 8, noNaN: true })),
          {
            maxLength: 5,
          },
        ),
        fc.integer({ min: 40, max: 2_000 }),
        (count, type, scale, indicators, moves, width) => {
          const scene = sceneOf(count, width, 120 + width / 2);
          scene.setType(type);
          scene.setScale(scale);
          scene.setIndicators(indicators.map((kind) => ({ id: kind, kind, settings: [] })));
          const price = scene.store.close[0] ?? 1;
          const time = scene.store.time[0] ?? 0;
          scene.drawings = DRAWING_KINDS.map((kind) => ({
            id: kind,
            kind,
            anchors: Array.from({ length: anchorsOf(kind) }, (_, at) => ({
              time: time + at * 40 * PERIOD,
              price: price * (1 + at / 10),
            })),
          }));
          scene.overlays = {
            lines: lines.map((kind, at) => ({ id: kind, kind, label: kind, price: price * (1 + at / 50) })),
            marks: [{ id: 'm', time, price, kind: 'buy', label: '12' } as never],
          };
          for (const [pixels, factor] of moves) {
            scene.viewport.panBy(pixels);
            scene.viewport.zoomAt(width / 3, factor);
          }
          settle(scene);
          const pane = pricePane(scene);
          if (pane !== undefined && scene.series.length > 0) scene.handles = placeHandles(scene, pane);
          const pointer = { ...nowhere, active: scene.drawings[0] };
          for (const id of ['base', 'live', 'top'])
            for (const shape of shapesOf(groupOf(scene, id, pointer)))
              expect(numbersIn(shape).filter((number) => !Number.isFinite(number))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('puts the crosshair on the middle of its candle, and without a price where the keys moved it', () => {
    const scene = sceneOf(300);
    const index = scene.viewport.end - 10;
    const middle = scene.viewport.toX(index + 0.5);
    const at = { x: middle + 2, y: 200 };
    expect(crosshairAt(scene, { ...nowhere, at, index })).toEqual({ x: middle, y: 200 });
    expect(crosshairAt(scene, nowhere)).toBeUndefined();
    const shown = (byKeys: boolean): unknown =>
      [chartOption(scene, { ...nowhere, at, index, byKeys }).yAxis ?? []].flat()[0]?.axisPointer?.show;
    expect([shown(false), shown(true)]).toEqual([true, false]);
  });
});
