import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { OfflineTable, OutputOf } from '#contract/index.ts';
import { composeOffline, type OfflineComposition } from '../../src-main/app/compose-offline.ts';
import { layFoundations, type Foundations } from '../../src-main/app/foundations.ts';
import { findChromium } from '../../src-main/setup/find-runtime.ts';
import { ChromiumShell } from '../../src-main/shell/chromium/chromium-shell.ts';
import type { SideName } from '../../src-main/shell/windows.ts';
import { forkHelper, isSuperuser } from '../../src-main/system/processes.ts';
import { currentValue } from './current-value.ts';
import { eventually } from './eventually.ts';
import { TEST_KEYCHAIN } from './test-keychain.ts';
import { hearComplaints } from './complaints.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

type Desk = OutputOf<OfflineTable, 'desk'>;

/** A second Touchstone, started without a network, in the Chromium shell as it ships. */
export class OfflineTouchstone {
  readonly folder: string;
  readonly main: Page;
  /** Errors and warnings that its pages reported. */
  readonly complaints: string[] = [];
  readonly #composition: OfflineComposition;
  readonly #shell: ChromiumShell;
  readonly #foundations: Foundations;
  readonly #heard = new WeakSet<Page>();

  private constructor(
    composition: OfflineComposition,
    shell: ChromiumShell,
    foundations: Foundations,
    main: Page,
  ) {
    this.folder = foundations.folder;
    this.#composition = composition;
    this.#shell = shell;
    this.#foundations = foundations;
    this.main = main;
    this.#listen(main);
  }

  static async start({ headless = false } = {}): Promise<OfflineTouchstone> {
    const executable = findChromium();
    if (executable === undefined) throw new Error('there is no Chromium on this machine');
    const laid = layFoundations(mkdtempSync(join(tmpdir(), 'touchstone-offline-')));
    if (!laid.ok) throw new Error(laid.failure.code);
    const foundations = laid.value;
    const shell = new ChromiumShell({
      executable,
      headless,
      main: 'offline',
      sandboxed: !isSuperuser(),
      builtFolder: join(root, 'out'),
      profilesFolder: join(foundations.folder, 'browser'),
      settings: foundations.settings,
      log: foundations.log,
      bounds: { width: 1280, height: 800, left: 0, top: 0 },
      onUserActed: () => composition.app.userActed(),
      onActed: (where, pressed) => composition.app.acted(where, pressed),
      onMainClosed: () => undefined,
      onVaultClosed: () => composition.app.vaultClosed(),
      onApprovalClosed: () => composition.app.approvalClosed(),
    });
    const composition = await composeOffline({
      foundations,
      windows: shell,
      startHelper: forkHelper,
      keychain: join(root, 'out/main/keychain.js'),
      keychainService: TEST_KEYCHAIN,
    });
    await shell.start(composition.gates);
    const { main } = await shell.pages();
    if (main === undefined) throw new Error('the window did not open');
    return new OfflineTouchstone(composition, shell, foundations, main);
  }

  get desk(): Desk {
    return currentValue(this.#composition.app.offline.topics.desk);
  }

  deskWhen(fits: (desk: Desk) => boolean): Promise<Desk> {
    return eventually('the desk fits', () => Promise.resolve(fits(this.desk) ? this.desk : undefined));
  }

  /** As the switch in the header does. */
  setTheme(theme: 'dark' | 'light'): Promise<void> {
    return this.main
      .locator('header')
      .getByText(theme === 'dark' ? 'Dark' : 'Light', { exact: true })
      .click();
  }

  vault(): Promise<Page> {
    return this.#side('vault');
  }

  approval(): Promise<Page> {
    return this.#side('approval');
  }

  async gone(name: SideName): Promise<void> {
    await eventually(`the ${name} window is gone`, async () => {
      const page = (await this.#shell.pages())[name];
      return page === undefined || page.isClosed() ? true : undefined;
    });
  }

  async stop(): Promise<void> {
    await this.#shell.stop();
    await this.#composition.app.stop();
    this.#foundations.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #side(name: SideName): Promise<Page> {
    return eventually(`the ${name} window opens`, async () => {
      const page = (await this.#shell.pages())[name];
      if (page === undefined || page.isClosed()) return undefined;
      this.#listen(page);
      return page;
    });
  }

  #listen(page: Page): void {
    if (this.#heard.has(page)) return;
    this.#heard.add(page);
    page.setDefaultTimeout(120_000);
    hearComplaints(page, this.complaints);
  }
}
