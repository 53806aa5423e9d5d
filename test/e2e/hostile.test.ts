import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { parseAddress } from '../../src-main/cardano/address.ts';
import { decodeOrderDatum, encodeOrderDatum } from '../../src-main/practice/orders/datum.ts';
import type { DeskApp } from '../support/desk-app.ts';
import { TransactionTree, type OutputTree } from '../support/attack-kinds/transaction-tree.ts';
import {
  closeSheet,
  keysAreHeard,
  lastClick,
  leaveReview,
  reviewFails,
  passwordField,
  quoteTrade,
  reviewTrade,
  signButton,
  signTrade,
  startPracticeWallet,
} from '../support/desk-robot.ts';
import { need } from '../support/live-clients.ts';
import { runningPractice } from '../support/practice-host.ts';
import { PracticeProcess } from '../support/practice-process.ts';
import { practiceProxy, type Interference, type PracticeProxy } from '../support/practice-proxy.ts';
import { practiceWallet } from '../support/practice-wallet.ts';
import { changing, instead, setting, together, type Json } from '../support/tampering.ts';
import { startApp } from '../support/shell.ts';

/** A hostile service and a lying ledger, through real windows, as the user sees them. */

const TICKER = 'AMBER';

let practice: PracticeProcess;
let proxy: PracticeProxy;
let app: DeskApp;
/** Hex of the wallet's address and of a stranger's. */
let mine: string;
const strangers = need(parseAddress(practiceWallet(99).address)).hex;

beforeAll(async () => {
  practice = await PracticeProcess.start();
  proxy = await practiceProxy(practice.endpoints);
  app = await startApp({ practice: runningPractice(proxy.endpoints) });
  mine = need(parseAddress(await startPracticeWallet(app))).hex;
});
afterEach(() => proxy.interfere());
afterAll(async () => {
  await app.stop();
  await proxy.close();
  await practice.stop();
});

/** Changes the transaction that the service answers. */
function editing(reply: 'build' | 'sign', edit: (tx: TransactionTree) => void): Interference {
  return changing(reply, (answer: Json) => {
    const tx = new TransactionTree(String(answer['cbor']));
    edit(tx);
    return { ...answer, cbor: tx.cbor };
  });
}

function change(tx: TransactionTree): OutputTree {
  const found = tx.outputs.findLast(({ address }) => address === mine);
  if (!found) throw new Error('there is no change');
  return found;
}

function halveMinimum(tx: TransactionTree): void {
  const [order] = tx.outputs.filter(({ inlineDatum }) => inlineDatum !== undefined);
  const datum = need(decodeOrderDatum(order?.inlineDatum ?? ''));
  order?.setInlineDatum(encodeOrderDatum({ ...datum, minimumReceived: datum.minimumReceived / 2n }));
}

function raiseFee(tx: TransactionTree): void {
  tx.fee += 10_000_000n;
  change(tx).coin -= 10_000_000n;
}

/** The back-end has no bytes to prove the inputs by, and tells of five ADA more than there are. */
const lyingLedger = together(
  instead('ledger bytes', { status: 404, body: '{"status_code":404}' }),
  changing('ledger outputs', (answer: Json) => ({
    ...answer,
    outputs: (answer['outputs'] as { amount: { unit: string; quantity: string }[] }[]).map((output) => ({
      ...output,
      amount: output.amount.map(({ unit, quantity }) => ({
        unit,
        quantity: String(BigInt(quantity) + (unit === 'lovelace' ? 5_000_000n : 0n)),
      })),
    })),
  })),
);

async function quoted(): Promise<void> {
  await quoteTrade(app.main, '25', TICKER);
}

async function left(approval: Page): Promise<void> {
  await lastClick(approval.getByRole('button', { name: /^(Cancel|Close)$/ }));
  await app.approvalGone();
  await leaveReview(app.main);
}

it.each([
  [
    'pays the change to a stranger',
    editing('build', (tx) => (change(tx).address = strangers)),
    /would go to an address that is not yours/,
  ],
  ['raises the network fee by ten ADA', editing('build', raiseFee), /network fee/i],
  ['lowers the least to receive', editing('build', halveMinimum), /enforce only/],
  ['has a ledger beside it that lies about the inputs', lyingLedger, /sums of the transaction do not match/],
])('a service that %s: the window says why, and has nothing to sign with', async (_name, lie, words) => {
  proxy.interfere(lie);
  await quoted();
  const approval = await reviewTrade(app);
  const findings = approval.getByTestId('findings');
  await findings
    .getByText(/^Not signed: /)
    .first()
    .waitFor();
  expect(await findings.innerText()).toMatch(words);
  await findings.getByText('No key touched this transaction, and none will. No money moved.').waitFor();
  expect(await signButton(approval).count()).toBe(0);
  expect(await passwordField(approval).count()).toBe(0);
  expect((await app.now('trades'))[0]?.state).toBe('refused');
  expect(proxy.seen('/swap/sign')).toEqual([]);
  expect(proxy.seen('/tx/submit')).toEqual([]);
  await left(approval);
});

it('a service that builds garbage: the desk says that it is not a transaction', async () => {
  proxy.interfere(setting('build', { cbor: 'd87980' }));
  await quoted();
  await reviewFails(app, 'Review trade', /something that is not one plain transaction/);
  expect(proxy.seen('/swap/sign')).toEqual([]);
  await leaveReview(app.main);
  await app.approvalGone();
});

it('a ledger with a coin that cannot be read: the others are shown, and that one is missing', async () => {
  proxy.interfere(async ({ url }, forward) => {
    const answer = await forward();
    if (!/\/addresses\/[^/]+\/utxos\?/.test(url)) return answer;
    const rows = JSON.parse(answer.body) as Json[];
    return { ...answer, body: JSON.stringify([...rows, { ...rows[0], output_index: 'the last' }]) };
  });
  const { main } = app;
  await keysAreHeard(main);
  await main.getByRole('tab', { name: 'Balances' }).click();
  const missing = /^1 of the coins that the ledger back-end sent cannot be read and is left out/;
  await main.getByText(missing).waitFor();
  const table = main.getByRole('table', { name: 'Balances' });
  await table.getByRole('row', { name: TICKER }).waitFor();
  await main.keyboard.press('Control+k');
  await main.keyboard.type('coins');
  await main.getByRole('option', { name: /^Coins: list/ }).click();
  const coins = main.getByRole('dialog', { name: 'Coins' });
  await coins.getByText(missing).waitFor();
  await coins.getByRole('checkbox').first().waitFor();
  await closeSheet(main);
});

it('a service that changes what was signed: nothing is sent, and the trade says so', async () => {
  proxy.interfere(editing('sign', raiseFee));
  await quoted();
  await signTrade(await reviewTrade(app));
  const sheet = app.main.getByRole('dialog', { name: 'Trade' });
  await sheet.getByText(/a different transaction from the one you signed/).waitFor();
  await sheet.locator('[data-testid="trade-state"][data-state="signed"]').waitFor();
  expect(proxy.seen('/tx/submit')).toEqual([]);
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
