import { createContext, runInContext } from 'node:vm';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ChartWindows, type WantedChart } from '../../../src-main/shell/chromium/chart-windows.ts';
import type { ChromiumWindow } from '../../../src-main/shell/chromium/chromium-window.ts';
import { PageInput, type Act, type KeyState } from '../../../src-main/shell/chromium/page-input.ts';
import { StrayKeys } from '../../../src-main/shell/chromium/stray-keys.ts';
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
    wanted[0]?.onActed('passed');
    wanted[0]?.onActed('pressed');
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
    wanted[0]?.onActed('passed');
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

describe('keys for a window that asks for a secret', () => {
  it('are kept from the others while it is there, and afterwards from who still types', async () => {
    const keys = new StrayKeys();
    const states: KeyState[] = [];
    const forget = keys.keepFrom({ setKeys: (state) => Promise.resolve(void states.push(state)) });
    /** The state that the page was given last, and how often it was given one. */
    const after = (work: () => unknown): readonly unknown[] => {
      work();
      return [states.at(-1), states.splice(0).length];
    };
    expect(after(() => keys.settle())).toEqual([undefined, 0]);
    expect(after(() => keys.hold())).toEqual(['held', 1]);
    expect(after(() => keys.acted(true, 'typed'))).toEqual([undefined, 0]);
    // Who turned to another window and back is protected again.
    expect(after(() => keys.acted(false, 'pressed'))).toEqual([undefined, 0]);
    expect(after(() => keys.acted(true, 'typed'))).toEqual(['held', 1]);
    expect(after(() => keys.settle())).toEqual(['quiet', 1]);
    // A user who closed it by the mouse is not typing.
    expect(after(() => keys.hold())).toEqual(['held', 1]);
    keys.acted(true, 'typed');
    keys.acted(true, 'pressed');
    expect(after(() => keys.settle())).toEqual(['free', 1]);
    forget();
    expect(after(() => keys.hold())).toEqual([undefined, 0]);
    // A window that comes meanwhile, or while somebody still types what was meant for the one that has gone.
    const comes = (): (() => void) =>
      keys.keepFrom({ setKeys: (state) => Promise.resolve(void states.push(state)) });
    expect(after(comes)).toEqual(['held', 1]);
    keys.acted(true, 'typed');
    keys.acted(true, 'continued');
    expect(after(() => keys.settle())).toEqual(['quiet', 1]);
    keys.acted(false, 'typed');
    expect(after(comes)).toEqual(['quiet', 1]);
    keys.acted(false, 'pressed');
    expect(after(comes)).toEqual([undefined, 0]);
  });
});

describe('what the user does in a page', () => {
  interface Input {
    readonly isTrusted?: boolean;
    /** When the system had it, by the page's clock. */
    readonly timeStamp?: number;
    readonly buttons?: number;
    readonly repeat?: boolean;
    readonly key?: string;
    readonly code?: string;
    readonly ctrlKey?: boolean;
    readonly altKey?: boolean;
    /** Whether preventing it has an effect. */
    readonly cancelable?: boolean;
    readonly preventDefault?: () => void;
  }
  type Listener = (event: object) => void;

  /** Runs the script that listens in the page, on the test's events and clock. */
  async function page({ takesFiles = true } = {}) {
    const heard: boolean[] = [];
    const acts: Act[] = [];
    const state = { now: 0, stopped: 0, blurred: 0, opensFiles: true, ignored: false, answers: true };
    const events = new Map<string, (event: object) => void>();
    let source = '';
    let binding = '';
    const listeners: (readonly [string, Listener])[] = [];
    let tick: { readonly run: () => void; readonly every: number; at: number } | undefined;
    const pass = (ms: number): void => {
      const end = state.now + ms;
      while (tick !== undefined && tick.at <= end) {
        // A timer that is late runs once.
        state.now = Math.max(state.now, tick.at);
        tick.at = state.now + tick.every;
        tick.run();
      }
      state.now = end;
    };
    const world: Record<string, unknown> = {
      addEventListener: (name: string, listener: Listener) => listeners.push([name, listener]),
      performance: { now: () => state.now },
      document: { activeElement: { blur: () => (state.blurred += 1) } },
      getSelection: () => null,
      setInterval: (run: () => void, every: number) => ((tick = { run, every, at: state.now + every }), 1),
      clearInterval: () => (tick = undefined),
    };
    const session = {
      on: (name: string, listener: (event: object) => void) => events.set(name, listener),
      send: (
        method: string,
        given: {
          name?: string;
          source?: string;
          expression?: string;
          enabled?: boolean;
          ignore?: boolean;
        } = {},
      ) => {
        if (method === 'Runtime.addBinding') binding = given.name ?? '';
        if (method === 'Page.addScriptToEvaluateOnNewDocument') source = given.source ?? '';
        if (method === 'Page.setInterceptFileChooserDialog') state.opensFiles = !given.enabled;
        if (method === 'Input.setIgnoreInputEvents') state.ignored = given.ignore === true;
        if (method === 'Runtime.evaluate' && !state.answers) return new Promise(() => undefined);
        if (method === 'Runtime.evaluate') runInContext(given.expression ?? '', world);
        return Promise.resolve({});
      },
    };
    const context = { newCDPSession: () => Promise.resolve(session) };
    const input = await PageInput.watch({ context: () => context } as unknown as Page, {
      onUserActed: (act) => {
        acts.push(act);
        heard.push(act !== 'passed');
      },
      strayKeys: true,
      takesFiles,
      reload: () => Promise.resolve(),
    });
    world[binding] = (payload: string) => events.get('Runtime.bindingCalled')?.({ name: binding, payload });
    createContext(world);
    runInContext(source, world);
    const comes = (): void =>
      events.get('Runtime.executionContextCreated')?.({ context: { id: 1, name: 'touchstone-input' } });
    /** The shell's reactions to an event that comes `after` milliseconds. */
    const happens = (name: string, after: number, event: Input = {}): readonly boolean[] => {
      pass(after);
      let stopped = false;
      let defaultPrevented = false;
      const stop = (): void => void (stopped = true);
      for (const [heardName, listener] of listeners)
        if (heardName === name && !stopped)
          listener({
            type: name,
            isTrusted: true,
            timeStamp: state.now,
            key: 'a',
            code: 'KeyA',
            getModifierState: () => false,
            preventDefault: () => (defaultPrevented = event.cancelable !== false),
            stopImmediatePropagation: stop,
            get defaultPrevented() {
              return defaultPrevented;
            },
            ...event,
          });
      if (stopped) state.stopped += 1;
      return heard.splice(0);
    };
    /** The page's script runs for so long, and nothing else does. */
    const busy = (ms: number): void => void (state.now += ms);
    return { input, comes, happens, busy, state, acts };
  }

  /** A page whose keys are its own. */
  async function freePage() {
    const { comes, happens } = await page();
    comes();
    return happens;
  }

  it('is deliberate if it presses, turns or drags something, not if the pointer passes', async () => {
    const happens = await freePage();
    for (const name of ['pointerdown', 'pointerup', 'keydown', 'wheel', 'touchstart'])
      expect(happens(name, 6_000), name).toEqual([true]);
    expect(happens('pointermove', 6_000, { buttons: 1 })).toEqual([true]);
    expect(happens('pointermove', 6_000, { buttons: 0 })).toEqual([false]);
    expect(happens('pointerdown', 6_000, { isTrusted: false })).toEqual([]);
  });

  it('is a press of a key or a button, or continues what began before', async () => {
    const { comes, happens, acts } = await page();
    comes();
    const said = (name: string, event: Input = {}): Act | undefined => {
      happens(name, 6_000, event);
      return acts.splice(0).at(-1);
    };
    expect([
      said('pointerdown'),
      said('touchstart'),
      said('keydown'),
      said('keydown', { key: 'Escape' }),
    ]).toEqual(['pressed', 'pressed', 'typed', 'typed']);
    for (const [name, event] of [
      ['pointerup', {}],
      ['wheel', {}],
      ['pointermove', { buttons: 1 }],
      ['keydown', { repeat: true }],
      // Of a password in capital letters.
      ['keydown', { key: 'Shift' }],
    ] as const)
      expect([name, said(name, event)]).toEqual([name, 'continued']);
  });

  it('is no press of this moment if a busy page reports it late, after a window that asks for a secret came', async () => {
    const { input, comes, happens, busy, acts } = await page();
    comes();
    const pressed = performance.now();
    busy(pressed);
    await input.setKeys('held');
    happens('pointerdown', 0, { timeStamp: -60_000 });
    happens('pointerdown', 0);
    expect(acts).toEqual(['continued', 'pressed']);
  });

  it('does not reach a page that lets the quiet moment pass by being busy', async () => {
    const { input, comes, happens, busy, state } = await page();
    comes();
    await input.setKeys('held');
    await input.setKeys('quiet');
    const kept = (name: string, event: Input = {}): boolean => {
      const before = state.stopped;
      happens(name, 0, event);
      return state.stopped > before;
    };
    for (let times = 0; times < 3; times += 1) {
      busy(1_500);
      // Typed meanwhile, handled now.
      expect([kept('keydown'), kept('keyup'), kept('beforeinput'), kept('compositionstart')]).toEqual([
        true,
        true,
        true,
        true,
      ]);
      // Nor does the user go on with the tabulator, who pressed it right after.
      busy(1_500);
      expect([kept('keydown', { key: 'Tab' }), kept('keydown')]).toEqual([true, true]);
    }
    happens('pointermove', 1_100, { buttons: 0 });
    expect(kept('keydown')).toBe(false);
  });

  it('is reported at each press, a few times a second while it goes on, and once in five seconds if the pointer passes', async () => {
    const happens = await freePage();
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

  it('is no act, and reaches no page, if it is a key for a window that asks for a secret, beside which no field of files opens one', async () => {
    const { input, comes, happens, state } = await page();
    const key = (name: string, after: number, event: Input = {}): string => {
      const before = state.stopped;
      const heard = happens(name, after, event);
      return state.stopped > before ? `kept${heard.join()}` : `reaches ${heard.join()}`;
    };
    const types = (after: number, typed = 'a'): string => key('keydown', after, { key: typed });
    // A new document holds keys until main has said that it may have them.
    expect(types(0)).toBe('kept');
    comes();
    expect(key('keyup', 10)).toBe('kept');
    expect(types(10)).toBe('reaches true');
    await input.setKeys('held');
    expect([types(60_000), key('keypress', 1), key('keyup', 1), types(1, 'Enter')]).toEqual(
      Array.from({ length: 4 }, () => 'kept'),
    );
    // Nobody who types a password moves on so soon; later it is a person at the keyboard alone.
    expect([types(900, 'Tab'), types(10)]).toEqual(['kept', 'kept']);
    expect([types(1_000, 'Tab'), types(10)]).toEqual(['reaches true', 'reaches true']);
    await input.setKeys('held');
    expect(state.opensFiles).toBe(false);
    expect([happens('pointerdown', 10), types(10)]).toEqual([[true], 'reaches true']);
    expect(state.opensFiles).toBe(true);
    await input.setKeys('held');
    // The window goes: for as long as the typing continues, and not for ever.
    await input.setKeys('quiet');
    for (let count = 0; count < 5; count += 1) expect(types(450)).toBe('kept');
    expect(types(500)).toBe('reaches true');
    expect(state.opensFiles).toBe(true);
    await input.setKeys('quiet');
    for (let ms = 0; ms < 14_900; ms += 100) expect(types(100)).toBe('kept');
    expect(types(200)).toBe('reaches true');
    // A page that loads itself again meanwhile gets nothing by it.
    await input.setKeys('quiet');
    comes();
    expect(types(900)).toBe('kept');
    // A command is given to the page that has the focus, and one that edits a field is none.
    expect([key('keydown', 1, { key: 'v', ctrlKey: true }), types(1)]).toEqual(['kept', 'kept']);
    expect([key('keydown', 1, { key: 'l', ctrlKey: true }), types(1)]).toEqual([
      'reaches true',
      'reaches true',
    ]);
    await input.setKeys('held');
    expect([key('keydown', 1, { key: 'l', ctrlKey: true }), types(1)]).toEqual(['reaches true', 'kept']);
    // Letters of some keyboards, and keys by which a page would get the right to open a dialog.
    for (const [typed, altKey] of [
      ['ø', true],
      ['ArrowLeft', false],
      ['F4', false],
    ] as const)
      expect([typed, key('keydown', 1, { key: typed, altKey })]).toEqual([typed, 'kept']);
    expect(types(1, 'Escape')).toBe('reaches true');
    expect(state.opensFiles).toBe(false);
  });

  it('keeps no page without input for good, however long it takes to answer', async () => {
    const { input, comes, state } = await page();
    comes();
    state.answers = false;
    await input.setKeys('held');
    expect(state.ignored).toBe(true);
    void input.setKeys('free');
    expect(state.ignored).toBe(false);
    state.answers = true;
    await input.setKeys('held');
    expect(state.ignored).toBe(false);
  });

  it('is no text that comes without a key while a window asks for a secret', async () => {
    const { input, comes, happens, state } = await page({ takesFiles: false });
    comes();
    const arrives = (name: string, cancelable = true): readonly number[] => {
      const { stopped, blurred } = state;
      happens(name, 1, { cancelable });
      return [state.stopped - stopped, state.blurred - blurred];
    };
    expect([arrives('paste'), arrives('beforeinput'), arrives('compositionstart')]).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    await input.setKeys('held');
    expect([arrives('paste'), arrives('beforeinput')]).toEqual([
      [1, 0],
      [1, 0],
    ]);
    // Preventing these has no effect: the field that they are for loses the focus.
    expect([arrives('beforeinput', false), arrives('compositionstart')]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    const opens = (isTrusted: boolean): boolean => {
      let prevented = false;
      happens('click', 1, { isTrusted, preventDefault: () => (prevented = true) });
      return !prevented;
    };
    // A click that the page makes itself opens neither files nor colours.
    expect([opens(true), opens(false)]).toEqual([true, false]);
    expect(happens('pointerdown', 1)).toEqual([true]);
    expect(arrives('paste')).toEqual([0, 0]);
    expect([opens(true), opens(false)]).toEqual([true, true]);
    // A page without fields for files opens no dialog of them in any state.
    expect(state.opensFiles).toBe(false);
  });
});
