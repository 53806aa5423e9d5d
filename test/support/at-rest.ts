import type { Page } from 'playwright-core';
import { callMain } from './page-api.ts';

export const THEMES = ['dark', 'light'] as const;

/** An application that is looked at. */
export interface LookedAt {
  readonly main: Page;
  /** Where the trading desk is not there to ask. */
  readonly setTheme?: (theme: (typeof THEMES)[number]) => Promise<unknown>;
}

/** Puts the theme on; `page` shows it. */
export async function wear(app: LookedAt, page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await (app.setTheme?.(theme) ?? callMain(app.main, 'preferences.set', { theme }));
  await page.locator(`html[data-theme="${theme}"]`).waitFor();
}

/** No quote is being asked for, and nothing moves. */
export async function atRest(main: Page, page: Page): Promise<void> {
  // Where there is no service, the book waits for ever.
  const bookLoads = main.locator('.book [aria-busy="true"]');
  await bookLoads.waitFor({ state: 'detached', timeout: 5_000 }).catch(() => undefined);
  await main
    .getByTestId('quote-age')
    .filter({ hasText: /asking|abgefragt/ })
    .waitFor({ state: 'detached' });
  // Parts that follow the window's size, such as a bar that folds, change a frame later.
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    const frames = frame().then(frame).then(frame);
    // A page that is covered may have none.
    await Promise.race([frames, new Promise((resolve) => setTimeout(resolve, 1_000))]);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}
