import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { DeskSlot } from '#domain/chart-slots.ts';
import { childEnvironment } from '../../src-main/system/environment.ts';
import { findChromium } from '../../src-main/setup/find-runtime.ts';
import type { SideName } from '../../src-main/shell/windows.ts';
import { isSuperuser } from '../../src-main/system/processes.ts';
import { OPTIONS_VARIABLE, type Asked, type HarnessOptions, type Told } from '../harness/options.ts';
import { eventually } from './eventually.ts';
import { project } from './tool.ts';

const REGISTER = fileURLToPath(new URL('../harness/register.ts', import.meta.url));

export interface ShippedOptions {
  /** Data folder. */
  readonly folder: string;
  /** The built application, normally the project's own `out`. */
  readonly built?: string;
  readonly switches?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly wishes?: Pick<HarnessOptions, 'isPackaged' | 'helperArguments' | 'helperEntries'>;
}

type Ask = Asked extends infer One ? (One extends Asked ? Omit<One, 'id'> : never) : never;

/** The built application, `out/main/index.js`, in a separate process with the harness in place of Electron. */
export class ShippedApp {
  readonly child: ChildProcess;
  readonly told: Told[] = [];
  readonly #browserFolder: string;
  readonly #answers = new Map<number, (value: unknown) => void>();
  #browser: Promise<Browser> | undefined;
  #lastId = 0;
  #said = '';

  private constructor(browserFolder: string, child: ChildProcess) {
    this.#browserFolder = browserFolder;
    this.child = child;
    child.stderr?.on('data', (chunk: Buffer) => (this.#said += chunk.toString()));
    child.on('message', (told: Told) => {
      this.told.push(told);
      if (told.what !== 'answer') return;
      this.#answers.get(told.id)?.(told.value);
      this.#answers.delete(told.id);
    });
    child.on('exit', () => {
      for (const answer of this.#answers.values()) answer(undefined);
      rmSync(browserFolder, { recursive: true, force: true, maxRetries: 10 });
    });
  }

  static start({ folder, built = join(project, 'out'), switches = [], variables, wishes }: ShippedOptions) {
    const browserFolder = mkdtempSync(join(tmpdir(), 'touchstone-harness-'));
    const options: HarnessOptions = {
      chromium: findChromium() ?? '',
      sandboxed: !isSuperuser(),
      browserFolder,
      ...wishes,
    };
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '--import',
        REGISTER,
        join(built, 'main/index.js'),
        ...switches,
      ],
      {
        env: childEnvironment({
          TOUCHSTONE_DATA: folder,
          [OPTIONS_VARIABLE]: JSON.stringify(options),
          ...variables,
        }),
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    );
    return new ShippedApp(browserFolder, child);
  }

  /** Its standard error so far. */
  get said(): string {
    return this.#said;
  }

  /** Has the user, the machine or an attacker do something; returns the result. */
  ask(asked: Ask): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.child.send({ ...asked, id });
    });
  }

  /** The first matching report of that kind, from the beginning on. */
  toldWhen<What extends Told['what']>(
    what: What,
    fits: (told: Extract<Told, { readonly what: What }>) => boolean = () => true,
  ): Promise<Extract<Told, { readonly what: What }>> {
    return eventually(`the harness tells of ${what}`, () => {
      this.#requireRunning();
      return Promise.resolve(this.all(what).find(fits));
    });
  }

  all<What extends Told['what']>(what: What): readonly Extract<Told, { readonly what: What }>[] {
    return this.told.filter((told): told is Extract<Told, { readonly what: What }> => told.what === what);
  }

  /** Pages of the open windows. */
  async pages(): Promise<Readonly<Record<'main' | SideName, Page | undefined>>> {
    if (this.hasEnded) return { main: undefined, vault: undefined, approval: undefined };
    this.#browser ??= this.toldWhen('browser').then(({ endpoint }) => chromium.connectOverCDP(endpoint));
    const open = (await this.#browser).contexts().flatMap((context) => context.pages());
    const at = (path: string): Page | undefined =>
      open.find((page) => !page.isClosed() && URL.parse(page.url())?.pathname === path);
    return {
      main: at('/index.html') ?? at('/offline.html'),
      vault: at('/vault.html'),
      approval: await this.#ifShown(at('/approval.html')),
    };
  }

  /** The page of a chart's own window. Its address is the same for each chart; its session is not. */
  async chartPage(slot: DeskSlot): Promise<Page | undefined> {
    const open = (await this.#browser)?.contexts().flatMap((context) => context.pages()) ?? [];
    for (const page of open) {
      if (page.isClosed() || URL.parse(page.url())?.pathname !== '/chart.html') continue;
      const told = await this.#toldOf(page).catch(() => undefined);
      if (told?.partition === `chart-${slot}`) return page;
    }
    return undefined;
  }

  /** One that was made ahead and is hidden is no open window. */
  async #ifShown(page: Page | undefined): Promise<Page | undefined> {
    if (page === undefined) return undefined;
    const window = await this.windowOf(page).catch(() => undefined);
    return this.all('shown').some((told) => told.window === window) ? page : undefined;
  }

  /** The number of the window that shows a page. */
  async windowOf(page: Page): Promise<number> {
    return (await this.#toldOf(page)).window;
  }

  async #toldOf(page: Page): Promise<Extract<Told, { readonly what: 'window' }>> {
    const session = await page.context().newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.detach();
    return this.toldWhen('window', ({ targetId }) => targetId === targetInfo.targetId);
  }

  /** Pages as seen by a driver that did not see one of them crash: to a driver that did, the page never comes back. */
  lookAgain(): void {
    void this.#browser?.then((browser) => browser.close()).catch(() => undefined);
    this.#browser = undefined;
  }

  /** Waits for the trading window's page. */
  main(): Promise<Page> {
    return eventually('the trading window opens', async () => {
      this.#requireRunning();
      return (await this.pages()).main;
    });
  }

  #requireRunning(): void {
    const { exitCode, signalCode } = this.child;
    if (this.hasEnded)
      throw new Error(`the application ended (${String(exitCode ?? signalCode)}): ${this.#said}`);
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** The exit code, or the signal it died of. */
  async ended(): Promise<number | NodeJS.Signals | null> {
    if (!this.hasEnded) await once(this.child, 'exit');
    return this.child.exitCode ?? this.child.signalCode;
  }

  /** Ends it in order, as its user would. */
  async stop(): Promise<void> {
    if (!this.hasEnded) {
      void this.ask({ ask: 'quit' });
      const late = setTimeout(() => this.kill(), 40_000);
      await this.ended();
      clearTimeout(late);
    }
    await (await this.#browser?.catch(() => undefined))?.close().catch(() => undefined);
  }

  /** Kills it, like a power cut. */
  kill(): void {
    this.child.kill('SIGKILL');
  }
}
