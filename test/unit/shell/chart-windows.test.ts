import { runInNewContext } from 'node:vm';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ChartWindows, type WantedChart } from '../../../src-main/shell/chromium/chart-windows.ts';
import type { ChromiumWindow } from '../../../src-main/shell/chromium/chromium-window.ts';
import { watchInput } from '../../../src-main/shell/chromium/page-connection.ts';
import { boundsWithin, type WindowBounds } from '../../../src-main/shell/windows.ts';

const AREA = { left: 0, top: 0, width: 1920, height: 1080 };

/** Charts' windows in a browser with one screen, and what was reported of them. */
function browser(kept: Record<string, unknown> = {}) {
  const settings = new Map(Object.entries(kept));
  const told: string[] = [];
  const wanted: WantedChart[] = [];
  const places: WindowBounds[] = [];
  const state = { ending: false, broken: false, asking: false, misplaced: false };
  const windows = new ChartWindows({
    settings: { get: (key) => settings.get(key), set: (key, value) => void settings.set(key, value) },
    headless: false,
    open: (chart) => {
      if (state.broken) return Promise.reject(new Error('no browser'));
      wanted.push(chart);
      const at = places.push(chart.bounds) - 1;
      const window = {
        focus: () => Promise.resolve(void told.push(`${chart.slot} to the front`)),
        close: () => Promise.resolve(chart.onClosed()),
        screen: () => Promise.resolve(AREA),
        show: (bounds: WindowBounds) =>
          state.misplaced
            ? Promise.reject(new Error('the window stays hidden'))
            : Promise.resolve(void (places[at] = bounds)),
        ownBounds: () => Promise.resolve(places[at]),
      };
      return Promise.resolve(window as unknown as ChromiumWindow);
    },
    isAsking: () => state.asking,
    refocusAsking: () => state.asking && told.push('vault to the front'),
    ending: () => state.ending,
    onChartActed: (slot) => told.push(`${slot} acted`),
    onChartClosed: (slot) => told.push(`${slot} closed`),
  });
  return { windows, settings, told, wanted, places, state };
}

describe('charts’ windows in a browser', () => {
  it('are one for each chart, and report what the user does', async () => {
    const { windows, told, wanted } = browser();
    await windows.open('main');
    await windows.open('main');
    wanted[0]?.onActed(false);
    wanted[0]?.onActed(true);
    wanted[0]?.onClosed();
    expect(told).toEqual(['main to the front', 'main acted', 'main closed']);
    await windows.open('main');
    expect(wanted.length).toBe(2);
    // The first one reports its end again, late.
    wanted[0]?.onClosed();
    expect(told.length).toBe(3);
  });

  it('are not reported closed when main closes them, or when they close with the trading window', async () => {
    const { windows, told, wanted, state } = browser();
    await windows.open('main');
    await windows.open('second');
    await windows.close('main');
    state.ending = true;
    wanted[1]?.onClosed();
    await windows.end();
    expect(told).toEqual([]);
  });

  it('open where they were, if that is on a screen', async () => {
    const { windows, places, settings } = browser({
      'window.chart.main': { left: 40, top: 50, width: 900, height: 600 },
      'window.chart.second': { left: 5_000, top: 50, width: 2_500, height: 600 },
    });
    for (const slot of ['main', 'second', 'third'] as const) await windows.open(slot);
    expect(places).toEqual([
      { left: 40, top: 50, width: 900, height: 600 },
      { left: 0, top: 0, width: 1920, height: 600 },
      { width: 1000, height: 700 },
    ]);
    await windows.end();
    expect(settings.get('window.chart.second')).toEqual(places[1]);
  });

  it('save their place even if only the pointer passes over them', async () => {
    const { windows, wanted, places, settings, told } = browser();
    await windows.open('main');
    places[0] = { left: 300, top: 200, width: 1000, height: 700 };
    wanted[0]?.onActed(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect([settings.get('window.chart.main'), told]).toEqual([places[0], []]);
  });

  it('leave the vault in front while that is open, and the chart where the browser opens it', async () => {
    const kept = { left: 5_000, top: 50, width: 2_500, height: 600 };
    const { windows, told, places, state } = browser({ 'window.chart.main': kept });
    state.asking = true;
    await windows.open('main');
    expect([told, places]).toEqual([['vault to the front'], [kept]]);
    await windows.open('main');
    expect(told).toEqual(['vault to the front']);
  });

  it('stay where they are if they cannot be moved', async () => {
    const { windows, wanted, state } = browser({
      'window.chart.main': { left: 5_000, top: 50, width: 2_500, height: 600 },
    });
    state.misplaced = true;
    await windows.open('main');
    await windows.open('main');
    expect(wanted.length).toBe(1);
  });

  it('fail for nobody who waits when the application ends', async () => {
    const { windows, state } = browser();
    Object.assign(state, { broken: true, ending: true });
    await windows.open('main');
    state.ending = false;
    await expect(windows.open('main')).rejects.toThrow('no browser');
  });

  it('leave nothing behind if one fails to open', async () => {
    const { windows, state, wanted } = browser();
    state.broken = true;
    await expect(windows.open('main')).rejects.toThrow('no browser');
    state.broken = false;
    await windows.open('main');
    expect(wanted.length).toBe(1);
  });
});

it('bounds keep their place while enough of the upper edge can be seen', () => {
  const size = { width: 800, height: 600 };
  const placed = (left: number, top: number) => boundsWithin({ ...size, left, top }, AREA);
  expect(placed(1_800, 1_040)).toEqual({ ...size, left: 1_800, top: 1_040 });
  expect(placed(-680, 0)).toEqual({ ...size, left: -680, top: 0 });
  for (const [left, top] of [
    [1_801, 0],
    [-681, 0],
    [0, -1],
    [0, 1_041],
  ] as const)
    expect(placed(left, top)).toEqual(size);
});

describe('what the user does in a page', () => {
  interface Input {
    readonly isTrusted?: boolean;
    readonly buttons?: number;
    readonly repeat?: boolean;
  }

  /** Runs the script that listens in the page, on the test's events and clock. */
  async function page() {
    const heard: boolean[] = [];
    const state = { now: 0 };
    let called: (event: { name: string; payload: string }) => void = () => undefined;
    let source = '';
    let binding = '';
    const session = {
      on: (_name: string, listener: typeof called) => (called = listener),
      send: (method: string, { name, source: script }: { name?: string; source?: string } = {}) => {
        if (method === 'Runtime.addBinding') binding = name ?? '';
        if (method === 'Page.addScriptToEvaluateOnNewDocument') source = script ?? '';
        return Promise.resolve();
      },
    };
    const context = { newCDPSession: () => Promise.resolve(session) };
    await watchInput(context as unknown as BrowserContext, {} as Page, (deliberate) =>
      heard.push(deliberate),
    );
    const listeners = new Map<string, (event: Input) => void>();
    runInNewContext(source, {
      addEventListener: (name: string, listener: (event: Input) => void) => listeners.set(name, listener),
      performance: { now: () => state.now },
      [binding]: (payload: string) => called({ name: binding, payload }),
    });
    /** What the shell hears of an event that comes `after` milliseconds. */
    return (name: string, after: number, event: Input = {}): readonly boolean[] => {
      state.now += after;
      listeners.get(name)?.({ isTrusted: true, ...event });
      return heard.splice(0);
    };
  }

  it('is deliberate if it presses, turns or drags something, not if the pointer passes', async () => {
    const happens = await page();
    for (const name of ['pointerdown', 'pointerup', 'keydown', 'wheel', 'touchstart'])
      expect(happens(name, 6_000), name).toEqual([true]);
    expect(happens('pointermove', 6_000, { buttons: 1 })).toEqual([true]);
    expect(happens('pointermove', 6_000, { buttons: 0 })).toEqual([false]);
    expect(happens('pointerdown', 6_000, { isTrusted: false })).toEqual([]);
  });

  it('is reported at each press, a few times a second while it goes on, and once in five seconds if the pointer passes', async () => {
    const happens = await page();
    expect(happens('pointermove', 0, { buttons: 0 })).toEqual([false]);
    expect(happens('pointermove', 4_000, { buttons: 0 })).toEqual([]);
    for (const name of ['pointerdown', 'pointerup', 'keydown'])
      expect(happens(name, 10), name).toEqual([true]);
    expect(happens('pointermove', 4_000, { buttons: 0 })).toEqual([]);
    const going = [
      ['pointermove', { buttons: 1 }],
      ['wheel', {}],
      ['keydown', { repeat: true }],
    ] as const;
    for (const [name, event] of going) {
      expect(happens(name, 300, event), name).toEqual([true]);
      expect(happens(name, 200, event), name).toEqual([]);
      expect(happens(name, 50, event), name).toEqual([true]);
    }
  });
});
