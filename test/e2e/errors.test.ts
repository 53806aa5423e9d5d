import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chooseToken,
  lastClick,
  leaveReview,
  PASSWORD,
  passwordField,
  payField,
  quoteTrade,
  reviewOf,
  reviewTrade,
  sentencesOf,
  signButton,
  signTrade,
  startPracticeWallet,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { callMain } from '../support/page-api.ts';
import { ticketSelling } from '../support/sales.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const TICKER = 'AMBER';
const ATTEMPTS = 5;

let app: TouchstoneApp;
let address: string;
let token: string;

beforeAll(async () => {
  app = await TouchstoneApp.start();
  address = await startPracticeWallet(app);
  token = (await (await app.ledger()).tokens(TICKER, true))[0]?.token_id ?? '';
  await chooseToken(app.main, TICKER);
});
afterAll(() => app.stop());

/** The one button of the ticket, once it has this text. */
async function ticketButton(text: string | RegExp): Promise<Locator> {
  const button = app.main
    .getByRole('region', { name: 'Ticket' })
    .getByRole('button', { name: text, exact: true });
  await button.waitFor();
  return button;
}

async function unlockForMinutes(): Promise<void> {
  await app.main.getByRole('button', { name: 'Unlock for 15 min' }).click();
  const vault = await app.vault();
  await passwordField(vault).fill(PASSWORD);
  await lastClick(vault.getByRole('button', { name: /^Unlock for/ }));
  await app.vaultGone();
  await app.topicWhen('wallet', ({ state }) => state === 'unlocked');
}

it('says what is wrong with the amount, and lets nothing through', async () => {
  const cases = [
    ['', 'Enter an amount'],
    ['twelve', 'Not an amount'],
    ['1.0000001', 'Too many decimals'],
    ['20000', 'Not enough ADA'],
    ['9999.9', 'Leave ADA for fees and deposits'],
  ] as const;
  for (const [text, button] of cases) {
    await payField(app.main).fill(text);
    await ticketButton(button);
  }
});

it('says that an amount is too small for any exchange', async () => {
  await payField(app.main).fill('0.000001');
  const notice = app.main.getByRole('region', { name: 'Ticket' }).getByRole('alert');
  await notice.getByText(/^The amount is too small to trade/).waitFor();
  await notice.getByText('No money moved.').waitFor();
  await (await ticketButton('Try again')).click();
  await notice.getByText(/^The amount is too small to trade/).waitFor();
  await payField(app.main).fill('25');
  await ticketButton('Review trade');
  expect(await notice.count()).toBe(0);
});

it('says what the wallet lacks when only the service finds out', async () => {
  const order = { ...ticketSelling(20_000_000_000n), receive: token, slippageBps: 300, excluded: [] };
  const quote = await callMain(app.main, 'swap.quote', order);
  if (!quote.ok) throw new Error(quote.failure.code);
  const review = await callMain(app.main, 'swap.review', { quoteId: quote.value.id });
  expect(review).toMatchObject({ ok: false, failure: { code: 'insufficient-funds' } });
});

it('asks for no quote with every exchange excluded', async () => {
  await payField(app.main).fill('25');
  await app.main.getByText('Exchanges used', { exact: true }).click();
  const exchanges = app.main.getByRole('group', { name: 'Exchanges used' }).getByRole('button');
  const count = await exchanges.count();
  expect(count).toBe(15);
  for (let index = 0; index < count; index += 1) await exchanges.nth(index).click();
  await app.main.getByText(`0 of ${count}`).waitFor();
  expect(await (await ticketButton('Every exchange is excluded')).isDisabled()).toBe(true);

  const names = await exchanges.allInnerTexts();
  await exchanges.nth(0).click();
  await ticketButton(/^(Review trade|Try again)$/);
  const route = app.main.getByRole('table', { name: 'Route by exchange' }).getByRole('rowheader');
  for (const used of await route.allInnerTexts()) expect(used.trim()).toBe(names[0]);
  await app.main.getByRole('button', { name: 'Back to default' }).click();
  await app.main.getByText(`all ${count}`).waitFor();
  await ticketButton('Review trade');
});

it('comes back by itself when the service dies in the middle of a quote', async () => {
  const { main } = app;
  const held = app.topic('balance').amounts;
  await payField(main).fill('26');
  app.killPractice();
  await app.topicWhen('profile', ({ service }) => service !== 'ready');
  await app.topicWhen('profile', ({ service }) => service === 'ready');
  await payField(main).fill('27');
  await ticketButton('Review trade');
  expect(await (await app.ledger()).holdings(address)).toHaveProperty('size', held?.length);
  await main.getByRole('region', { name: 'Ticket' }).getByRole('alert').waitFor({ state: 'detached' });
});

it('signs nothing when the approval window is left, by its frame, by its button or from the desk', async () => {
  const { main } = app;
  const ledger = await app.ledger();
  for (const leave of ['by its frame', 'by its button', 'from the desk']) {
    await quoteTrade(main, '25', TICKER);
    const approval = await reviewTrade(app);
    await passwordField(approval).fill(PASSWORD);
    if (leave === 'by its frame') await approval.close();
    else if (leave === 'by its button') await lastClick(approval.getByRole('button', { name: 'Cancel' }));
    else {
      await leaveReview(main);
      // Whoever types there at this moment types into this window still, which holds nothing any more.
      await approval.getByText(/gave up the trade that was shown here\. It was not signed/).waitFor();
      expect(await passwordField(approval).count()).toBe(0);
      await lastClick(approval.getByRole('button', { name: 'Close' }));
    }
    await app.approvalGone();
    await reviewOf(main).waitFor({ state: 'detached' });
    await app.topicWhen('trades', (trades) => trades.every(({ state }) => state === 'discarded'));
    await ticketButton('Review trade');
  }
  expect(await ledger.sentBy(address)).toEqual([]);
});

it('keeps everything but the password when it is wrong, and signs with the right one', async () => {
  const { main } = app;
  await quoteTrade(main, '25', TICKER);
  const approval = await reviewTrade(app);
  const before = await sentencesOf(approval).innerText();
  await signTrade(approval, 'not the password');
  await approval.getByRole('alert').getByText('The password is not right.').waitFor();
  expect(await sentencesOf(approval).innerText()).toBe(before);
  expect(await passwordField(approval).inputValue()).toBe('');
  expect(app.topic('trades')[0]?.state).toBe('built');
  expect(await signButton(approval).isDisabled()).toBe(true);
  await eventually('the right password is taken in the end', async () => {
    if (approval.isClosed() || app.topic('trades')[0]?.state !== 'built') return true;
    await passwordField(approval)
      .fill(PASSWORD, { timeout: 5_000 })
      .catch(() => undefined);
    await signButton(approval)
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    return undefined;
  });
  await waitUntilFilled(main);
  await main.keyboard.press('Escape');
});

it('gets a new price from the desk for what still waits in the approval window', async () => {
  const { main } = app;
  await quoteTrade(main, '25', TICKER);
  await reviewTrade(app);
  const first = app.topic('trades')[0]?.id;
  await main.getByRole('button', { name: 'Get a new price' }).click();
  await app.topicWhen('trades', ([trade]) => trade?.id !== first && trade?.state === 'built');
  expect(app.topic('trades').find(({ id }) => id === first)?.state).toBe('discarded');
  const approval = await app.approval();
  await sentencesOf(approval).waitFor();
  await lastClick(approval.getByRole('button', { name: 'Cancel' }));
  await app.approvalGone();
});

it('asks again when the price moved against the user since the quote', async () => {
  const { main } = app;
  await unlockForMinutes();
  let moved: Locator | undefined;
  for (let attempt = 0; attempt < ATTEMPTS && moved === undefined; attempt += 1) {
    await quoteTrade(main, '25', TICKER);
    const refresh = main.getByRole('button', { name: 'refresh' });
    await refresh.click();
    await eventually('the new quote is here', async () => ((await refresh.isEnabled()) ? true : undefined));
    await tradeBehindTheBack(1_500_000_000n);
    const approval = await reviewTrade(app);
    const box = approval.getByRole('checkbox', { name: /^I accept the lower price/ });
    // The ticket may have asked again in the meantime: then there is no error, and the test tries again.
    if (await box.isVisible()) {
      moved = box;
      break;
    }
    await lastClick(approval.getByRole('button', { name: 'Cancel' }));
    await app.approvalGone();
  }
  if (moved === undefined) throw new Error('the price never moved');
  const approval = moved.page();
  await approval.getByText('The price moved').waitFor();
  await approval.getByText('Accept the lower price above first.').waitFor();
  expect(await signButton(approval).isDisabled()).toBe(true);
  await signTrade(approval);
  await waitUntilFilled(main);
  await main.keyboard.press('Escape');
});

/** A large trade of the same pair, past the ticket, so that the price is another one. */
async function tradeBehindTheBack(lovelace: bigint): Promise<void> {
  const order = { ...ticketSelling(lovelace), receive: token, slippageBps: 1000, excluded: [] };
  const quote = await callMain(app.main, 'swap.quote', order);
  if (!quote.ok) throw new Error(quote.failure.code);
  const review = await callMain(app.main, 'swap.review', { quoteId: quote.value.id });
  if (!review.ok) throw new Error(review.failure.code);
  const { tradeId } = review.value;
  const approval = await app.approval();
  await sentencesOf(approval).waitFor();
  await signTrade(approval);
  await app.approvalGone();
  await app.topicWhen('trades', (trades) =>
    trades.some(({ id, state }) => id === tradeId && state === 'filled'),
  );
}

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
