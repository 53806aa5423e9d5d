import { resolve } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findChromium } from '../../../src-main/setup/find-runtime.ts';
import { builtPage, type BuiltPage } from '../../support/built-page.ts';
import { hearComplaints } from '../../support/complaints.ts';

/** Builds the page that `ChartPage` shows; it serves any number of them. */
export function chartSite(): Promise<BuiltPage> {
  return builtPage(resolve(import.meta.dirname, 'page'));
}

/** The chart alone on a page in Chromium, under the policy that the application's pages have. */
export class ChartPage {
  readonly page: Page;
  /** Console messages and uncaught errors of the page, refused content among them: empty after a good run. */
  readonly complaints: string[] = [];
  readonly #browser: Browser;

  private constructor(page: Page, browser: Browser) {
    this.page = page;
    this.#browser = browser;
    hearComplaints(page, this.complaints);
  }

  static async open({ url }: BuiltPage): Promise<ChartPage> {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error('there is no Chromium on this machine');
    const browser = await chromium.launch({ executablePath });
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 }, colorScheme: 'dark' });
    page.setDefaultTimeout(120_000);
    const opened = new ChartPage(page, browser);
    await page.goto(url);
    try {
      await page.locator('canvas').first().waitFor();
      await page.locator('.prices').waitFor();
    } catch (error) {
      throw new Error(`the chart did not appear: ${opened.complaints.join('; ')}`, { cause: error });
    }
    return opened;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
