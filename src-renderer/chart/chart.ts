import type { CandleArrays, Columns } from './candle-store.ts';
import { drawLive, drawPane, drawPointer } from './draw-layers.ts';
import { DrawingTool } from './drawing-tool.ts';
import type { Drawing, DrawingKind } from './drawings.ts';
import { Surface } from './surface.ts';
import { listenToGestures } from './gestures.ts';
import { Hands, noPointer } from './hands.ts';
import type { IndicatorChoice } from './indicators/catalogue.ts';
import { LiveScene, type Change } from './live-scene.ts';
import type { ChartType, Overlays, Palette } from './scene.ts';
import type { ScaleKind } from './price-scale.ts';
import { type Readout, readoutOf, summaryOf } from './readout.ts';
import type { TimeZoneChoice } from './time-labels.ts';

export interface ChartOptions {
  readonly palette: Palette;
  readonly zone: TimeZoneChoice;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The user nears the left edge: candles before this moment (Unix seconds) are wanted. Asked again after `prepend`. */
  readonly onNeedHistory?: (before: number) => void;
  /** The crosshair stands on a candle, or on none. */
  readonly onCrosshair?: (index: number | undefined) => void;
  /** Another stretch is in sight. */
  readonly onView?: () => void;
  /** The user made, moved or removed a drawing. */
  readonly onDrawings?: (drawings: readonly Drawing[]) => void;
  /** Drawing with a tool began or ended. */
  readonly onTool?: (armed: DrawingKind | undefined) => void;
  /** The user pulls a line of the overlays to a price, in plain digits. */
  readonly onLine?: (id: string, price: string) => void;
  /** The menu of a price is asked for. Pixels are within the chart. */
  readonly onPriceMenu?: (price: string, x: number, y: number) => void;
}

/** All layers of a chart on one canvas, `ratio` of its pixels to each pixel of the page, and the colours used. */
export interface ChartPicture {
  readonly canvas: HTMLCanvasElement;
  readonly ratio: number;
  readonly palette: Palette;
}

const SECOND_MS = 1_000;
/** So much of what is in sight may lie left of the series before older candles are asked for. */
const HISTORY_SHARE = 0.5;

/** A candle chart in an element. Nothing here knows where candles come from. */
export class Chart {
  readonly #element: HTMLElement;
  readonly #options: ChartOptions;
  readonly #scene: LiveScene;
  readonly #surface: Surface;
  readonly #tool: DrawingTool;
  readonly #stop: (() => void)[] = [];
  readonly #hands: Hands;
  #askedBefore: number | undefined;
  /** Nothing is laid out before there is a series: ECharts is given its panes once. */
  #begun = false;

  constructor(element: HTMLElement, options: ChartOptions) {
    this.#element = element;
    this.#options = options;
    const ratio = window.devicePixelRatio || 1;
    this.#scene = new LiveScene(options.palette, options.zone, 60, ratio, options.now);
    this.#scene.width = Math.max(1, element.clientWidth);
    this.#scene.height = Math.max(1, element.clientHeight);
    this.#surface = new Surface(
      element,
      { ...this.#size, pixelRatio: ratio },
      {
        base: (pen) => {
          for (const pane of this.#scene.panes) drawPane(pen, this.#scene, pane);
        },
        live: (pen) => drawLive(pen, this.#scene),
        pointer: (pen) => drawPointer(pen, this.#scene, this.#hands.pointer),
      },
    );
    this.#tool = new DrawingTool(this.#scene, (drawings) => {
      this.setDrawings(drawings);
      options.onDrawings?.(drawings);
    });
    this.#hands = new Hands(this.#scene, this.#tool, {
      moved: () => this.#show('all'),
      pointed: () => this.#surface.repaint('pointer'),
      crosshair: (index) => options.onCrosshair?.(index),
      tool: (armed) => options.onTool?.(armed),
      line: (id, price) => options.onLine?.(id, price),
      menu: (price, x, y) => options.onPriceMenu?.(price, x, y),
    });
    this.#stop.push(listenToGestures(element, this.#hands));
    const timer = setInterval(() => {
      if (!document.hidden) this.#surface.repaint('live');
    }, SECOND_MS);
    this.#stop.push(() => clearInterval(timer));
  }

  // What is shown.

  /** Shows a series. Typed arrays belong to the chart from now on. */
  setSeries(arrays: CandleArrays, periodSeconds: number): void {
    this.#askedBefore = undefined;
    this.#begun = true;
    this.#scene.lay();
    this.#scene.replace(arrays, periodSeconds);
    this.#relay();
  }

  /** New candles, new states of the last ones, or late ones. */
  update(candles: CandleArrays): void {
    let change: Change = 'none';
    for (let at = 0; at < candles.time.length; at += 1) {
      const one = this.#scene.put(candles, at);
      if (one === 'all' || change === 'none') change = one;
    }
    this.#show(change);
  }

  /** Older candles, as asked for by `onNeedHistory`; an empty series says that there are none. */
  prepend(arrays: CandleArrays): void {
    if (arrays.time.length === 0) return;
    this.#scene.prepend(arrays);
    this.#hands.shift(arrays.time.length);
    this.#relay();
  }

  setType(type: ChartType): void {
    this.#scene.setType(type);
    this.#relay();
  }

  setScale(kind: ScaleKind): void {
    this.#scene.setScale(kind);
    this.#relay();
  }

  setZone(zone: TimeZoneChoice): void {
    this.#scene.zone = zone;
    this.#show('all');
  }

  setPalette(palette: Palette): void {
    this.#scene.palette = palette;
    this.#show('all');
  }

  setVolume(shown: boolean): void {
    this.#scene.setVolume(shown);
    this.#relay();
  }

  setIndicators(choices: readonly IndicatorChoice[]): void {
    this.#scene.setIndicators(choices);
    this.#relay();
  }

  setOverlays(overlays: Overlays): void {
    const drafts = (lines: Overlays['lines']): string =>
      lines.flatMap(({ draggable, price }) => (draggable === true ? [price] : [])).join();
    const moved = drafts(overlays.lines) !== drafts(this.#scene.overlays.lines);
    this.#scene.overlays = overlays;
    this.#surface.repaint('base');
    // While a line is in hand the scale stands still under it.
    if (moved && !this.#hands.pulling) this.#show('all');
  }

  setDrawings(drawings: readonly Drawing[]): void {
    this.#scene.drawings = drawings;
    this.#surface.repaint('base');
    this.#hands.repoint({});
  }

  /** Arms a drawing tool for the next press, or puts it away. */
  setTool(kind: DrawingKind | undefined): void {
    this.#tool.cancel();
    this.#tool.armed = kind;
    this.#hands.repoint({});
  }

  setComparison(label: string | undefined, other?: Columns): void {
    this.#scene.setComparison(label, other);
    this.#relay();
  }

  /** Shows the candles between two positions. */
  setWindow(left: number, right: number): void {
    this.#scene.viewport.show(left, right);
    this.#show('all');
  }

  /** Moves the view by so many pixels. */
  pan(pixels: number): void {
    this.#hands.panBy(pixels, 0, 0);
  }

  /** Makes candles wider (factor above 1) or narrower; what is under the pixel `x` stays there. */
  zoom(x: number, factor: number): void {
    this.#hands.zoomAt(x, factor);
  }

  /** The whole series. */
  fit(): void {
    this.#scene.viewport.fit();
    this.#show('all');
  }

  get window(): readonly [number, number] {
    return [this.#scene.viewport.left, this.#scene.viewport.right];
  }

  get length(): number {
    return this.#scene.store.length;
  }

  /** The figures of a candle, or of the last one. */
  readout(index?: number): Readout | undefined {
    return readoutOf(this.#scene, index);
  }

  summary(): string {
    return summaryOf(this.#scene);
  }

  /** A picture of the chart without the crosshair. */
  picture(): ChartPicture {
    const { pointer } = this.#hands;
    this.#hands.pointer = noPointer;
    this.#surface.repaint('pointer');
    this.#surface.flush();
    try {
      const { palette, pixelRatio } = this.#scene;
      const ratio = Math.max(2, pixelRatio);
      return { canvas: this.#surface.toCanvas(ratio, palette.background), ratio, palette };
    } finally {
      this.#hands.pointer = pointer;
      this.#surface.repaint('pointer');
    }
  }

  /** Takes the element's size over. */
  resize(): void {
    const { clientWidth, clientHeight } = this.#element;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#scene.width = clientWidth;
    this.#scene.height = clientHeight;
    this.#surface.resize(clientWidth, clientHeight);
    this.#relay();
  }

  /** Paints now what waits for the next frame. */
  flush(): void {
    this.#surface.flush();
  }

  dispose(): void {
    for (const stop of this.#stop) stop();
    this.#surface.dispose();
  }

  get #size(): { readonly width: number; readonly height: number } {
    return { width: this.#scene.width, height: this.#scene.height };
  }

  /** Panes or their room changed. */
  #relay(): void {
    const scene = this.#scene;
    if (!this.#begun) return;
    scene.lay();
    if (scene.look()) scene.lay();
    scene.look();
    this.#show('all');
  }

  #show(change: Change): void {
    if (change === 'live') this.#surface.repaint('live');
    if (change !== 'all' || !this.#begun) return;
    const scene = this.#scene;
    if (scene.look()) {
      this.#relay();
      return;
    }
    this.#surface.repaint('base', 'live', 'pointer');
    this.#hands.pointAgain();
    this.#options.onView?.();
    this.#askForHistory();
  }

  #askForHistory(): void {
    const { viewport, store } = this.#scene;
    const first = store.time[0];
    if (first === undefined || store.length === 0 || this.#askedBefore === first) return;
    if (viewport.left > (viewport.right - viewport.left) * HISTORY_SHARE) return;
    this.#askedBefore = first;
    this.#options.onNeedHistory?.(first);
  }
}
