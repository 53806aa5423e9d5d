import { CustomChart } from 'echarts/charts';
import { GridSimpleComponent } from 'echarts/components';
import { graphic, init, registerAction, use, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

/**
 * The one place that leans on what ECharts does not promise (pinned at 6.1.0; test/e2e/chart/echarts-internals.test.ts
 * fails when it behaves otherwise):
 * - a custom series may be one shape that paints by itself into the 2D context, which a silent shape is handed anew on
 *   each brush;
 * - shapes are repainted by canvas, one canvas a `zlevel`, and only where one of them is marked;
 * - an action that updates nothing may set the extents of axes by itself, so that `convertToPixel` follows the window
 *   without a run through the whole pipeline (0.5 ms and more a frame).
 */

export type Painter = (context: CanvasRenderingContext2D) => void;

/** Layers from the back to the front, each with a canvas of its own. */
export const LAYERS = { base: 0, live: 1, pointer: 2 } as const;
export type Layer = keyof typeof LAYERS;

export interface PaneRectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Extents of the axes: the same stretch of candles for every pane, and each pane's own values. */
export interface Window {
  readonly x: readonly [number, number];
  readonly y: readonly (readonly [number, number])[];
}

interface PaintingShape {
  readonly painting: number;
}
interface Painting {
  markRedraw(): void;
}
interface PathOfBrush {
  getContext?(): CanvasRenderingContext2D | null | undefined;
}
interface AxisModel {
  readonly componentIndex: number;
  readonly option: { min?: number; max?: number };
  readonly axis?: { readonly scale: { _frozen?: boolean; setExtent(low: number, high: number): void } };
}
interface GridModel {
  readonly coordinateSystem?: { getCartesians(): readonly { calcAffineTransform(): void }[] };
}
interface GlobalModel {
  eachComponent(type: 'xAxis' | 'yAxis', visit: (model: AxisModel) => void): void;
  eachComponent(type: 'grid', visit: (model: GridModel) => void): void;
}

const WINDOW_ACTION = 'touchstoneWindow';
const PAINTING = 'touchstonePainting';

/** What each living shape paints, and the shape itself once it was brushed. */
const paintings = new Map<number, { readonly paint: Painter; element?: Painting }>();
let lastPainting = 0;

const nowhere = new graphic.BoundingRect(0, 0, 0, 0);
const painting = {
  type: PAINTING,
  shape: { painting: 0 },
  buildPath(this: unknown, path: unknown, shape: unknown) {
    const context = (path as PathOfBrush).getContext?.();
    const entry = paintings.get((shape as PaintingShape).painting);
    if (!context || entry === undefined) return;
    entry.element = this as Painting;
    context.save();
    entry.paint(context);
    context.restore();
    // What is left of the painter's path must not be filled by the shape's own style.
    context.beginPath();
  },
  // Nothing of it can be pointed at: without this, each move of the pointer would ask every shape for its outline.
  contain: () => false,
  rectContain: () => false,
  getBoundingRect: () => nowhere,
};
const PaintingElement = graphic.extendShape(painting);

const noStyle = { fill: 'none' } as const;
let registered = false;

function register(): void {
  if (registered) return;
  registered = true;
  use([CustomChart, GridSimpleComponent, CanvasRenderer]);
  graphic.registerShape(PAINTING, PaintingElement);
  registerAction({ type: WINDOW_ACTION, event: `${WINDOW_ACTION}Changed`, update: 'none' }, ((
    window: Window,
    model: GlobalModel,
  ) => {
    model.eachComponent('xAxis', (axis) => setExtent(axis, window.x));
    model.eachComponent('yAxis', (axis) => setExtent(axis, window.y[axis.componentIndex]));
    model.eachComponent('grid', ({ coordinateSystem }) => {
      for (const cartesian of coordinateSystem?.getCartesians() ?? []) cartesian.calcAffineTransform();
    });
  }) as never);
}

function setExtent(axis: AxisModel, extent: readonly [number, number] | undefined): void {
  if (extent === undefined) return;
  [axis.option.min, axis.option.max] = extent;
  const scale = axis.axis?.scale;
  if (scale === undefined) return;
  // A development build guards extents between two runs of the pipeline, which is just when they are set here.
  if (scale._frozen !== undefined) scale._frozen = false;
  scale.setExtent(extent[0], extent[1]);
}

const hiddenAxis = { type: 'value', show: false, min: 0, max: 1, animation: false } as const;

/** An ECharts instance with one grid and one custom series a pane, each series a single shape that paints itself. */
export class Surface {
  readonly #chart: EChartsType;
  readonly #numbers: Record<Layer, number[]> = { base: [], live: [], pointer: [] };
  readonly #paintPane: (context: CanvasRenderingContext2D, pane: number) => void;
  #panes: readonly PaneRectangle[] = [];

  constructor(
    element: HTMLElement,
    size: { readonly width: number; readonly height: number; readonly pixelRatio?: number },
    painters: {
      readonly pane: (context: CanvasRenderingContext2D, pane: number) => void;
      readonly live: Painter;
      readonly pointer: Painter;
    },
  ) {
    register();
    this.#chart = init(element, null, {
      renderer: 'canvas',
      width: size.width,
      height: size.height,
      ...(size.pixelRatio !== undefined && { devicePixelRatio: size.pixelRatio }),
    });
    this.#paintPane = painters.pane;
    for (const layer of ['live', 'pointer'] as const) {
      const number = this.#adopt(layer, painters[layer]);
      const Shape = PaintingElement as unknown as new (options: object) => never;
      this.#chart
        .getZr()
        .add(new Shape({ silent: true, zlevel: LAYERS[layer], shape: { painting: number }, style: noStyle }));
    }
  }

  /** Lays the panes out anew; nothing is done where they stay as they are. */
  setPanes(panes: readonly PaneRectangle[]): void {
    if (JSON.stringify(panes) === JSON.stringify(this.#panes)) return;
    for (const number of this.#numbers.base) paintings.delete(number);
    this.#numbers.base = [];
    const numbers = panes.map((_, pane) => this.#adopt('base', (context) => this.#paintPane(context, pane)));
    const fewer = panes.length < this.#panes.length;
    this.#panes = panes;
    this.#chart.setOption(
      {
        animation: false,
        grid: panes.map((pane) => ({ ...pane, outerBoundsMode: 'none' })),
        xAxis: panes.map((_, pane) => ({ ...hiddenAxis, gridIndex: pane })),
        yAxis: panes.map((_, pane) => ({ ...hiddenAxis, gridIndex: pane })),
        series: panes.map((_, pane) => ({
          type: 'custom',
          coordinateSystem: 'cartesian2d',
          xAxisIndex: pane,
          yAxisIndex: pane,
          silent: true,
          animation: false,
          data: [[0, 0]],
          renderItem: () => ({
            type: PAINTING,
            silent: true,
            shape: { painting: numbers[pane] },
            style: noStyle,
          }),
        })),
      },
      { notMerge: fewer, lazyUpdate: false, silent: true },
    );
  }

  /** Moves the axes of all panes, and paints everything in the next frame. */
  setWindow(window: Window): void {
    this.#chart.dispatchAction({ type: WINDOW_ACTION, ...window }, { silent: true });
    this.repaint('base');
    this.repaint('live');
    this.repaint('pointer');
  }

  /** Has a layer painted in the next frame. */
  repaint(layer: Layer): void {
    for (const number of this.#numbers[layer]) paintings.get(number)?.element?.markRedraw();
  }

  /** Paints what waits for the next frame now. */
  flush(): void {
    this.#chart.getZr().flush();
  }

  resize(width: number, height: number): void {
    this.#chart.resize({ width, height, silent: true });
  }

  /** The pixel of a position and a value by ECharts' own reckoning. */
  toPixel(pane: number, position: number, value: number): readonly [number, number] {
    const point: unknown = this.#chart.convertToPixel({ xAxisIndex: pane, yAxisIndex: pane }, [
      position,
      value,
    ]);
    return point as [number, number];
  }

  /** All layers on one canvas. */
  toCanvas(pixelRatio: number, background: string): HTMLCanvasElement {
    return this.#chart.renderToCanvas({ pixelRatio, backgroundColor: background });
  }

  dispose(): void {
    for (const number of Object.values(this.#numbers).flat()) paintings.delete(number);
    this.#chart.dispose();
  }

  #adopt(layer: Layer, paint: Painter): number {
    lastPainting += 1;
    paintings.set(lastPainting, { paint });
    this.#numbers[layer].push(lastPainting);
    return lastPainting;
  }
}
