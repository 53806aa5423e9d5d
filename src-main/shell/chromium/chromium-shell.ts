import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Log } from '../../ports/log.ts';
import type { SettingsStore } from '../../ports/settings.ts';
import type { Windows } from '../../ports/windows.ts';
import type { Gates } from '../gates.ts';
import { loadRendererFiles } from '../renderer-files.ts';
import { readBounds, type WindowBounds } from '../window-bounds.ts';
import { ChromiumWindow } from './chromium-window.ts';

export interface ChromiumShellOptions {
  readonly executable: string;
  readonly headless: boolean;
  /** Folder of the built application (`out`). */
  readonly builtFolder: string;
  readonly settings: SettingsStore;
  readonly log: Log;
  /** Called when the user closes the trading window. */
  readonly onMainClosed: () => void;
  /** Called when the vault window is gone, whoever closed it. */
  readonly onVaultClosed: () => void;
  readonly bounds?: WindowBounds;
}

const BOUNDS_KEY = 'window.main';
const DEFAULT_BOUNDS: WindowBounds = { width: 1280, height: 800 };
const VAULT_BOUNDS: WindowBounds = { width: 520, height: 720 };

/** The application in app-mode windows of an installed Chromium. */
export class ChromiumShell implements Windows {
  readonly #options: ChromiumShellOptions;
  readonly #profiles: string;
  #gates: Gates | undefined;
  #main: ChromiumWindow | undefined;
  #vault: Promise<ChromiumWindow> | undefined;
  #stopping = false;

  constructor(options: ChromiumShellOptions) {
    this.#options = options;
    // Browser profiles are thrown away at the end: nothing of a session is kept by the browser.
    this.#profiles = mkdtempSync(join(tmpdir(), 'touchstone-browser-'));
  }

  async start(gates: Gates): Promise<void> {
    this.#gates = gates;
    const bounds =
      this.#options.bounds ?? readBounds(this.#options.settings.get(BOUNDS_KEY)) ?? DEFAULT_BOUNDS;
    this.#main = await this.#open('main', '/index.html', bounds, gates, () => this.#options.onMainClosed());
  }

  /** Pages of the open windows, for end-to-end tests. */
  async pages(): Promise<{ readonly main: Page | undefined; readonly vault: Page | undefined }> {
    return { main: this.#main?.page, vault: (await this.#vault)?.page };
  }

  async openVault(): Promise<void> {
    const gates = this.#gates;
    if (gates === undefined || this.#stopping) return;
    if (this.#vault !== undefined) {
      await (await this.#vault).focus();
      return;
    }
    const opening: Promise<ChromiumWindow> = this.#open('vault', '/vault.html', VAULT_BOUNDS, gates, () => {
      // A window may report its end late, when the next one is open already.
      if (this.#vault !== undefined && this.#vault !== opening) return;
      this.#vault = undefined;
      this.#options.onVaultClosed();
    });
    this.#vault = opening;
    opening.catch(() => {
      if (this.#vault === opening) this.#vault = undefined;
    });
    await opening;
  }

  closeVault(): void {
    const vault = this.#vault;
    this.#vault = undefined;
    void vault?.then((window) => window.close()).catch(() => undefined);
  }

  /** Hands a fixed https page to the same browser, in the user's own profile. */
  openExternal(url: string): Promise<void> {
    spawn(this.#options.executable, [url], { detached: true, stdio: 'ignore' }).unref();
    return Promise.resolve();
  }

  /** Saves into the user's download folder under a name that is not taken; app-mode windows have no save dialog. */
  saveFile(suggestedName: string, text: string): Promise<string | undefined> {
    const folder = join(homedir(), 'Downloads');
    mkdirSync(folder, { recursive: true });
    const dot = suggestedName.lastIndexOf('.');
    const [stem, ending] =
      dot > 0 ? [suggestedName.slice(0, dot), suggestedName.slice(dot)] : [suggestedName, ''];
    for (let count = 0; ; count += 1) {
      const path = join(folder, count === 0 ? suggestedName : `${stem} (${count})${ending}`);
      try {
        writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
        return Promise.resolve(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  async stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    const bounds = this.#options.headless ? undefined : await this.#main?.bounds();
    if (bounds !== undefined) this.#options.settings.set(BOUNDS_KEY, bounds);
    this.closeVault();
    await this.#main?.close();
    rmSync(this.#profiles, { recursive: true, force: true, maxRetries: 5 });
  }

  #open(
    name: 'main' | 'vault',
    path: string,
    bounds: WindowBounds,
    gates: Gates,
    onClosed: () => void,
  ): Promise<ChromiumWindow> {
    return ChromiumWindow.open({
      executable: this.#options.executable,
      profileFolder: join(this.#profiles, name),
      headless: this.#options.headless,
      path,
      bounds,
      gate: gates[name],
      files: loadRendererFiles(join(this.#options.builtFolder, 'renderer')),
      pageScript: readFileSync(join(this.#options.builtFolder, 'preload', 'page.js'), 'utf8'),
      onClosed,
      onRefused: (origin) => this.#options.log.warn('page-request-refused', { origin }),
    });
  }
}
