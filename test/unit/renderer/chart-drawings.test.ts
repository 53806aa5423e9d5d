import { beforeEach, expect, it } from 'vitest';
import type { Drawing } from '../../../src-renderer/chart/drawings.ts';
import { ChartModel } from '../../../src-renderer/features/chart/chart-model.svelte.ts';
import type { ChartPair } from '../../../src-renderer/features/chart/chart-feed.ts';

const pairOf = (base: string): ChartPair => ({ base, quote: 'ADA', label: `${base}/ADA` }) as ChartPair;
const line = (id: string): Drawing => ({ id, kind: 'horizontal', anchors: [{ time: 1, price: 2 }] });
let kept: Map<string, readonly Drawing[]>;
let model: ChartModel;
const ids = (): readonly string[] => model.drawings.map(({ id }) => id);

beforeEach(() => {
  kept = new Map();
  model = new ChartModel(
    {
      watch: () => () => undefined,
      leave: () => undefined,
      history: () => Promise.reject(new Error('nothing is asked for')),
    },
    {
      settings: () => Promise.resolve(undefined),
      keepSettings: () => undefined,
      drawings: ({ base }) => Promise.resolve(kept.get(base) ?? []),
      keepDrawings: ({ base }, drawings) => void kept.set(base, drawings),
    },
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

it('another pair has steps of its own, and undoing there cannot bring this one’s drawings', () => {
  model.setDrawings([line('1')]);
  model.show(pairOf('B'));
  expect(model.canUndo).toBe(false);
  model.undo();
  expect(ids()).toEqual([]);
  expect(kept.get('A')).toEqual([line('1')]);
});
