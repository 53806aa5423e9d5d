import type { Page } from 'playwright-core';
import type { DeskSlot } from '#domain/chart-slots.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import {
  boundsWithin,
  CHART_WINDOW,
  chartBoundsKey,
  keepBounds,
  readBounds,
  type WindowBounds,
} from '../windows.ts';
import type { ChromiumWindow } from './chromium-window.ts';
import type { Act } from './page-input.ts';

/** The parameters for opening the window of a chart. */
export interface WantedChart {
  readonly slot: DeskSlot;
  readonly bounds: WindowBounds;
  readonly onClosed: () => void;
  /** The user did something there. */
  readonly onActed: (act: Act) => void;
}

export interface ChartWindowOptions {
  readonly settings: SettingsStore;
  /** Without a screen no window has a place. */
  readonly headless: boolean;
  readonly open: (wanted: WantedChart) => Promise<ChromiumWindow>;
  /** Whether the vault or the approval window is open, which nothing may take the focus from. */
  readonly isAsking: () => boolean;
  /** Gives the focus back to those of the two that are open. */
  readonly refocusAsking: () => void;
  /** The trading window is gone or closing, and takes these with it: the user did not close them. */
  readonly ending: () => boolean;
  readonly onChartActed: (slot: DeskSlot, act: Act) => void;
  readonly onChartClosed: (slot: DeskSlot) => void;
}

/** The windows of charts, open or still opening. */
export class ChartWindows {
  readonly #options: ChartWindowOptions;
  readonly #open = new Map<DeskSlot, Promise<ChromiumWindow>>();

  constructor(options: ChartWindowOptions) {
    this.#options = options;
  }

  /** @throws where it does not open; then there is none */
  async open(slot: DeskSlot): Promise<void> {
    const before = this.#open.get(slot);
    if (before !== undefined) {
      const window = await before;
      if (!this.#options.isAsking()) await window.focus();
      return;
    }
    const { settings, onChartActed } = this.#options;
    const bounds = readBounds(settings.get(chartBoundsKey(slot)));
    const opening = this.#options.open({
      slot,
      bounds: bounds ?? CHART_WINDOW.bounds,
      onClosed: () => this.#gone(slot, opening),
      onActed: (act) => {
        if (act !== 'passed') onChartActed(slot, act);
        // Once it is closed its place cannot be measured any more.
        opening.then((window) => this.#keep(slot, window)).catch(() => undefined);
      },
    });
    this.#open.set(slot, opening);
    try {
      const window = await opening;
      if (bounds !== undefined && !this.#options.isAsking())
        await this.#bringIntoView(window, bounds).catch(() => undefined);
      // A new window of a browser comes up in front of the others.
      this.#options.refocusAsking();
    } catch (error) {
      if (this.#open.get(slot) === opening) this.#open.delete(slot);
      // Whoever waits would take the chart back to the desk, and the next start would not open it again.
      if (!this.#options.ending()) throw error;
    }
  }

  async close(slot: DeskSlot): Promise<void> {
    const opening = this.#open.get(slot);
    // At once, so that opening it again meanwhile makes another one.
    this.#open.delete(slot);
    const window = await opening?.catch(() => undefined);
    if (window === undefined) return;
    await this.#keep(slot, window);
    await window.close();
  }

  async end(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((slot) => this.close(slot)));
  }

  async fillScreen(slot: DeskSlot, full: boolean): Promise<void> {
    await (await this.#open.get(slot))?.fill(full);
  }

  /** Reloads the pages in another language. */
  reload(): void {
    for (const opening of this.#open.values())
      void opening.then((window) => window.renew()).catch(() => undefined);
  }

  /** For end-to-end tests. */
  async page(slot: DeskSlot): Promise<Page | undefined> {
    return (await this.#open.get(slot)?.catch(() => undefined))?.page;
  }

  /** Its screen may be gone by now. Only a window knows its screen, so this comes after opening. */
  async #bringIntoView(window: ChromiumWindow, bounds: WindowBounds): Promise<void> {
    if (this.#options.headless) return;
    const area = await window.screen();
    const fitted = boundsWithin(bounds, area);
    if (fitted.left !== bounds.left || fitted.width !== bounds.width || fitted.height !== bounds.height)
      await window.show({ left: area.left, top: area.top, ...fitted });
  }

  #gone(slot: DeskSlot, opening: Promise<ChromiumWindow>): void {
    if (this.#options.ending() || this.#open.get(slot) !== opening) return;
    this.#open.delete(slot);
    this.#options.onChartClosed(slot);
  }

  async #keep(slot: DeskSlot, window: ChromiumWindow): Promise<void> {
    const bounds = this.#options.headless ? undefined : await window.ownBounds();
    if (bounds !== undefined) keepBounds(this.#options.settings, chartBoundsKey(slot), bounds);
  }
}
