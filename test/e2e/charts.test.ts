import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quoteTrade, startPracticeWallet } from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { callMain } from '../support/page-api.ts';
import { faultsOf } from '../support/page-look.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

const PERIODS = [
  '20 seconds',
  '1 minute',
  '5 minutes',
  '15 minutes',
  '1 hour',
  '4 hours',
  '1 day',
  '1 week',
] as const;

let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start();
  await startPracticeWallet(app);
  await quoteTrade(app.main, '25', 'AMBER');
});
afterAll(() => app.stop());

const chart = (): Locator => app.main.getByRole('application', { name: /^Chart of/ });
const light = (): Locator => app.main.getByRole('toolbar', { name: 'Chart', exact: true }).locator('.light');
const stale = (): Locator => app.main.getByTestId('chart-stale');
const period = (name: string): Locator =>
  app.main.getByRole('group', { name: 'Period' }).locator(`[aria-pressed="true"][title^="${name} ("]`);
const separator = (name: string): Locator => app.main.getByRole('separator', { name });

/** The legend's figures of the last candle. */
const legend = (): Promise<string> => app.main.locator('.legend .prices').innerText();

/** The moment at the left edge, as the summary for screen readers tells it. */
async function leftEdge(): Promise<string> {
  await chart().blur();
  await chart().focus();
  return eventually('the summary', async () => {
    const id = await chart().getAttribute('aria-describedby');
    return /from (.+) to /.exec(await app.main.locator(`[id="${id}"]`).innerText())?.[1];
  });
}

it('streams candles of the token that the ticket gets', async () => {
  await app.main.getByRole('application', { name: 'Chart of AMBER/ADA' }).waitFor();
  await app.main.keyboard.press('Escape');
  await chart().focus();
  await app.main.keyboard.press('1');
  await period('20 seconds').waitFor();
  await light().getByText('live').waitFor();
  const before = await legend();
  await eventually('the last candle moves', async () => ((await legend()) === before ? undefined : true));
  expect(await light().getAttribute('title')).toMatch(
    /^Candles are streaming; last message at \d\d:\d\d:\d\d$/,
  );
  await app.main
    .getByRole('group', { name: 'Connections' })
    .getByRole('img', {
      name: /^Chart AMBER\/ADA, 20 seconds: Candles are streaming; last message at .*\(good\)$/,
    })
    .waitFor();
});

it('shows one last price in header, list and chart, whenever all three are read', async () => {
  const row = app.main.locator('[data-token][aria-current="true"] .price .figure');
  await row.first().waitFor();
  const read = await app.main.evaluate(async () => {
    const places = [
      '.price button .figure',
      '[data-token][aria-current="true"] .price .figure',
      '.legend .prices [title="close"] .figure',
    ];
    const seen: (string | null | undefined)[][] = [];
    // From one frame to the next, until the price has moved twice and 50 moments were read.
    const moves = (): number => new Set(seen.map(([head]) => head)).size;
    for (let frames = 0; frames < 3_000 && (seen.length < 50 || moves() < 3); frames += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      seen.push(places.map((place) => document.querySelector(place)?.getAttribute('title')));
    }
    return seen;
  });
  expect(read.length).toBeGreaterThanOrEqual(50);
  expect(new Set(read.map(([head]) => head)).size).toBeGreaterThanOrEqual(3);
  expect(read[0]?.[0]).toMatch(/^[\d,.]+$/);
  expect(read.filter((prices) => new Set(prices).size !== 1)).toEqual([]);
});

it('changes the period by 1 to 8, each with candles', async () => {
  for (const [at, name] of PERIODS.entries()) {
    await app.main.keyboard.press(String(at + 1));
    await period(name).waitFor();
    await light()
      .getByText(at < 6 ? 'live' : 'polling')
      .waitFor();
    await chart().and(app.main.locator(':not(.stale)')).waitFor();
    expect(await legend()).toMatch(/\d/);
  }
  await app.main.keyboard.press('4');
  await light().getByText('live').waitFor();
});

it('loads older candles as the user goes back', async () => {
  const first = await leftEdge();
  await app.main.keyboard.press('Home');
  const loaded = await leftEdge();
  expect(loaded).not.toBe(first);
  await eventually('older candles than those of the first load', async () => {
    await app.main.keyboard.press('Home');
    return (await leftEdge()) === loaded ? undefined : true;
  });
  await app.main.keyboard.press('0');
});

it('draws, and keeps the drawing with the pair and the settings with the desk', async () => {
  await app.main.getByRole('button', { name: 'Horizontal line' }).click();
  await chart().click({ position: { x: 200, y: 120 } });
  const clear = app.main.getByRole('button', { name: 'Remove all drawings' });
  await eventually('the drawing is kept', async () => ((await clear.isEnabled()) ? true : undefined));
  await app.main.keyboard.press('Control+z');
  await eventually('the drawing is undone', async () => ((await clear.isDisabled()) ? true : undefined));
  await app.main.keyboard.press('Control+Shift+z');
  await eventually('the drawing is back', async () => ((await clear.isEnabled()) ? true : undefined));
  // The bin asks, and left alone it removes nothing.
  await clear.click();
  const sure = app.main.getByRole('button', { name: 'Press again to remove the drawing' });
  await sure.waitFor();
  await chart().focus();
  await clear.click();
  await sure.click();
  await eventually('the drawing is removed', async () => ((await clear.isDisabled()) ? true : undefined));
  await app.main.getByRole('button', { name: 'Undo' }).click();
  await eventually('the drawing is back again', async () => ((await clear.isEnabled()) ? true : undefined));
  await chart().focus();
  await app.main.keyboard.press('5');
  await period('1 hour').waitFor();
  await eventually('the settings are written', async () => {
    const kept = await callMain(app.main, 'notebook.read', { kind: 'chart', of: 'all' });
    return kept.ok && kept.value.text.includes('"1hour"') ? true : undefined;
  });
  await app.main.reload();
  await period('1 hour').waitFor();
  await app.main.getByRole('application', { name: 'Chart of AMBER/ADA' }).waitFor();
  await eventually('the drawing is there again', async () => ((await clear.isEnabled()) ? true : undefined));
});

it('copies a picture of the chart', async () => {
  const soon = { timeout: 5_000 };
  // A page without the focus copies nothing, and a busy browser drops a click now and then: a user tries again.
  const copy = async (): Promise<true> => {
    await app.main.bringToFront();
    await app.main.getByRole('button', { name: 'Picture of the chart' }).click(soon);
    await app.main.getByRole('menuitem', { name: 'Copy the picture' }).click(soon);
    await app.main.getByText('Picture copied.').waitFor(soon);
    return true;
  };
  await eventually('the picture is copied', () => copy().catch(() => undefined));
  // The page may only write to the clipboard: it reads what is pasted into it.
  const pasted = app.main.evaluate(
    () =>
      new Promise<readonly [number, number]>((resolve) =>
        addEventListener(
          'paste',
          ({ clipboardData }) => {
            const file = clipboardData?.files[0] ?? new Blob();
            void createImageBitmap(file).then(({ width: w, height: h }) => resolve([w, h]));
          },
          { once: true, capture: true },
        ),
      ),
  );
  await app.main.keyboard.press('Control+V');
  const [width, height] = await pasted;
  expect(width).toBeGreaterThan(1_000);
  expect(height).toBeGreaterThan(500);
});

it('marks what is drawn as stale while the stream is cut, and continues by itself', async () => {
  await light().getByText('live').waitFor();
  const marked = stale().waitFor();
  app.killPractice();
  await marked;
  await app.topicWhen('profile', ({ service }) => service === 'ready');
  await light().getByText('live').waitFor();
  await stale().waitFor({ state: 'detached' });
  await chart().focus();
  await app.main.keyboard.press('1');
  await light().getByText('live').waitFor();
  const before = await legend();
  await eventually('candles come again', async () => ((await legend()) === before ? undefined : true));
});

it('keeps the sizes that the user gave the parts, and puts them back', async () => {
  const edge = separator('Height of the tables');
  const size = async (): Promise<number> => Number(await edge.getAttribute('aria-valuenow'));
  const before = await size();
  await edge.focus();
  await app.main.keyboard.press('ArrowUp');
  await app.topicWhen('preferences', ({ layout }) => layout.lower === before + 16);
  const box = await separator('Width of the markets').boundingBox();
  if (box === null) throw new Error('the edge is not on the page');
  await app.main.mouse.move(box.x, box.y + 200);
  await app.main.mouse.down();
  await app.main.mouse.move(box.x + 10, box.y + 200);
  await app.main.mouse.move(box.x - 40, box.y + 200);
  await app.main.mouse.up();
  await app.topicWhen('preferences', ({ layout }) => layout.markets === Math.round(box.x) - 40);
  expect(await faultsOf(app.main)).toEqual([]);
  await app.main.reload();
  await edge.waitFor();
  expect(await size()).toBe(before + 16);
  await edge.dblclick();
  await separator('Width of the markets').dblclick();
  await app.topicWhen('preferences', ({ layout }) => Object.keys(layout).length === 0);
  expect(await size()).toBe(before);
});

it('gives the panes of the chart the heights that the user wants, by keys and by pointer', async () => {
  const edge = separator('Height of Volume');
  const size = async (): Promise<number> => Number(await edge.getAttribute('aria-valuenow'));
  const before = await size();
  await edge.focus();
  await app.main.keyboard.press('ArrowUp');
  expect(await size()).toBe(before + 16);
  const box = await edge.boundingBox();
  if (box === null) throw new Error('the edge is not on the page');
  await app.main.mouse.move(box.x + 200, box.y);
  await app.main.mouse.down();
  await app.main.mouse.move(box.x + 200, box.y - 5);
  await app.main.mouse.move(box.x + 200, box.y - 10);
  await app.main.mouse.up();
  expect(await size()).toBe(before + 26);
  const written = async (): Promise<number | undefined> => {
    const kept = await callMain(app.main, 'notebook.read', { kind: 'chart', of: 'all' });
    const [, volume] = (kept.ok && /"panes":\{"volume":([\d.]+)/.exec(kept.value.text)) || [];
    return volume === undefined ? undefined : Number(volume);
  };
  const dragged = await eventually('the height is written', written);
  await app.main.keyboard.press('End');
  expect(await size()).toBe(Number(await edge.getAttribute('aria-valuemax')));
  await eventually('the new height is written', async () =>
    ((await written()) ?? 0) > dragged ? true : undefined,
  );
  await app.main.reload();
  await eventually('the height is as it was', async () => ((await size()) > before + 26 ? true : undefined));
  expect(await faultsOf(app.main)).toEqual([]);
  await eventually('the height is put back', async () => {
    // While the page settles, the edge may move away under the second of the two clicks.
    if ((await size()) !== before) await edge.dblclick();
    return (await size()) === before ? true : undefined;
  });
});

it('fills the window with the chart and puts everything back as it was', async () => {
  await chart().focus();
  await app.main.keyboard.press('Home');
  const [first, plot] = [await leftEdge(), await chart().boundingBox()];
  const tables = app.main.getByRole('region', { name: 'Tables' });
  await app.main.getByRole('tab', { name: 'Balances' }).click();
  await app.main.keyboard.press('f');
  await tables.waitFor({ state: 'hidden' });
  const full = await chart().boundingBox();
  expect(full?.width).toBeGreaterThan(1_200);
  expect(await app.main.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('application');
  expect(await faultsOf(app.main)).toEqual([]);
  await app.main.keyboard.press('Escape');
  await tables.waitFor();
  expect(await chart().boundingBox()).toEqual(plot);
  const bar = app.main.getByRole('toolbar', { name: 'Chart', exact: true });
  expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect(await leftEdge()).toBe(first);
  await app.main.getByRole('tab', { name: 'Balances', selected: true }).waitFor();
  // A key that goes to a hidden part brings it back.
  await app.main.getByRole('button', { name: 'Full screen' }).click();
  await tables.waitFor({ state: 'hidden' });
  await app.main.keyboard.press('l');
  await tables.waitFor();
  await app.main.getByRole('tab', { name: 'Limit', selected: true }).waitFor();
  await app.main.keyboard.press('m');
});

it('colours prices by the preference, everywhere, and never by colour alone', async () => {
  const up = (): Promise<string> =>
    app.main.evaluate(() => {
      const place = document.createElement('i');
      place.style.color = 'var(--up)';
      document.body.append(place);
      const { color } = getComputedStyle(place);
      place.remove();
      return color;
    });
  const green = await up();
  await app.main.getByRole('button', { name: 'Settings' }).click();
  await app.main.getByRole('radio', { name: 'Blue, orange' }).check({ force: true });
  await app.topicWhen('preferences', ({ priceColours }) => priceColours === 'blue-orange');
  await app.main.locator('html[data-prices="blue-orange"]').waitFor();
  expect(await up()).not.toBe(green);
  await app.main.locator('.chart.blue-orange').waitFor({ state: 'attached' });
  await app.main.keyboard.press('Escape');
  for (const text of await app.main.locator('.go .change').allInnerTexts())
    expect(text).toMatch(/^([+−]|0|—)/);
});

it('gave the browser nothing to complain of', () => {
  expect(app.complaints).toEqual([]);
});
