// Electron's demands on an application's life cycle: rules that a first real run would meet.
import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import type { App, MenuItemConstructorOptions, PowerMonitor, UtilityProcess } from 'electron';
import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../../src-main/system/environment.ts';
import { boundsOnScreen } from '../../src-main/shell/electron/electron-window.ts';
import { refuseLinks } from '../../src-main/shell/electron/hardening.ts';
import {
  Crashes,
  Ending,
  followSleep,
  menuTemplate,
  type Later,
} from '../../src-main/shell/electron/life-cycle.ts';
import { utilityHelpers } from '../../src-main/shell/electron/utility-helpers.ts';
import { FakeScreen } from '../support/fake-electron.ts';

/** Timers that fire when a test says so, each with its delay. */
class HeldTimers {
  readonly waiting = new Map<() => void, number>();
  readonly after: Later = (ms, run) => {
    this.waiting.set(run, ms);
    return () => this.waiting.delete(run);
  };
  /** Fires those with this delay. */
  pass(ms: number): void {
    for (const [run, delay] of this.waiting)
      if (delay === ms) {
        this.waiting.delete(run);
        run();
      }
  }
}

/**
 * An application that quits as Electron does (shell/browser/browser.cc of Electron 45): `quit` does nothing while a
 * flag is set, which lasts for the emit and the microtasks after it.
 */
class FakeApp extends EventEmitter {
  exited = false;
  relaunched = false;
  #quitting = false;
  quit(): void {
    if (this.#quitting || this.exited) return;
    this.#quitting = true;
    let prevented = false;
    this.emit('will-quit', { preventDefault: () => (prevented = true) });
    void Promise.resolve().then(async () => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      this.#quitting = false;
      if (!prevented) this.exited = true;
    });
  }
  relaunch(): void {
    this.relaunched = true;
  }
  asElectron(): App {
    return this as unknown as App;
  }
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
};

describe('the end of the application', () => {
  it('comes after its work was stopped, also where that takes no turn of the loop at all', async () => {
    const app = new FakeApp();
    const timers = new HeldTimers();
    let stopped = 0;
    const stop = (): Promise<void> => {
      stopped += 1;
      return Promise.resolve();
    };
    const ending = new Ending(app.asElectron(), stop, timers);
    expect(ending.startedAgain()).toBe(false);
    app.quit();
    app.quit();
    await turns();
    expect([stopped, app.exited]).toEqual([1, false]);
    timers.pass(0);
    await turns();
    expect([stopped, app.exited, app.relaunched]).toEqual([1, true, false]);
    expect(timers.waiting.size).toBe(0);
  });

  it('comes in time although stopping hangs or fails', async () => {
    for (const stop of [
      () => new Promise<void>(() => undefined),
      () => Promise.reject(new Error('it does not stop')),
    ]) {
      const app = new FakeApp();
      const timers = new HeldTimers();
      new Ending(app.asElectron(), stop, timers);
      app.quit();
      await turns();
      timers.pass(20_000);
      await turns();
      timers.pass(0);
      await turns();
      expect(app.exited).toBe(true);
    }
  });

  it('starts again where somebody asked for that while it was ending', async () => {
    const app = new FakeApp();
    const timers = new HeldTimers();
    const ending = new Ending(app.asElectron(), () => Promise.resolve(), timers);
    app.quit();
    expect(ending.startedAgain()).toBe(true);
    await turns();
    timers.pass(0);
    await turns();
    expect([app.relaunched, app.exited]).toEqual([true, true]);
  });
});

describe('crashes', () => {
  it('are forgiven twice a minute', () => {
    let now = 0;
    const crashes = new Crashes(() => now);
    const at = (time: number): boolean => {
      now = time;
      return crashes.another();
    };
    expect([at(0), at(1_000), at(2_000), at(61_500), at(62_500), at(63_000)]).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('the place of a window', () => {
  const side = fc.integer({ min: -8_000, max: 8_000 });
  const area = fc.record({
    x: side,
    y: side,
    width: fc.integer({ min: 800, max: 4_000 }),
    height: fc.integer({ min: 600, max: 2_400 }),
  });
  const size = {
    width: fc.integer({ min: 640, max: 16_384 }),
    height: fc.integer({ min: 480, max: 16_384 }),
  };
  const bounds = fc.record({ ...size, left: side, top: side });

  it('is on a display that is there, with an edge to take it by', () => {
    fc.assert(
      fc.property(fc.array(area, { minLength: 1, maxLength: 3 }), bounds, (areas, kept) => {
        const found = boundsOnScreen(kept, new FakeScreen(areas));
        if (found.left === undefined || found.top === undefined) return;
        const { left, top, width } = found;
        const seen = areas.some(
          ({ x, y, width: wide, height: high }) =>
            left + width >= x + 120 && left <= x + wide - 120 && top >= y && top <= y + high - 40,
        );
        expect(seen).toBe(true);
      }),
    );
  });

  it('stays where it was on the display that it was on, and is no larger than that', () => {
    const screen = new FakeScreen([
      { x: 0, y: 0, width: 1920, height: 1080 },
      { x: 1920, y: 0, width: 1280, height: 1024 },
    ]);
    const kept = { width: 1200, height: 800, left: 1950, top: 40 };
    expect(boundsOnScreen(kept, screen)).toEqual(kept);
    expect(boundsOnScreen({ ...kept, width: 3_000 }, new FakeScreen())).toEqual({ width: 1920, height: 800 });
    expect(boundsOnScreen({ width: 3_000, height: 2_000 }, screen)).toEqual({ width: 1920, height: 1080 });
    // Its display is gone.
    expect(boundsOnScreen(kept, new FakeScreen())).toEqual({ width: 1200, height: 800 });
  });
});

describe('the menu', () => {
  const roles = (items: readonly MenuItemConstructorOptions[]): readonly string[] =>
    items.flatMap(({ role, submenu }) => [
      ...(role === undefined ? [] : [role]),
      ...(Array.isArray(submenu) ? roles(submenu) : []),
    ]);

  it.each(['linux', 'win32', 'darwin'] as const)('reloads nothing and opens no tools (%s)', (platform) => {
    const all = roles(menuTemplate(platform));
    for (const role of ['reload', 'forceReload', 'toggleDevTools', 'viewMenu'])
      expect(all).not.toContain(role);
    expect(all).toEqual(expect.arrayContaining(['editMenu', 'resetZoom', 'zoomIn', 'zoomOut']));
    expect(all.includes('appMenu')).toBe(platform === 'darwin');
  });
});

class FakeUtility extends EventEmitter {
  pid: number | undefined;
  kills = 0;
  readonly posted: unknown[] = [];
  kill(): boolean {
    if (this.pid === undefined) return false;
    this.kills += 1;
    return true;
  }
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
}

describe('a helper', () => {
  function started(): {
    readonly child: FakeUtility;
    readonly helper: ReturnType<ReturnType<typeof utilityHelpers>>;
    readonly timers: HeldTimers;
    readonly exits: unknown[];
    readonly options: { readonly env?: Readonly<Record<string, string | undefined>> };
  } {
    const child = new FakeUtility();
    const timers = new HeldTimers();
    const forked: unknown[] = [];
    const utilityProcess = {
      fork: (...args: unknown[]) => {
        forked.push(...args);
        return child as unknown as UtilityProcess;
      },
    };
    const start = utilityHelpers({ utilityProcess } as never, {
      environment: childEnvironment({ NODE_OPTIONS: '' }),
      after: timers.after,
    });
    const helper = start('/app/keychain.js', ['a']);
    const exits: unknown[] = [];
    helper.onExit((exit) => exits.push(exit));
    return { child, helper, timers, exits, options: forked[2] as never };
  }

  it('that cannot be started has ended', () => {
    const { timers, exits } = started();
    timers.pass(15_000);
    expect(exits).toEqual([{ code: null, signal: null }]);
  });

  it('that is not wanted any more before it started is ended when it has', () => {
    const { child, helper, timers } = started();
    helper.kill();
    expect(child.kills).toBe(0);
    child.pid = 7;
    child.emit('spawn');
    expect(child.kills).toBe(1);
    expect(timers.waiting.size).toBe(0);
  });

  it('reports its end once, and its fatal error takes nobody along', () => {
    const { child, helper, exits } = started();
    child.pid = 7;
    child.emit('spawn');
    expect(() => child.emit('error', 'FatalError', 'heap', '')).not.toThrow();
    child.emit('exit', 5);
    child.emit('exit', 6);
    helper.onExit((exit) => exits.push(exit));
    expect(exits).toEqual([
      { code: 5, signal: null },
      { code: 5, signal: null },
    ]);
  });

  it('gets no code from the variables of whoever started the application', () => {
    const { options } = started();
    expect(options.env?.['NODE_OPTIONS'] ?? '').toBe('');
    expect(options.env?.['PATH']).toBe(process.env['PATH']);
  });
});

describe('the machine and the system around it', () => {
  it('tells the application that the machine sleeps, and that it woke', () => {
    const powerMonitor = new EventEmitter();
    const told: string[] = [];
    followSleep(powerMonitor as unknown as PowerMonitor, {
      sleeps: () => void told.push('sleeps'),
      woke: () => void told.push('woke'),
    });
    powerMonitor.emit('suspend');
    powerMonitor.emit('resume');
    expect(told).toEqual(['sleeps', 'woke']);
  });

  it('takes no address from the system', () => {
    const app = new EventEmitter();
    refuseLinks(app as unknown as App);
    let prevented = 0;
    app.emit('open-url', { preventDefault: () => (prevented += 1) }, 'touchstone://trade');
    expect(prevented).toBe(1);
  });
});
