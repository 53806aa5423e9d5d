// A swap and a limit order by what a screen reader has alone: roles, names, and what is announced.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  keysAreHeard,
  lastClick,
  lastKey,
  openReview,
  PASSWORD,
  renewing,
  review,
  startPracticeWallet,
} from '../support/desk-robot.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

let app: TouchstoneApp;
beforeAll(async () => {
  app = await TouchstoneApp.start();
  await startPracticeWallet(app);
  await listenTo(app.main);
});
afterAll(() => app.stop());

/** Takes down what the page's live regions say from now on. */
async function listenTo(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const live = '[aria-live=polite],[aria-live=assertive],[role=status],[role=alert],[role=log],output';
    new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(live);
        if (around) regions.add(around);
        for (const added of addedNodes) {
          if (!(added instanceof Element)) continue;
          for (const each of [added, ...added.querySelectorAll(live)])
            if (each.matches(live)) regions.add(each);
        }
      }
      for (const { textContent } of regions) said.push(textContent.replaceAll(/\s+/g, ' ').trim());
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** Waits until the page has announced it. */
async function announced(page: Page, words: RegExp): Promise<void> {
  await page.waitForFunction(
    ([source = '', flags]) => {
      const pattern = new RegExp(source, flags);
      return (globalThis as unknown as { said: readonly string[] }).said.some((each) => pattern.test(each));
    },
    [words.source, words.flags],
  );
}

/** The accessibility tree that a screen reader finds there. */
async function treeOf(part: Locator): Promise<string> {
  return (await part.ariaSnapshot()).replaceAll('\u00a0', ' ');
}

/** Everything in the ticket that can be worked has a name, and no figure is read out to more digits than anyone keeps. */
function expectReadable(tree: string): void {
  expect(tree).not.toMatch(
    /- (button|textbox|checkbox|radio|combobox|tab|link|slider|option)(?: \[[a-z]+\])?:?$/m,
  );
  expect(tree.match(/\d\.\d{11,}/g)).toBeNull();
}

const ticket = () => app.main.getByRole('region', { name: 'Ticket' });
const tables = () => app.main.getByRole('region', { name: 'Tables' });

/** Agrees, types the password and signs, all by role and name. */
async function sign(approval: Page): Promise<void> {
  for (const box of await approval.getByRole('checkbox').all()) await box.check();
  await approval.getByRole('textbox', { name: 'Spending password' }).fill(PASSWORD);
  await lastClick(approval.getByRole('button', { name: 'Sign', exact: true }));
  await app.approvalGone();
}

it('reads the desk: every control has a name', async () => {
  expectReadable(await treeOf(app.main.locator('body')));
});

it('swaps, and is told each step', async () => {
  const { main } = app;
  await main.getByRole('textbox', { name: 'Sell, in ADA' }).fill('100');
  await main.getByRole('radio', { name: '3', exact: true }).check({ force: true });
  await announced(main, /^[\d,.]+$/);
  await ticket().getByRole('button', { name: 'Review trade' }).waitFor();
  const quoted = await treeOf(ticket());
  expectReadable(quoted);
  expect(quoted).toMatch(/status "Buy about": "?[\d,.]+"?/);
  for (const name of ['Price', 'Price impact', 'Exchange fees', 'Network fee', 'Net received'])
    expect(quoted).toContain(`button "${name}"`);

  await openReview(app, 'Review trade');
  await renewing(app, () => announced(main, /Look at the approval window/));
  const approval = await app.approval();
  await approval.getByRole('button', { name: 'Sign', exact: true }).waitFor();
  const asked = await treeOf(approval.locator('body'));
  expectReadable(asked);
  for (const words of [
    /heading "Swap on the practice network" \[level=1\]/,
    /paragraph: "?Verdict: /,
    /paragraph: BUY about [\d,.]+ AMBER at [\d.]+ ADA/,
    /paragraph: You send 100 ADA\./,
    /paragraph: You get about [\d,.]+ AMBER, at least [\d,.]+ AMBER\./,
    /region "What you agree to, whatever the service says"/,
    /textbox "Spending password"/,
    /button "Cancel"/,
  ])
    expect(asked).toMatch(words);
  await sign(approval);
  await announced(main, /Order filled Sold 100 ADA, got [\d,.]+ AMBER/);

  const sheet = main.getByRole('dialog', { name: 'Trade' });
  expect(await treeOf(sheet)).toMatch(/paragraph: You paid 100 ADA and got [\d,.]+ AMBER\./);
  await lastKey(main, 'Escape');
  await sheet.waitFor({ state: 'detached' });
  const row = tables().getByRole('row').filter({ hasText: 'AMBER/ADA' });
  await row.getByRole('cell', { name: 'Open trade: Filled' }).waitFor();
  expect(await tables().getByRole('columnheader').allInnerTexts()).toContain('Price');
});

it('places a limit order, finds it in its table, and takes it back', async () => {
  const { main } = app;
  await keysAreHeard(main);
  await main.getByRole('tab', { name: 'Limit', exact: true }).click();
  await main.getByRole('textbox', { name: 'Sell, in ADA' }).fill('120');
  await main.getByRole('button', { name: /^−10/ }).click();
  await ticket()
    .getByRole('button', { name: /^Review/ })
    .waitFor();
  expectReadable(await treeOf(ticket()));
  const approval = await review(app, /^Review/);
  await approval.getByRole('heading', { level: 1, name: /^Limit order/ }).waitFor();
  await approval.getByText(/^You offer 120 ADA/).waitFor();
  await sign(approval);
  await app.topicWhen('orders', ({ rows }) => rows.length === 1);
  await lastKey(main, 'Escape');

  await main.getByRole('tab', { name: /^Orders/ }).click();
  const row = tables().getByRole('row').filter({ hasText: 'Buy AMBER' });
  await row.waitFor();
  expectReadable(await treeOf(tables()));
  await row.getByRole('button', { name: /^Cancel/ }).click();
  const sheet = main.getByRole('dialog', { name: /^Cancel/ });
  await sheet.waitFor();
  expectReadable(await treeOf(sheet));
  const taking = await app.approval();
  await taking.getByText('You take back one order.').waitFor();
  await sign(taking);
  await announced(main, /Cancelled|taken back/i);
});
