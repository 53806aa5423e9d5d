import { makeChart, type CandleOption, type EChartsType } from './echarts.ts';
import { chartOption, crosshairAt, liveSeries, topSeries, viewOption, type PointerState } from './option.ts';
import type { Scene } from './scene.ts';

/** The parts to be updated: grids, axes and colours; everything in them; the ticking series; or the crosshair. */
export type Layer = 'frame' | 'base' | 'live' | 'pointer';

export interface StageParts {
  readonly scene: Scene;
  readonly pointer: () => PointerState;
  /** Called before everything is shown. */
  readonly prepare: () => void;
}

/** The ECharts instance of a candle chart. It gets an option once a frame, and of that only what changed. */
export class Stage {
  readonly #root: HTMLElement;
  readonly #parts: StageParts;
  readonly #due = new Set<Layer>();
  #chart: EChartsType;
  #frame: number | undefined;
  /** How many panes are shown, the kind of crosshair and whether there is one, and the drawing that is active. */
  #panes = 0;
  #byKeys = false;
  #pointed = false;
  #active: Pick<PointerState, 'active' | 'held'> = { active: undefined };

  constructor(element: HTMLElement, parts: StageParts) {
    // The chart listens for gestures on the element itself.
    this.#root = document.createElement('div');
    this.#root.style.pointerEvents = 'none';
    element.append(this.#root);
    this.#parts = parts;
    this.#fit();
    this.#chart = makeChart(this.#root, parts.scene.pixelRatio);
    // The content lost with a graphics process is drawn again.
    this.#root.addEventListener('contextrestored', () => this.#chart.resize(), { capture: true });
  }

  /** Shows in the next frame what changed. */
  repaint(...layers: readonly Layer[]): void {
    for (const layer of layers) this.#due.add(layer);
    this.#frame ??= requestAnimationFrame(() => this.flush());
  }

  /** Shows it now instead of in the next frame. */
  flush(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const { scene } = this.#parts;
    const due = new Set(this.#due);
    this.#due.clear();
    if (due.size === 0 || scene.panes.length === 0) return;
    const all = due.has('frame') || due.has('base');
    if (all) this.#parts.prepare();
    const pointer = this.#parts.pointer();
    if (due.has('frame') || pointer.byKeys !== this.#byKeys) this.#showAll(pointer);
    else if (all) this.#show(viewOption(scene, pointer), pointer);
    else this.#showParts(due.has('live'), pointer);
    if (all || due.has('pointer')) this.#point(pointer);
  }

  /** Another size, or another screen. */
  resize(): void {
    const ratio = this.#parts.scene.pixelRatio;
    this.#fit();
    if (ratio === this.#chart.getDevicePixelRatio()) this.#chart.resize();
    else {
      this.#chart.dispose();
      this.#chart = makeChart(this.#root, ratio);
      this.#panes = 0;
    }
    this.repaint('frame');
  }

  /** Everything on one canvas, with that many canvas pixels per pixel. */
  toCanvas(ratio: number, background: string): HTMLCanvasElement {
    return this.#chart.renderToCanvas({ pixelRatio: ratio, backgroundColor: background });
  }

  dispose(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#chart.dispose();
    this.#root.remove();
  }

  #showAll(pointer: PointerState): void {
    const { scene } = this.#parts;
    // Panes that are gone take their axes with them.
    const notMerge = scene.panes.length !== this.#panes;
    this.#panes = scene.panes.length;
    this.#byKeys = pointer.byKeys;
    this.#show(chartOption(scene, pointer), pointer, notMerge);
  }

  #showParts(live: boolean, pointer: PointerState): void {
    const { scene } = this.#parts;
    const active = pointer.active !== this.#active.active || pointer.held !== this.#active.held;
    if (!live && !active) return;
    const series = [...(live ? [liveSeries(scene)] : []), ...(active ? [topSeries(scene, pointer)] : [])];
    this.#show({ series }, pointer);
  }

  #show(option: CandleOption, pointer: PointerState, notMerge = false): void {
    this.#active = pointer;
    this.#chart.setOption(option, { notMerge, silent: true });
  }

  #point(pointer: PointerState): void {
    const place = crosshairAt(this.#parts.scene, pointer);
    if (place === undefined && !this.#pointed) return;
    this.#pointed = place !== undefined;
    this.#chart.dispatchAction(
      { type: 'updateAxisPointer', ...(place ?? { currTrigger: 'leave' }) },
      { silent: true, flush: true },
    );
  }

  #fit(): void {
    const { width, height } = this.#parts.scene;
    this.#root.style.width = `${width}px`;
    this.#root.style.height = `${height}px`;
  }
}
