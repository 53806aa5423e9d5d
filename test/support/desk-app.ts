import type { Page } from 'playwright-core';
import type { MainTable, OutputOf } from '#contract/index.ts';
import type { TopicName } from '#contract/table.ts';
import type { DeskSlot } from '#domain/chart-slots.ts';
import type { SideName } from '../../src-main/shell/windows.ts';
import { eventually } from './eventually.ts';
import type { PracticeLedger } from './practice-ledger.ts';
import { hearComplaints } from './complaints.ts';

/** Pages of the windows that are open. */
export type OpenPages = Readonly<Record<'main' | SideName, Page | undefined>>;

/** Practice's report that it is ready. */
export interface Announcement {
  readonly base_url: string;
  readonly ledger_url: string;
  readonly api_key: string;
}

/** The whole application in real windows, in either shell, with its pages within a test's reach. */
export abstract class DeskApp {
  abstract readonly runsOn: 'chromium' | 'harness';
  readonly folder: string;
  readonly main: Page;
  /** Console messages and uncaught errors of the pages: empty after a good run. */
  readonly complaints: string[] = [];
  readonly #heard = new WeakSet<Page>();

  constructor(folder: string, main: Page) {
    this.folder = folder;
    this.main = main;
    this.#listen(main);
  }

  protected abstract pages(): Promise<OpenPages>;

  protected abstract chartPage(slot: DeskSlot): Promise<Page | undefined>;

  /** The current value of a topic. */
  abstract now<K extends TopicName<MainTable>>(name: K): Promise<OutputOf<MainTable, K>>;

  /** The first matching value of the topic, starting with the present one, even if it is soon replaced. */
  abstract topicWhen<K extends TopicName<MainTable>>(
    name: K,
    fits: (value: OutputOf<MainTable, K>) => boolean,
  ): Promise<OutputOf<MainTable, K>>;

  /** The practice ledger's own API, bypassing every part of the application. */
  abstract ledger(): Promise<PracticeLedger>;

  abstract get practicePid(): number | undefined;

  /** Kills the practice process, like a crash. */
  abstract killPractice(): void;

  /** Kills whatever runs the application, like a power cut. */
  abstract kill(): void;

  abstract stop(): Promise<void>;

  /** The vault window's page, once main has opened it. */
  vault(): Promise<Page> {
    return this.#side('vault');
  }

  /** Waits until there is no vault window. */
  vaultGone(): Promise<void> {
    return this.#sideGone('vault');
  }

  /** The approval window's page, once main has opened it. */
  approval(): Promise<Page> {
    return this.#side('approval');
  }

  /** Waits until there is no approval window. */
  approvalGone(): Promise<void> {
    return this.#sideGone('approval');
  }

  /** The page of a chart's own window, once it is open. */
  chart(slot: DeskSlot): Promise<Page> {
    return eventually(`the window of the ${slot} chart opens`, async () => {
      const page = await this.chartPage(slot);
      if (page === undefined || page.isClosed()) return undefined;
      this.#listen(page);
      return page;
    });
  }

  async #side(name: SideName): Promise<Page> {
    try {
      return await eventually(`the ${name} window opens`, async () => {
        const page = (await this.pages())[name];
        if (page === undefined || page.isClosed()) return undefined;
        this.#listen(page);
        return page;
      });
    } catch (cause) {
      // The content shown instead says more than that the window is missing.
      const instead = await this.main.locator('[role=alert], [role=status], [role=dialog]').allInnerTexts();
      throw new Error(`no ${name} window, but ${JSON.stringify(instead)}`, { cause });
    }
  }

  async #sideGone(name: SideName): Promise<void> {
    await eventually(`the ${name} window is gone`, async () => {
      const page = (await this.pages())[name];
      return page === undefined || page.isClosed() ? true : undefined;
    });
  }

  #listen(page: Page): void {
    if (this.#heard.has(page)) return;
    this.#heard.add(page);
    page.setDefaultTimeout(120_000);
    hearComplaints(page, this.complaints);
  }
}
