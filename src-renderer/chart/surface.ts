import { Pen } from './pen.ts';

/** Draws one layer. */
export type Painter = (pen: Pen) => void;

/** Layers from back to front, each on a separate canvas: only those that changed are painted again. */
const LAYERS = ['base', 'live', 'pointer'] as const;
export type Layer = (typeof LAYERS)[number];

interface Size {
  readonly width: number;
  readonly height: number;
  /** Canvas pixels per pixel. */
  readonly pixelRatio: number;
}

interface Sheet {
  readonly pen: Pen;
  /** Made by what is painted first: a layer may stay empty. */
  canvas?: HTMLCanvasElement;
}

/**
 * The surface of the chart: up to three canvases on top of each other. Until the live layer first changes by itself,
 * it is painted onto the base layer's canvas: allocating a canvas takes a good part of a chart's first frame.
 */
export class Surface {
  readonly #root: HTMLElement;
  readonly #sheets: Readonly<Record<Layer, Sheet>>;
  readonly #painters: Readonly<Record<Layer, Painter>>;
  readonly #due = new Set<Layer>();
  #size: Size;
  #frame: number | undefined;
  /** The live layer is painted onto its own canvas. */
  #apart = false;

  constructor(
    element: HTMLElement,
    { width, height, pixelRatio = window.devicePixelRatio || 1 }: Partial<Size> & Omit<Size, 'pixelRatio'>,
    painters: Readonly<Record<Layer, Painter>>,
  ) {
    // The chart listens for gestures on the element itself.
    this.#root = document.createElement('div');
    this.#root.style.pointerEvents = 'none';
    this.#root.style.position = 'relative';
    element.append(this.#root);
    this.#painters = painters;
    this.#size = { width, height, pixelRatio };
    const sheet = (layer: Layer): Sheet => {
      const layerSheet: Sheet = {
        pen: new Pen(() => contextOf((layerSheet.canvas = this.#newCanvas(layer)))),
      };
      return layerSheet;
    };
    this.#sheets = { base: sheet('base'), live: sheet('live'), pointer: sheet('pointer') };
    this.#fit();
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
    const { width, height } = this.#size;
    const { base, live } = this.#painters;
    const due = this.#due;
    if (!this.#apart && due.has('live') && !due.has('base')) {
      // While nothing was painted there is nothing to take apart.
      this.#apart = this.#sheets.base.canvas !== undefined;
      due.add('base');
    }
    // From back to front: a layer may go around what one below it placed.
    for (const layer of LAYERS) {
      if (!due.has(layer) || (layer === 'live' && !this.#apart)) continue;
      const { pen } = this.#sheets[layer];
      if (layer === 'base' && !this.#apart) pen.frame(width, height, base, live);
      else pen.frame(width, height, this.#painters[layer]);
    }
    due.clear();
  }

  /** Another size empties the canvases. */
  resize(width: number, height: number, pixelRatio: number): void {
    const { width: oldWidth, height: oldHeight, pixelRatio: oldRatio } = this.#size;
    if (width === oldWidth && height === oldHeight && pixelRatio === oldRatio) return;
    this.#size = { width, height, pixelRatio };
    this.#fit();
    this.repaint(...LAYERS);
  }

  /** All layers on one canvas, painted again with that many canvas pixels per pixel. */
  toCanvas(pixelRatio: number, background: string): HTMLCanvasElement {
    const { width, height } = this.#size;
    const together = document.createElement('canvas');
    setSize(together, width, height, pixelRatio);
    const onto = together.getContext('2d');
    if (onto === null) return together;
    onto.fillStyle = background;
    onto.fillRect(0, 0, together.width, together.height);
    // In the page while it is painted on: a canvas takes the font's features from around it.
    const layer = document.createElement('canvas');
    layer.style.display = 'none';
    this.#root.append(layer);
    setSize(layer, width, height, pixelRatio);
    const pen = new Pen(() => contextOf(layer));
    pen.reset(pixelRatio);
    for (const each of LAYERS) {
      pen.frame(width, height, this.#painters[each]);
      onto.drawImage(layer, 0, 0);
    }
    layer.remove();
    return together;
  }

  dispose(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#root.remove();
  }

  #fit(): void {
    const { width, height, pixelRatio } = this.#size;
    this.#root.style.width = `${width}px`;
    this.#root.style.height = `${height}px`;
    for (const { canvas, pen } of Object.values(this.#sheets)) {
      if (canvas !== undefined) this.#fitCanvas(canvas);
      pen.reset(pixelRatio);
    }
  }

  #newCanvas(layer: Layer): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.style.position = 'absolute';
    this.#fitCanvas(canvas);
    const above = LAYERS.slice(LAYERS.indexOf(layer) + 1).flatMap((each) => this.#sheets[each].canvas ?? []);
    this.#root.insertBefore(canvas, above[0] ?? null);
    // The content lost with a graphics process is painted again.
    canvas.addEventListener('contextrestored', () => {
      this.#sheets[layer].pen.reset(this.#size.pixelRatio);
      this.repaint(layer);
    });
    return canvas;
  }

  #fitCanvas(canvas: HTMLCanvasElement): void {
    const { width, height, pixelRatio } = this.#size;
    setSize(canvas, width, height, pixelRatio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
}

function setSize(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this page has no canvas');
  return context;
}
