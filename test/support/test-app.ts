import { fileURLToPath } from 'node:url';
import {
  type ApprovalTable,
  type ChartTable,
  type InputOf,
  mainTable,
  type MainTable,
  type OutputOf,
  type VaultTable,
} from '#contract/index.ts';
import type { CallName, Table, TopicName } from '#contract/table.ts';
import { DESK_SLOTS, type DeskSlot } from '#domain/chart-slots.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { Language } from '#domain/words/catalogue.ts';
import type { App } from '../../src-main/app/create-app.ts';
import type { Gate } from '../../src-main/gate/gate.ts';
import { compose, type CompositionParts } from '../../src-main/app/compose.ts';
import { layFoundations } from '../../src-main/app/foundations.ts';
import { SessionStore } from '../../src-main/keychain/session-store.ts';
import type { HelperProcess, StartHelper } from '../../src-main/ports/system.ts';
import type { SavedFile, Windows } from '../../src-main/ports/windows.ts';
import { forkHelper } from '../../src-main/system/processes.ts';
import { practiceEntry } from './practice-entry.ts';
import { must, until } from './trader.ts';
import { CHEAP } from './wallet-bench.ts';

const KEYCHAIN_ENTRY = fileURLToPath(new URL('../../src-main/keychain/child.ts', import.meta.url));

/** A window as its page sees it: JSON out, JSON in, and the values of its topics. */
export class TestPage<T extends Table> {
  readonly #gate: Gate<T>;
  readonly #pressed: (name: string) => void;
  /** Everything that ever reached the page, as text. */
  readonly received: string[] = [];

  /** `pressed`: the user pressed something for a call by that name. */
  constructor(
    gate: Gate<T>,
    topics: readonly TopicName<T>[],
    pressed: (name: string) => void = () => undefined,
  ) {
    this.#gate = gate;
    this.#pressed = pressed;
    for (const name of topics) gate.subscribe(name, ({ value }) => this.received.push(JSON.stringify(value)));
  }

  async call<K extends CallName<T>>(name: K, input: InputOf<T, K>): Promise<Result<OutputOf<T, K>, Failure>> {
    this.#pressed(name);
    const answer = await this.#gate.call(name, JSON.parse(JSON.stringify(input)));
    this.received.push(JSON.stringify(answer));
    return JSON.parse(JSON.stringify(answer)) as Result<OutputOf<T, K>, Failure>;
  }

  /** Follows a topic whose messages are to be put together; answers the function that ends it. */
  follow<K extends TopicName<T>>(name: K, listener: (value: OutputOf<T, K>) => void): () => void {
    const end = this.#gate.subscribe(name, ({ value }) =>
      listener(JSON.parse(JSON.stringify(value)) as OutputOf<T, K>),
    );
    if (!end) throw new Error(`there is no topic ${name}`);
    return end;
  }

  /** The value of a topic that the page asks for now: never older than another topic's value. */
  topic<K extends TopicName<T>>(name: K): OutputOf<T, K> {
    const told: OutputOf<T, K>[] = [];
    this.follow(name, (value) => told.push(value))();
    if (told.length === 0) throw new Error(`the topic ${name} tells nothing`);
    return told[0] as OutputOf<T, K>;
  }

  /** The first value of the topic, from the present one on, that fits: also one that is soon replaced. */
  async topicWhen<K extends TopicName<T>>(
    name: K,
    fits: (value: OutputOf<T, K>) => boolean,
  ): Promise<OutputOf<T, K>> {
    let found: { readonly value: OutputOf<T, K> } | undefined;
    const end = this.follow(name, (value) => {
      if (found === undefined && fits(value)) found = { value };
    });
    try {
      await until(() => Promise.resolve(found !== undefined));
    } catch (cause) {
      throw new Error(`${name} stayed at ${JSON.stringify(this.topic(name)).slice(0, 4_000)}`, { cause });
    } finally {
      end();
    }
    return (found ?? { value: this.topic(name) }).value;
  }
}

/** Windows that are not shown; the requests to them are kept. */
export class TestWindows implements Windows {
  vaultOpen = false;
  readonly opened: string[] = [];
  readonly saved: { readonly name: string; readonly text: string }[] = [];
  onVaultClosed: () => void = () => undefined;
  approvalOpen = false;
  /** Set where the approval window cannot be shown. */
  approvalBroken = false;
  onApprovalClosed: () => void = () => undefined;

  /** The language that pages load in. */
  language: Language = 'en';

  speak(language: Language): void {
    this.language = language;
  }

  openVault(): Promise<void> {
    this.vaultOpen = true;
    return Promise.resolve();
  }

  closeVault(): void {
    if (!this.vaultOpen) return;
    this.vaultOpen = false;
    // A shell tells it later, when the window is gone.
    setTimeout(() => this.onVaultClosed(), 20);
  }

  openApproval(): Promise<void> {
    if (this.approvalBroken) return Promise.reject(new Error('no window'));
    this.approvalOpen = true;
    return Promise.resolve();
  }

  closeApproval(): void {
    if (!this.approvalOpen) return;
    this.approvalOpen = false;
    setTimeout(() => this.onApprovalClosed(), 20);
  }

  /** The user closes the approval window by its frame. */
  closeApprovalByUser(): void {
    this.approvalOpen = false;
    this.onApprovalClosed();
  }

  /** Charts' windows that are open, and those that fill their screens. */
  readonly charts = new Set<DeskSlot>();
  readonly filled = new Set<DeskSlot>();
  /** Whether charts' windows fail to open. */
  chartsBroken = false;
  onChartClosed: (slot: DeskSlot) => void = () => undefined;
  /** How often the trading window was brought to the front. */
  raised = 0;

  openChart(slot: DeskSlot): Promise<void> {
    if (this.chartsBroken) return Promise.reject(new Error('no window'));
    this.charts.add(slot);
    return Promise.resolve();
  }

  closeChart(slot: DeskSlot): void {
    this.charts.delete(slot);
  }

  fillScreen(slot: DeskSlot, full: boolean): void {
    if (full) this.filled.add(slot);
    else this.filled.delete(slot);
  }

  showMain(): void {
    this.raised += 1;
  }

  /** Closes a chart's window as the user would, by its frame. */
  closeChartByUser(slot: DeskSlot): void {
    this.charts.delete(slot);
    this.onChartClosed(slot);
  }

  openExternal(url: string): Promise<void> {
    this.opened.push(url);
    return Promise.resolve();
  }

  /** The user's next choices, in this order. */
  readonly choices: (string | undefined)[] = [];

  chooseFile(): Promise<string | undefined> {
    return Promise.resolve(this.choices.shift());
  }

  saveFile(name: string, content: string | Uint8Array): Promise<SavedFile> {
    this.saved.push({ name, text: Buffer.from(content).toString() });
    return Promise.resolve({ saved: true, path: name });
  }
}

export interface TestApp {
  readonly app: App;
  readonly main: TestPage<MainTable>;
  /** The trading window's page as it does things that nobody pressed anything for. */
  readonly takenOver: TestPage<MainTable>;
  readonly vault: TestPage<VaultTable>;
  readonly approval: TestPage<ApprovalTable>;
  /** The page of each chart's window, whether that is open or not. */
  readonly charts: Readonly<Record<DeskSlot, TestPage<ChartTable>>>;
  readonly windows: TestWindows;
  /** Ends the practice process as a crash would. */
  killPractice(): void;
  close(): Promise<void>;
}

/** The parts of the application that a test may replace. */
export type TestAppParts = Partial<
  Pick<CompositionParts, 'practice' | 'clock' | 'practiceOptions' | 'secrets' | 'releases'>
>;

/** The whole application as it ships, but for the windows and the keychain, over a data folder. */
export async function startTestApp(folder: string, parts: TestAppParts = {}): Promise<TestApp> {
  const foundations = must(layFoundations(folder));
  const windows = new TestWindows();
  let practice: HelperProcess | undefined;
  const startHelper: StartHelper = (path, args) => (practice = forkHelper(path, args));
  const { app, gates } = await compose({
    shell: 'chromium',
    foundations,
    windows,
    startHelper,
    entries: { practice: practiceEntry(), keychain: KEYCHAIN_ENTRY },
    practiceOptions: ['--seed', '7', '--block-time', '300ms'],
    secrets: new SessionStore(),
    pollMs: 200,
    walletCost: CHEAP,
    ...parts,
  });
  const { charts: chartGates } = gates;
  if (chartGates === undefined) throw new Error('the application has no charts');
  windows.onVaultClosed = () => app.vaultClosed();
  windows.onApprovalClosed = () => app.approvalClosed();
  windows.onChartClosed = (slot) => app.chartClosed(slot);
  const topics = [
    'profile',
    'wallet',
    'balance',
    'trades',
    'preferences',
    'watchLists',
    'recentTokens',
    'marketFigures',
    'batch',
    'book',
    'dcaPlans',
    'alerts',
    'notices',
    'releases',
    'replay',
  ] as const;
  const main = new TestPage<MainTable>(gates.main, topics, (name) => {
    const spec: Table[string] | undefined = (mainTable as Table)[name];
    if (spec?.kind === 'call' && spec.acts === true) app.acted('desk');
  });
  const vault = new TestPage(gates.vault, ['task']);
  const approval = new TestPage(gates.approval, ['task']);
  const charts = Object.fromEntries(
    DESK_SLOTS.map((slot) => [slot, new TestPage(chartGates[slot], ['shown', 'surroundings', 'kept'])]),
  ) as TestApp['charts'];
  await app.start();
  return {
    app,
    main,
    takenOver: new TestPage<MainTable>(gates.main, []),
    vault,
    approval,
    charts,
    windows,
    killPractice: () => practice?.kill(),
    close: async () => {
      await app.stop();
      foundations.close();
    },
  };
}

/** The application with a practice wallet that has its play money, and the id of a token to buy. */
export async function startFundedApp(
  folder: string,
  password: string,
  parts: TestAppParts = {},
): Promise<{ readonly test: TestApp; readonly token: string }> {
  const test = await startTestApp(folder, parts);
  await test.main.topicWhen('profile', ({ service }) => service === 'ready');
  must(await test.main.call('wallet.openVault', { task: 'quick-practice' }));
  must(await test.vault.call('vault.quickPractice', { password }));
  await test.main.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
  const found = must(await test.main.call('tokens.search', { query: 'amber', verifiedOnly: true }));
  const amber = found.tokens.find(({ token }) => token.ticker === 'AMBER');
  if (!amber) throw new Error('practice has no AMBER');
  return { test, token: amber.token.id };
}
