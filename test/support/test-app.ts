import { fileURLToPath } from 'node:url';
import type { InputOf, MainTable, OutputOf, VaultTable } from '../../src-preload/contract/index.ts';
import type { CallName, Table, TopicName } from '../../src-preload/contract/table.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';
import type { Result } from '../../src-preload/domain/result.ts';
import type { App } from '../../src-main/app/create-app.ts';
import type { Gate } from '../../src-main/app/gate/gate.ts';
import { compose } from '../../src-main/composition/compose.ts';
import { layFoundations } from '../../src-main/composition/foundations.ts';
import { SessionStore } from '../../src-main/keychain/session-store.ts';
import type { HelperProcess, StartHelper } from '../../src-main/ports/helper-process.ts';
import type { Windows } from '../../src-main/ports/windows.ts';
import { forkHelper } from '../../src-main/system/fork-helper.ts';
import { must, until } from './trader.ts';

const entry = (path: string): string => fileURLToPath(new URL(`../../src-main/${path}`, import.meta.url));

/** A window as its page sees it: JSON out, JSON in, and the latest value of each topic. */
export class TestPage<T extends Table> {
  readonly #gate: Gate<T>;
  readonly #latest = new Map<string, unknown>();
  /** Everything that ever reached the page, as text. */
  readonly received: string[] = [];

  constructor(gate: Gate<T>, topics: readonly TopicName<T>[]) {
    this.#gate = gate;
    for (const name of topics)
      gate.subscribe(name, ({ value }) => {
        this.#latest.set(name, JSON.parse(JSON.stringify(value)));
        this.received.push(JSON.stringify(value));
      });
  }

  async call<K extends CallName<T>>(name: K, input: InputOf<T, K>): Promise<Result<OutputOf<T, K>, Failure>> {
    const answer = await this.#gate.call(name, JSON.parse(JSON.stringify(input)));
    this.received.push(JSON.stringify(answer));
    return JSON.parse(JSON.stringify(answer)) as Result<OutputOf<T, K>, Failure>;
  }

  topic<K extends TopicName<T>>(name: K): OutputOf<T, K> {
    return this.#latest.get(name) as OutputOf<T, K>;
  }

  /** The topic's value once it fits. */
  async topicWhen<K extends TopicName<T>>(
    name: K,
    fits: (value: OutputOf<T, K>) => boolean,
  ): Promise<OutputOf<T, K>> {
    await until(() => Promise.resolve(fits(this.topic(name))));
    return this.topic(name);
  }
}

/** Windows that are not shown; what was asked of them is kept. */
export class TestWindows implements Windows {
  vaultOpen = false;
  readonly opened: string[] = [];
  readonly saved: { readonly name: string; readonly text: string }[] = [];
  onVaultClosed: () => void = () => undefined;

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

  /** The user closes the window by its frame. */
  closeByUser(): void {
    this.vaultOpen = false;
    this.onVaultClosed();
  }

  openExternal(url: string): Promise<void> {
    this.opened.push(url);
    return Promise.resolve();
  }

  saveFile(name: string, text: string): Promise<string | undefined> {
    this.saved.push({ name, text });
    return Promise.resolve(name);
  }
}

export interface TestApp {
  readonly app: App;
  readonly main: TestPage<MainTable>;
  readonly vault: TestPage<VaultTable>;
  readonly windows: TestWindows;
  /** Ends the practice process as a crash would. */
  killPractice(): void;
  close(): Promise<void>;
}

/** The whole application as it ships, but for the windows and the keychain, over a data folder. */
export async function startTestApp(folder: string): Promise<TestApp> {
  const foundations = must(layFoundations(folder));
  const windows = new TestWindows();
  let practice: HelperProcess | undefined;
  const startHelper: StartHelper = (path, args) => (practice = forkHelper(path, args));
  const { app, gates } = await compose({
    shell: 'chromium',
    foundations,
    windows,
    startHelper,
    entries: { practice: entry('practice/main.ts'), keychain: entry('keychain/child.ts') },
    practiceOptions: ['--seed', '7', '--block-time', '300ms'],
    secrets: new SessionStore(),
    pollMs: 200,
  });
  windows.onVaultClosed = () => app.vaultClosed();
  const main = new TestPage(gates.main, ['profile', 'wallet', 'balance', 'trades', 'preferences']);
  const vault = new TestPage(gates.vault, ['task']);
  await app.start();
  return {
    app,
    main,
    vault,
    windows,
    killPractice: () => practice?.kill(),
    close: async () => {
      await app.stop();
      foundations.close();
    },
  };
}
