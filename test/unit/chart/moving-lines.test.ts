import { describe, expect, it } from 'vitest';
import { Interaction } from '../../../src-renderer/chart/interaction.ts';
import type { DrawingTool } from '../../../src-renderer/chart/drawing-tool.ts';
import { LiveScene } from '../../../src-renderer/chart/live-scene.ts';
import { type OverlayLine, pricePane } from '../../../src-renderer/chart/scene.ts';
import { walk } from '../../bench/chart/series.ts';

/** Two orders in view that can be moved, and one line that cannot. */
function chart() {
  const scene = new LiveScene({} as never, 'utc', 900, 1, () => 0);
  Object.assign(scene, { width: 800, height: 500 });
  scene.lay();
  scene.replace(walk(300), 900);
  scene.lay();
  const pane = pricePane(scene);
  if (!pane) throw new Error('there is no price pane');
  const { low, high } = pane.scale;
  const line = (id: string, share: number, more: Partial<OverlayLine> = {}): OverlayLine => ({
    ...{ id, price: low + (high - low) * share, kind: 'sell', label: id, movable: true },
    ...more,
  });
  const lines = [
    line('lower', 0.3),
    line('upper', 0.7),
    line('plan', 0.5, { movable: false }),
    line('far away', 9),
  ];
  scene.overlays = { lines, marks: [] };
  const told: (readonly [string, ...unknown[]])[] = [];
  const idle = { armed: undefined, busy: false, active: undefined, cancel: () => false, press: () => false };
  const tool = { ...idle, release: () => undefined, hit: () => undefined } as unknown as DrawingTool;
  const nothing = (): void => undefined;
  const interaction = new Interaction(scene, tool, {
    ...{ moved: nothing, pointed: nothing, crosshair: nothing, tool: nothing, close: nothing },
    ...{ handle: nothing, menu: nothing, chosen: nothing, keyed: nothing, edit: nothing },
    line: (id, price) => told.push(['line', id, Number(price)]),
    dropped: (id, taken) => told.push(['dropped', id, taken]),
  });
  const yOf = (id: string): number => pane.scale.toY(lines.find((each) => each.id === id)?.price ?? 0);
  return { interaction, told, yOf, last: () => told.at(-1) };
}

describe('an order line on the chart', () => {
  it('is dragged to a price and let go there, itself staying where it is', () => {
    const { interaction, told, yOf } = chart();
    expect(interaction.press(100, yOf('lower'), false)).toBe(true);
    interaction.drag(100, yOf('lower') - 30);
    interaction.release(100, yOf('lower') - 30);
    expect(told.map(([kind, id]) => [kind, id])).toEqual([
      ['line', 'lower'],
      ['dropped', 'lower'],
    ]);
    expect(told[1]?.[2]).toBe(true);
  });

  it('is not moved by a click, nor by a drag that Escape ends', () => {
    const { interaction, told, yOf } = chart();
    interaction.press(100, yOf('lower'), false);
    interaction.release(100, yOf('lower'));
    expect(told).toEqual([]);
    interaction.press(100, yOf('lower'), false);
    interaction.drag(100, yOf('lower') - 30);
    expect(interaction.cancel()).toBe(true);
    interaction.release(100, yOf('lower') - 30);
    expect(told.at(-1)).toEqual(['dropped', 'lower', false]);
    expect(told.filter(([kind]) => kind === 'dropped')).toHaveLength(1);
  });

  it('cannot be dragged where it cannot be moved', () => {
    const { interaction, told, yOf } = chart();
    expect(interaction.press(100, yOf('plan'), false)).toBe(false);
    expect(told).toEqual([]);
  });

  it('is taken hold of by the keys, one after the other from the top, and only in view', () => {
    const { interaction, told } = chart();
    for (let times = 0; times < 3; times += 1) expect(interaction.pick()).toBe(true);
    expect(told.filter(([kind]) => kind === 'line').map(([, id]) => id)).toEqual(['upper', 'lower', 'upper']);
    // The line held before stays where it was.
    expect(told.filter(([kind]) => kind === 'dropped')).toEqual([
      ['dropped', 'upper', false],
      ['dropped', 'lower', false],
    ]);
  });

  it('is moved up and down by the keys, and let go or left', () => {
    const { interaction, last } = chart();
    expect([interaction.nudge(1), interaction.drop()]).toEqual([false, false]);
    interaction.pick();
    const before = Number(last()?.[2]);
    expect(interaction.nudge(10)).toBe(true);
    expect(Number(last()?.[2])).toBeGreaterThan(before);
    expect(interaction.drop()).toBe(true);
    expect(last()).toEqual(['dropped', 'upper', true]);
    interaction.pick();
    interaction.nudge(-5);
    expect(interaction.cancel()).toBe(true);
    expect(last()).toEqual(['dropped', 'upper', false]);
    interaction.pick();
    // Taken hold of, and not moved: there is nothing to ask about.
    interaction.drop();
    expect(last()).toEqual(['dropped', 'upper', false]);
  });

  it('stays where it was when nobody let go of it, and then follows no pointer', () => {
    const { interaction, told, last, yOf } = chart();
    interaction.press(100, yOf('lower'), false);
    interaction.drag(100, yOf('lower') - 30);
    interaction.interrupt(100, yOf('lower') - 30);
    expect(last()).toEqual(['dropped', 'lower', false]);
    const before = told.length;
    interaction.drag(100, yOf('lower') - 60);
    interaction.release(100, yOf('lower') - 60);
    expect(told.length).toBe(before);
  });

  it('stays where it was when the end of its drag got lost, and something else is pressed', () => {
    const { interaction, last, yOf } = chart();
    interaction.press(100, yOf('lower'), false);
    interaction.drag(100, yOf('lower') - 30);
    interaction.press(100, yOf('upper'), false);
    expect(last()).toEqual(['dropped', 'lower', false]);
  });

  it('is let go where it was when the chart goes away', () => {
    const { interaction, told, last, yOf } = chart();
    interaction.pick();
    interaction.nudge(10);
    interaction.abandon();
    expect(last()).toEqual(['dropped', 'upper', false]);
    interaction.press(100, yOf('lower'), false);
    interaction.drag(100, yOf('lower') - 30);
    interaction.abandon();
    expect(last()).toEqual(['dropped', 'lower', false]);
    const before = told.length;
    interaction.abandon();
    interaction.release(100, yOf('lower') - 30);
    expect(told.length).toBe(before);
  });
});
