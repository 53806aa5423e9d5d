import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { MainTable, OutputOf } from '#contract/index.ts';
import type { TopicName } from '#contract/table.ts';
import type { DeskSlot } from '#domain/chart-slots.ts';
import { compose, type Composition, type CompositionParts } from '../../src-main/app/compose.ts';
import { layFoundations, type Foundations } from '../../src-main/app/foundations.ts';
import type { Clock, HelperProcess, PracticeHost, StartHelper } from '../../src-main/ports/system.ts';
import type { SecretStore } from '../../src-main/ports/secret-store.ts';
import type { ReleaseChannel } from '../../src-main/release/channel.ts';
import { findChromium } from '../../src-main/setup/find-runtime.ts';
import { ChromiumShell } from '../../src-main/shell/chromium/chromium-shell.ts';
import { forkHelper, isSuperuser } from '../../src-main/system/processes.ts';
import { PracticeLedger } from './practice-ledger.ts';
import { currentValue } from './current-value.ts';
import { DeskApp, type Announcement, type OpenPages } from './desk-app.ts';
import { testDialect } from './dialect.ts';
import { TEST_KEYCHAIN } from './test-keychain.ts';
import { eventually } from './eventually.ts';
import { CHEAP } from './wallet-bench.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const ENTRIES = {
  practice: join(root, 'out/main/practice.js'),
  keychain: join(root, 'out/main/keychain.js'),
};

export interface AppOptions {
  /** Data folder; a fresh one when left out. It survives `stop` only when given. */
  readonly folder?: string;
  readonly headless?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly practiceOptions?: readonly string[];
  /** Of practice; where it is left out, that of the whole run. */
  readonly dialect?: 'spec' | 'wild';
  /** In place of a practice process of the application's own. */
  readonly practice?: PracticeHost;
  /** The application's clock; the pages keep the machine's. */
  readonly clock?: Clock;
  /** Instead of the system's keychain. */
  readonly secrets?: SecretStore;
  /** Instead of the build's releases. */
  readonly releases?: ReleaseChannel;
  /** Cost of deriving the wallet's key from its password; almost free by default. */
  readonly walletCost?: CompositionParts['walletCost'];
}

/** The practice process that the application started last. */
class PracticeWatch {
  process: HelperProcess | undefined;
  announcement: Announcement | undefined;

  readonly startHelper: StartHelper = (entry, args) => {
    const child = forkHelper(entry, args);
    if (entry === ENTRIES.practice) {
      this.process = child;
      this.announcement = undefined;
      child.onMessage((message) => {
        if (typeof message === 'object' && message !== null && 'ledger_url' in message)
          this.announcement = message as Announcement;
      });
    }
    return child;
  };
}

/** The whole application in the Chromium shell, as it ships, with its pages in reach of a test. */
export class TouchstoneApp extends DeskApp {
  readonly runsOn = 'chromium';
  readonly composition: Composition;
  readonly shell: ChromiumShell;
  /** How often the shell said that the user did something. */
  readonly acts: { readonly count: number };
  readonly #foundations: Foundations;
  readonly #practice: PracticeWatch;
  readonly #ownFolder: boolean;

  private constructor(
    parts: { readonly folder: string; readonly ownFolder: boolean; readonly foundations: Foundations },
    composition: Composition,
    shell: ChromiumShell,
    main: Page,
    practice: PracticeWatch,
    acts: { readonly count: number },
  ) {
    super(parts.folder, main);
    this.acts = acts;
    this.#ownFolder = parts.ownFolder;
    this.#foundations = parts.foundations;
    this.composition = composition;
    this.shell = shell;
    this.#practice = practice;
  }

  /** Opens the trading window and waits for its first page. */
  static async start(options: AppOptions = {}): Promise<TouchstoneApp> {
    const executable = findChromium();
    if (executable === undefined) throw new Error('there is no Chromium on this machine');
    const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'touchstone-e2e-'));
    const laid = layFoundations(folder);
    if (!laid.ok) throw new Error(laid.failure.code);
    const practice = new PracticeWatch();
    const acts = { count: 0 };
    const shell = new ChromiumShell({
      executable,
      headless: options.headless ?? false,
      sandboxed: !isSuperuser(),
      builtFolder: join(root, 'out'),
      profilesFolder: join(laid.value.folder, 'browser'),
      settings: laid.value.settings,
      log: laid.value.log,
      bounds: { width: options.width ?? 1280, height: options.height ?? 800, left: 0, top: 0 },
      onUserActed: () => {
        acts.count += 1;
        composition.app.userActed();
      },
      onMainClosed: () => undefined,
      onVaultClosed: () => composition.app.vaultClosed(),
      onApprovalClosed: () => composition.app.approvalClosed(),
      onChartClosed: (slot) => composition.app.chartClosed(slot),
      onActed: (where, pressed) => composition.app.acted(where, pressed),
    });
    const composition = await compose({
      shell: 'chromium',
      foundations: laid.value,
      windows: shell,
      startHelper: practice.startHelper,
      entries: ENTRIES,
      keychainService: TEST_KEYCHAIN,
      practiceOptions: [
        ...(options.practiceOptions ?? ['--seed', '7', '--block-time', '500ms']),
        ...['--dialect', options.dialect ?? testDialect()],
      ],
      pollMs: 250,
      walletCost: options.walletCost ?? CHEAP,
      ...(options.practice === undefined ? {} : { practice: options.practice }),
      ...(options.releases === undefined ? {} : { releases: options.releases }),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      ...(options.secrets === undefined ? {} : { secrets: options.secrets }),
    });
    await composition.app.start();
    await shell.start(composition.gates);
    const { main } = await shell.pages();
    if (main === undefined) throw new Error('the trading window did not open');
    const parts = { folder, ownFolder: options.folder === undefined, foundations: laid.value };
    const app = new TouchstoneApp(parts, composition, shell, main, practice, acts);
    await app.topicWhen('profile', ({ service }) => service === 'ready');
    return app;
  }

  protected override pages(): Promise<OpenPages> {
    return this.shell.pages();
  }

  protected override chartPage(slot: DeskSlot): Promise<Page | undefined> {
    return this.shell.chartPage(slot);
  }

  /** The value of a topic at this moment, in main. */
  topic<K extends TopicName<MainTable>>(name: K): OutputOf<MainTable, K> {
    return currentValue(this.composition.app.main.topics[name]);
  }

  override now<K extends TopicName<MainTable>>(name: K): Promise<OutputOf<MainTable, K>> {
    return Promise.resolve(this.topic(name));
  }

  override async topicWhen<K extends TopicName<MainTable>>(
    name: K,
    fits: (value: OutputOf<MainTable, K>) => boolean,
  ): Promise<OutputOf<MainTable, K>> {
    let found: OutputOf<MainTable, K> | undefined;
    const end = this.composition.app.main.topics[name].follow(({ value }) => {
      if (found === undefined && fits(value)) found = value;
    });
    return eventually(`the topic ${name} fits`, () => Promise.resolve(found)).finally(end);
  }

  override async ledger(): Promise<PracticeLedger> {
    const { base_url, ledger_url, api_key } = await eventually('practice answers', () =>
      Promise.resolve(this.#practice.announcement),
    );
    return new PracticeLedger(base_url, ledger_url, api_key);
  }

  override get practicePid(): number | undefined {
    return this.#practice.process?.pid;
  }

  override killPractice(): void {
    this.#practice.process?.kill();
  }

  /** This shell runs in the test's own process. */
  override kill(): void {
    process.kill(process.pid, 'SIGKILL');
  }

  override async stop(): Promise<void> {
    await this.shell.stop();
    await this.composition.app.stop();
    this.#foundations.close();
    if (this.#ownFolder) rmSync(this.folder, { recursive: true, force: true });
  }
}
