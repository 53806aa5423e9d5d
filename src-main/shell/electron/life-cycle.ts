import type { App, MenuItemConstructorOptions, PowerMonitor } from 'electron';
import { LONGEST_STOP_MS } from '../windows.ts';

/** Windows groups windows and shows notifications by this id. */
export const APP_ID = 'touchstone.terminal';

/** Calls back after the given milliseconds; returns a function that cancels it. */
export type Later = (ms: number, run: () => void) => () => void;

export const later: Later = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/**
 * Ends the application in order: pending work is stopped before the process exits. Electron sets a flag while it emits
 * `will-quit` and runs microtasks meanwhile, so a `quit` from there does nothing (electron/electron#33643): the second
 * one is called in a later turn of the loop.
 */
export class Ending {
  readonly #app: Pick<App, 'on' | 'quit' | 'relaunch'>;
  readonly #after: Later;
  #state: 'running' | 'stopping' | 'stopped' = 'running';
  #startAgain = false;

  constructor(
    app: Pick<App, 'on' | 'quit' | 'relaunch'>,
    stop: () => Promise<void>,
    { after = later }: { readonly after?: Later } = {},
  ) {
    this.#app = app;
    this.#after = after;
    app.on('will-quit', (event) => {
      if (this.#state === 'stopped') return;
      event.preventDefault();
      if (this.#state === 'stopping') return;
      this.#state = 'stopping';
      void this.#stop(stop);
    });
  }

  /**
   * Somebody started the application again. Returns whether this process was already ending: it then restarts once it
   * has ended, since the other one has already gone.
   */
  startedAgain(): boolean {
    if (this.#state === 'running') return false;
    this.#startAgain = true;
    return true;
  }

  async #stop(stop: () => Promise<void>): Promise<void> {
    const late = Promise.withResolvers<undefined>();
    const inTime = this.#after(LONGEST_STOP_MS, () => late.resolve(undefined));
    try {
      await Promise.race([stop(), late.promise]);
    } catch {
      // It ends anyway; whatever failed has logged it.
    }
    inTime();
    this.#after(0, () => {
      this.#state = 'stopped';
      if (this.#startAgain) this.#app.relaunch();
      this.#app.quit();
    });
  }
}

/** The application's response to the machine's sleep, which timers and deadlines do not notice on every system. */
export interface Sleeper {
  sleeps(): void;
  woke(): void;
}

export function followSleep(powerMonitor: Pick<PowerMonitor, 'on'>, sleeper: Sleeper): void {
  powerMonitor.on('suspend', () => sleeper.sleeps());
  powerMonitor.on('resume', () => sleeper.woke());
}

/** Repeated crashes of the trading window's page within this time are no accident. */
const CRASHES_WITHIN_MS = 60_000;
const MOST_CRASHES = 3;

/** Counts crashes of a page, to tell whether it may be reloaded or would crash for ever. */
export class Crashes {
  readonly #now: () => number;
  #times: readonly number[] = [];

  /** `now`: monotonic milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Records a crash. Returns whether the page may be reloaded once more. */
  another(): boolean {
    const now = this.#now();
    this.#times = [...this.#times, now].filter((time) => now - time < CRASHES_WITHIN_MS);
    return this.#times.length < MOST_CRASHES;
  }
}

/**
 * The application's menu. Electron's default one has Reload and the developer tools: the vault could be reloaded while
 * something is being typed. Only editing remains, which on macOS works only through the menu, and zoom, for people with
 * weak eyes.
 */
export function menuTemplate(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  };
  return platform === 'darwin'
    ? [{ role: 'appMenu' }, { role: 'editMenu' }, view, { role: 'windowMenu' }]
    : [{ role: 'editMenu' }, view];
}
