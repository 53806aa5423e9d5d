import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chooseToken,
  lastClick,
  openReview,
  PASSWORD,
  renewing,
  sentencesOf,
  startPracticeWallet,
} from '../support/desk-robot.ts';
import { englishAsked, type IsEnglish, textsOf } from '../support/english-left.ts';
import { lookAt } from '../support/look.ts';
import { orderRows } from '../support/order-robot.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

/** Texts that stay English in a German window, with the reason. */
const STAYS: readonly { readonly text: RegExp; readonly because: string }[] = [
  { text: /^English$/, because: 'each language is offered in its own words' },
];

const SMALL = [{ width: 1280, height: 800 }];

let app: TouchstoneApp;
let isEnglish: IsEnglish;

beforeAll(async () => {
  [app, isEnglish] = await Promise.all([TouchstoneApp.start(), englishAsked()]);
});
afterAll(() => app.stop());

/**
 * Looks at the German window as it is: nothing is English, nothing is cut off, and all is accessible. In one theme:
 * the colours are those of the English window. A menu closes when the window gets another size.
 */
async function look(name: string): Promise<void> {
  const texts = await textsOf(app.main);
  const left = texts.filter((text) => isEnglish(text) && !STAYS.some((stays) => stays.text.test(text)));
  expect.soft(left, name).toEqual([]);
  await lookAt(app, `german-${name}`, { themes: ['dark'], sizes: SMALL });
}

const tab = (name: string): Promise<void> =>
  app.main.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

async function closeSheet(): Promise<void> {
  await app.main.keyboard.press('Escape');
  await app.main.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Signs what the approval window shows in German. */
async function signed(judge?: (approval: Page) => Promise<void>): Promise<void> {
  const approval = await renewing(app, () => app.approval());
  await sentencesOf(approval).waitFor();
  await judge?.(approval);
  await approval.getByLabel('Passwort für Ausgaben', { exact: true }).fill(PASSWORD);
  for (const consent of await approval.getByRole('checkbox').all()) await consent.check();
  await lastClick(approval.getByRole('button', { name: 'Signieren', exact: true }));
  await app.approvalGone();
}

it('changes to German in the settings', async () => {
  const { main } = app;
  await startPracticeWallet(app);
  await chooseToken(main, 'AMBER');
  await main.getByRole('button', { name: 'Settings', exact: true }).click();
  await main.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch', { exact: true }).click();
  await main.locator('html[lang="de"]').waitFor();
  await main.getByRole('button', { name: /^Kaufen: AMBER/ }).waitFor();
  await main.locator('.legend .prices').waitFor();
});

it('buys with an amount that is typed with a comma', async () => {
  const { main } = app;
  await main.locator('#ticket-pay').fill('1,5');
  const presets = main.getByRole('radiogroup', { name: 'Vorgaben für die Slippage, Prozent' });
  await presets.getByRole('radio', { name: '3', exact: true }).check({ force: true });
  await main.getByRole('button', { name: 'Trade prüfen' }).waitFor();
  await look('swap');
  await openReview(app, 'Trade prüfen');
  await signed(async (approval) => {
    await sentencesOf(approval).getByText('Sie senden 1,5 ADA.', { exact: true }).waitFor();
  });
  const [trade] = await app.topicWhen('trades', ([latest]) => latest?.state === 'filled');
  expect(trade?.pay.quantity).toBe('1500000');
  await look('trade');
  await closeSheet();
});

it('places an order at a price that is typed with a comma', async () => {
  const { main } = app;
  await tab('Limit');
  await main.locator('#ticket-pay').fill('40');
  const forms = main.getByRole('radiogroup', { name: 'Einheit des Kurses' });
  await forms.getByText('ADA je AMBER', { exact: true }).click();
  await main.getByRole('textbox', { name: /^Limitkurs/ }).fill('0,45');
  await main.getByRole('button', { name: 'Limit-Order prüfen' }).waitFor();
  await look('limit');
  await openReview(app, 'Limit-Order prüfen');
  await signed();
  const { rows } = await app.topicWhen('orders', (list) => list.rows.some(({ status }) => status === 'open'));
  expect(rows.find(({ status }) => status === 'open')?.typed).toEqual({
    form: 'ada-per-token',
    text: '0.45',
  });
  await main.getByTestId('trade-state').waitFor();
  await closeSheet();
});

it('has the other tickets in German', async () => {
  const { main } = app;
  await tab('Staffel');
  await main.locator('#ticket-pay').fill('400,5');
  await main.getByRole('group', { name: 'Abstand zum Marktkurs' }).getByRole('button').first().click();
  await main.getByRole('button', { name: /^Staffel aus .* prüfen$/ }).waitFor();
  await look('ladder');
  await tab('DCA');
  await main.locator('#ticket-pay').fill('300');
  await main.getByLabel('Anzahl der Trades').fill('3');
  await main.getByRole('button', { name: /^Plan mit/ }).waitFor();
  await look('dca');
});

/** Looks at the sheet of the first order, with the reasons why it waits and every step of its journal. */
async function lookAtOrder(): Promise<void> {
  const { main } = app;
  await orderRows(main).first().click();
  const sheet = main.getByRole('dialog');
  await sheet.getByRole('heading', { name: 'Warum sie noch nicht ausgeführt ist' }).waitFor();
  await sheet.locator('summary').filter({ hasText: 'Schritt' }).click();
  await sheet.getByText('erstellt und geprüft', { exact: true }).waitFor();
  await look('order');
  await closeSheet();
}

it('has every list in German', async () => {
  const { main } = app;
  const lists = main.getByRole('tablist', { name: 'Tabellen' });
  // The order book is beside the chart at the larger size.
  for (const [name, shot] of [
    ['Orders', 'orders'],
    ['Pläne', 'plans'],
    ['Alarme', 'alerts'],
    ['Guthaben', 'balances'],
    ['Pools', 'pools'],
    ['Token', 'token'],
    ['Aktivität', 'activity'],
  ] as const) {
    await lists.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    await look(shot);
    if (name === 'Orders') await lookAtOrder();
  }
  await tab('Trends');
  await look('markets');
});

it('has menus and sheets in German', async () => {
  const { main } = app;
  for (const [key, shot] of [
    ['?', 'keys'],
    ['h', 'glossary'],
    ['Control+k', 'palette'],
  ] as const) {
    await main.locator('body').press(key);
    await main.getByRole('dialog').waitFor();
    await look(shot);
    await closeSheet();
  }
  await main.getByRole('button', { name: 'Einstellungen', exact: true }).click();
  for (const name of ['Allgemein', 'Limits', 'Dienst', 'Geheimnisse', 'Releases']) {
    await main.getByRole('dialog').getByRole('tab', { name }).click();
    await look(`settings-${name.toLowerCase()}`);
  }
  await closeSheet();
  await main.getByRole('button', { name: /^Hinweise/ }).click();
  await look('notices');
  await main.keyboard.press('Escape');
  const chart = main.getByRole('application', { name: /^Chart/ });
  const box = await chart.boundingBox();
  await main.mouse.click((box?.x ?? 0) + 200, (box?.y ?? 0) + 90, { button: 'right' });
  await main.getByRole('menu', { name: /^Kurs \d+,\d+$/ }).waitFor();
  await look('chart-menu');
  await main.keyboard.press('Escape');
  for (const name of ['Indikatoren', 'Skala, Zeit und Farben']) {
    await main
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await look(`chart-${name.slice(0, 5).toLowerCase()}`);
    await main.keyboard.press('Escape');
  }
});
