import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Surface } from '../../../src-renderer/chart/surface.ts';
import type { BuiltPage } from '../../support/built-page.ts';
import { ChartPage, chartSite } from './chart-page.ts';

declare global {
  interface Window {
    Surface: typeof Surface;
    echartsVersion: string;
  }
}

/** What src-renderer/chart/echarts-internals.ts leans on, tried on the ECharts that is installed. */
describe('what the chart leans on in ECharts', () => {
  let site: BuiltPage;
  let chart: ChartPage;
  beforeAll(async () => {
    site = await chartSite();
    chart = await ChartPage.open(site);
  });
  afterAll(async () => {
    await chart.close();
    await site.close();
  });

  it('is the version that it was written for', async () => {
    expect(await chart.page.evaluate(() => window.echartsVersion)).toBe('6.1.0');
  });

  it('paints by canvas: a tick paints the live layer alone, a window everything, and nothing is painted unasked', async () => {
    const painted = await chart.page.evaluate(() => {
      const place = document.createElement('div');
      document.body.append(place);
      const counts: Record<string, number> = { pane0: 0, pane1: 0, live: 0, pointer: 0 };
      const count = (name: string): void => {
        counts[name] = (counts[name] ?? 0) + 1;
      };
      const surface = new window.Surface(
        place,
        { width: 400, height: 200, pixelRatio: 1 },
        {
          pane: (_, pane) => count(`pane${pane}`),
          live: () => count('live'),
          pointer: () => count('pointer'),
        },
      );
      surface.setPanes([
        { left: 0, top: 0, width: 300, height: 100 },
        { left: 0, top: 100, width: 300, height: 100 },
      ]);
      const since = (act: () => void): string => {
        surface.flush();
        for (const name of Object.keys(counts)) counts[name] = 0;
        act();
        surface.flush();
        return Object.values(counts).join(' ');
      };
      const answers = {
        nothing: since(() => undefined),
        live: since(() => surface.repaint('live')),
        pointer: since(() => surface.repaint('pointer')),
        window: since(() =>
          surface.setWindow({
            x: [0, 10],
            y: [
              [0, 1],
              [0, 5],
            ],
          }),
        ),
        canvases: place.querySelectorAll('canvas').length,
      };
      surface.dispose();
      const left = place.querySelectorAll('canvas').length;
      place.remove();
      return { ...answers, left };
    });
    expect(painted).toEqual({
      nothing: '0 0 0 0',
      live: '0 0 1 0',
      pointer: '0 0 0 1',
      window: '1 1 1 1',
      canvases: 3,
      left: 0,
    });
  });

  it("sets the axes of every pane, so that ECharts' own reckoning follows the window", async () => {
    const points = await chart.page.evaluate(() => {
      const place = document.createElement('div');
      document.body.append(place);
      const nothing = (): void => undefined;
      const surface = new window.Surface(
        place,
        { width: 400, height: 200, pixelRatio: 1 },
        { pane: nothing, live: nothing, pointer: nothing },
      );
      surface.setPanes([
        { left: 0, top: 0, width: 300, height: 100 },
        { left: 0, top: 100, width: 300, height: 100 },
      ]);
      surface.setWindow({
        x: [10, 20],
        y: [
          [0, 1],
          [100, 300],
        ],
      });
      const first = [surface.toPixel(0, 15, 0.25), surface.toPixel(1, 20, 300)];
      surface.setWindow({
        x: [0, 100],
        y: [
          [0, 4],
          [0, 10],
        ],
      });
      const second = [surface.toPixel(0, 15, 1), surface.toPixel(1, 50, 0)];
      surface.dispose();
      place.remove();
      return [...first, ...second].map((point) => point.map(Math.round));
    });
    expect(points).toEqual([
      [150, 75],
      [300, 100],
      [45, 75],
      [150, 200],
    ]);
  });

  it('puts every layer into the picture', async () => {
    const colours = await chart.page.evaluate(() => {
      const place = document.createElement('div');
      document.body.append(place);
      const square =
        (colour: string, left: number) =>
        (context: CanvasRenderingContext2D): void => {
          context.fillStyle = colour;
          context.fillRect(left, 0, 10, 10);
        };
      const surface = new window.Surface(
        place,
        { width: 40, height: 20, pixelRatio: 1 },
        { pane: square('#ff0000', 0), live: square('#00ff00', 10), pointer: square('#0000ff', 20) },
      );
      surface.setPanes([{ left: 0, top: 0, width: 40, height: 20 }]);
      surface.flush();
      const canvas = surface.toCanvas(2, '#111111');
      const context = canvas.getContext('2d');
      const at = (x: number): string =>
        [...(context?.getImageData(x * 2, 10, 1, 1).data ?? [])].slice(0, 3).join(',');
      const found = [at(5), at(15), at(25), at(35)];
      surface.dispose();
      place.remove();
      return found;
    });
    expect(colours).toEqual(['255,0,0', '0,255,0', '0,0,255', '17,17,17']);
  });
});
