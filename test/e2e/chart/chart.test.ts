import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChartModel } from '../../../src-renderer/features/charts/chart-model.svelte.ts';
import type { BuiltPage } from '../../support/built-page.ts';
import { eventually } from '../../support/eventually.ts';
import { faultsOf } from '../../support/page-look.ts';
import { ChartPage, chartSite } from './chart-page.ts';

declare global {
  interface Window {
    model: ChartModel;
    done: readonly string[];
    feed: { readonly asked: number; tick(factor: number): void };
  }
}

const PLOT = { x: 600, y: 300 };
const VALUE_AXIS = { x: 1_240, y: 300 };

/** Turns the wheel over the value axis: `notches` times, each by so many pixels. */
function turnAxis(page: Page, notches: number, deltaY: number): Promise<void> {
  return page.evaluate(
    ({ x, y, count, turned }) => {
      const target = document.elementFromPoint(x, y);
      for (let notch = 0; notch < count; notch += 1)
        target?.dispatchEvent(
          new WheelEvent('wheel', {
            clientX: x,
            clientY: y,
            deltaY: turned,
            bubbles: true,
            cancelable: true,
          }),
        );
    },
    { ...VALUE_AXIS, count: notches, turned: deltaY },
  );
}

/** Waits for three frames; they would not come while a script ran. */
function framesIn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let frames = 0;
    while (frames < 3) {
      await new Promise((frame) => requestAnimationFrame(frame));
      frames += 1;
    }
    return frames;
  });
}

/** Start of the candle that the legend shows. */
function candleTime(page: Page): Promise<number | undefined> {
  return page.evaluate(() => window.model.readout?.candle.time);
}

/** The summary of the visible range. */
function summaryOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    window.model.summarise();
    return window.model.summary;
  });
}

describe('the chart', () => {
  let site: BuiltPage;
  beforeAll(async () => {
    site = await chartSite();
  });
  afterAll(() => site.close());

  let chart: ChartPage;
  let page: Page;
  beforeEach(async () => {
    chart = await ChartPage.open(site);
    ({ page } = chart);
  });
  afterEach(async () => {
    expect(chart.complaints).toEqual([]);
    await chart.close();
  });

  it('breaks no rule of the page policy and none of WCAG, dark and light', async () => {
    await page.mouse.move(PLOT.x, PLOT.y);
    expect(await faultsOf(page)).toEqual([]);
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Indicators' }).click();
    await page.getByRole('button', { name: 'MACD' }).click();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('zooms at the pointer: the candle under it stays', async () => {
    await page.mouse.move(PLOT.x, PLOT.y);
    const before = await eventually('a candle is pointed at', () => candleTime(page));
    const first = await summaryOf(page);
    for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -120);
    await eventually('the chart zoomed in', async () =>
      (await summaryOf(page)) === first ? undefined : true,
    );
    expect(await candleTime(page)).toBe(before);
  });

  it('zooms by two fingers: what is between them stays between them', async () => {
    // In the middle of a candle, not on the border of two.
    const middle = PLOT.x + 3;
    const first = await summaryOf(page);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : [
                { x: middle - apart, y: PLOT.y, id: 1 },
                { x: middle + apart, y: PLOT.y, id: 2 },
              ],
      });
    await page.mouse.move(middle, PLOT.y);
    const between = await eventually('a candle is pointed at', () => candleTime(page));
    await touch('touchStart', 40);
    for (let apart = 50; apart <= 160; apart += 10) await touch('touchMove', apart);
    await touch('touchEnd', 0);
    await page.mouse.move(middle, PLOT.y);
    expect(await eventually('a candle is pointed at', () => candleTime(page))).toBe(between);
    const zoomed = await summaryOf(page);
    expect(Number.parseInt(zoomed)).toBeLessThan(Number.parseInt(first) / 2);
  });

  it('keeps the crosshair on its candle while older ones are prepended', async () => {
    await page.mouse.move(PLOT.x, PLOT.y);
    const before = await eventually('a candle is pointed at', () => candleTime(page));
    for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, 240);
    await eventually('older candles were asked for', async () =>
      (await page.evaluate(() => window.feed.asked)) > 0 ? true : undefined,
    );
    await page.mouse.wheel(0, -40);
    expect(await candleTime(page)).toBe(before);
    await page.evaluate(() => window.feed.tick(1.001));
    expect(await candleTime(page)).toBe(before);
  });

  it('loads older candles while panning back, and the view stays', async () => {
    const first = await candleTime(page);
    await page.getByRole('application').focus();
    await page.keyboard.press('Home');
    await eventually('older candles were asked for', async () =>
      (await page.evaluate(() => window.feed.asked)) > 0 ? true : undefined,
    );
    await page.keyboard.press('Shift+ArrowLeft');
    const seen = await candleTime(page);
    expect(seen).toBeLessThan(first ?? 0);
    for (let turn = 0; turn < 3; turn += 1) {
      await page.keyboard.press('Home');
      await page.waitForTimeout(50);
    }
    await page.keyboard.press('Home');
    const words = await page.evaluate(() => {
      window.model.summarise();
      return window.model.summary;
    });
    // Five thousand candles of fifteen minutes reach back into September.
    expect(words).toContain('Sep 2026');
    expect(await page.evaluate(() => window.feed.asked)).toBeLessThanOrEqual(3);
  });

  it('shows a tick at once, and the keys 1 to 8 choose the period', async () => {
    const before = await page.evaluate(() => window.model.readout?.candle.close);
    await page.evaluate(() => window.feed.tick(1.01));
    const after = await page.evaluate(() => window.model.readout?.candle.close);
    expect(after).toBeCloseTo((before ?? 0) * 1.01, 9);
    await page.keyboard.press('5');
    await page.getByRole('button', { name: '1h, 1 hour', pressed: true }).waitFor();
    await page.keyboard.press('8');
    await page.getByRole('button', { name: '1w, 1 week', pressed: true }).waitFor();
  });

  it('keeps drawings with their pair: made, moved, removed', async () => {
    const drawings = (): Promise<readonly { kind: string; anchors: readonly { price: number }[] }[]> =>
      page.evaluate(() => window.model.drawings);
    await page.getByRole('button', { name: 'Trend line' }).click();
    await page.mouse.click(300, 200);
    await page.mouse.click(500, 260);
    await page.getByRole('button', { name: 'Horizontal line' }).click();
    await page.mouse.click(400, 400);
    expect((await drawings()).map(({ kind }) => kind)).toEqual(['trend', 'horizontal']);
    const price = (await drawings())[1]?.anchors[0]?.price ?? 0;
    await page.mouse.move(450, 400);
    await page.mouse.down();
    await page.mouse.move(450, 350, { steps: 3 });
    await page.mouse.up();
    expect((await drawings())[1]?.anchors[0]?.price).toBeGreaterThan(price);
    await page.evaluate(() => window.model.show({ base: 'other', quote: 'ADA', label: 'OTHER/ADA' }));
    await eventually('the other pair has none', async () =>
      (await drawings()).length === 0 ? true : undefined,
    );
    await page.evaluate(() => window.model.show({ base: 'snek', quote: 'ADA', label: 'SNEK/ADA' }));
    await eventually('they are back', async () => ((await drawings()).length === 2 ? true : undefined));
    await page.mouse.click(450, 350);
    await page.keyboard.press('Delete');
    expect((await drawings()).map(({ kind }) => kind)).toEqual(['trend']);
  });

  it('draws a channel and an extension of three places, by presses or with a first drag', async () => {
    const places = (): Promise<readonly [string, number][]> =>
      page.evaluate(() =>
        window.model.drawings.map(({ kind, anchors }): [string, number] => [kind, anchors.length]),
      );
    await page.getByRole('button', { name: 'Parallel channel' }).click();
    await page.mouse.click(560, 300);
    await page.mouse.click(760, 360);
    expect(await places()).toEqual([]);
    await page.mouse.click(660, 400);
    expect(await places()).toEqual([['channel', 3]]);
    await page.getByRole('button', { name: 'Fibonacci extension' }).click();
    await page.mouse.move(820, 560);
    await page.mouse.down();
    await page.mouse.move(900, 400, { steps: 3 });
    await page.mouse.up();
    await page.mouse.click(940, 470);
    expect(await places()).toEqual([
      ['channel', 3],
      ['extension', 3],
    ]);
    // The second line of the channel is grabbed as the first is.
    await page.keyboard.press('Escape');
    await page.mouse.click(660, 400);
    await page.keyboard.press('Delete');
    expect(await places()).toEqual([['extension', 3]]);
    await page.keyboard.press('Control+z');
    expect(await places()).toEqual([
      ['channel', 3],
      ['extension', 3],
    ]);
  });

  it('draws by keys alone: takes a tool, places it, moves a point, styles it, removes it and takes that back', async () => {
    const trend = () => page.evaluate(() => window.model.drawings.at(-1));
    const says = (words: string) => page.getByText(words).waitFor({ state: 'attached' });
    await page.keyboard.press('Alt+t');
    await says('Trend line: arrow keys choose the place');
    await page.keyboard.press('ArrowLeft');
    await says('point 1 of 2');
    await page.keyboard.press('Enter');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    await says('point 2 of 2');
    await page.keyboard.press('Enter');
    const [from, to] = (await trend())?.anchors ?? [];
    // Fifteen minutes a candle.
    expect((to?.time ?? 0) - (from?.time ?? 0)).toBe(30 * 900);
    expect(to?.price).toBeGreaterThan(from?.price ?? 0);
    const bar = page.getByRole('toolbar', { name: 'Trend line, selected' });
    await bar.waitFor();
    expect(await faultsOf(page)).toEqual([]);

    // The second point alone, by one candle back.
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowLeft');
    const moved = (await trend())?.anchors;
    expect(moved?.[0]).toEqual(from);
    expect(moved?.[1]?.time).toBe((to?.time ?? 0) - 900);

    await page.keyboard.press('Enter');
    await bar.getByRole('button', { name: 'Standard colour' }).and(page.locator(':focus')).waitFor();
    await bar.getByRole('button', { name: 'Colour 3' }).press('Enter');
    await bar.getByRole('button', { name: 'Width: 1 px' }).press('Enter');
    await bar.getByRole('button', { name: 'Line: solid' }).press('Enter');
    expect((await trend())?.style).toEqual({ colour: 2, width: 2, dash: 'dashed' });
    await page.keyboard.press('Escape');
    await page.getByRole('application').and(page.locator(':focus')).waitFor();

    // Without a selection, N takes up the newest or the oldest again.
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await bar.waitFor();
    await page.keyboard.press('Delete');
    expect(await page.evaluate(() => window.model.drawings.length)).toBe(0);
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z');
    expect((await trend())?.style).toBeUndefined();
    expect((await trend())?.anchors).toEqual(moved);
    await page.keyboard.press('Control+z');
    expect((await trend())?.anchors).toEqual([from, to]);
  });

  it('writes words on the chart, which are there as soon as they are typed', async () => {
    const texts = () => page.evaluate(() => window.model.drawings.map(({ text }) => text));
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.mouse.click(500, 300);
    const field = page.getByRole('textbox', { name: 'Text' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('resistance');
    await page.keyboard.press('Enter');
    expect(await texts()).toEqual(['resistance']);
    // They are taken hold of by their letters.
    await page.keyboard.press('Escape');
    await page.mouse.click(540, 300);
    await field.waitFor();
    expect(await field.inputValue()).toBe('resistance');
    // One step takes back the text with its words.
    await page.getByRole('application').focus();
    await page.keyboard.press('Control+z');
    expect(await texts()).toEqual([]);
    // Nothing typed is nothing drawn.
    await page.keyboard.press('Alt+x');
    await page.keyboard.press('Enter');
    await field.waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    expect(await texts()).toEqual([]);
  });

  it('compares with another pair in percent', async () => {
    await page.getByRole('button', { name: 'Compare with another pair' }).click();
    await page.getByText('since the left edge').waitFor();
    const light = page.locator('.legend .light');
    expect(await light.textContent()).toContain('live');
    expect(await light.getAttribute('title')).toContain('last message at');
    const change = (): Promise<number | undefined> =>
      page.evaluate(() => window.model.readout?.comparison?.change);
    const before = await change();
    await page.mouse.move(PLOT.x, PLOT.y);
    await page.mouse.wheel(300, 0);
    await page.mouse.wheel(-600, 0);
    expect(before).toBeDefined();
    await eventually('the percentage counts from another edge', async () =>
      (await change()) === before ? undefined : true,
    );
    await page.getByTitle('Stop comparing').click();
    await page.getByText('since the left edge').waitFor({ state: 'hidden' });
  });

  it('draws an indicator as it is set, and names its values', async () => {
    await page.getByRole('button', { name: 'Indicators' }).click();
    await page.getByRole('button', { name: 'RSI' }).click();
    await page.getByLabel('Length').last().fill('7');
    await page.keyboard.press('Escape');
    await page.getByText('RSI\u00a07').waitFor();
    const words = await page.evaluate(() => {
      window.model.summarise();
      return window.model.summary;
    });
    expect(words).toMatch(/RSI\u00a07: RSI \d+\.\d+/);
  });

  it('has handles for orders: what each says, its cross, and a line that is pulled', async () => {
    await page.evaluate(() => {
      const price = window.model.readout?.candle.close ?? 0;
      const line = { price, kind: 'sell', detail: ['Sell 120 SNEK', 'The market must still rise.'] } as const;
      window.model.setOverlays({
        lines: [
          { ...line, id: 'one', label: 'Sell 120 SNEK', closing: 'Cancel this order…' },
          { ...line, id: 'two', label: 'Sell 7 SNEK' },
          { id: 'draft', price, kind: 'draft', label: 'Buy limit', draggable: true },
        ],
        marks: [],
      });
    });
    const place = await page.getByRole('application').boundingBox();
    if (place === null) throw new Error('the chart is not on the page');
    const hint = page.getByRole('tooltip');
    /** Moves along a column of the plot, from the top, until a label says that. */
    const find = async (x: number, text: string): Promise<{ x: number; y: number }> => {
      for (let y = place.y + 20; y < place.y + place.height - 30; y += 6) {
        await page.mouse.move(x, y);
        if ((await hint.count()) > 0 && (await hint.innerText()).includes(text)) return { x, y };
      }
      throw new Error(`no label says "${text}"`);
    };
    // The axis is at least 72 wide, and wider in steps of 12.
    const right = place.x + place.width - 72 - 12;
    const cross = await find(right - 9, 'Cancel this order…').catch(() =>
      find(right - 9 - 12, 'Cancel this order…'),
    );
    expect(await faultsOf(page)).toEqual([]);
    await page.mouse.down();
    await page.mouse.move(cross.x - 300, cross.y);
    await page.mouse.up();
    expect(await page.evaluate(() => window.done)).toEqual([]);
    await page.mouse.click(cross.x, cross.y);
    expect(await page.evaluate(() => window.done)).toEqual(['close one']);
    await find(right - 60, 'The market must still rise.');
    const draft = await find(place.x + 20, 'Buy limit');
    const before = await page.evaluate(() => window.model.readout?.candle.close ?? 0);
    await page.mouse.down();
    await page.mouse.move(draft.x, draft.y + 50, { steps: 2 });
    await page.mouse.up();
    const pulled = (await page.evaluate(() => window.done)).at(-1) ?? '';
    expect(pulled).toMatch(/^pull draft 0\.\d+$/);
    expect(Number(pulled.split(' ')[2])).toBeLessThan(before);
    await page.evaluate(() => window.model.setOverlays({ lines: [], marks: [] }));
    await hint.waitFor({ state: 'detached' });
  });

  it('has a menu at a price, by the right button and by key at the crosshair', async () => {
    const shown = async (): Promise<string> => {
      const menu = page.getByRole('menu', { name: /^Price / });
      await menu.waitFor();
      return /[\d.]+$/.exec((await menu.getAttribute('aria-label')) ?? '')?.[0] ?? '';
    };
    await page.mouse.click(PLOT.x, PLOT.y, { button: 'right' });
    const price = await shown();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Buy at this price' }).click();
    expect(await page.evaluate(() => window.done)).toEqual([`buy ${price}`]);
    // By key, the menu is for what the crosshair is at: the pointer first.
    await page.mouse.move(PLOT.x, PLOT.y - 60);
    await page.keyboard.press('Shift+F10');
    expect(Number(await shown())).toBeGreaterThan(Number(price));
    await page.keyboard.press('Escape');
    for (let step = 0; step < 9; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    const close = await page.evaluate(() => window.model.readout?.candle.close ?? 0);
    await page.keyboard.press('Shift+F10');
    const byKeys = await shown();
    expect(Number(byKeys) / close).toBeCloseTo(1, 2);
    await page.keyboard.press('Enter');
    expect((await page.evaluate(() => window.done)).at(-1)).toBe(`buy ${byKeys}`);
    // Then the keys are the chart's again.
    expect(await page.getByRole('application').evaluate((chart) => chart === document.activeElement)).toBe(
      true,
    );
  });

  it('makes a picture of twice the size, without the crosshair', async () => {
    await page.mouse.move(PLOT.x, PLOT.y);
    const size = await page.evaluate(async () => {
      const picture = await window.model.picture('SNEK/ADA');
      if (picture === undefined) return undefined;
      const image = await createImageBitmap(picture);
      return { width: image.width, height: image.height, type: picture.type };
    });
    expect(size).toEqual({ width: 2 * 1_244, height: 2 * (764 + 32), type: 'image/png' });
  });

  it('folds the zeros of a tiny price and gives it in full in its tooltip', async () => {
    await page.evaluate(() => window.model.show({ base: 'tiny', quote: 'ADA', label: 'TINY/ADA' }));
    await page.getByText('TINY/ADA').first().waitFor();
    const close = await eventually('the tiny price is shown', () =>
      page.evaluate(() => {
        const price = window.model.readout?.candle.close;
        return price !== undefined && price < 1e-6 ? price : undefined;
      }),
    );
    const figure = page.locator('.prices .figure').last();
    await expect.poll(() => figure.innerText()).toContain('0.0₉');
    expect(Number(await figure.getAttribute('title'))).toBeCloseTo(close, 20);
  });

  it('paints a market of one price at twelve magnitudes, and an axis that is turned and turned', async () => {
    // Averages of these differ from the price in their last digit.
    const digits = [1.1, 3.3, 7.7, 9.3];
    const prices = [-12, -9, -7, -5, -3, -1, 0, 2, 5, 8, 12, 15].map(
      (magnitude, at) => `${digits[at % digits.length]}e${magnitude}`,
    );
    for (const price of prices) {
      await page.evaluate(
        (base) => window.model.show({ base: `flat ${base}`, quote: 'ADA', label: base }),
        price,
      );
      await eventually(`the market at ${price} is shown`, () =>
        page.evaluate((wanted) => window.model.readout?.candle.close === Number(wanted) || undefined, price),
      );
      await turnAxis(page, 10, 4_000);
      await turnAxis(page, 20, -4_000);
      expect(await framesIn(page)).toBe(3);
    }
    await turnAxis(page, 180, 120);
    expect(await framesIn(page)).toBe(3);
    await page.mouse.dblclick(VALUE_AXIS.x, VALUE_AXIS.y);
    expect(await framesIn(page)).toBe(3);
  });
});
