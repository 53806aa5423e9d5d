import type { Locator, Page } from 'playwright-core';
import { SHUT_MS } from '../../../src-renderer/features/approval/approval.svelte.ts';
import {
  agreeToAll,
  chooseToken,
  closeSheet,
  keysAreHeard,
  lastClick,
  lastKey,
  PASSWORD,
  passwordField,
  payField,
  signButton,
} from '../../support/desk-robot.ts';
import { eventually } from '../../support/eventually.ts';
import type { TouchstoneApp } from '../../support/touchstone-app.ts';
import { median } from '../report.ts';

/** The times of market swaps: medians in milliseconds, by the clocks of the pages in which they happened. */
export interface TradeTimes {
  /** From the last key of the amount to its quote. */
  readonly quote: number;
  /** From the press of Review until the approval is drawn in a window in view, with the password field focused. */
  readonly review: number;
  /** The same for the first review, before which nothing of it was ever drawn. */
  readonly firstReview: number;
  /** From the press of Sign until the desk says that the trade is filled. */
  readonly filled: number;
  /** Keys of a swap from its amount to its signature, apart from those of the password. */
  readonly keys: number;
  /** Clicks of the same with the mouse. */
  readonly clicks: number;
}

const REVIEW = 'Review trade';
const AMOUNTS = ['25', '26', '27', '28', '29'] as const;

/** Trades several times by keyboard and once by mouse, with a wallet that is there. */
export async function tradeTimes(app: TouchstoneApp): Promise<TradeTimes> {
  await chooseToken(app.main, 'AMBER');
  const presets = app.main.getByRole('radiogroup', { name: 'Slippage presets, percent' });
  await presets.getByRole('radio', { name: '3', exact: true }).check({ force: true });
  const trades: Awaited<ReturnType<typeof byKeyboard>>[] = [];
  for (const amount of AMOUNTS) trades.push(await byKeyboard(app, amount));
  const of = (what: 'quote' | 'review' | 'filled' | 'keys'): number =>
    median(trades.map((trade) => trade[what]));
  return {
    quote: of('quote'),
    review: of('review'),
    firstReview: trades[0]?.review ?? NaN,
    filled: of('filled'),
    keys: of('keys'),
    clicks: await byMouse(app, '30'),
  };
}

async function byKeyboard(app: TouchstoneApp, amount: string) {
  const { main } = app;
  const hands = new Hands();
  await payField(main).focus();
  await noteLastKey(main);
  const quoted = drawn(main, REVIEW);
  await hands.type(main, amount);
  const quote = (await quoted) - (await lastKeyOf(main));
  const hidden = await readyToReview(app);
  const readable = approvalDrawn(hidden);
  await hands.press(main, 'Control+Enter');
  const review = (await readable) - (await lastKeyOf(main));
  const approval = await app.approval();
  await approval.waitForTimeout(SHUT_MS);
  hands.clicks += await approval.getByRole('checkbox').count();
  await agreeToAll(approval);
  await passwordField(approval).focus();
  await approval.keyboard.type(PASSWORD);
  await eventually('Sign can be pressed', async () => (await signButton(approval).isEnabled()) || undefined);
  while (!(await isFocused(signButton(approval)))) await hands.press(approval, 'Tab');
  const filled = await timeToFill(main, () => hands.last(approval, 'Space'));
  await finish(app);
  return { quote, review, filled, keys: hands.keys };
}

async function byMouse(app: TouchstoneApp, amount: string): Promise<number> {
  const { main } = app;
  const hands = new Hands();
  await hands.click(payField(main));
  await main.keyboard.type(amount);
  await readyToReview(app);
  await hands.click(main.getByRole('button', { name: REVIEW }));
  const approval = await app.approval();
  await approval.getByTestId('approval-sentences').waitFor();
  for (const box of await approval.getByRole('checkbox').all()) await hands.click(box);
  await approval.keyboard.type(PASSWORD);
  await eventually('Sign can be pressed', async () => (await signButton(approval).isEnabled()) || undefined);
  hands.clicks += 1;
  await timeToFill(main, () => lastClick(signButton(approval)));
  await finish(app);
  return hands.clicks;
}

/** Counts what a user would press. */
class Hands {
  keys = 0;
  clicks = 0;

  async press(page: Page, key: string): Promise<void> {
    this.keys += 1;
    await page.keyboard.press(key);
  }

  /** The key that ends a window. */
  async last(page: Page, key: string): Promise<void> {
    this.keys += 1;
    await lastKey(page, key);
  }

  async type(page: Page, text: string): Promise<void> {
    for (const key of text) await this.press(page, key);
  }

  async click(what: Locator): Promise<void> {
    this.clicks += 1;
    await what.click();
  }
}

/** Waits like a user who looks at the ticket: until it has read the transaction, and the next window is ready. */
async function readyToReview(app: TouchstoneApp): Promise<Page> {
  const { main } = app;
  await main.locator('[data-testid="fee-note"][data-verdict]').waitFor();
  const hidden = await eventually('the next approval window is made', () =>
    Promise.resolve(
      main
        .context()
        .pages()
        .find((page) => page.url().endsWith('/approval.html')),
    ),
  );
  await hidden.getByText('There is nothing to approve').waitFor();
  return hidden;
}

async function finish(app: TouchstoneApp): Promise<void> {
  await app.approvalGone();
  await closeSheet(app.main);
  await keysAreHeard(app.main);
}

function isFocused(what: Locator): Promise<boolean> {
  return what.evaluate((element) => element === document.activeElement);
}

interface Noted {
  lastKey?: number;
}

/** Has the page note when the browser got the latest key, by the machine's clock. */
async function noteLastKey(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted = globalThis as Noted;
    if (noted.lastKey !== undefined) return;
    noted.lastKey = 0;
    addEventListener(
      'keydown',
      ({ isTrusted, timeStamp }) => {
        if (isTrusted) noted.lastKey = performance.timeOrigin + timeStamp;
      },
      { capture: true },
    );
  });
}

function lastKeyOf(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as Noted).lastKey ?? NaN);
}

/** When a button of that name was drawn, by the machine's clock. */
function drawn(page: Page, button: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const there = [...document.querySelectorAll('button')].some(
            ({ textContent }) => textContent.trim() === name,
          );
          if (there) requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    button,
  );
}

/**
 * When the approval was drawn in a window that is on the screen: the frame after the first one that had it. The page
 * draws nothing for this before its content comes, so that it is no warmer than a user's.
 */
function approvalDrawn(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const onScreen = screenX > -1_000 && document.visibilityState === 'visible';
          const field = document.querySelector('[data-spending-password] input');
          if (!onScreen || field === null || document.activeElement !== field) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        };
        const waiting = new MutationObserver(() => {
          if (document.querySelector('[data-testid="approval-sentences"]') === null) return;
          waiting.disconnect();
          requestAnimationFrame(look);
        });
        waiting.observe(document, { subtree: true, childList: true });
      }),
  );
}

/** Milliseconds from a press until the desk says that the trade is filled. */
async function timeToFill(main: Page, press: () => Promise<void>): Promise<number> {
  const filled = main.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const isFilled = (): boolean =>
          document.querySelector('[data-testid="trade-state"][data-state="filled"]') !== null;
        const waiting = new MutationObserver(() => {
          if (!isFilled()) return;
          waiting.disconnect();
          resolve(performance.timeOrigin + performance.now());
        });
        waiting.observe(document, { subtree: true, childList: true, attributes: true });
      }),
  );
  const pressed = performance.timeOrigin + performance.now();
  await press();
  return (await filled) - pressed;
}
