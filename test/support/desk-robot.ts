import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import type { TouchstoneApp } from './touchstone-app.ts';

export const PASSWORD = 'correct horse battery';

/** Makes a practice wallet through both windows and waits for its play money. Answers its address. */
export async function startPracticeWallet(app: TouchstoneApp): Promise<string> {
  await app.main.getByRole('button', { name: 'Start with a practice wallet' }).click();
  const vault = await app.vault();
  await vault.getByLabel('Spending password', { exact: true }).fill(PASSWORD);
  await vault.getByLabel('The same again').fill(PASSWORD);
  await lastClick(vault.getByRole('button', { name: 'Make the wallet' }));
  await app.vaultGone();
  return funded(app);
}

/** Waits until the play money has arrived and is shown. Answers the wallet's address. */
export async function funded(app: TouchstoneApp): Promise<string> {
  const { address } = await app.topicWhen('wallet', (wallet) => wallet.address !== undefined);
  await app.topicWhen('balance', ({ amounts }) => (amounts?.length ?? 0) > 1);
  await app.main
    .getByRole('button', { name: /^Wallet/ })
    .getByText('10,000.00')
    .first()
    .waitFor();
  return address ?? '';
}

/** Clicks a button of the vault window that ends the window, which may be gone before the click is over. */
export async function lastClick(button: Locator): Promise<void> {
  await button.click().catch((error: unknown) => unlessGone(button.page(), error));
}

/** Presses a key that ends the vault window, which may be gone before the key is let go. */
export async function lastKey(vault: Page, key: string): Promise<void> {
  await vault.keyboard.press(key).catch((error: unknown) => unlessGone(vault, error));
}

function unlessGone(vault: Page, error: unknown): void {
  if (!vault.isClosed()) throw error;
}

/** Opens the picker of the side to get, searches, and takes the verified token of that ticker. */
export async function chooseToken(main: Page, ticker: string): Promise<void> {
  await main.getByRole('button', { name: /^You get:/ }).click();
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
  return main.getByRole('textbox', { name: /^You pay, in/ });
}

/** Fills the ticket and waits for a quote. */
export async function quoteTrade(main: Page, amount: string, ticker: string): Promise<void> {
  // A look-alike has the same ticker, but no mark.
  if ((await main.getByRole('button', { name: `You get: ${ticker} verified` }).count()) === 0)
    await chooseToken(main, ticker);
  await payField(main).fill(amount);
  // A wide tolerance, so that the market's own movement keeps no order waiting.
  const presets = main.getByRole('radiogroup', { name: 'Slippage presets, percent' });
  await presets.getByRole('radio', { name: '3', exact: true }).check({ force: true });
  await main.getByRole('button', { name: 'Review trade' }).waitFor();
}

/** Opens the confirm sheet and waits until it can be accepted, with a price that moved meanwhile accepted too. */
export async function reviewTrade(main: Page): Promise<Locator> {
  const sheet = main.getByRole('dialog', { name: 'Review trade' });
  await main.getByRole('button', { name: 'Review trade' }).click();
  await eventually('the trade can be accepted', async () => {
    const moved = sheet.getByRole('button', { name: 'Accept the new price' });
    if (await moved.isVisible()) await moved.click();
    return (
      (await acceptButton(main)
        .isEnabled({ timeout: 100 })
        .catch(() => false)) || undefined
    );
  });
  return sheet;
}

export function acceptButton(main: Page): Locator {
  return main.getByRole('button', { name: 'Accept and sign' });
}

/** Types the password in the vault window and signs what it shows. */
export async function signInVault(app: TouchstoneApp, password = PASSWORD): Promise<void> {
  const vault = await app.vault();
  await vault.getByRole('heading', { name: 'Sign this trade' }).waitFor();
  await vault.getByLabel('Spending password', { exact: true }).fill(password);
  await lastClick(vault.getByRole('button', { name: 'Sign', exact: true }));
}

/** Waits until the trade sheet that is open says that its trade is filled. */
export async function waitUntilFilled(main: Page): Promise<void> {
  await main.locator('[data-testid="trade-state"][data-state="filled"]').waitFor({ timeout: 120_000 });
}

/** The figures of a definition list of the confirm sheet: name → plain digits as told to a screen reader. */
export async function figuresOf(sheet: Locator): Promise<ReadonlyMap<string, string>> {
  const pairs = await sheet
    .locator('dl.figures')
    .first()
    .evaluate((list) =>
      [...list.querySelectorAll('dt')].map((name): [string, string] => {
        const figure = name.nextElementSibling?.querySelector('.spoken');
        return [name.firstChild?.textContent?.trim() ?? '', figure?.textContent?.trim() ?? ''];
      }),
    );
  return new Map(pairs);
}
