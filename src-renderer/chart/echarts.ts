import { CustomChart, LineChart, ScatterChart, type CustomSeriesOption } from 'echarts/charts';
import {
  AxisPointerComponent,
  GridSimpleComponent,
  type AxisPointerComponentOption,
  type GridComponentOption,
} from 'echarts/components';
import {
  format,
  graphic,
  init,
  setPlatformAPI,
  use,
  type ComposeOption,
  type EChartsType,
} from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

// The parts of ECharts that charts and plots use. They are loaded with the first of these: a good part of the desk's
// script.

use([CustomChart, LineChart, ScatterChart, GridSimpleComponent, AxisPointerComponent, CanvasRenderer]);

export type { EChartsType };
export type CandleOption = ComposeOption<
  AxisPointerComponentOption | CustomSeriesOption | GridComponentOption
>;

/** A canvas takes over features of the font around it, such as digits of one width: texts are measured on one in the page. */
let ruler: CanvasRenderingContext2D | null | undefined;

function measureText(text: string, font = '12px sans-serif'): { readonly width: number } {
  if (ruler === undefined) {
    const canvas = document.createElement('canvas');
    canvas.style.display = 'none';
    document.body.append(canvas);
    ruler = canvas.getContext('2d');
  }
  if (ruler === null) return { width: text.length * 7 };
  if (ruler.font !== font) ruler.font = font;
  return ruler.measureText(text);
}
setPlatformAPI({ measureText });

/** Many rectangles of one ink: left, top, width and height of each in `edges`. */
const Rects = graphic.extendShape({
  shape: { edges: [] as readonly number[] },
  buildPath(
    context: Pick<CanvasRenderingContext2D, 'rect'>,
    { edges }: { readonly edges: readonly number[] },
  ) {
    for (let at = 0; at + 3 < edges.length; at += 4)
      context.rect(
        edges[at] as number,
        edges[at + 1] as number,
        edges[at + 2] as number,
        edges[at + 3] as number,
      );
  },
});
graphic.registerShape('rects', Rects);

/** An empty chart in an element, as large as that, with `ratio` canvas pixels per pixel. */
export function makeChart(place: HTMLElement, ratio = window.devicePixelRatio || 1): EChartsType {
  return init(place, null, { renderer: 'canvas', devicePixelRatio: ratio });
}

/** Pixels that a text in a CSS font is wide. */
export function textWidth(text: string, font: string): number {
  return format.getTextRect(text, font).width;
}
