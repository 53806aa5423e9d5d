import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltPage } from '../../support/built-page.ts';
import { eventually } from '../../support/eventually.ts';
import { ChartPage, chartSite } from './chart-page.ts';
import type { placePlot } from './page/place-plot.svelte.ts';

declare global {
  interface Window {
    placePlot: typeof placePlot;
    showLine: (shown: boolean) => void;
    /** The pixels of one of the chart's canvases within rows of CSS pixels. */
    pixelsOf: (level: number, top?: number, bottom?: number) => string;
  }
}

/** The canvases of ECharts: axes and bars, the ticking series, and the crosshair. */
describe('the layers', () => {
  let site: BuiltPage;
  let chart: ChartPage;
  beforeAll(async () => {
    site = await chartSite();
    chart = await ChartPage.open(site);
    await chart.page.evaluate(() => {
      window.pixelsOf = (level, top = 0, bottom = Infinity) => {
        const canvas = [...document.querySelectorAll<HTMLCanvasElement>('[role="application"] canvas')][
          level
        ];
        if (canvas === undefined) return '';
        // Reading back from the chart's own canvas would make the browser remark on it.
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {
          willReadFrequently: true,
        });
        copy?.drawImage(canvas, 0, 0);
        const height = Math.min(canvas.height, bottom) - top;
        return copy?.getImageData(0, top, canvas.width, height).data.join() ?? '';
      };
    });
  });
  afterAll(async () => {
    expect(chart.complaints).toEqual([]);
    await chart.close();
    await site.close();
  });

  it('change alone: a tick the last bar and price, the crosshair only what is over them', async () => {
    const { page } = chart;
    const pixels = (): Promise<string[]> =>
      page.evaluate(async () => {
        await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
        return [0, 1, 2].map((level) => window.pixelsOf(level));
      });
    const shown = await eventually('all layers are there', async () => {
      const all = await pixels();
      return all.slice(0, 2).every((each) => each !== '') ? all : undefined;
    });
    await page.evaluate(() => window.feed.tick(0.999));
    const ticked = await eventually('the tick is shown', async () => {
      const all = await pixels();
      return all[1] === shown[1] ? undefined : all;
    });
    expect(ticked[0] === shown[0]).toBe(true);
    await page.mouse.move(600, 300);
    const pointed = await eventually('the crosshair is shown', async () => {
      const all = await pixels();
      return all[2] === ticked[2] ? undefined : all;
    });
    expect(pointed[0] === ticked[0]).toBe(true);
    await page.mouse.move(600, 10);
    await eventually('the crosshair is gone', async () =>
      (await pixels())[2] === pointed[2] ? undefined : true,
    );
  });

  it('keep nothing of what was taken away', async () => {
    const { page } = chart;
    const pixels = (): Promise<string> =>
      page.evaluate(async () => {
        await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
        return [0, 2].map((level) => window.pixelsOf(level)).join();
      });
    const before = await pixels();
    await page.evaluate(() => {
      const { model } = window;
      const price = model.readout?.candle.close ?? 0;
      const line = { id: 'one', kind: 'alert', label: 'Alert', price: price * 1.01 } as const;
      model.setOverlays({ lines: [line], marks: [] });
      model.setDrawings([]);
    });
    await page.getByRole('button', { name: 'Horizontal line' }).click();
    await page.mouse.click(400, 200);
    await eventually('both are shown', async () => ((await pixels()) === before ? undefined : true));
    await page.keyboard.press('Delete');
    await page.mouse.move(600, 10);
    await page.evaluate(() => window.model.setOverlays({ lines: [], marks: [] }));
    await eventually('both are gone', async () => ((await pixels()) === before ? true : undefined));
  });

  it('keep what belongs to a pane within it', async () => {
    const { page } = chart;
    const pane = await page.getByText('Volume, ADA').boundingBox();
    const host = await page.getByRole('application').boundingBox();
    if (pane === null || host === null) throw new Error('there is no volume pane');
    const edge = Math.ceil(pane.y - host.y);
    /** Pixels in the colour of falling candles, which volumes have only as a tint. */
    const candles = (from: number, to: number): Promise<number> =>
      page.evaluate(
        ([top, bottom, colour]) => window.pixelsOf(0, top, bottom).split(`${colour},255,`).length - 1,
        [from, to, '240,130,111'] as const,
      );
    const before = await candles(0, edge - 10);
    expect(before).toBeGreaterThan(100);
    // Prices are stretched until candles reach far out of their pane.
    await page.mouse.move(1_240, 300);
    for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, -400);
    await eventually('the prices are stretched', async () =>
      (await candles(0, edge - 10)) === before ? undefined : true,
    );
    expect(await candles(edge + 10, host.height - 30)).toBe(0);
  });

  it('are all in the picture but the crosshair', async () => {
    const { page } = chart;
    const colours = await page.evaluate(async () => {
      const picture = await window.model.picture('SNEK/ADA');
      const bitmap = await createImageBitmap(picture ?? new Blob());
      const copy = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
        willReadFrequently: true,
      });
      copy?.drawImage(bitmap, 0, 0);
      const data = copy?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      const seen = new Set<string>();
      for (let at = 0; at < data.length; at += 4) seen.add([...data.slice(at, at + 3)].join(' '));
      return [...seen];
    });
    // The ground, falling candles, the tag of the last price, a grid line; and no label of a crosshair.
    expect(colours).toEqual(expect.arrayContaining(['18 22 26', '240 130 111']));
    expect(colours).not.toContain('61 70 80');
  });

  it('keeps nothing of a static plot when there is nothing to show any more', async () => {
    const { page } = chart;
    await page.evaluate(() => {
      const place = document.createElement('div');
      place.id = 'plot';
      document.body.append(place);
      window.showLine = window.placePlot(place);
    });
    const isDrawn = (): Promise<boolean> =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('#plot canvas');
        if (canvas === null) return false;
        // Reading back from the plot's own canvas would make the browser remark on it.
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {
          willReadFrequently: true,
        });
        copy?.drawImage(canvas, 0, 0);
        const picture = copy?.getImageData(0, 0, canvas.width, canvas.height);
        return picture?.data.some((value) => value !== 0) === true;
      });
    for (const shown of [true, false, true]) {
      await page.evaluate((wanted) => window.showLine(wanted), shown);
      await eventually(shown ? 'the line is drawn' : 'the plot is empty', async () =>
        (await isDrawn()) === shown ? true : undefined,
      );
    }
  });
});
