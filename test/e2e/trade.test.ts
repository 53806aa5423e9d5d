import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { formatDecimal, grouped, parseDecimal } from '#domain/decimal.ts';
import type { DeskApp } from '../support/desk-app.ts';
import {
  plain,
  quoteTrade,
  reviewOf,
  reviewTrade,
  sentencesOf,
  signTrade,
  startPracticeWallet,
  waitUntilFilled,
} from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import type { Holdings } from '../support/practice-ledger.ts';
import { lookAt, lookAtApproval } from '../support/look.ts';
import { startApp } from '../support/shell.ts';

const ADA_DECIMALS = 6;
const TICKER = 'AMBER';

let app: DeskApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

function changeOf(before: Holdings, after: Holdings, unit: string): bigint {
  return (after.get(unit) ?? 0n) - (before.get(unit) ?? 0n);
}

/** The figure that the words tell at the place of `#`, in base units. */
function figureIn(said: string, pattern: string, decimals: number): bigint {
  const expression = pattern.replaceAll('.', '\\.').replace('#', '(\\d[\\d,]*(?:\\.\\d+)?)');
  const [, figure] = new RegExp(expression).exec(said) ?? [];
  const units = figure === undefined ? undefined : parseDecimal(figure.replaceAll(',', ''), decimals);
  if (units === undefined) throw new Error(`"${said}" does not say "${pattern}"`);
  return units;
}

const words = async (place: Locator): Promise<string> => (await place.innerText()).replaceAll('\u00a0', ' ');

it('trades through a real window from the welcome page to filled, for exactly what the approval window said', async () => {
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
  const approval = await reviewTrade(app);
  const said = (await words(sentencesOf(approval))).replaceAll(/\s+/g, ' ');
  const ada = (pattern: string): bigint => figureIn(said, pattern, ADA_DECIMALS);
  const pay = ada('You send # ADA.');
  const about = figureIn(said, `You get about # ${TICKER},`, decimals);
  const atLeast = figureIn(said, `at least # ${TICKER}.`, decimals);
  const costs = ada('Costs # ADA');
  const networkFee = ada('# ADA is the network fee');
  const exchangeFees = ada('# ADA the exchange fee');
  const deposits = ada('# ADA comes back');
  expect(pay).toBe(25_000_000n);
  expect(said).not.toContain('service fee');
  expect(networkFee > 0n && exchangeFees > 0n && deposits > 0n).toBe(true);
  expect(costs).toBe(networkFee + exchangeFees);
  expect(about > atLeast && atLeast > 0n).toBe(true);

  const change = await words(approval.getByTestId('net-change'));
  expect(figureIn(change, '\u2212#', ADA_DECIMALS)).toBe(pay + costs + deposits);
  expect(change).toMatch(/ADA$/);

  const prices = (await words(approval.getByTestId('prices'))).replaceAll(/\s+/g, ' ');
  expect(prices).toMatch(
    /^Expected price [\d.]+ ADA per AMBER ?the service’s word Worst price [\d.]+ ADA per AMBER ?enforced by the bytes Against the market .*the service’s word Worth about \$\d+\.\d\d ?the service’s word$/,
  );
  await lookAtApproval(app, approval, 'approval-prices');

  // The trading window says only where to look.
  await reviewOf(main).getByText('Look at the approval window.').waitFor();
  expect(await reviewOf(main).getByRole('textbox').count()).toBe(0);
  await signTrade(approval);
  await waitUntilFilled(main);
  await app.approvalGone();

  const [trade] = await app.now('trades');
  if (!trade) throw new Error('there is no trade');
  expect(trade.state).toBe('filled');
  expect(await ledger.sentBy(address)).toEqual([trade.bodyHash]);
  const after = await ledger.holdings(address);
  expect(changeOf(before, after, 'lovelace')).toBe(-(pay + networkFee + exchangeFees));
  const received = changeOf(before, after, unit);
  expect(received).toBeGreaterThanOrEqual(atLeast);
  expect(trade.filledTotal).toBe(String(received));
  const others = [...before.keys()].filter((each) => each !== 'lovelace' && each !== unit);
  expect(others.map((each) => changeOf(before, after, each))).toEqual(others.map(() => 0n));

  const text = (units: bigint, places: number): string => grouped(formatDecimal(units, places));
  const told = main.getByRole('dialog', { name: 'Trade' });
  expect(await words(told.locator('.sentence'))).toBe(
    `You paid 25 ADA and got ${text(received, decimals)} ${TICKER}.`,
  );
  await told.getByTestId('confirmations').getByText('Confirmed', { exact: true }).waitFor();
  const facts = plain(await told.getByTestId('trade-prices').innerText());
  expect(facts).toMatch(/^Average fill [\d.]+ ADA per AMBER Against the quote .* Worth now about \$/);
  await lookAt(app, 'trade-filled');
  await told.getByRole('button', { name: 'Close', exact: true }).last().click();
  // The toast and the sheet agree.
  const toast = main
    .getByRole('status', { name: /^New notices/ })
    .getByRole('button', { name: /^Order filled/ });
  const average = /Average fill ([\d.]+ ADA per AMBER)/.exec(facts)?.[1] ?? 'nothing';
  const against = /Against the quote ([\d.]+ % (?:better|worse))/.exec(facts)?.[1];
  const compared = against === undefined ? 'as quoted' : `${against} than quoted`;
  expect(plain(await toast.innerText())).toBe(
    `Order filled Sold 25 ADA, got ${text(received, decimals)} ${TICKER}. Average ${average}, ${compared}.`,
  );
  await lookAt(app, 'trade-filled-toast');
  const adaLeft = grouped(formatDecimal((after.get('lovelace') ?? 0n) / 10_000n, 2));
  await eventually('the balance in the title bar is the new one', async () =>
    (await main.getByRole('button', { name: /^Wallet/ }).innerText()).includes(adaLeft) ? true : undefined,
  );

  // The total cost, for the amount received: on the chart and in the list of balances.
  const [position] = await app.now('positions');
  expect(position).toMatchObject({ token: unit, units: String(received), paid: String(pay + costs) });
  await main.getByRole('tab', { name: 'Balances' }).click();
  const row = main.getByRole('table', { name: 'Balances' }).getByRole('row', { name: TICKER });
  const cost = Number(await row.locator('.figure').last().getAttribute('title'));
  const exact = Number(pay + costs) / 10 ** ADA_DECIMALS / (Number(received) / 10 ** decimals);
  expect(cost).toBeCloseTo(exact, 4);
  const chart = main.getByRole('application', { name: /^Chart of/ });
  await chart.focus();
  await eventually('the line of the average cost is on the chart', () => costLabel(main, chart));
  await lookAt(app, 'average-cost', { sizes: LARGE });
  expect(app.complaints).toEqual([]);
});

const LARGE = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
];

/** Moves down the column of labels until the hint of the average cost is there. */
async function costLabel(page: Page, chart: Locator): Promise<true | undefined> {
  const place = await chart.boundingBox();
  if (place === null) return undefined;
  for (let y = place.y + 20; y < place.y + place.height - 30; y += 6) {
    await page.mouse.move(place.x + place.width - 150, y);
    const hint = page.getByRole('tooltip').filter({ hasText: 'Average cost' });
    if ((await hint.count()) > 0) return true;
  }
  return undefined;
}
