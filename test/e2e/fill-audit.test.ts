// A trade's sheet on its fills, in the real windows: exact, underpaid, and traded around; and auditing again.
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import exchanges from '../../resources/exchanges.json' with { type: 'json' };
import {
  closeSheet,
  plain,
  quoteTrade,
  reviewTrade,
  signTrade,
  startPracticeWallet,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { FaultyPractice, faultsFile } from '../support/faulty-practice.ts';
import { lookAt } from '../support/look.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const AMOUNT = '250';
const SMALL = { width: 1280, height: 800 };
/** The window that is looked at, and the same with room for the whole sheet. */
const SIZES = [SMALL, { width: 1280, height: 1500 }];

const folder = temporaryDirectory();
let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start({
    practiceOptions: [...['--seed', '7', '--block-time', '500ms', '--faults', faultsFile(join(folder.path))]],
    dialect: 'spec',
  });
  await startPracticeWallet(app);
});
afterAll(async () => {
  await app.stop();
  folder.remove();
});

/** Trades until it is filled; returns the part of its sheet that tells of the fill. */
async function trade(): Promise<Locator> {
  await quoteTrade(app.main, AMOUNT, 'AMBER');
  const approval = await reviewTrade(app);
  await approval.getByTestId('best-price').waitFor();
  await signTrade(approval);
  await app.approvalGone();
  await waitUntilFilled(app.main);
  const audit = app.main.getByTestId('fill-audit');
  await audit.getByTestId('fill-verdict').first().waitFor();
  return audit;
}

it('says that an honest fill is exact, and what the trade cost, part by part', async () => {
  const audit = await trade();
  expect(plain(await audit.getByTestId('fill-verdict').first().innerText())).toBe(
    'Exact: the exchange paid what its own formula requires, to the base unit.',
  );
  await app.main.getByTestId('fill-verdict-short').getByText('Exact fill').waitFor();
  const cost = plain(await audit.getByTestId('fill-cost').innerText());
  expect(cost).toMatch(
    /^In all, fees included, it cost [\d.,]+ AMBER \(\d+\.\d{3} %\) against the price at your review$/,
  );
  const table = audit.getByRole('table', { name: 'What the trade cost' });
  const named = (await table.getByRole('rowheader').allInnerTexts()).map(plain);
  expect(named).toEqual(
    expect.arrayContaining(['Delay', 'Price impact', 'Pool’s fee', 'Network fee', 'Total']),
  );
  expect(named).not.toContain('Underpaid');
  await audit.getByRole('img', { name: /^What the trade cost, step by step: Delay/ }).waitFor();
  await audit.getByText('What this rests on').click();
  await audit.getByText('That it is on chain is the ledger back-end’s word.').waitFor();
  await audit.evaluate((section) => section.scrollIntoView({ block: 'start' }));
  await lookAt(app, 'fill-audit-exact', { sizes: SIZES });
  await audit.getByRole('button', { name: 'Audit again' }).click();
  await audit.getByRole('button', { name: 'Audit again' }).waitFor();
  expect(plain(await audit.getByTestId('fill-cost').innerText())).toBe(cost);
  await closeSheet(app.main);
});

it('says by how much a fill was underpaid', async () => {
  const { baseUrl } = await app.ledger();
  await new FaultyPractice(baseUrl).make(
    ...exchanges.map(({ code }) => ({ exchange: code, fault: { kind: 'underpay', amount: '250000' } })),
  );
  const audit = await trade();
  await app.main.getByTestId('fill-verdict-short').getByText('Underpaid').waitFor();
  const verdict = audit.getByTestId('fill-verdict').first();
  expect(plain(await verdict.innerText())).toMatch(
    /^Underpaid by 0?\.?\d[\d.,]* AMBER: the exchange’s own formula requires more than it paid\.$/,
  );
  expect(await verdict.getAttribute('data-tone')).toBe('bad');
  const table = audit.getByRole('table', { name: 'What the trade cost' });
  await table.getByRole('rowheader', { name: 'Underpaid' }).waitFor();
  await lookAt(app, 'fill-audit-underpaid', { sizes: SIZES });
});

it('tells what one owner traded around the order in separate transactions', async () => {
  const { main } = app;
  await closeSheet(main);
  const { baseUrl } = await app.ledger();
  await new FaultyPractice(baseUrl).make(
    ...exchanges.map(({ code }) => ({ exchange: code, fault: { kind: 'sandwich', percent: 100 } })),
  );
  const audit = await trade();
  const seen = audit.getByTestId('fill-around-separately').first();
  await seen.waitFor();
  expect(plain(await seen.innerText())).toMatch(
    /^Before yours, one owner traded in the same direction at this pool, [\d.,]+ ADA for [\d.,]+ AMBER, and undid it after yours, [\d.,]+ AMBER for [\d.,]+ ADA\. Without that first trade, the formula would have paid you [\d.,]+ AMBER more\.$/,
  );
  // The exchange still paid what its formula requires.
  await main.getByTestId('fill-verdict-short').getByText('Exact fill').waitFor();
  expect(plain(await audit.getByTestId('fill-before').first().innerText())).toMatch(
    /transactions? since your review[^]*Same direction as yours: [\d.,]+ ADA for [\d.,]+ AMBER/,
  );
  expect(plain(await audit.getByTestId('fill-after').first().innerText())).toMatch(
    /Opposite direction: [\d.,]+ AMBER for [\d.,]+ ADA/,
  );
  await main.setViewportSize(SMALL);
  await audit.evaluate((section) => section.scrollIntoView({ block: 'start' }));
  await lookAt(app, 'fill-audit-around', { sizes: [SMALL] });
  await audit.getByText('What this rests on').click();
  await audit.getByText('a trade at another pool', { exact: false }).waitFor();
});

it('puts the fills together by what they have in common, and saves the table', async () => {
  const { main } = app;
  await closeSheet(main);
  await main.getByRole('tab', { name: /^Activity/ }).click();
  await main.getByRole('button', { name: 'Execution quality' }).click();
  const sheet = main.getByRole('dialog', { name: 'Execution quality' });
  const table = sheet.getByRole('table', { name: 'Execution quality' });
  await table.getByRole('row', { name: /^All 3 / }).waitFor();
  await sheet.getByRole('radio', { name: 'Type' }).check({ force: true });
  const row = table.getByRole('row', { name: /^Market swap 3 / });
  await row.waitFor();
  const all = plain(await table.getByRole('row', { name: /^All/ }).innerText());
  // Two fills were exact and one was underpaid; all could be checked and compared with pools.
  expect(all).toMatch(/^All 3 \d+ of \d+ 100 % -?\d+\.\d\d % \d+\.\d\d %/);
  expect(all).not.toContain('—');
  await table.getByRole('button', { name: 'Cost', exact: true }).click();
  await table
    .getByRole('columnheader', { name: 'Cost' })
    .and(main.locator('[aria-sort="descending"]'))
    .waitFor();
  await lookAt(app, 'execution-quality');
  await closeSheet(main);
});
