import { join } from 'node:path';
import type { BrowserWindow, Session } from 'electron';
import type { ShownOnChart } from '#contract/chart-window.ts';
import type { DeskSlot } from '#domain/chart-slots.ts';
import { sayIn } from '#domain/sentences/sentence.ts';
import type { Language } from '#domain/words/catalogue.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import { CHART_WINDOW, chartBoundsKey, keepBounds, readBounds, type WindowGate } from '../windows.ts';
import {
  APP_ORIGIN,
  boundsOnScreen,
  connectWindow,
  createWindow,
  type ElectronModule,
  watchActs,
  watchInput,
  whenStrayed,
} from './electron-window.ts';
import type { StrayKeys } from './stray-keys.ts';

export interface ChartWindowOptions {
  readonly builtFolder: string;
  readonly settings: SettingsStore;
  readonly language: () => Language;
  readonly strayKeys: StrayKeys;
  /** The vault or the approval window is open: nothing may take the focus from it. */
  readonly isAsking: () => boolean;
  readonly onUserActed: () => void;
  readonly onActed: (slot: DeskSlot, pressed: boolean) => void;
  readonly onChartClosed: (slot: DeskSlot) => void;
}

interface OpenChart {
  readonly window: BrowserWindow;
  /** Gives it its title in the present language. */
  readonly name: () => void;
}

/** Chart windows. Each has its own session and gate. They are top-level windows, and close when the main window does. */
export class ChartWindows {
  readonly #electron: ElectronModule;
  readonly #options: ChartWindowOptions;
  readonly #session: (name: string) => Session;
  readonly #open = new Map<DeskSlot, OpenChart>();
  /** The main window is closing, and no page can stop it: whatever closes from now on was not closed by the user. */
  #ending = false;

  constructor(electron: ElectronModule, options: ChartWindowOptions, session: (name: string) => Session) {
    this.#electron = electron;
    this.#options = options;
    this.#session = session;
  }

  /** @throws where the page does not load; then there is no window */
  async open(slot: DeskSlot, gate: WindowGate): Promise<void> {
    if (this.#ending) return;
    const before = this.#open.get(slot)?.window;
    if (before !== undefined) {
      if (this.#options.isAsking()) return;
      if (before.isMinimized()) before.restore();
      before.focus();
      return;
    }
    const window = this.#make(slot, gate);
    try {
      await window.loadURL(APP_ORIGIN + CHART_WINDOW.path);
    } catch (error) {
      // Whoever waits would take the chart back to the desk, and the next start would not open it again.
      if (this.#ending) return;
      // It may be closed by now, and another one may have its place.
      if (this.#open.get(slot)?.window === window) this.close(slot);
      throw error;
    }
  }

  close(slot: DeskSlot): void {
    const window = this.#open.get(slot)?.window;
    if (window === undefined) return;
    this.#open.delete(slot);
    this.#keep(slot, window);
    window.destroy();
  }

  /** The main window is closing. When the application quits, the system may close the windows of charts first. */
  ending(): void {
    this.#ending = true;
  }

  /** The main window is gone, so these go as well. Each opens again at the next start. */
  end(): void {
    for (const slot of [...this.#open.keys()]) this.close(slot);
  }

  /** The window of a chart, where there is one. */
  of(slot: DeskSlot): BrowserWindow | undefined {
    return this.#open.get(slot)?.window;
  }

  fillScreen(slot: DeskSlot, full: boolean): void {
    this.#open.get(slot)?.window.setFullScreen(full);
  }

  /** Reloads the pages in another language. */
  reload(): void {
    for (const { window, name } of this.#open.values()) {
      name();
      window.loadURL(APP_ORIGIN + CHART_WINDOW.path).catch(() => undefined);
    }
  }

  #make(slot: DeskSlot, gate: WindowGate): BrowserWindow {
    const { builtFolder, settings, isAsking, onActed, onChartClosed, onUserActed, strayKeys } = this.#options;
    const bounds = readBounds(settings.get(chartBoundsKey(slot)));
    const window = createWindow(this.#electron, {
      title: this.#titleOf(undefined),
      bounds: boundsOnScreen(bounds ?? CHART_WINDOW.bounds, this.#electron.screen),
      minimum: CHART_WINDOW.minimum,
      preload: join(builtFolder, 'preload', CHART_WINDOW.preload),
      session: this.#session(`chart-${slot}`),
      withoutFocus: isAsking,
    });
    this.#open.set(slot, { window, name: this.#keepNamed(window, gate) });
    connectWindow(window.webContents, CHART_WINDOW.path, gate);
    strayKeys.keepFrom(window.webContents);
    watchInput(window.webContents, onUserActed);
    watchActs(window.webContents, (pressed) => onActed(slot, pressed));
    window.on('close', () => this.#keep(slot, window));
    window.on('closed', () => {
      if (this.#open.get(slot)?.window !== window) return;
      this.#open.delete(slot);
      if (!this.#ending) onChartClosed(slot);
    });
    // Nothing is lost with the page: the chart goes back to the desk.
    window.webContents.on('render-process-gone', () => window.destroy());
    whenStrayed(window.webContents, CHART_WINDOW.path, () => window.destroy());
    return window;
  }

  /**
   * Titles the window after the pair that the desk shows in it, whatever its page wants: nobody should take it for another
   * kind of window. Returns a function that sets the title again, in the present language.
   */
  #keepNamed(window: BrowserWindow, gate: WindowGate): () => void {
    let shown: ShownOnChart | undefined;
    const name = (): void => window.setTitle(this.#titleOf(shown?.pair?.label));
    window.on('page-title-updated', (event) => event.preventDefault());
    const end = gate.subscribe('shown', ({ value }) => {
      // The gate has read it by the topic's schema.
      shown = value as ShownOnChart;
      name();
    });
    window.on('closed', () => end?.());
    return name;
  }

  #titleOf(pair: string | undefined): string {
    const say = sayIn(this.#options.language());
    return pair === undefined ? say('window/chart') : say('window/chart-of', { pair });
  }

  #keep(slot: DeskSlot, window: BrowserWindow): void {
    const { width, height, x, y } = window.getNormalBounds();
    keepBounds(this.#options.settings, chartBoundsKey(slot), { width, height, left: x, top: y });
  }
}
