import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindow, Session } from 'electron';
import type { SettingsStore } from '../../ports/settings.ts';
import type { Windows } from '../../ports/windows.ts';
import type { Gates } from '../gates.ts';
import { loadRendererFiles } from '../renderer-files.ts';
import { readBounds } from '../window-bounds.ts';
import { APP_ORIGIN, serveAppProtocol } from './app-protocol.ts';
import type { ElectronModule } from './electron-module.ts';
import { lockSession } from './session-lock.ts';
import { createWindow } from './window-factory.ts';
import { connectWindow } from './window-ipc.ts';

export interface ElectronShellOptions {
  readonly builtFolder: string;
  readonly settings: SettingsStore;
  readonly onMainClosed: () => void;
  readonly onVaultClosed: () => void;
}

const BOUNDS_KEY = 'window.main';

/** The application in Electron's windows. Each window has its own session, kept in memory only. */
export class ElectronShell implements Windows {
  readonly #electron: ElectronModule;
  readonly #options: ElectronShellOptions;
  #gates: Gates | undefined;
  #main: BrowserWindow | undefined;
  #vault: BrowserWindow | undefined;

  constructor(electron: ElectronModule, options: ElectronShellOptions) {
    this.#electron = electron;
    this.#options = options;
  }

  /** Call after `app.whenReady()`. */
  async start(gates: Gates): Promise<void> {
    this.#gates = gates;
    const window = createWindow(this.#electron, {
      title: 'Touchstone',
      bounds: readBounds(this.#options.settings.get(BOUNDS_KEY)) ?? { width: 1280, height: 800 },
      minimum: { width: 900, height: 640 },
      preload: join(this.#options.builtFolder, 'preload', 'index.cjs'),
      session: this.#session('main'),
    });
    this.#main = window;
    connectWindow(window.webContents, '/index.html', gates.main);
    window.on('close', () => {
      const { width, height, x, y } = window.getNormalBounds();
      this.#options.settings.set(BOUNDS_KEY, { width, height, left: x, top: y });
    });
    window.on('closed', () => {
      this.#main = undefined;
      this.#options.onMainClosed();
    });
    await window.loadURL(`${APP_ORIGIN}/index.html`);
  }

  async openVault(): Promise<void> {
    const gates = this.#gates;
    if (gates === undefined) return;
    if (this.#vault !== undefined) {
      this.#vault.focus();
      return;
    }
    const window = createWindow(this.#electron, {
      title: 'Touchstone vault',
      bounds: { width: 520, height: 720 },
      minimum: { width: 480, height: 600 },
      preload: join(this.#options.builtFolder, 'preload', 'vault.cjs'),
      session: this.#session('vault'),
      ...(this.#main === undefined ? {} : { parent: this.#main }),
    });
    this.#vault = window;
    window.setContentProtection(true);
    connectWindow(window.webContents, '/vault.html', gates.vault);
    window.on('closed', () => {
      if (this.#vault !== window) return;
      this.#vault = undefined;
      this.#options.onVaultClosed();
    });
    await window.loadURL(`${APP_ORIGIN}/vault.html`);
  }

  closeVault(): void {
    this.#vault?.destroy();
  }

  /** Brings the trading window to the front, as when a second instance was started. */
  focusMain(): void {
    if (this.#main?.isMinimized()) this.#main.restore();
    this.#main?.focus();
  }

  openExternal(url: string): Promise<void> {
    return this.#electron.shell.openExternal(url);
  }

  async saveFile(suggestedName: string, text: string): Promise<string | undefined> {
    const parent = this.#vault ?? this.#main;
    const options = { defaultPath: suggestedName };
    const { canceled, filePath } = await (parent === undefined
      ? this.#electron.dialog.showSaveDialog(options)
      : this.#electron.dialog.showSaveDialog(parent, options));
    if (canceled || filePath === '') return undefined;
    writeFileSync(filePath, text, { mode: 0o600 });
    return filePath;
  }

  #session(name: string): Session {
    const session = this.#electron.session.fromPartition(name);
    lockSession(session);
    if (!session.protocol.isProtocolHandled('app')) {
      serveAppProtocol(session, loadRendererFiles(join(this.#options.builtFolder, 'renderer')));
    }
    return session;
  }
}
