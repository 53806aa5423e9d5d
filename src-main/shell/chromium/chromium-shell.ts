import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { DeskSlot } from '#domain/chart-slots.ts';
import type { Language } from '#domain/words/catalogue.ts';
import { removeTree } from '../../system/held-files.ts';
import type { Log } from '../../ports/system.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import type { SavedFile, TicketEdge, WindowName, Windows } from '../../ports/windows.ts';
import { saveNew } from '../../system/save-whole.ts';
import {
  CHART_WINDOW,
  type Gates,
  keepBounds,
  MAIN_WINDOWS,
  type MainName,
  readBounds,
  SIDE_WINDOWS,
  type SideName,
  type WindowBounds,
  type WindowGate,
} from '../windows.ts';
import { loadRendererFiles } from '../renderer-files.ts';
import { ChartWindows, type WantedChart } from './chart-windows.ts';
import { BesideMain } from './beside-main.ts';
import { chooseFile } from './choose-file.ts';
import { guardBrowsers } from './guard-browsers.ts';
import { outliveDriver } from './outlive-driver.ts';
import type { Act } from './page-input.ts';
import { StrayKeys } from './stray-keys.ts';
import { ChromiumWindow, type ChromiumWindowOptions } from './chromium-window.ts';
import { ANSWER_MS, hasHung, inTime } from './hung-browser.ts';

export interface ChromiumShellOptions {
  readonly executable: string;
  readonly headless: boolean;
  /** The trading desk, if nothing is said. */
  readonly main?: MainName;
  /** See `LaunchWishes.sandboxed`. */
  readonly sandboxed: boolean;
  /** Folder of the built application (`out`). */
  readonly builtFolder: string;
  /** Where the windows' browser profiles are; this instance alone uses it. */
  readonly profilesFolder: string;
  readonly settings: SettingsStore;
  readonly log: Log;
  /** Called now and then while the user does something in a window. */
  readonly onUserActed: () => void;
  /** Called when the user closes the trading window. */
  readonly onMainClosed: () => void;
  /** Called when the vault window is gone, whoever closed it. */
  readonly onVaultClosed: () => void;
  /** Called when the approval window is gone, whoever closed it. */
  readonly onApprovalClosed: () => void;
  /** The window of a chart is gone, while the trading window stays. Absent where there are no charts. */
  readonly onChartClosed?: (slot: DeskSlot) => void;
  /**
   * The user did something in that window; a pointer that only passes over it does not count. `pressed`: a key or a button,
   * and not the wheel, a drag or what else only continues.
   */
  readonly onActed: (where: WindowName, pressed: boolean) => void;
  readonly bounds?: WindowBounds;
  /** How long a window's browser may take to start before another one is started in its place. */
  readonly patienceMs?: number;
}

/** The first start of a browser may have to read all of it from a slow disk; later ones do not. */
const PATIENCE_MS = { main: 60_000, other: 15_000 } as const;
const BOUNDS_KEY = 'window.main';
/** In the user's home. */
const DOWNLOADS = 'Downloads';
const DEFAULT_BOUNDS: WindowBounds = { width: 1280, height: 800 };

interface WantedWindow {
  readonly name: 'main' | SideName | `chart-${DeskSlot}`;
  readonly path: string;
  readonly bounds: WindowBounds;
  readonly gate: WindowGate;
  readonly onClosed: () => void;
  readonly onActed?: (act: Act) => void;
  /** Made out of sight, for later. */
  readonly ahead?: boolean;
}

/** A side window, which may still be opening. */
interface SideWindow {
  readonly window: Promise<ChromiumWindow>;
  /** Settles when it can be used for what it was last told to do. */
  ready: Promise<unknown>;
}

/** The application in app-mode windows of an installed Chromium. */
export class ChromiumShell implements Windows {
  readonly #options: ChromiumShellOptions;
  readonly #profiles: string;
  #gates: Gates | undefined;
  #main: ChromiumWindow | undefined;
  /** Absent without a screen. */
  #beside: BesideMain | undefined;
  #language: Language = 'en';
  #opened = 0;
  /** In the name of each profile: another shell's guard, also of this process, must not end these browsers. */
  readonly #mark = randomUUID().slice(0, 8);
  readonly #sides = new Map<SideName, SideWindow>();
  /** The approval window while it is out of sight; absent if it cannot be hidden, or was closed there. */
  #ahead: SideWindow | undefined;
  /** Hidden ones that could not be used again: their end is nobody's business. */
  readonly #unseen = new WeakSet<SideWindow>();
  #prepared = false;
  readonly #charts: ChartWindows;
  readonly #strayKeys = new StrayKeys();
  /** Resolves when the side windows that were closed last are out of sight, and all pages know whose keys are theirs. */
  #left: Promise<unknown> = Promise.resolve();
  /** The trading window stands, in whose browser others open; its page may ask for them before. */
  readonly #stands = Promise.withResolvers<undefined>();
  #stopping = false;
  #endOutliving: (() => void) | undefined;
  #endGuarding: (() => Promise<void>) | undefined;

  constructor(options: ChromiumShellOptions) {
    this.#options = options;
    this.#charts = new ChartWindows({
      settings: options.settings,
      headless: options.headless,
      open: (wanted) => this.#openChart(wanted),
      isAsking: () => this.#sides.size > 0,
      refocusAsking: () => {
        for (const name of this.#sides.keys()) void this.#focused(name).catch(() => undefined);
      },
      ending: () => this.#stopping || this.#main?.page.isClosed() !== false,
      onChartActed: (slot, act) => this.#acted(slot, act),
      onChartClosed: (slot) => options.onChartClosed?.(slot),
    });
    // Browser profiles are thrown away at the end, and at the next start after a crash: nothing of a session is kept.
    this.#profiles = options.profilesFolder;
    // Profiles still held by a browser that is exiting from the last run stay: no window of this run uses their names.
    removeTree(this.#profiles);
    mkdirSync(this.#profiles, { recursive: true, mode: 0o700 });
  }

  async start(gates: Gates): Promise<void> {
    this.#gates = gates;
    this.#endOutliving = outliveDriver(this.#options.log);
    this.#endGuarding = guardBrowsers(this.#profiles, this.#mark);
    const bounds =
      this.#options.bounds ?? readBounds(this.#options.settings.get(BOUNDS_KEY)) ?? DEFAULT_BOUNDS;
    this.#main = await this.#open({
      name: 'main',
      path: MAIN_WINDOWS[this.#options.main ?? 'trading'].path,
      bounds,
      gate: gates.main,
      onClosed: () => this.#options.onMainClosed(),
      onActed: (act) => this.#acted('desk', act),
    });
    this.#stands.resolve(undefined);
    if (!this.#options.headless) this.#beside = new BesideMain(this.#main);
  }

  /** Pages of the open windows, for end-to-end tests: a window that is being closed is waited for. */
  async pages(): Promise<Readonly<Record<'main' | SideName, Page | undefined>>> {
    await this.#left;
    const [vault, approval] = await Promise.all(
      (['vault', 'approval'] as const).map(async (name) => {
        const side = this.#sides.get(name);
        await side?.ready.catch(() => undefined);
        return side?.window;
      }),
    );
    return { main: this.#main?.page, vault: vault?.page, approval: approval?.page };
  }

  /** The page of a chart's window, for end-to-end tests. */
  chartPage(slot: DeskSlot): Promise<Page | undefined> {
    return this.#charts.page(slot);
  }

  async openVault(): Promise<void> {
    const gates = this.#gatesToOpen();
    if (gates === undefined || (await this.#focused('vault'))) return;
    const held = this.#heldKeys();
    await this.#opens('vault', this.#newSide('vault', gates), held);
  }

  closeVault(): void {
    const side = this.#takeSide('vault');
    this.#left = Promise.resolve(side?.window.then((window) => window.close()))
      .catch(() => undefined)
      .then(() => this.#settleKeys());
  }

  async openApproval(beside?: TicketEdge): Promise<void> {
    const gates = this.#gatesToOpen();
    if (gates === undefined || (await this.#focused('approval'))) return;
    const held = this.#heldKeys();
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead !== undefined) {
      this.#sides.set('approval', ahead);
      const usable = await ahead.ready.then(
        () => true,
        () => false,
      );
      // It was closed while it became ready.
      if (this.#sides.get('approval') !== ahead) return;
      if (usable) return this.#opens('approval', ahead, held, beside);
    }
    await this.#opens('approval', this.#newSide('approval', gates), held, beside);
  }

  /** Out of sight for the next time, with a new page; or closed, where no window can be hidden. */
  closeApproval(): void {
    const side = this.#takeSide('approval');
    if (side === undefined) return;
    this.#ahead = side;
    const hidden = Promise.withResolvers<unknown>();
    this.#left = hidden.promise;
    side.ready = this.#putAway(side, hidden.resolve);
    side.ready.catch(() => undefined).finally(() => hidden.resolve(undefined));
  }

  openChart(slot: DeskSlot): Promise<void> {
    return this.#charts.open(slot);
  }

  closeChart(slot: DeskSlot): void {
    void this.#charts.close(slot);
  }

  fillScreen(slot: DeskSlot, full: boolean): void {
    void this.#charts.fillScreen(slot, full).catch(() => undefined);
  }

  showMain(): void {
    void this.#main?.focus();
  }

  prepareApproval(): void {
    const gates = this.#gatesToOpen();
    // A new window shows itself for a moment: not again after the user closed it.
    if (gates === undefined || this.#options.headless || this.#prepared) return;
    // A window that is still being hidden will be reused. Replacing it here would orphan it on screen.
    if (this.#sides.has('approval') || this.#ahead !== undefined) return;
    this.#prepared = true;
    const side = this.#newSide('approval', gates, true);
    this.#ahead = side;
    side.ready.then(
      () => this.#beside?.measure(),
      () => {
        if (this.#ahead === side) this.#ahead = undefined;
      },
    );
  }

  speak(language: Language): void {
    if (language === this.#language) return;
    this.#language = language;
    void this.#main?.renew().catch(() => undefined);
    this.#charts.reload();
    const ahead = this.#ahead;
    if (ahead === undefined) return;
    ahead.ready = ahead.ready.then(async () => (await ahead.window).renew());
    ahead.ready.catch(() => undefined);
  }

  /** Hands a fixed https page to the same browser, in the user's own profile. */
  openExternal(url: string): Promise<void> {
    spawn(this.#options.executable, [url], { detached: true, stdio: 'ignore' }).unref();
    return Promise.resolve();
  }

  /**
   * Saves into the user's download folder under a name that is not taken; app-mode windows have no save dialog. Pages
   * learn nothing of where the user's folders are.
   */
  saveFile(suggestedName: string, content: string | Uint8Array): Promise<SavedFile> {
    const folder = join(homedir(), DOWNLOADS);
    mkdirSync(folder, { recursive: true });
    const dot = suggestedName.lastIndexOf('.');
    const [stem, ending] =
      dot > 0 ? [suggestedName.slice(0, dot), suggestedName.slice(dot)] : [suggestedName, ''];
    for (let count = 0; ; count += 1) {
      const name = count === 0 ? suggestedName : `${stem} (${count})${ending}`;
      try {
        saveNew(join(folder, name), content);
        return Promise.resolve({ saved: true, path: join(DOWNLOADS, name) });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  /** The browser's own dialog, which shows its own title. */
  chooseFile(): Promise<string | undefined> {
    const main = this.#main;
    return main === undefined || main.page.isClosed() ? Promise.resolve(undefined) : chooseFile(main.page);
  }

  /** Closes all windows. Browsers that hang are ended: nothing that they keep is needed. */
  async stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#stands.resolve(undefined);
    const closed = await inTime(this.#closeAll()).then(
      () => true,
      () => false,
    );
    if (!closed) await this.#endHung();
    removeTree(this.#profiles);
    void this.#endGuarding?.();
    this.#endOutliving?.();
  }

  async #closeAll(): Promise<void> {
    const bounds = this.#options.headless ? undefined : await this.#main?.bounds();
    if (bounds !== undefined) keepBounds(this.#options.settings, BOUNDS_KEY, bounds);
    await this.#charts.end();
    this.closeVault();
    const vaultLeft = this.#left;
    this.closeApproval();
    const ahead = this.#ahead?.window.then((window) => window.close()).catch(() => undefined);
    // All at once: most of them are windows of the trading window's browser, which takes them with it.
    await Promise.all([this.#main?.close(), vaultLeft, this.#left, ahead]);
  }

  async #endHung(): Promise<void> {
    this.#options.log.warn('browser-hung', { window: 'all' });
    await inTime(Promise.resolve(this.#endGuarding?.()), ANSWER_MS).catch(() => undefined);
  }

  #gatesToOpen(): Gates | undefined {
    return this.#stopping ? undefined : this.#gates;
  }

  /** Brings a side window to the front; returns whether there is one. */
  async #focused(name: SideName): Promise<boolean> {
    const open = this.#sides.get(name);
    if (open === undefined) return false;
    await open.ready;
    await (await open.window).focus();
    return true;
  }

  #newSide(name: SideName, gates: Gates, ahead = false): SideWindow {
    const { path, bounds } = SIDE_WINDOWS[name];
    const onClosed = (): void => this.#gone(name, side);
    const onActed = (act: Act): void => this.#acted(name, act);
    const window = this.#openSideWindow({ name, path, bounds, gate: gates[name], onClosed, onActed, ahead });
    const side: SideWindow = { window, ready: window };
    return side;
  }

  /** Counts as open from now on. @throws what opening it throws */
  async #opens(name: SideName, side: SideWindow, held: Promise<void>, beside?: TicketEdge): Promise<void> {
    this.#sides.set(name, side);
    side.ready = Promise.all([side.window, held]).then(([window]) =>
      name === 'approval' ? this.#showBeside(window, beside) : undefined,
    );
    try {
      await side.ready;
      // Now that it is in view: what was pressed before, and is reported late, was meant for another window.
      void this.#heldKeys();
    } catch (error) {
      if (this.#sides.get(name) === side) this.#sides.delete(name);
      // It may be in view, and nobody would close it any more.
      void side.window.then((window) => window.close()).catch(() => undefined);
      void this.#settleKeys();
      throw error;
    }
  }

  /** See `StrayKeys.hold`; whoever opens a window looks at the outcome later, or not at all. */
  #heldKeys(): Promise<void> {
    const held = this.#strayKeys.hold();
    held.catch(() => undefined);
    return held;
  }

  #takeSide(name: SideName): SideWindow | undefined {
    const side = this.#sides.get(name);
    this.#sides.delete(name);
    return side;
  }

  #acted(where: WindowName, act: Act): void {
    if (act === 'passed') return;
    this.#strayKeys.acted(where === 'vault' || where === 'approval', act);
    this.#options.onActed(where, act !== 'continued');
  }

  async #settleKeys(): Promise<void> {
    if (this.#sides.size === 0) await this.#strayKeys.settle();
  }

  #gone(name: SideName, side: SideWindow): void {
    if (this.#ahead === side) this.#ahead = undefined;
    else if (!this.#unseen.has(side)) this.#seenGone(name, side);
  }

  #seenGone(name: SideName, side: SideWindow): void {
    // A window may report its end late, when the next one is open already.
    const current = this.#sides.get(name);
    if (current !== undefined && current !== side) return;
    this.#sides.delete(name);
    this.#left = this.#settleKeys();
    if (name === 'vault') this.#options.onVaultClosed();
    else this.#options.onApprovalClosed();
  }

  /**
   * Hides the window and reloads its page, or closes it. The application is notified as soon as the window is no longer
   * visible.
   */
  async #putAway(side: SideWindow, hidden: (settled?: unknown) => void): Promise<void> {
    const window = await side.ready.then(() => side.window);
    const hides = !this.#stopping && !this.#options.headless && (await window.hide().catch(() => false));
    if (hides) {
      hidden(this.#settleKeys());
      this.#options.onApprovalClosed();
    }
    try {
      if (!hides) throw new Error('this system hides no window');
      await window.renew();
      void this.#beside?.measure();
    } catch (error) {
      if (hides) this.#unseen.add(side);
      if (this.#ahead === side) this.#ahead = undefined;
      await window.close();
      hidden(this.#settleKeys());
      throw error;
    }
  }

  async #showBeside(window: ChromiumWindow, beside: TicketEdge | undefined): Promise<void> {
    await window.show((await this.#beside?.bounds(beside)) ?? SIDE_WINDOWS.approval.bounds);
  }

  async #openChart({ slot, bounds, onClosed, onActed }: WantedChart): Promise<ChromiumWindow> {
    await this.#stands.promise;
    const gate = this.#gatesToOpen()?.charts?.[slot];
    if (gate === undefined) throw new Error('there are no charts, or the shell is stopping');
    const { path } = CHART_WINDOW;
    return this.#openSideWindow({ name: `chart-${slot}`, path, bounds, gate, onClosed, onActed });
  }

  /** Opens in the trading window's browser if that one has a screen, and otherwise in a new browser. */
  async #openSideWindow(wanted: WantedWindow): Promise<ChromiumWindow> {
    const main = this.#main;
    if (main === undefined || main.page.isClosed() || this.#options.headless) return this.#open(wanted);
    try {
      return await main.openAnother(wanted.name, this.#windowOptions(wanted));
    } catch (error) {
      if (!hasHung(error) || this.#stopping) throw error;
      this.#options.log.warn('browser-hung', { window: wanted.name });
      return this.#open(wanted);
    }
  }

  /** A browser that hangs while it starts is given up once: whoever waits for the window would wait forever. */
  async #open(wanted: WantedWindow): Promise<ChromiumWindow> {
    try {
      return await this.#openOnce(wanted);
    } catch (error) {
      if (!hasHung(error) || this.#stopping) throw error;
      this.#options.log.warn('browser-hung', { window: wanted.name });
      return this.#openOnce(wanted);
    }
  }

  #openOnce(wanted: WantedWindow): Promise<ChromiumWindow> {
    return ChromiumWindow.open(this.#windowOptions(wanted));
  }

  #windowOptions({
    name,
    path,
    bounds,
    gate,
    onClosed,
    onActed,
    ahead,
  }: WantedWindow): ChromiumWindowOptions {
    this.#opened += 1;
    // A browser that is still ending holds on to its profile, and would take over a new one that uses the same.
    const profileFolder = join(this.#profiles, `${name}-${this.#mark}-${this.#opened}`);
    return {
      executable: this.#options.executable,
      profileFolder,
      headless: this.#options.headless,
      sandboxed: this.#options.sandboxed,
      patienceMs: this.#options.patienceMs ?? PATIENCE_MS[name === 'main' ? 'main' : 'other'],
      path,
      bounds,
      gate,
      files: loadRendererFiles(join(this.#options.builtFolder, 'renderer'), () => this.#language),
      pageScript: readFileSync(join(this.#options.builtFolder, 'preload', 'page.js'), 'utf8'),
      onClosed,
      ...(ahead === undefined ? {} : { ahead }),
      ...(name === 'vault' || name === 'approval' ? {} : { strayKeys: this.#strayKeys }),
      takesFiles: name === 'main' || name === 'vault',
      onUserActed: (act) => {
        this.#options.onUserActed();
        onActed?.(act);
      },
      onRefused: (origin) => this.#options.log.warn('page-request-refused', { origin }),
    };
  }
}
