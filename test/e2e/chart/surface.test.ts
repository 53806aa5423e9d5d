import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Surface } from '../../../src-renderer/chart/surface.ts';
import type { BuiltPage } from '../../support/built-page.ts';
import { eventually } from '../../support/eventually.ts';
import { ChartPage, chartSite } from './chart-page.ts';
import type { placePlot } from './page/place-plot.svelte.ts';

declare global {
  interface Window {
    Surface: typeof Surface;
    placePlot: typeof placePlot;
    showLine: (shown: boolean) => void;
  }
}

/** The chart's canvases and its pen. */
describe('the surface', () => {
  let site: BuiltPage;
  let chart: ChartPage;
  beforeAll(async () => {
    site = await chartSite();
    chart = await ChartPage.open(site);
  });
  afterAll(async () => {
    expect(chart.complaints).toEqual([]);
    await chart.close();
    await site.close();
  });

  it('paints and repaints single layers: a tick the live one alone once it has its canvas, nothing unasked', async () => {
    const painted = await chart.page.evaluate(() => {
      const place = document.createElement('div');
      document.body.append(place);
      const counts: Record<string, number> = { base: 0, live: 0, pointer: 0, cleared: 0 };
      const painter =
        (name: string) =>
        (pen: { fillRect: (x: number, y: number, width: number, height: number) => void }): void => {
          counts[name] = (counts[name] ?? 0) + 1;
          pen.fillRect(0, 0, counts[name], 10);
        };
      const surface = new window.Surface(
        place,
        { width: 400, height: 200, pixelRatio: 1 },
        { base: painter('base'), live: painter('live'), pointer: painter('pointer') },
      );
      surface.repaint('base', 'live', 'pointer');
      surface.flush();
      const together = `${Object.values(counts).join(' ')} on ${place.querySelectorAll('canvas').length}`;
      surface.repaint('live');
      surface.flush();
      const apart = Object.values(counts).join(' ');
      const canvases = [...place.querySelectorAll('canvas')];
      for (const canvas of canvases) {
        const context = canvas.getContext('2d');
        if (context === null) continue;
        const clear = context.clearRect.bind(context);
        context.clearRect = (...area) => {
          counts['cleared'] = (counts['cleared'] ?? 0) + 1;
          clear(...area);
        };
      }
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
        twice: since(() => {
          surface.repaint('live');
          surface.repaint('live');
        }),
        pointer: since(() => surface.repaint('pointer')),
        all: since(() => surface.repaint('base', 'live', 'pointer')),
        canvases: canvases.map(({ width }) => width).join(' '),
        together,
        apart,
      };
      surface.dispose();
      const left = place.childElementCount;
      place.remove();
      return { ...answers, left };
    });
    expect(painted).toEqual({
      nothing: '0 0 0 0',
      live: '0 1 0 1',
      twice: '0 1 0 1',
      pointer: '0 0 1 1',
      all: '1 1 1 3',
      canvases: '400 400 400',
      together: '1 1 1 0 on 2',
      apart: '2 2 1 0',
      left: 0,
    });
  });

  it('paints in the next frame without being pushed', async () => {
    const frames = await chart.page.evaluate(async () => {
      const place = document.createElement('div');
      document.body.append(place);
      let painted = 0;
      const nothing = (): void => undefined;
      const surface = new window.Surface(
        place,
        { width: 40, height: 20 },
        { base: () => (painted += 1), live: nothing, pointer: nothing },
      );
      surface.repaint('base');
      const before = painted;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      surface.repaint('base');
      surface.dispose();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      place.remove();
      return [before, painted];
    });
    expect(frames).toEqual([0, 1]);
  });

  it('puts every layer into the picture', async () => {
    const colours = await chart.page.evaluate(() => {
      const place = document.createElement('div');
      document.body.append(place);
      const square =
        (colour: string, left: number) =>
        (pen: { fillStyle: string; fillRect: (...area: [number, number, number, number]) => void }): void => {
          pen.fillStyle = colour;
          pen.fillRect(left, 0, 10, 10);
        };
      const surface = new window.Surface(
        place,
        { width: 40, height: 20, pixelRatio: 1 },
        { base: square('#ff0000', 0), live: square('#00ff00', 10), pointer: square('#0000ff', 20) },
      );
      surface.repaint('base', 'live', 'pointer');
      surface.flush();
      const context = surface.toCanvas(2, '#111111').getContext('2d');
      const pixels = context?.getImageData(0, 10, 80, 1).data ?? [];
      const at = (x: number): string => [...pixels.slice(x * 8, x * 8 + 3)].join(',');
      const found = [at(5), at(15), at(25), at(35)];
      surface.dispose();
      place.remove();
      return found;
    });
    expect(colours).toEqual(['255,0,0', '0,255,0', '0,0,255', '17,17,17']);
  });

  it('draws as a canvas does: order, clips, paths, labels, and nothing of the frame before', async () => {
    const found = await chart.page.evaluate(() => {
      const place = document.createElement('div');
      document.body.append(place);
      let frame = 1;
      const nothing = (): void => undefined;
      const surface = new window.Surface(
        place,
        { width: 100, height: 40, pixelRatio: 1 },
        {
          base: (pen) => {
            if (frame === 2) {
              pen.fillRect(90, 30, 5, 5);
              return;
            }
            pen.fillStyle = '#ff0000';
            pen.fillRect(0, 0, 20, 20);
            pen.fillStyle = '#00ff00';
            pen.fillRect(10, 0, 20, 20);
            pen.fillStyle = '#ff0000';
            pen.fillRect(20, 10, 20, 10);
            pen.within(40, 0, 10, 10, () => {
              pen.fillStyle = '#0000ff';
              pen.fillRect(35, 0, 30, 30);
            });
            // The colour from before the clip applies again.
            pen.fillRect(60, 0, 5, 5);
            pen.strokeStyle = '#ffffff';
            pen.lineWidth = 4;
            pen.beginPath();
            pen.lineTo(70, 5);
            pen.lineTo(90, 5);
            pen.stroke();
            pen.fillStyle = '#ffff00';
            pen.beginPath();
            pen.circle(80, 20, 5);
            pen.roundRect(5, 25, 20, 10, 2);
            pen.fill();
            pen.font = '20px sans-serif';
            pen.textAlign = 'center';
            pen.fillText('■', 50, 28);
          },
          live: nothing,
          pointer: nothing,
        },
      );
      const colours = (): Record<string, string> => {
        surface.repaint('base');
        surface.flush();
        const context = surface.toCanvas(1, '#111111').getContext('2d');
        const pixels = context?.getImageData(0, 0, 100, 40).data ?? [];
        const at = (x: number, y: number): string =>
          [...pixels.slice((y * 100 + x) * 4, (y * 100 + x) * 4 + 3)].join(',');
        return {
          first: at(5, 5),
          overFirst: at(15, 5),
          overSecond: at(25, 15),
          outsideClip: at(38, 5),
          inClip: at(45, 5),
          belowClip: at(45, 12),
          afterClip: at(62, 2),
          line: at(80, 5),
          circle: at(80, 20),
          round: at(15, 30),
          label: at(50, 28),
          last: at(92, 32),
        };
      };
      const first = colours();
      frame = 2;
      const second = colours();
      frame = 1;
      const third = colours();
      surface.dispose();
      place.remove();
      return { first, second, third };
    });
    const [red, green, blue, white] = ['255,0,0', '0,255,0', '0,0,255', '255,255,255'];
    const [yellow, ground, black] = ['255,255,0', '17,17,17', '0,0,0'];
    const drawn = {
      first: red,
      overFirst: green,
      overSecond: red,
      outsideClip: ground,
      inClip: blue,
      belowClip: ground,
      afterClip: red,
      line: white,
      circle: yellow,
      round: yellow,
      label: yellow,
      last: ground,
    };
    expect(found.first).toEqual(drawn);
    const empty = Object.fromEntries(Object.keys(drawn).map((name) => [name, ground]));
    expect(found.second).toEqual({ ...empty, last: black });
    expect(found.third).toEqual(drawn);
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
