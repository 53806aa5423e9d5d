import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '#domain/result.ts';
import type { Drawing } from '../../../src-renderer/chart/drawings.ts';
import {
  applied,
  changesBetween,
  type DrawingChange,
  SharedDrawings,
} from '../../../src-renderer/features/charts/shared-drawings.ts';

const pair = { base: 'aa', quote: 'ADA', label: 'AMBER/ADA' };
const line = (id: string, price = 1): Drawing => ({ id, kind: 'horizontal', anchors: [{ time: 60, price }] });

/** Main: applies changes in the order in which they come, and holds answers back until `answer` lets them through. */
class FakeMain {
  drawings: readonly Drawing[] = [];
  readonly changes: DrawingChange[] = [];
  readonly #waiting: (() => void)[] = [];

  window(): SharedDrawings {
    return new SharedDrawings({
      read: () => Promise.resolve(this.drawings),
      change: (_pair, change) => {
        this.changes.push(change);
        this.drawings = applied(
          this.drawings,
          new Map([
            ...change.put.map((drawing) => [drawing.id, drawing] as const),
            ...change.removed.map((id) => [id, undefined] as const),
          ]),
        );
        return new Promise((resolve) => this.#waiting.push(() => resolve(ok({}))));
      },
    });
  }

  /** Answers the pending call; calls queued behind it are made after a pause. */
  async answer(): Promise<void> {
    for (const answer of this.#waiting.splice(0)) answer();
    await vi.advanceTimersByTimeAsync(100);
  }
}

function chartOf(drawings: SharedDrawings) {
  const chart = {
    pair: () => pair,
    shown: [] as readonly Drawing[],
    take: (taken: readonly Drawing[]) => {
      chart.shown = taken;
    },
  };
  drawings.follow(chart);
  return chart;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('drawings on several charts', () => {
  it('are all kept when two windows draw at the same moment', async () => {
    const main = new FakeMain();
    const [here, there] = [main.window(), main.window()];
    const [mine, other] = [chartOf(here), chartOf(there)];
    await here.of(pair);
    await there.of(pair);
    here.keep(pair, [], [line('a')], mine);
    there.keep(pair, [], [line('b')], other);
    await main.answer();
    await Promise.all([here.refresh(), there.refresh()]);
    expect(main.drawings).toEqual([line('a'), line('b')]);
    expect(mine.shown).toEqual(main.drawings);
    expect(other.shown).toEqual(main.drawings);
  });

  it('keep unsent changes over those of other windows, and send them afterwards', async () => {
    const main = new FakeMain();
    const [here, there] = [main.window(), main.window()];
    const mine = chartOf(here);
    await here.of(pair);
    here.keep(pair, [], [line('a')], mine);
    // The first change is under way: these wait, and become one message.
    here.keep(pair, [line('a')], [line('a', 2)], mine);
    here.keep(pair, [line('a', 2)], [line('a', 3)], mine);
    there.keep(pair, [], [line('b')]);
    await here.refresh();
    expect(mine.shown).toEqual([line('a', 3), line('b')]);
    await main.answer();
    await main.answer();
    expect(main.drawings).toEqual([line('a', 3), line('b')]);
    expect(main.changes.length).toBe(3);
  });

  it('appear on the other charts of the same page at once', async () => {
    const drawings = new FakeMain().window();
    const [first, second] = [chartOf(drawings), chartOf(drawings)];
    await drawings.of(pair);
    drawings.keep(pair, [], [line('a')], first);
    expect([first.shown, second.shown]).toEqual([[], [line('a')]]);
  });

  it('stay where a chart draws that does not show them yet', async () => {
    const main = new FakeMain();
    main.drawings = [line('a'), line('b')];
    const here = main.window();
    const [mine, other] = [chartOf(here), chartOf(here)];
    await here.of(pair);
    here.keep(pair, [], [line('c')], mine);
    await main.answer();
    expect(main.drawings).toEqual([line('a'), line('b'), line('c')]);
    expect(other.shown).toEqual(main.drawings);
    expect(await here.of(pair)).toEqual(main.drawings);
  });

  it('differ by what is new, changed or gone', () => {
    const before = [line('a'), line('b'), line('c')];
    const after = [line('a'), line('b', 2), line('d')];
    const changes = changesBetween(before, after);
    expect([...changes]).toEqual([
      ['b', line('b', 2)],
      ['d', line('d')],
      ['c', undefined],
    ]);
    expect(applied(before, changes)).toEqual(after);
    expect(changesBetween(after, after).size).toBe(0);
  });
});
