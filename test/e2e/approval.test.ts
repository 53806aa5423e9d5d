import { readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ApprovalTask } from '#contract/index.ts';
import type { ApprovalView } from '../../src-main/features/approval/approval-window.ts';
import type { Topic } from '../../src-main/gate/topic.ts';
import {
  PASSWORD,
  lastClick,
  leaveReview,
  openReview,
  passwordField,
  quoteTrade,
  renewing,
  reviewOf,
  reviewTrade,
  sentencesOf,
  signButton,
  signTrade,
  startPracticeWallet,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { lookAt } from '../support/look.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

type TransactionTask = Extract<ApprovalTask, { readonly kind: 'transaction' }>;

let app: TouchstoneApp;
let approval: Page;

beforeAll(async () => {
  app = await TouchstoneApp.start();
  await startPracticeWallet(app);
});
afterAll(() => app.stop());

beforeEach(async () => {
  await leaveOpen();
  await quoteTrade(app.main, '25', 'AMBER');
  approval = await reviewTrade(app);
  // Until it is compared with other prices, its content changes by itself.
  await approval.locator('[data-testid="best-price"]:not([data-tone="pending"])').waitFor();
});

async function leave(): Promise<void> {
  await lastClick(approval.getByRole('button', { name: /^(Cancel|Close)$/ }));
  await app.approvalGone();
  await reviewOf(app.main).waitFor({ state: 'detached' });
}

/** Leaves the review of a test that failed, in the ticket and in its window. */
async function leaveOpen(): Promise<void> {
  if (await reviewOf(app.main).isVisible()) await leaveReview(app.main);
  const { approval: open } = await app.shell.pages();
  if (open === undefined || open.isClosed()) return;
  await lastClick(open.getByRole('button', { name: /^(Cancel|Close)$/ }));
  await app.approvalGone();
}

/** The transaction that main shows in the window. */
function shown(): TransactionTask {
  const { task } = topic().value;
  if (task.kind !== 'transaction') throw new Error('the approval window shows nothing');
  return task;
}

function topic(): Topic<ApprovalView> {
  return app.composition.app.approval.topics.task as Topic<ApprovalView>;
}

/** Puts a transaction into the window that practice would never build. */
async function show(change: Partial<TransactionTask>): Promise<void> {
  topic().set({ ...topic().value, task: { ...shown(), ...change } });
  await approval.getByRole('heading', { name: change.title ?? '', exact: true }).waitFor();
}

const hint = (text: string): Promise<void> => approval.getByRole('status').getByText(text).waitFor();

/** A screen reader's description of a part besides its name, in its order. */
function descriptionOf(part: Locator): Promise<string> {
  return part.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.innerText ?? '')
      .join('\n'),
  );
}

it('saves the transaction and the report where it says', async () => {
  const task = shown();
  const save = async (what: string): Promise<unknown> => {
    await approval.getByRole('button', { name: `Save ${what}` }).click();
    const said = await approval.getByText(`The ${what} was saved as `).innerText();
    // The page learns the folder's name and not where it is.
    const path = join(homedir(), said.replace(`The ${what} was saved as `, ''));
    expect(dirname(path)).toBe(join(homedir(), 'Downloads'));
    const text = readFileSync(path, 'utf8');
    rmSync(path);
    return JSON.parse(text);
  };
  expect(await save('transaction')).toMatchObject({ cborHex: task.cbor });
  expect(await save('report')).toMatchObject({
    bodyHash: task.bodyHash,
    sentences: task.sentences,
    rules: task.rules,
  });
  await leave();
});

it('reads to a screen reader what it does, then what was found, before the password is asked for', async () => {
  await show({
    title: 'Described',
    verdict: 'warn',
    findings: [{ rule: 'F5', severity: 'warn', sentence: 'The fee is large.' }],
  });
  for (const part of [passwordField(approval), approval.getByRole('button', { name: 'Cancel' })]) {
    const told = await descriptionOf(part);
    const places = ['You send 25', 'The fee is large.', 'checks ran'].map((text) => told.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  }
  await approval.getByRole('checkbox', { name: 'I accept this The fee is large.' }).waitFor();
  await leave();
});

it('opens the button only after each warning and the lower price were agreed to, one by one', async () => {
  await show({
    title: 'Warned',
    verdict: 'warn',
    findings: [
      { rule: 'F5', severity: 'warn', sentence: 'The fee is large.' },
      { rule: 'V9', severity: 'warn', sentence: 'The script is not known.' },
      { rule: 'F8', severity: 'info', sentence: 'A note.' },
    ],
    worseThanQuote: 'The price moved.',
  });
  await passwordField(approval).fill(PASSWORD);
  const boxes = approval.getByRole('checkbox');
  expect(await boxes.count()).toBe(3);
  await hint('Accept the 2 warnings above first.');
  for (const name of [/The fee is large/, /The script is not known/]) {
    expect(await signButton(approval).isDisabled()).toBe(true);
    await approval.getByRole('checkbox', { name }).check();
  }
  await hint('Accept the lower price above first.');
  expect(await signButton(approval).isDisabled()).toBe(true);
  await approval.getByRole('checkbox', { name: /^I accept the lower price/ }).check();
  await eventually('the button opens', async () =>
    (await signButton(approval).isEnabled()) ? true : undefined,
  );
  // Other figures: nothing that was agreed to or typed holds for them.
  await show({ title: 'Other figures', summaryHash: 'f'.repeat(64) });
  expect(await passwordField(approval).inputValue()).toBe('');
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(false);
  await leave();
});

it('offers neither password nor signature for what is blocked', async () => {
  await show({
    title: 'Blocked',
    verdict: 'block',
    findings: [{ rule: 'V4', severity: 'block', sentence: '5 ADA leaves to somebody else.' }],
  });
  await approval.getByText('Not signed: 5 ADA leaves to somebody else.').waitFor();
  await approval.getByText('No key touched this transaction, and none will.').waitFor();
  expect(await passwordField(approval).count()).toBe(0);
  expect(await signButton(approval).count()).toBe(0);
  expect(await approval.getByRole('checkbox').count()).toBe(0);
  await leave();
});

it('shows no check as holding that asked or objected', async () => {
  const rule = (id: string, outcome: TransactionTask['rules'][number]['outcome']) => ({
    rule: id,
    outcome,
    holds: `What ${id} looks for holds.`,
    leavesOut: 'The rest.',
  });
  await show({
    title: 'Judged',
    verdict: 'block',
    findings: [
      { rule: 'V6', severity: 'block', sentence: 'The proceeds would go to someone else.' },
      { rule: 'V11', severity: 'warn', sentence: 'How the order is divided cannot be read.' },
    ],
    rules: [rule('V5', 'holds'), rule('V6', 'blocks'), rule('V11', 'asks')],
  });
  await approval.getByText('Checks that ran').click();
  await approval.getByText('What V5 looks for holds.', { exact: true }).waitFor();
  await approval.getByText('Does not hold, see above: What V6 looks for holds.').waitFor();
  await approval.getByText('Not known to hold, see above: What V11 looks for holds.').waitFor();
  await lookAt(app, 'approval-checks', { page: approval, saved: false });
  await leave();
});

it('stays where it is when the password was wrong', async () => {
  const places = (): Promise<unknown> =>
    Promise.all(
      [signButton(approval), passwordField(approval), approval.getByRole('heading', { level: 1 })].map(
        (part) => part.boundingBox(),
      ),
    );
  await passwordField(approval).fill('x');
  const before = await places();
  await signTrade(approval, 'not the password');
  await approval.getByRole('alert').getByText('The password is not right.').waitFor();
  expect(await places()).toEqual(before);
  await leave();
});

it('copies the hash, the addresses and the bytes', async () => {
  await approval.locator('summary').filter({ hasText: 'Inputs' }).click();
  await approval.locator('summary').filter({ hasText: 'Raw bytes' }).click();
  for (const name of ['Copy the transaction hash', /^Copy the address of/, 'Copy the transaction’s bytes']) {
    const button = approval.getByRole('button', { name }).first();
    await button.click();
    await approval.getByRole('button', { name: 'Copied' }).waitFor();
    await approval.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' });
  }
  expect(await approval.getByRole('region', { name: 'The exact transaction, CBOR' }).innerText()).toBe(
    shown().cbor,
  );
  await leave();
});

it('stands open after a double click on Review, and gives way to the next review at once', async () => {
  const { main } = app;
  const waits = (): Promise<void> =>
    renewing(app, () => main.locator('[data-testid="review-phase"][data-phase="waiting"]').waitFor());
  await leave();
  await quoteTrade(main, '2500', 'AMBER');
  await openReview(app, 'Review trade', 2);
  await waits();
  approval = await app.approval();
  await sentencesOf(approval).waitFor();
  // The first is abandoned once it is shown, the second while the service is still building it.
  for (const _left of ['shown', 'building']) {
    await main.keyboard.press('Escape');
    await reviewOf(main).waitFor({ state: 'detached' });
    await openReview(app, 'Review trade');
  }
  await waits();
  expect(await reviewOf(main).innerText()).toContain('Look at the approval window.');
  approval = await app.approval();
  await sentencesOf(approval).waitFor();
  await leave();
});

it('stands beside the ticket, wholly on the screen, and goes out of sight with a new page', async () => {
  const place = async (page: Page) => {
    const session = await page.context().newCDPSession(page);
    const { bounds } = await session.send('Browser.getWindowForTarget');
    await session.detach();
    return {
      left: bounds.left ?? 0,
      top: bounds.top ?? 0,
      width: bounds.width ?? 0,
      height: bounds.height ?? 0,
    };
  };
  const ticket = await app.main.getByRole('region', { name: 'Ticket' }).boundingBox();
  // Its page draws the transaction while the window is still on its way.
  await eventually('it is in view', async () => ((await place(approval)).left >= 0 ? true : undefined));
  const { left, top, width, height } = await place(approval);
  expect(left + width).toBeLessThanOrEqual((ticket?.x ?? 0) + 4);
  expect(left + width).toBeGreaterThanOrEqual((ticket?.x ?? 0) - 12);
  expect([left >= 0, top >= 0, left + width <= 1920, top + height <= 1080]).toEqual([true, true, true, true]);
  await passwordField(approval).fill(PASSWORD);
  await approval.evaluate(() => void Reflect.set(globalThis, 'ofThisTrade', true));
  await leave();
  await eventually('it is out of sight', async () =>
    (await place(approval)).left < -1_000 ? true : undefined,
  );
  await approval.getByText('There is nothing to approve.').waitFor();
  expect(await approval.evaluate(() => Reflect.has(globalThis, 'ofThisTrade'))).toBe(false);
  expect(await passwordField(approval).count()).toBe(0);
  const before = approval;
  await quoteTrade(app.main, '26', 'AMBER');
  approval = await reviewTrade(app);
  // The same window, or another where this one could not be hidden in time.
  if (approval !== before)
    await eventually('the other one is closed', () => Promise.resolve(before.isClosed() || undefined));
  expect(await passwordField(approval).inputValue()).toBe('');
  await leave();
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
