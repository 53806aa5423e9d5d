import { readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NetworkName } from '#domain/network.ts';
import { cborInt } from '../../src-main/cardano/cbor-writer.ts';
import { toHex } from '../../src-main/cardano/hex.ts';
import { auditScripts, provenScripts } from '../../src-main/app/order-scripts.ts';
import type { OrderScripts } from '../../src-main/proof/script-list.ts';
import { verifyReceipts } from '../../src-main/receipt/verify-receipt.ts';
import {
  lastClick,
  quoteTrade,
  reviewTrade,
  signTrade,
  startPracticeWallet,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { withBodyField } from '../support/edit-cbor.ts';
import { startLyingPractice, type LyingService } from '../support/lying-service.ts';
import { faultsOf } from '../support/page-look.ts';
import { runningPractice } from '../support/practice-host.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const TICKER = 'AMBER';

let lying: LyingService;
let app: TouchstoneApp;

beforeAll(async () => {
  lying = await startLyingPractice();
  app = await TouchstoneApp.start({ practice: runningPractice(lying.endpoints) });
  await startPracticeWallet(app);
});
beforeEach(() => {
  lying.lies = {};
});
afterAll(async () => {
  await app.stop();
  await lying.close();
});

/** Signs a trade; answers its sheet in the trading window, once the trade says what the service did. */
async function signedSheet(code: string): Promise<ReturnType<Page['getByRole']>> {
  await quoteTrade(app.main, '25', TICKER);
  await signTrade(await reviewTrade(app));
  await app.topicWhen('trades', (trades) => trades.some(({ failure }) => failure?.code === code));
  const sheet = app.main.getByRole('dialog', { name: 'Trade' });
  await sheet.locator('[data-testid="trade-state"][data-state="signed"]').waitFor();
  return sheet;
}

/** The file that the window reports as saved is a valid receipt, or a whole chain of them. */
async function expectSaved(words: RegExp): Promise<void> {
  const path = join(homedir(), words.exec(await app.main.getByText(words).innerText())?.[1] ?? '');
  try {
    const scripts = (network: NetworkName): OrderScripts => provenScripts('practice', network);
    expect(verifyReceipts(readFileSync(path, 'utf8'), { scripts, fills: auditScripts })).toMatchObject({
      ok: true,
      value: { valid: true, receipts: [{ assembledBy: 'local' }] },
    });
  } finally {
    rmSync(path);
  }
}

it('a service that fails to sign: the sheet says what the signature means, asks again, or does without', async () => {
  lying.lies = { '/swap/sign': () => undefined };
  const sheet = await signedSheet('service-did-not-sign');
  await sheet.getByText('The service did not assemble your signed transaction.').waitFor();
  const note = await sheet.getByTestId('commitment-note').innerText();
  expect(note).toMatch(
    /^Whoever holds your signature can send this transaction until \d\d:\d\d:\d\d\. To make it void, spend one of its inputs\.$/,
  );
  expect(await faultsOf(app.main)).toEqual([]);
  const again = sheet.getByRole('button', { name: 'Ask the service again' });
  const here = sheet.getByRole('button', { name: 'Assemble here and send' });
  const refuses = Promise.withResolvers<undefined>();
  lying.lies = { '/swap/sign': () => refuses.promise };
  await again.click();
  // One way on at a time: a press meanwhile would be lost.
  await expect.poll(() => here.isEnabled()).toBe(false);
  refuses.resolve(undefined);
  await lastClick(here);
  await waitUntilFilled(app.main);
  expect(await again.count()).toBe(0);
  expect(app.topic('trades')[0]).toMatchObject({ state: 'filled', assembledBy: 'local' });

  await sheet.getByRole('button', { name: 'Save receipt' }).click();
  await expectSaved(/^The receipt is saved as (.+)\.$/);
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  await app.main.getByRole('button', { name: 'Save all receipts' }).click();
  await expectSaved(/^The receipts are saved as (.+)\.$/);
});

it('a service that cheats: the sheet names the rule and offers only to do without', async () => {
  lying.lies = {
    '/swap/sign': (answer) => ({
      ...answer,
      cbor: withBodyField(String(answer['cbor']), 2, toHex(cborInt(5_000_000n))),
    }),
  };
  const sheet = await signedSheet('service-changed-transaction');
  await sheet
    .getByText(/a different transaction from the one you signed \(rule A1: the signed body\)/)
    .waitFor();
  expect(await sheet.getByRole('button', { name: 'Ask the service again' }).count()).toBe(0);
  await lastClick(sheet.getByRole('button', { name: 'Assemble here and send' }));
  await waitUntilFilled(app.main);
  await sheet.getByText(/a different transaction from the one you signed/).waitFor();
  expect(await sheet.getByRole('button', { name: 'Assemble here and send' }).count()).toBe(0);
});
