import { beforeEach, expect, it, vi } from 'vitest';
import type { Drawing } from '../../../src-renderer/chart/drawings.ts';
import { ChartModel } from '../../../src-renderer/features/charts/chart-model.svelte.ts';
import type { ChartPair } from '../../../src-renderer/features/charts/chart-feed.ts';
import type { ChartMemory } from '../../../src-renderer/features/charts/chart-settings.ts';

const pairOf = (base: string): ChartPair => ({ base, quote: 'ADA', label: `${base}/ADA` }) as ChartPair;
const line = (id: string): Drawing => ({ id, kind: 'horizontal', anchors: [{ time: 1, price: 2 }] });
let kept: Map<string, readonly Drawing[]>;
let model: ChartModel;
let memory: ChartMemory;
const ids = (): readonly string[] => model.drawings.map(({ id }) => id);

beforeEach(() => {
  kept = new Map();
  memory = {
    settings: () => Promise.resolve(undefined),
    keepSettings: () => undefined,
    drawings: ({ base }) => Promise.resolve(kept.get(base) ?? []),
    keepDrawings: ({ base }, _before, drawings) => void kept.set(base, drawings),
  };
  model = new ChartModel(
    {
      watch: () => () => undefined,
      leave: () => undefined,
      history: () => Promise.reject(new Error('nothing is asked for')),
    },
    memory,
  );
  model.show(pairOf('A'));
});

it('changes of the drawings are undone one by one and done again, and what is shown is kept', () => {
  expect([model.canUndo, model.canRedo]).toEqual([false, false]);
  model.setDrawings([line('1')]);
  model.setDrawings([line('1'), line('2')]);
  model.clearDrawings();
  expect(ids()).toEqual([]);
  model.undo();
  expect(ids()).toEqual(['1', '2']);
  expect(kept.get('A')).toEqual(model.drawings);
  model.undo();
  model.undo();
  model.undo();
  expect([ids(), model.canUndo]).toEqual([[], false]);
  for (let step = 0; step < 9; step += 1) model.redo();
  expect([ids(), model.canRedo]).toEqual([[], false]);
  model.undo();
  expect(ids()).toEqual(['1', '2']);
});

it('a new change forgets what was undone', () => {
  model.setDrawings([line('1')]);
  model.undo();
  model.setDrawings([line('2')]);
  model.redo();
  expect([ids(), model.canRedo]).toEqual([['2'], false]);
});

it('clearing nothing is no change', () => {
  model.clearDrawings();
  expect(model.canUndo).toBe(false);
});

it('another pair has its own steps, and undoing there cannot bring this one’s drawings', () => {
  model.setDrawings([line('1')]);
  model.show(pairOf('B'));
  expect(model.canUndo).toBe(false);
  model.undo();
  expect(ids()).toEqual([]);
  expect(kept.get('A')).toEqual([line('1')]);
});

it('drawing before the drawings of a new pair are there takes none of them away, nor does undoing that', async () => {
  const stored = [line('old'), line('older')];
  kept.set('B', stored);
  const changes: (readonly [readonly Drawing[], readonly Drawing[]])[] = [];
  vi.spyOn(memory, 'keepDrawings').mockImplementation((_pair, before, after) =>
    changes.push([before, after]),
  );
  vi.spyOn(memory, 'drawings').mockImplementation(async () => {
    await Promise.resolve();
    return kept.get('B') ?? [];
  });
  model.show(pairOf('B'));
  model.setDrawings([line('new')]);
  expect(changes).toEqual([[[], [line('new')]]]);
  kept.set('B', [...stored, line('new')]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ids()).toEqual(['old', 'older', 'new']);
  model.undo();
  expect(ids()).toEqual(['old', 'older']);
});

it('the drawings of a pair come although its label changes before they are there', async () => {
  kept.set('B', [line('1')]);
  model.show(pairOf('B'));
  model.show({ ...pairOf('B'), label: 'Other/ADA' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(ids()).toEqual(['1']);
});
