import { errors, type Locator, type Page } from 'playwright-core';
import type { TradeView } from '#contract/trades.ts';
import { QUIET_MS } from '../../src-renderer/app/stray-keys.ts';
import { eventually } from './eventually.ts';
import type { DeskApp } from './desk-app.ts';

export const PASSWORD = 'correct horse battery';

/** Makes a practice wallet through both windows and waits for its play money. Answers its address. */
export async function startPracticeWallet(app: DeskApp): Promise<string> {
  await app.main.getByRole('button', { name: 'Start with a practice wallet' }).click();
  const vault = await app.vault();
  await passwordField(vault).fill(PASSWORD);
  await vault.getByLabel('Confirm password').fill(PASSWORD);
  await lastClick(vault.getByRole('button', { name: 'Make the wallet' }));
  await app.vaultGone();
  return funded(app);
}

/** Waits until the play money has arrived and is shown. Answers the wallet's address. */
export async function funded(app: DeskApp): Promise<string> {
  const { address } = await app.topicWhen('wallet', (wallet) => wallet.address !== undefined);
  await app.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
  await app.main
    .getByRole('button', { name: /^Wallet/ })
    .getByText('10,000.00')
    .first()
    .waitFor();
  return address ?? '';
}

/** Clicks a button of a side window that ends the window, which may be gone before the click is over. */
export async function lastClick(button: Locator): Promise<void> {
  await button.click().catch((error: unknown) => unlessGone(button.page(), error));
}

/** Presses a key that ends a side window, which may be gone before the key is let go. */
export async function lastKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key).catch((error: unknown) => unlessGone(page, error));
}

function unlessGone(page: Page, error: unknown): void {
  if (!page.isClosed()) throw error;
}

/** Closes the open sheet, by its key. */
export async function closeSheet(main: Page): Promise<void> {
  await main.keyboard.press('Escape');
  await main.getByRole('dialog').waitFor({ state: 'detached' });
}

/**
 * Waits until keys are the desk's again: right after a side window has gone, none of them does anything. The shell may know
 * of its end late, and each key that comes too early makes the moment longer.
 */
export async function keysAreHeard(main: Page): Promise<void> {
  await main.evaluate(() => {
    Reflect.set(globalThis, 'keysAreHeard', undefined);
    const hear = ({ key }: KeyboardEvent): void => {
      if (key !== 'F9') return;
      Reflect.set(globalThis, 'keysAreHeard', true);
      removeEventListener('keydown', hear, { capture: true });
    };
    addEventListener('keydown', hear, { capture: true });
  });
  await eventually('keys are heard', async () => {
    await main.waitForTimeout(QUIET_MS + 200);
    await main.keyboard.press('F9');
    return main.evaluate(() => Reflect.get(globalThis, 'keysAreHeard') as true | undefined);
  });
}

/** A text as it reads: every space and line break is one plain space. */
export function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Opens the picker of the side to get, searches, and takes the verified token of that ticker. */
export async function chooseToken(main: Page, ticker: string): Promise<void> {
  await main.getByRole('button', { name: /^Buy:/ }).click();
  const picker = main.getByRole('dialog');
  await picker.getByRole('combobox').fill(ticker);
  await picker
    .getByRole('option')
    .filter({ has: main.getByText(ticker, { exact: true }) })
    .filter({ has: main.getByTitle('Verified by the service') })
    .first()
    .click();
  await picker.waitFor({ state: 'detached' });
}

export function payField(main: Page): Locator {
  return main.getByRole('textbox', { name: /^Sell, in/ });
}

/** Fills the ticket and waits for a quote. */
export async function quoteTrade(main: Page, amount: string, ticker: string): Promise<void> {
  // A look-alike has the same ticker, but no mark.
  if ((await main.getByRole('button', { name: `Buy: ${ticker} verified` }).count()) === 0)
    await chooseToken(main, ticker);
  const pay = payField(main);
  await pay.fill(amount);
  // Text for a window that asks for a secret is none for this one until somebody turns to it.
  if ((await pay.inputValue()) !== amount) {
    await pay.click();
    await pay.fill(amount);
  }
  // A wide tolerance, so that the market's own movement keeps no order waiting.
  const presets = main.getByRole('radiogroup', { name: 'Slippage presets, percent' });
  await presets.getByRole('radio', { name: '3', exact: true }).check({ force: true });
  await main.getByRole('button', { name: 'Review trade' }).waitFor();
}

/** Has the quoted trade built. Answers the approval window's page once it shows what the bytes do. */
export function reviewTrade(app: DeskApp): Promise<Page> {
  return review(app, 'Review trade');
}

/** Has what the ticket tells of built, by its button. Answers the approval window's page once it shows what the bytes do. */
export async function review(app: DeskApp, button: string | RegExp): Promise<Page> {
  const approval = await reviewUntil(app, button, () => app.approval());
  await sentencesOf(approval).waitFor();
  return approval;
}

/** Has the quoted trade built, which fails; waits until the ticket gives the reason. */
export async function reviewFails(app: DeskApp, button: string, reason: RegExp): Promise<void> {
  await reviewUntil(app, button, () => reviewOf(app.main).getByText(reason).first().waitFor());
}

/** Where the ticket shows how its review goes. */
export function reviewOf(main: Page): Locator {
  return main.getByRole('group', { name: /^Review| prüfen$/ });
}

/** Leaves the review by its button in the ticket. */
export async function leaveReview(main: Page): Promise<void> {
  await reviewOf(main)
    .getByRole('button', { name: /^(Cancel|Close)$/ })
    .click();
  await reviewOf(main).waitFor({ state: 'detached' });
}

async function reviewUntil<T>(app: DeskApp, button: string | RegExp, comesTo: () => Promise<T>): Promise<T> {
  await openReview(app, button);
  return renewing(app, comesTo);
}

/** Waits for the outcome of a review that has begun, and meanwhile renews a quote that has become too old. */
export async function renewing<T>(app: DeskApp, comesTo: () => Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const [come] = await Promise.all([
    comesTo().finally(() => waiting.abort()),
    renewOldQuotes(app.main, waiting.signal),
  ]);
  return come;
}

/** On a machine so slow that the quote is too old when main is asked to build it, asks for a new price as a user would. */
async function renewOldQuotes(main: Page, ended: AbortSignal): Promise<void> {
  const place = reviewOf(main);
  while (!ended.aborted) {
    if (await place.getByText(/^(The quote is too old|Das Kursangebot ist zu alt)\./).isVisible())
      await place
        .getByRole('button', { name: /^(Get a new price|Neuen Kurs abfragen)$/ })
        .click({ timeout: 5_000 })
        .catch(ignoreTimeout);
    await main.waitForTimeout(100);
  }
}

/** Begins the review, by so many clicks in a row, whatever comes of it. */
export async function openReview(app: DeskApp, button: string | RegExp, clicks = 1): Promise<void> {
  await eventually('the review begins', async () => {
    await press(app.main, button, clicks);
    // A press does nothing while the figures are being requested again; a user would press again.
    const opened = await reviewOf(app.main)
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => undefined,
      );
    return opened;
  });
}

/**
 * Presses a button of the ticket, or first the one that asks once more, as a user would on a machine so slow that the
 * service's answer did not come in time. If neither appears, the content in its place says more than that.
 */
async function press(main: Page, name: string | RegExp, clicks: number): Promise<void> {
  const wanted = main.getByRole('button', { name });
  const again = main.getByRole('button', { name: /^(Try again|Ask again what it costs)$/ });
  try {
    await wanted.or(again).first().waitFor();
    if (await wanted.isVisible()) await wanted.click({ clickCount: clicks });
    else await again.first().click({ timeout: 5_000 }).catch(ignoreTimeout);
  } catch (cause) {
    const buttons = await main.getByRole('button').allInnerTexts();
    const boxes = await main.getByRole('textbox').all();
    const fields = await Promise.all(boxes.map((box) => box.inputValue()));
    throw new Error(`no button ${String(name)}, but ${JSON.stringify({ buttons, fields })}`, { cause });
  }
}

/** The button may be gone before it is pressed, since the answer came. */
function ignoreTimeout(error: unknown): void {
  if (!(error instanceof errors.TimeoutError)) throw error;
}

/** Whether a trade in that state has left for the chain; the states after the first may come before it is reported. */
export function hasBeenSent(state: TradeView['state']): boolean {
  return ['submitted', 'placed', 'partly-filled', 'filled'].includes(state);
}

/** Agrees in the approval window to everything that it asks for, types the password, and signs. */
export async function signTrade(approval: Page, password = PASSWORD): Promise<void> {
  // A page that has only just opened has nothing to agree to yet.
  await sentencesOf(approval).waitFor();
  await agreeToAll(approval);
  const asksPassword = (await passwordField(approval).count()) > 0;
  let said: string | undefined;
  do {
    if (asksPassword) await passwordField(approval).fill(password);
    await lastClick(signButton(approval));
    said = await failureOf(approval);
    // A machine so slow that main saw the page appear later than the page itself did.
  } while (said?.startsWith('The transaction had only just appeared.') === true);
}

/**
 * The approval window's message that signing failed; `undefined` if the window goes away, since then the transaction
 * was signed. A window kept for the next time has a page without a transaction by then.
 */
async function failureOf(approval: Page): Promise<string | undefined> {
  const notice = approval.getByRole('alert').locator('.what');
  const empty = approval.getByText(/^(There is nothing to approve|Done)\./);
  try {
    await notice.or(empty).first().waitFor();
    return (await notice.count()) > 0 ? await notice.first().innerText() : undefined;
  } catch (error) {
    unlessGone(approval, error);
    return undefined;
  }
}

/** Ticks every box of the approval window: the warnings, and a price that is lower than the quote. */
export async function agreeToAll(approval: Page): Promise<void> {
  for (const box of await approval.getByRole('checkbox').all()) await box.check();
}

export function sentencesOf(approval: Page): Locator {
  return approval.getByTestId('approval-sentences');
}

export function signButton(approval: Page): Locator {
  return approval.getByRole('button', { name: 'Sign', exact: true });
}

export function passwordField(page: Page): Locator {
  return page.getByLabel('Spending password', { exact: true });
}

/** Waits until the trade sheet that is open says that its trade is filled. */
export async function waitUntilFilled(main: Page): Promise<void> {
  await main.locator('[data-testid="trade-state"][data-state="filled"]').waitFor({ timeout: 120_000 });
}
