// @vitest-environment page
// The state of a chart's own window, over a fake main.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chartTable } from '#contract/index.ts';
import type { ShownOnChart } from '#contract/chart-window.ts';
import { ADA } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { makeApi, namesOf } from '../../../src-preload/bridge.ts';
import { ChartWindowState } from '../../../src-renderer/chart-window/chart-window.svelte.ts';
import { keptJson } from '../../../src-renderer/client/kept-json.ts';
import type { ChartApi } from '../../../src-renderer/client/chart-api.ts';
import { failureWords } from '../../../src-renderer/format/words.ts';
import { pass } from '../../support/desk-on-fake-main.ts';
import { effectRoot } from '../../support/effect-root.svelte.ts';

const pair = { base: 'ab'.repeat(28), quote: ADA };
const order = { id: 'order', price: 1, kind: 'sell', label: 'Sell', movable: true } as const;
const alert = { id: 'alert', price: 1, kind: 'alert', label: 'Alert', draggable: true } as const;
const shown: ShownOnChart = {
  pair: { ...pair, label: 'CARB/ADA' },
  active: true,
  lines: [order, alert],
  marks: [],
};
let asks: unknown[];
/** The periods of the settings that were written. */
let written: unknown[];
let refused: boolean;
let state: ChartWindowState;
let end: () => void;
/** The desk has something else on the chart. */
let show: (value: ShownOnChart) => void;
/** Prices at which the chart draws the alert, and the place that the order would move to. */
let drawn: readonly (number | undefined)[];

beforeEach(async () => {
  vi.useFakeTimers();
  asks = [];
  written = [];
  refused = false;
  const api = makeApi(namesOf(chartTable), {
    call: (name, input) => {
      if (name === 'settings.write') written.push(keptJson((input as { readonly text: string }).text));
      else if (name === 'desk.ask') asks.push((input as { readonly what: unknown }).what);
      else return Promise.resolve(failed(failure('chart-elsewhere')));
      return Promise.resolve(refused ? failed(failure('chart-changed')) : ok({}));
    },
    subscribe: (name, listener) => {
      let sequence = 0;
      const tell = (value: unknown): void => listener({ sequence: (sequence += 1), value });
      if (name === 'shown') {
        show = tell;
        tell(shown);
      }
      return () => undefined;
    },
  });
  [state, end] = effectRoot(() => new ChartWindowState(api as ChartApi));
  vi.spyOn(state.model, 'setOverlays').mockImplementation(({ lines }) => {
    drawn = ['alert', 'moved'].map((id) => lines.find((line) => line.id === id)?.price);
  });
  await pass(0);
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

describe("a line that is dragged in a chart's own window", () => {
  it('is drawn there at once, and a second later where the desk has it', async () => {
    state.pullLine('alert', '2.5');
    await pass(500);
    state.pullLine('alert', '3');
    await pass(900);
    expect(drawn).toEqual([3, undefined]);
    expect(asks).toEqual([
      { kind: 'pull', line: 'alert', price: '2.5' },
      { kind: 'pull', line: 'alert', price: '3' },
    ]);
    await pass(200);
    expect(drawn).toEqual([1, undefined]);
    expect(state.notice).toBe('');
  });

  it('goes back to where the desk has it as soon as the request is refused', async () => {
    refused = true;
    state.pullLine('alert', '2.5');
    await pass(50);
    expect(drawn).toEqual([2.5, undefined]);
    await pass(60);
    expect(drawn).toEqual([1, undefined]);
    expect(state.notice).not.toBe('');
  });

  it('is dropped where it was dragged to, however long the hand rested', async () => {
    state.pullLine('order', '2');
    await pass(100);
    expect(drawn).toEqual([1, 2]);
    await pass(5_000);
    expect(drawn).toEqual([1, undefined]);
    state.dropLine('order', true);
    await pass(0);
    expect(asks.at(-1)).toEqual({ kind: 'drop', line: 'order', price: '2', taken: true });
  });

  it('leaves no line for where the order would go once it was let go, whatever the desk still has', async () => {
    const desk = { ...shown, lines: [...shown.lines, { ...order, id: 'moved', price: 2, movable: false }] };
    state.pullLine('order', '2');
    await pass(100);
    show(desk);
    await pass(5_000);
    // The hand rests: the desk still has it.
    expect(drawn).toEqual([1, 2]);
    refused = true;
    state.dropLine('order', true);
    await pass(0);
    expect(drawn).toEqual([1, undefined]);
    // Nor is there one beside an alert that is dragged, or for an order that has gone.
    state.pullLine('alert', '3');
    await pass(5_000);
    expect(drawn).toEqual([1, undefined]);
    state.pullLine('order', '2');
    await pass(5_000);
    expect(drawn).toEqual([1, 2]);
    show({ ...desk, lines: desk.lines.filter(({ id }) => id !== 'order') });
    await pass(0);
    expect(drawn).toEqual([1, undefined]);
  });
});

describe("the settings of a chart's own window", () => {
  it('are written at once, and then ten times a second at most, the last of them always', async () => {
    for (let width = 1; width <= 9; width += 1) {
      state.model.set({ panes: { volume: width / 10 } });
      await pass(30);
    }
    await pass(200);
    const widths = written.map((settings) => (settings as { panes: { volume: number } }).panes.volume);
    expect(widths).toEqual([0.1, 0.4, 0.7, 0.9]);
  });

  it('say when they were not kept, and are written again with the next change', async () => {
    refused = true;
    state.model.set({ volume: false });
    await pass(0);
    expect(state.notice).toContain(failureWords(failure('chart-changed')).what);
    refused = false;
    state.model.set({ period: '1hour' });
    await pass(200);
    expect(written.at(-1)).toMatchObject({ volume: false, period: '1hour' });
  });
});
