import { join } from 'node:path';
import type { BrowserWindow, Notification, Rectangle, Session } from 'electron';
import type { DeskSlot } from '#domain/chart-slots.ts';
import { sayIn } from '#domain/sentences/sentence.ts';
import type { Language } from '#domain/words/catalogue.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import type { ChosenFile, SavedFile, TicketEdge, WindowName, Windows } from '../../ports/windows.ts';
import { saveOver } from '../../system/save-whole.ts';
import {
  besideTicket,
  type Gates,
  keepBounds,
  MAIN_WINDOWS,
  type MainName,
  type Placed,
  readBounds,
  SIDE_WINDOWS,
  type SideName,
} from '../windows.ts';
import { ChartWindows } from './chart-windows.ts';
import { loadRendererFiles } from '../renderer-files.ts';
import {
  APP_ORIGIN,
  boundsOnScreen,
  connectWindow,
  createWindow,
  type ElectronModule,
  serveAppProtocol,
  watchActs,
  watchInput,
  whenStrayed,
} from './electron-window.ts';
import { lockSession } from './hardening.ts';
import { Crashes } from './life-cycle.ts';
import { StrayKeys } from './stray-keys.ts';

export interface ElectronShellOptions {
  readonly builtFolder: string;
  /** The trading desk, if nothing is said. */
  readonly main?: MainName;
  readonly settings: SettingsStore;
  /** Called while the user does something in a window. */
  readonly onUserActed: () => void;
  readonly onMainClosed: () => void;
  readonly onVaultClosed: () => void;
  readonly onApprovalClosed: () => void;
  /** The window of a chart is gone, while the trading window stays. */
  readonly onChartClosed: (slot: DeskSlot) => void;
  /**
   * The user did something in that window; a pointer that only passes over it does not count. `pressed`: a key or a button,
   * and not the wheel, a drag or what else only continues.
   */
  readonly onActed: (where: WindowName, pressed: boolean) => void;
  /** The page keeps crashing; the windows are no longer usable. */
  readonly onBroken: () => void;
}

const BOUNDS_KEY = 'window.main';
/** As long as browsers count a click or a key as the reason of what a page does. */
const COPIES_FOR_MS = 5_000;

/** The application in Electron's windows. Each window has its own session, kept in memory only. */
export class ElectronShell implements Windows {
  readonly #electron: ElectronModule;
  readonly #options: ElectronShellOptions;
  #language: Language = 'en';
  #gates: Gates | undefined;
  #main: BrowserWindow | undefined;
  readonly #sides = new Map<SideName, BrowserWindow>();
  /** The next approval window, hidden, and whether its page was loaded. */
  #ahead: { readonly window: BrowserWindow; readonly loaded: Promise<boolean> } | undefined;
  readonly #charts: ChartWindows;
  readonly #notices = new Set<Notification>();
  readonly #crashes = new Crashes();
  readonly #strayKeys = new StrayKeys();
  #mainActedAt = Number.NEGATIVE_INFINITY;

  constructor(electron: ElectronModule, options: ElectronShellOptions) {
    this.#electron = electron;
    this.#options = options;
    this.#charts = new ChartWindows(
      electron,
      {
        ...options,
        strayKeys: this.#strayKeys,
        language: () => this.#language,
        isAsking: () => this.#sides.size > 0,
      },
      (name) => this.#session(name, () => false),
    );
  }

  /** Call after `app.whenReady()`. */
  async start(gates: Gates): Promise<void> {
    this.#gates = gates;
    const { path, preload } = MAIN_WINDOWS[this.#options.main ?? 'trading'];
    const window = createWindow(this.#electron, {
      title: 'Touchstone',
      bounds: boundsOnScreen(
        readBounds(this.#options.settings.get(BOUNDS_KEY)) ?? { width: 1280, height: 800 },
        this.#electron.screen,
      ),
      minimum: { width: 900, height: 640 },
      preload: join(this.#options.builtFolder, 'preload', preload),
      // A page that was taken over could replace an address that the user copied elsewhere.
      session: this.#session(
        'main',
        () => this.#sides.size === 0 && performance.now() - this.#mainActedAt < COPIES_FOR_MS,
      ),
    });
    this.#main = window;
    connectWindow(window.webContents, path, gates.main);
    this.#strayKeys.keepFrom(window.webContents);
    watchInput(window.webContents, this.#options.onUserActed);
    watchActs(window.webContents, (pressed) => {
      this.#mainActedAt = performance.now();
      this.#options.onActed('desk', pressed);
    });
    whenStrayed(window.webContents, path, () => {
      // A window that was closed meanwhile loads nothing.
      window.loadURL(APP_ORIGIN + path).catch(() => undefined);
    });
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') void this.#reload(window, path);
    });
    window.on('close', () => {
      const { width, height, x, y } = window.getNormalBounds();
      keepBounds(this.#options.settings, BOUNDS_KEY, { width, height, left: x, top: y });
      this.#charts.ending();
    });
    window.on('closed', () => {
      this.#main = undefined;
      this.#ahead?.window.destroy();
      this.#charts.end();
      this.#options.onMainClosed();
    });
    await window.loadURL(APP_ORIGIN + path);
  }

  async openVault(): Promise<void> {
    if (this.#focused('vault')) return;
    this.#strayKeys.hold();
    const window = this.#makeSide('vault');
    await load(window, SIDE_WINDOWS.vault.path);
  }

  closeVault(): void {
    this.#sides.get('vault')?.destroy();
  }

  async openApproval(beside?: TicketEdge): Promise<void> {
    if (this.#focused('approval')) return;
    this.#strayKeys.hold();
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead !== undefined && !ahead.window.isDestroyed()) {
      this.#sides.set('approval', ahead.window);
      if (await ahead.loaded) {
        this.#dock(ahead.window, beside);
        ahead.window.show();
        return;
      }
      // Closed while it loaded: whoever closed it wants no other.
      if (this.#sides.get('approval') !== ahead.window) return;
    }
    const window = this.#makeSide('approval');
    this.#dock(window, beside);
    await load(window, SIDE_WINDOWS.approval.path);
  }

  closeApproval(): void {
    this.#sides.get('approval')?.destroy();
  }

  /** @throws before the shell was started, and where the page does not load */
  openChart(slot: DeskSlot): Promise<void> {
    const gate = this.#gates?.charts?.[slot];
    if (gate === undefined) throw new Error('the shell was not started');
    return this.#charts.open(slot, gate);
  }

  closeChart(slot: DeskSlot): void {
    this.#charts.close(slot);
  }

  fillScreen(slot: DeskSlot, full: boolean): void {
    this.#charts.fillScreen(slot, full);
  }

  prepareApproval(): void {
    if (this.#gates === undefined || this.#main === undefined) return;
    if (this.#ahead !== undefined || this.#sides.has('approval')) return;
    const window = this.#makeSide('approval', true);
    const loaded = load(window, SIDE_WINDOWS.approval.path).then(
      () => !window.isDestroyed(),
      () => false,
    );
    this.#ahead = { window, loaded };
  }

  speak(language: Language): void {
    if (language === this.#language) return;
    this.#language = language;
    this.#ahead?.window.destroy();
    const { path } = MAIN_WINDOWS[this.#options.main ?? 'trading'];
    this.#main?.loadURL(APP_ORIGIN + path).catch(() => undefined);
    this.#charts.reload();
  }

  /** Brings the trading window to the front, as when a second instance was started or a notice was clicked. */
  showMain(): void {
    if (this.#main?.isMinimized()) this.#main.restore();
    this.#main?.focus();
  }

  notify({ title, text }: { readonly title: string; readonly text: string }, clicked: () => void): void {
    const { Notification } = this.#electron;
    if (!Notification.isSupported()) return;
    const notice = new Notification({ title, body: text });
    // One that nobody holds is collected, and its click with it.
    this.#notices.add(notice);
    notice.on('click', clicked);
    notice.on('close', () => this.#notices.delete(notice));
    // The page lists it anyway: if the system refuses it, only the sound is lost.
    notice.on('failed', () => this.#notices.delete(notice));
    notice.show();
  }

  openExternal(url: string): Promise<void> {
    return this.#electron.shell.openExternal(url);
  }

  async saveFile(suggestedName: string, content: string | Uint8Array, chart?: DeskSlot): Promise<SavedFile> {
    const own = chart === undefined ? undefined : this.#charts.of(chart);
    // Never a window in which secrets are typed.
    const parent = own ?? this.#main;
    const options = { defaultPath: suggestedName };
    const { canceled, filePath } = await (parent === undefined
      ? this.#electron.dialog.showSaveDialog(options)
      : this.#electron.dialog.showSaveDialog(parent, options));
    if (canceled || filePath === '') return { saved: false };
    saveOver(filePath, content);
    return { saved: true };
  }

  async chooseFile(what: ChosenFile): Promise<string | undefined> {
    const title = sayIn(this.#language)(`choose/${what}`);
    const options = { title, properties: ['openFile' as const, 'dontAddToRecent' as const] };
    const { canceled, filePaths } = await (this.#main === undefined
      ? this.#electron.dialog.showOpenDialog(options)
      : this.#electron.dialog.showOpenDialog(this.#main, options));
    return canceled ? undefined : filePaths[0];
  }

  /** Brings a side window to the front; returns whether there is one. */
  #focused(name: SideName): boolean {
    const open = this.#sides.get(name);
    open?.focus();
    return open !== undefined;
  }

  /** @throws before the shell was started */
  #makeSide(name: SideName, ahead = false): BrowserWindow {
    const gates = this.#gates;
    if (gates === undefined) throw new Error('the shell was not started');
    const { path, bounds, minimum } = SIDE_WINDOWS[name];
    const window = createWindow(this.#electron, {
      title: sayIn(this.#language)(`window/${name}`),
      bounds,
      minimum,
      preload: join(this.#options.builtFolder, 'preload', `${name}.cjs`),
      session: this.#session(name),
      ahead,
      ...(this.#main === undefined ? {} : { parent: this.#main }),
    });
    if (!ahead) this.#sides.set(name, window);
    window.setContentProtection(true);
    connectWindow(window.webContents, path, gates[name]);
    watchInput(window.webContents, this.#options.onUserActed);
    watchActs(window.webContents, (pressed) => {
      this.#strayKeys.acted();
      this.#options.onActed(name, pressed);
    });
    window.on('closed', () => {
      if (this.#ahead?.window === window) this.#ahead = undefined;
      if (this.#sides.get(name) !== window) return;
      this.#sides.delete(name);
      if (this.#sides.size === 0) this.#strayKeys.begin();
      if (name === 'vault') this.#options.onVaultClosed();
      else this.#options.onApprovalClosed();
    });
    // Anything typed there is lost with its page, so the window goes too.
    window.webContents.on('render-process-gone', () => window.destroy());
    whenStrayed(window.webContents, path, () => window.destroy());
    return window;
  }

  /** Puts a window beside the ticket, wholly on the screen where the trading window is. */
  #dock(window: BrowserWindow, beside: TicketEdge | undefined): void {
    const main = this.#main?.getBounds();
    if (main === undefined || beside === undefined) return;
    const { workArea } = this.#electron.screen.getDisplayMatching(main);
    const placed = besideTicket(SIDE_WINDOWS.approval.bounds, placeOf(main), beside, placeOf(workArea));
    window.setBounds({ x: placed.left, y: placed.top, width: placed.width, height: placed.height });
  }

  /**
   * The main window's page crashed and is loaded again. The side windows stay: a page can have itself crash, and whatever is
   * being typed in them must not reach it. No message covers them either.
   */
  async #reload(window: BrowserWindow, path: string): Promise<void> {
    if (!this.#crashes.another()) {
      this.#options.onBroken();
      return;
    }
    try {
      await window.loadURL(APP_ORIGIN + path);
    } catch {
      // Another crash reports itself.
      return;
    }
    if (this.#sides.size > 0) return;
    await this.#electron.dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The window stopped working and was loaded again.',
      detail: 'Trades that were signed go on. Look at Activity before you trade again.',
    });
  }

  #session(name: string, copies = (): boolean => true): Session {
    const session = this.#electron.session.fromPartition(name);
    lockSession(session, { copies });
    if (!session.protocol.isProtocolHandled('app')) {
      const folder = join(this.#options.builtFolder, 'renderer');
      serveAppProtocol(
        session,
        loadRendererFiles(folder, () => this.#language),
      );
    }
    return session;
  }
}

async function load(window: BrowserWindow, path: string): Promise<void> {
  try {
    await window.loadURL(APP_ORIGIN + path);
  } catch (error) {
    // A window left open would only be focused on the next attempt.
    if (!window.isDestroyed()) window.destroy();
    throw error;
  }
}

function placeOf({ x, y, width, height }: Rectangle): Placed {
  return { left: x, top: y, width, height };
}
