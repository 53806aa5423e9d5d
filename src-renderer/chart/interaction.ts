import type { PointerState } from './draw-layers.ts';
import type { DrawingTool } from './drawing-tool.ts';
import type { DrawingKind } from './drawings.ts';
import type { GestureTarget } from './gestures.ts';
import type { LiveScene } from './live-scene.ts';
import { placesFor } from './price-scale.ts';
import { plotWidth } from './scene.ts';

export const noPointer: PointerState = { at: undefined, index: undefined, byKeys: false, active: undefined };

/** What the chart is notified of. */
export interface InteractionEvents {
  /** The view changed. */
  readonly moved: () => void;
  /** The pointer layer changed. */
  readonly pointed: () => void;
  readonly crosshair: (index: number | undefined) => void;
  readonly tool: (armed: DrawingKind | undefined) => void;
  /** A line is dragged to a price, in plain digits as precise as the pixels there. */
  readonly line: (id: string, price: string) => void;
  /** The user opened the menu of a price. */
  readonly menu: (price: string, x: number, y: number) => void;
}

/** A line can be grabbed from this distance. */
const GRAB_PIXELS = 5;

/** What the pointer and the keys do to a scene. */
export class Interaction implements GestureTarget {
  pointer: PointerState = noPointer;
  readonly #scene: LiveScene;
  readonly #tool: DrawingTool;
  readonly #events: InteractionEvents;
  /** The line that is being dragged. */
  #line: string | undefined;

  constructor(scene: LiveScene, tool: DrawingTool, events: InteractionEvents) {
    this.#scene = scene;
    this.#tool = tool;
    this.#events = events;
  }

  placeOf(x: number, y: number): 'plot' | 'value-axis' | 'time-axis' {
    if (y > this.#scene.height - this.#scene.timeHeight) return 'time-axis';
    return x > plotWidth(this.#scene) ? 'value-axis' : 'plot';
  }

  panBy(dx: number, dy: number, y: number): void {
    this.#scene.viewport.panBy(dx);
    const pane = this.#paneAt(y);
    if (dy !== 0 && pane !== undefined && !pane.scale.automatic) pane.scale.slide(dy);
    this.#show();
  }

  zoomAt(x: number, factor: number): void {
    this.#scene.viewport.zoomAt(Math.min(x, plotWidth(this.#scene)), factor);
    this.#show();
  }

  stretchAxis(y: number, factor: number): void {
    const pane = this.#paneAt(y);
    if (pane?.kind !== 'price') return;
    pane.scale.stretch(factor);
    this.#show();
  }

  freeAxis(y: number): void {
    const pane = this.#paneAt(y);
    if (pane !== undefined) pane.scale.automatic = true;
    this.#show();
  }

  home(): void {
    this.#scene.viewport.home();
    for (const pane of this.#scene.panes) pane.scale.automatic = true;
    this.#show();
  }

  toStart(): void {
    this.#scene.viewport.toStart();
    this.#show();
  }

  toEnd(): void {
    this.#scene.viewport.toEnd();
    this.#show();
  }

  point(x: number, y: number): void {
    const at = Math.floor(this.#scene.viewport.toPosition(x));
    const inPlot = this.placeOf(x, y) === 'plot';
    const index = inPlot && at >= 0 && at < this.#scene.store.length ? at : undefined;
    this.repoint({ at: inPlot ? { x, y } : undefined, index, byKeys: false });
  }

  leave(): void {
    this.repoint({ at: undefined, index: undefined });
  }

  stepCrosshair(candles: number): void {
    if (this.#scene.store.length === 0) return;
    const { viewport } = this.#scene;
    const from = this.pointer.index ?? viewport.end - (candles < 0 ? 0 : 2);
    const index = Math.max(0, Math.min(this.#scene.store.length - 1, from + candles));
    if (index < viewport.left + 1) viewport.panBy(viewport.spacing * 10);
    if (index > viewport.right - 2) viewport.panBy(-viewport.spacing * 10);
    this.#show();
    this.repoint({ at: { x: viewport.toX(index + 0.5), y: 0 }, index, byKeys: true });
  }

  /** True while a line is being dragged. */
  get pulling(): boolean {
    return this.#line !== undefined;
  }

  press(x: number, y: number, measuring: boolean): boolean {
    this.#line = measuring ? undefined : this.#lineAt(y);
    if (this.#line !== undefined) return true;
    const taken = this.#tool.press(x, y, measuring ? 'measure' : this.#tool.armed);
    this.#events.tool(this.#tool.armed);
    this.repoint({});
    return taken;
  }

  drag(x: number, y: number): void {
    if (this.#line !== undefined) {
      const price = this.#priceAt(y);
      if (price !== undefined) this.#events.line(this.#line, price);
      return;
    }
    if (!this.#tool.busy) return;
    this.#tool.move(x, y);
    this.repoint({});
  }

  release(x: number, y: number): void {
    if (this.#line !== undefined) {
      this.#line = undefined;
      this.#show();
      return;
    }
    this.#tool.release(x, y);
    this.repoint({});
  }

  cancel(): boolean {
    const had = this.#tool.cancel();
    this.#events.tool(undefined);
    this.repoint({});
    return had;
  }

  removeChosen(): boolean {
    return this.#tool.removeChosen();
  }

  cursorAt(x: number, y: number): string {
    const place = this.placeOf(x, y);
    if (place !== 'plot') return place === 'value-axis' ? 'ns-resize' : 'ew-resize';
    if (this.#lineAt(y) !== undefined) return 'ns-resize';
    if (this.#tool.armed === undefined && this.#tool.hit(x, y) !== undefined) return 'pointer';
    return 'crosshair';
  }

  /** The candles moved under a pointer that did not. */
  pointAgain(): void {
    const { at, byKeys, index } = this.pointer;
    if (at === undefined) return;
    if (!byKeys) this.point(at.x, at.y);
    else if (index !== undefined) this.repoint({ at: { x: this.#scene.viewport.toX(index + 0.5), y: 0 } });
  }

  /** Older candles were prepended: the candle under the pointer has another index. */
  shift(added: number): void {
    const { index } = this.pointer;
    if (index === undefined) return;
    this.pointer = { ...this.pointer, index: index + added };
    this.#events.crosshair(index + added);
  }

  repoint(change: Partial<PointerState>): void {
    const before = this.pointer.index;
    this.pointer = { ...this.pointer, ...change, active: this.#tool.active };
    this.#events.pointed();
    if (this.pointer.index !== before) this.#events.crosshair(this.pointer.index);
  }

  menu(x: number, y: number, byKeys: boolean): boolean {
    const close = this.#scene.store.close[this.#scene.store.length - 1];
    const pane = this.#pricePane();
    if (pane === undefined || close === undefined) return false;
    const at = byKeys ? pane.scale.toY(close) : y;
    const price = this.#priceAt(at);
    if (price === undefined) return false;
    this.#events.menu(price, byKeys ? plotWidth(this.#scene) / 2 : x, at);
    return true;
  }

  /** The draggable line under a pixel; none while a drawing tool is in use. */
  #lineAt(y: number): string | undefined {
    const pane = this.#pricePane();
    if (pane === undefined || this.#tool.armed !== undefined || this.#tool.busy) return undefined;
    return this.#scene.overlays.lines.find(
      ({ draggable, price }) => draggable === true && Math.abs(pane.scale.toY(price) - y) <= GRAB_PIXELS,
    )?.id;
  }

  /** The price at a y position of the price pane, in plain digits. */
  #priceAt(y: number): string | undefined {
    const pane = this.#pricePane();
    if (pane === undefined || y < pane.top || y > pane.top + pane.height) return undefined;
    const price = pane.scale.toValue(y);
    const text = price.toFixed(placesFor(pane.scale.stepAt(price, 1)));
    return Number(text) > 0 ? text : undefined;
  }

  #pricePane(): LiveScene['panes'][number] | undefined {
    return this.#scene.panes.find(({ kind }) => kind === 'price');
  }

  #show(): void {
    this.#events.moved();
  }

  #paneAt(y: number): LiveScene['panes'][number] | undefined {
    return this.#scene.panes.find(({ top, height }) => y >= top && y < top + height);
  }
}
