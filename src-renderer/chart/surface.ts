import { init, use, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { Pen, type PenPlace } from './pen.ts';

/** What draws one layer. */
export type Painter = (pen: Pen) => void;

/** Layers from back to front. ECharts gives each `zlevel` a canvas and repaints only those with changed shapes. */
const LAYERS = { base: 0, live: 1, pointer: 2 } as const;
export type Layer = keyof typeof LAYERS;

/**
 * What the chart is painted on: an ECharts instance without an option, to which pens add shapes. Neither this nor the
 * pen reads or sets a private field of ECharts; test/architecture/forbidden.ts checks that.
 */
export class Surface {
  readonly #root: HTMLElement;
  readonly #chart: EChartsType;
  readonly #pens: Readonly<Record<Layer, Pen>>;
  readonly #painters: Readonly<Record<Layer, Painter>>;
  readonly #due = new Set<Layer>();
  #frame: number | undefined;

  constructor(
    element: HTMLElement,
    size: { readonly width: number; readonly height: number; readonly pixelRatio?: number },
    painters: Readonly<Record<Layer, Painter>>,
  ) {
    use([CanvasRenderer]);
    // The chart listens for gestures on the element itself; ECharts would search for the shape under the pointer.
    this.#root = document.createElement('div');
    this.#root.style.pointerEvents = 'none';
    element.append(this.#root);
    this.#chart = init(this.#root, null, {
      renderer: 'canvas',
      width: size.width,
      height: size.height,
      ...(size.pixelRatio !== undefined && { devicePixelRatio: size.pixelRatio }),
    });
    this.#painters = painters;
    const widthOf = rulerIn(this.#root);
    const add: PenPlace['add'] = (group) => this.#chart.getZr().add(group);
    const pen = (layer: Layer): Pen => new Pen({ zlevel: LAYERS[layer], add, widthOf });
    this.#pens = { base: pen('base'), live: pen('live'), pointer: pen('pointer') };
  }

  /** Repaints layers in the next frame. */
  repaint(...layers: readonly Layer[]): void {
    for (const layer of layers) this.#due.add(layer);
    this.#frame ??= requestAnimationFrame(() => this.flush());
  }

  /** Paints pending layers now instead of in the next frame. */
  flush(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    // From back to front: a layer may go around what one below it placed.
    for (const layer of ['base', 'live', 'pointer'] as const)
      if (this.#due.has(layer)) this.#pens[layer].frame(this.#painters[layer]);
    this.#due.clear();
    this.#chart.getZr().flush();
  }

  resize(width: number, height: number): void {
    this.#chart.resize({ width, height, silent: true });
  }

  /** All layers on one canvas. */
  toCanvas(pixelRatio: number, background: string): HTMLCanvasElement {
    return this.#chart.renderToCanvas({ pixelRatio, backgroundColor: background });
  }

  dispose(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#chart.dispose();
    this.#root.remove();
  }
}

/** Measures text as the canvases show it: a canvas inherits font features of its parent, such as tabular figures. */
function rulerIn(element: HTMLElement): PenPlace['widthOf'] {
  const canvas = document.createElement('canvas');
  canvas.width = 0;
  canvas.height = 0;
  element.append(canvas);
  const context = canvas.getContext('2d');
  return (text, font) => {
    if (context === null) return 0;
    context.font = font;
    return context.measureText(text).width;
  };
}
