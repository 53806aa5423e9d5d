import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { formatDecimal, parseDecimal } from '../../src-preload/domain/decimal.ts';
import { groupThousands } from '../../src-renderer/format/decimal-text.ts';
import {
  acceptButton,
  figuresOf,
  PASSWORD,
  quoteTrade,
  reviewTrade,
  signInVault,
  startPracticeWallet,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import type { Holdings } from '../support/practice-ledger.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const ADA_DECIMALS = 6;
const TICKER = 'AMBER';

let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start();
});
afterAll(() => app.stop());

function change(before: Holdings, after: Holdings, unit: string): bigint {
  return (after.get(unit) ?? 0n) - (before.get(unit) ?? 0n);
}

function unitsOf(figures: ReadonlyMap<string, string>, name: string, decimals: number): bigint {
  const parsed = parseDecimal(figures.get(name) ?? '', decimals);
  if (parsed === undefined) throw new Error(`${name} is not a figure: ${String(figures.get(name))}`);
  return parsed;
}

const words = async (place: Locator): Promise<string> => (await place.innerText()).replaceAll('\u00a0', ' ');

it('trades through a real window from the welcome page to filled, for exactly what the confirm sheet said', async () => {
  const { main } = app;
  await main.getByRole('heading', { name: 'Trade first with play money' }).waitFor();
  const address = await startPracticeWallet(app);
  const ledger = await app.ledger();
  const before = await ledger.holdings(address);
  expect(before.get('lovelace')).toBe(10_000_000_000n);
  const [token] = await ledger.tokens(TICKER, true);
  const unit = token?.token_id ?? '';
  const decimals = await ledger.decimals(unit);

  await quoteTrade(main, '25', TICKER);
  const sheet = await reviewTrade(main);
  const figures = await figuresOf(sheet);
  const ada = (name: string): bigint => unitsOf(figures, name, ADA_DECIMALS);
  const pay = ada('You pay');
  const networkFee = ada('Network fee');
  const exchangeFees = ada('Exchange fees');
  const deposits = ada('Deposits');
  const atLeast = unitsOf(figures, 'You get at least', decimals);
  const about = unitsOf(figures, 'You get about', decimals);
  expect(pay).toBe(25_000_000n);
  expect(figures.has('To others')).toBe(false);
  expect(networkFee > 0n && exchangeFees > 0n && deposits > 0n).toBe(true);
  expect(about > atLeast && atLeast > 0n).toBe(true);

  const text = (units: bigint, places: number): string => groupThousands(formatDecimal(units, places));
  const sentence = await words(sheet.getByTestId('review-sentence'));
  const costs = await words(sheet.getByTestId('review-costs'));
  expect(sentence).toContain('You send 25 ADA.');
  expect(sentence).toContain(
    `You get about ${text(about, decimals)} ${TICKER}, at least ${text(atLeast, decimals)} ${TICKER}.`,
  );
  expect(costs).toContain(`Costs ${text(networkFee + exchangeFees, ADA_DECIMALS)} ADA`);
  expect(costs).toContain(`${text(networkFee, ADA_DECIMALS)} ADA is the network fee`);
  expect(costs).toContain(`${text(exchangeFees, ADA_DECIMALS)} ADA the exchange fee`);
  expect(costs).toContain(`${text(deposits, ADA_DECIMALS)} ADA comes back`);

  await acceptButton(main).click();
  const vault = await app.vault();
  await vault.getByText(sentence).waitFor();
  expect(await words(vault.locator('main'))).toContain(costs);
  await signInVault(app, PASSWORD);
  await waitUntilFilled(main);
  await app.vaultGone();

  const [trade] = app.topic('trades');
  if (!trade) throw new Error('there is no trade');
  expect(trade.state).toBe('filled');
  expect(await ledger.sentBy(address)).toEqual([trade.bodyHash]);
  const after = await ledger.holdings(address);
  expect(change(before, after, 'lovelace')).toBe(-(pay + networkFee + exchangeFees));
  const received = change(before, after, unit);
  expect(received).toBeGreaterThanOrEqual(atLeast);
  expect(trade.filledTotal).toBe(String(received));
  const others = [...before.keys()].filter((each) => each !== 'lovelace' && each !== unit);
  expect(others.map((each) => change(before, after, each))).toEqual(others.map(() => 0n));

  const told = main.getByRole('dialog', { name: 'Trade' });
  expect(await words(told.locator('.sentence'))).toBe(
    `You paid 25 ADA and got ${text(received, decimals)} ${TICKER}.`,
  );
  await told.getByRole('button', { name: 'Close', exact: true }).last().click();
  const adaLeft = groupThousands(formatDecimal((after.get('lovelace') ?? 0n) / 10_000n, 2));
  await eventually('the balance in the title bar is the new one', async () =>
    (await main.getByRole('button', { name: /^Wallet/ }).innerText()).includes(adaLeft) ? true : undefined,
  );
  expect(app.complaints).toEqual([]);
});
