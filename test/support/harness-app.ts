import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { MainTable, OutputOf } from '#contract/index.ts';
import type { TopicName } from '#contract/table.ts';
import type { DeskSlot } from '#domain/chart-slots.ts';
import { layFoundations } from '../../src-main/app/foundations.ts';
import type { PracticeHost } from '../../src-main/ports/system.ts';
import { DeskApp, type Announcement, type OpenPages } from './desk-app.ts';
import { testDialect } from './dialect.ts';
import { eventually } from './eventually.ts';
import { PracticeLedger } from './practice-ledger.ts';
import { ShippedApp, type ShippedOptions } from './shipped-app.ts';
import type { AppOptions } from './touchstone-app.ts';

const STAND_IN = fileURLToPath(new URL('stand-in-practice.ts', import.meta.url));

/** A page's record of the topics that a test follows there. */
interface Following {
  followed?: Record<string, unknown[]>;
  ends?: Record<string, () => void>;
  readonly touchstone: { readonly on: Record<string, (listener: (value: unknown) => void) => () => void> };
}

/** The whole application as it ships for Electron, with the harness in place of Electron. */
export class HarnessApp extends DeskApp {
  readonly runsOn = 'harness';
  readonly shipped: ShippedApp;
  readonly #ownFolder: boolean;
  readonly #relay: Server | undefined;
  #lastTopic = 0;

  private constructor(
    folder: string,
    main: Page,
    shipped: ShippedApp,
    rest: { readonly ownFolder: boolean; readonly relay: Server | undefined },
  ) {
    super(folder, main);
    this.shipped = shipped;
    this.#ownFolder = rest.ownFolder;
    this.#relay = rest.relay;
  }

  /** Opens the trading window and waits for its first page. Options that only the other shell supports throw. */
  static async start(
    options: AppOptions & Pick<ShippedOptions, 'built' | 'switches'> = {},
  ): Promise<HarnessApp> {
    if (options.clock !== undefined) throw new Error('what ships keeps the machine’s clock');
    const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'touchstone-shipped-'));
    if (options.width !== undefined && options.height !== undefined)
      keepSize(folder, { width: options.width, height: options.height });
    const relay = options.practice === undefined ? undefined : await relayOf(options.practice);
    const practiceOptions = [
      ...(options.practiceOptions ?? ['--seed', '7', '--block-time', '500ms']),
      ...['--dialect', options.dialect ?? testDialect()],
    ];
    const shipped = ShippedApp.start({
      folder,
      ...(options.built === undefined ? {} : { built: options.built }),
      ...(options.switches === undefined ? {} : { switches: options.switches }),
      wishes:
        relay === undefined
          ? { helperArguments: { 'practice.js': practiceOptions } }
          : {
              helperEntries: { 'practice.js': STAND_IN },
              helperArguments: { 'practice.js': [String((relay.address() as AddressInfo).port)] },
            },
    });
    try {
      const rest = { ownFolder: options.folder === undefined, relay };
      const app = new HarnessApp(folder, await shipped.main(), shipped, rest);
      await app.topicWhen('profile', ({ service }) => service === 'ready');
      return app;
    } catch (error) {
      shipped.kill();
      relay?.close();
      throw error;
    }
  }

  protected override pages(): Promise<OpenPages> {
    return this.shipped.pages();
  }

  protected override chartPage(slot: DeskSlot): Promise<Page | undefined> {
    return this.shipped.chartPage(slot);
  }

  override now<K extends TopicName<MainTable>>(name: K): Promise<OutputOf<MainTable, K>> {
    return this.topicWhen(name, () => true);
  }

  /** As the page receives it, through its own bridge. */
  override async topicWhen<K extends TopicName<MainTable>>(
    name: K,
    fits: (value: OutputOf<MainTable, K>) => boolean,
  ): Promise<OutputOf<MainTable, K>> {
    this.#lastTopic += 1;
    const key = `${name} ${this.#lastTopic}`;
    const found = await eventually(`the topic ${name} fits`, async () => {
      if (this.shipped.hasEnded) throw new Error(`the application ended: ${this.shipped.said}`);
      // A page that is loading answers nothing.
      const heard = await this.main.evaluate(follow, [name, key] as const).catch(() => []);
      const value = (heard as OutputOf<MainTable, K>[]).find(fits);
      return value === undefined ? undefined : { value };
    });
    await this.main.evaluate(endFollowing, key).catch(() => undefined);
    return found.value;
  }

  override async ledger(): Promise<PracticeLedger> {
    const { base_url, ledger_url, api_key } = await eventually('practice answers', () =>
      Promise.resolve(this.#announced()),
    );
    return new PracticeLedger(base_url, ledger_url, api_key);
  }

  override get practicePid(): number | undefined {
    return this.shipped.all('helper').findLast(({ entry }) => entry === 'practice.js')?.pid;
  }

  override killPractice(): void {
    if (this.practicePid !== undefined) process.kill(this.practicePid, 'SIGKILL');
  }

  override kill(): void {
    this.shipped.kill();
  }

  override async stop(): Promise<void> {
    await this.shipped.stop();
    this.#relay?.close();
    if (this.#ownFolder) rmSync(this.folder, { recursive: true, force: true });
  }

  /** From the practice process now running: one started since has not reported yet. */
  #announced(): Announcement | undefined {
    const since = this.shipped.told.findLastIndex(
      (told) => told.what === 'helper' && told.entry === 'practice.js',
    );
    const said = this.shipped.told
      .slice(since)
      .flatMap((told) => (told.what === 'helper-said' ? [told.message] : []));
    return said.find(
      (message): message is Announcement =>
        typeof message === 'object' && message !== null && 'ledger_url' in message,
    );
  }
}

/** Runs in the page: the values that a topic has received since the last call. */
function follow([name, key]: readonly [string, string]): unknown[] {
  const holder = globalThis as unknown as Following;
  const followed = (holder.followed ??= {});
  const heard = (followed[key] ??= []);
  const ends = (holder.ends ??= {});
  ends[key] ??= holder.touchstone.on[name]?.((value) => void heard.push(value)) ?? (() => undefined);
  return heard.splice(0);
}

/** Runs in the page. */
function endFollowing(key: string): void {
  (globalThis as unknown as Following).ends?.[key]?.();
}

/** Makes the window open at this size, as if the user had left it so. */
function keepSize(folder: string, size: { readonly width: number; readonly height: number }): void {
  const laid = layFoundations(folder);
  if (!laid.ok) throw new Error(laid.failure.code);
  laid.value.settings.set('window.main', { ...size, left: 0, top: 0 });
  laid.value.close();
}

/** Tells the stand-in for practice where the test's own exchange is, each time one is started. */
async function relayOf(practice: PracticeHost): Promise<Server> {
  const open = new Set<Socket>();
  practice.onExit(() => {
    for (const socket of open) socket.destroy();
  });
  const relay = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    void practice.start().then((started) => {
      if (!started.ok) {
        socket.destroy();
        return;
      }
      const { baseUrl, chartsUrl, chartsWsUrl, ledgerUrl, apiKey, network } = started.value;
      const announcement = {
        base_url: baseUrl,
        charts_url: chartsUrl,
        charts_ws_url: chartsWsUrl,
        ledger_url: ledgerUrl,
        api_key: apiKey,
        network,
      };
      socket.write(`${JSON.stringify(announcement)}\n`);
    });
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return relay;
}
