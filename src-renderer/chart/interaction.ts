import type { PointerState } from './option.ts';
import { type ChosenDrawing, chosenIn, DrawingKeys, type KeyPlace } from './drawing-keys.ts';
import type { DrawingTool } from './drawing-tool.ts';
import type { DrawingKind } from './drawings.ts';
import type { GestureTarget } from './gestures.ts';
import { isIn } from './handles.ts';
import type { LiveScene } from './live-scene.ts';
import { placesFor } from './price-scale.ts';
import { type Box, type Handle, holds, type OverlayLine, plotWidth } from './scene.ts';

export const noPointer: PointerState = { at: undefined, index: undefined, byKeys: false, active: undefined };

/** The hint shown when the pointer is on a line's label. */
export interface HandleHint {
  readonly lines: readonly string[];
  /** The label, in pixels of the chart. */
  readonly box: Box;
}

/** The notifications to the chart. */
export interface InteractionEvents {
  /** The view changed. */
  readonly moved: () => void;
  /** The pointer layer changed. */
  readonly pointed: () => void;
  readonly crosshair: (index: number | undefined) => void;
  readonly tool: (armed: DrawingKind | undefined) => void;
  /** A line is dragged to a price, in plain digits as precise as the pixels there. */
  readonly line: (id: string, price: string) => void;
  /** A line that stays where it is was let go at the price that it was dragged to last; `false`: it is to stay. */
  readonly dropped: (id: string, taken: boolean) => void;
  /** The cross of a line's label was pressed. */
  readonly close: (id: string) => void;
  /** The pointer is at a label, or no longer at any. */
  readonly handle: (hint: HandleHint | undefined) => void;
  /** A drawing was selected, moved with the view, or is selected no longer. */
  readonly chosen: (chosen: ChosenDrawing | undefined) => void;
  /** The keys moved something. */
  readonly keyed: (place: KeyPlace) => void;
  /** The user opens the settings of the selected drawing. */
  readonly edit: () => void;
  /** The user opened the menu of a price. */
  readonly menu: (price: string, x: number, y: number) => void;
}

/** A line can be grabbed from this distance. */
const GRAB_PIXELS = 5;

/** The effects of pointer and keys on a scene. */
export class Interaction implements GestureTarget {
  pointer: PointerState = noPointer;
  readonly #scene: LiveScene;
  readonly #tool: DrawingTool;
  readonly #events: InteractionEvents;
  /** The line that is being dragged, and how far below the pointer it is, in pixels. */
  #line: { readonly id: string; readonly below: number; readonly movable: boolean } | undefined;
  /** Whether the line that is being dragged was moved. */
  #moved = false;
  /** The line that the keys hold, and the position to which they moved it, in pixels. */
  #held: { readonly id: string; readonly y: number; readonly moved: boolean } | undefined;
  /** The line whose cross is being pressed. */
  #closing: string | undefined;
  #hint: HandleHint | undefined;
  readonly #keys: DrawingKeys;
  #chosen: ChosenDrawing | undefined;

  constructor(scene: LiveScene, tool: DrawingTool, events: InteractionEvents) {
    this.#scene = scene;
    this.#tool = tool;
    this.#events = events;
    this.#keys = new DrawingKeys(scene, tool, {
      start: () => this.#placeOfKeys(),
      moved: () => this.#show(),
      repoint: (change) => this.repoint(change),
      tool: events.tool,
      keyed: events.keyed,
    });
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
    this.hoverAgain();
  }

  /** The labels moved under the pointer, or it moved over them. */
  hoverAgain(): void {
    const { at, byKeys } = this.pointer;
    const handle = at === undefined || byKeys || this.pulling ? undefined : this.#handleAt(at.x, at.y);
    const hint = handle && at && hintOf(handle, at.x, at.y);
    if (sameHint(hint, this.#hint)) return;
    this.#hint = hint;
    this.#events.handle(hint);
  }

  leave(): void {
    this.repoint({ at: undefined, index: undefined });
    this.hoverAgain();
  }

  stepCrosshair(candles: number): void {
    if (this.#scene.store.length === 0) return;
    const { viewport } = this.#scene;
    const from = this.pointer.index ?? viewport.end - (candles < 0 ? 0 : 2);
    const index = Math.max(0, Math.min(this.#scene.store.length - 1, from + candles));
    if (index < viewport.left + 1) viewport.panBy(viewport.spacing * 10);
    if (index > viewport.right - 2) viewport.panBy(-viewport.spacing * 10);
    this.#show();
    this.pointAtCandle(index);
  }

  /** The crosshair without a price, where no pointer is. */
  pointAtCandle(index: number): void {
    this.repoint({ at: { x: this.#scene.viewport.toX(index + 0.5), y: 0 }, index, byKeys: true });
  }

  /** True while a line is being dragged. */
  get pulling(): boolean {
    return this.#line !== undefined;
  }

  press(x: number, y: number, measuring: boolean): boolean {
    // The end of a drag can get lost, for example with the window's focus.
    this.#stopDragging();
    this.#closing = measuring ? undefined : this.#crossAt(x, y);
    if (this.#closing !== undefined) return true;
    this.#line = measuring ? undefined : this.#lineAt(x, y);
    this.#moved = false;
    this.#letGo();
    this.#keys.forget();
    if (this.#line !== undefined) return true;
    const taken = this.#tool.press(x, y, measuring ? 'measure' : this.#tool.armed);
    this.#events.tool(this.#tool.armed);
    this.repoint({});
    return taken;
  }

  drag(x: number, y: number): void {
    if (this.#closing !== undefined) return;
    if (this.#line !== undefined) {
      const { id, below } = this.#line;
      const price = this.#priceAt(y + below);
      if (price === undefined) return;
      this.#moved = true;
      this.#events.line(id, price);
      return;
    }
    if (!this.#tool.busy) return;
    this.#keys.forget();
    this.#tool.move(x, y);
    this.repoint({});
  }

  release(x: number, y: number): void {
    const closing = this.#closing;
    this.#closing = undefined;
    if (closing !== undefined) {
      // As with any button, releasing elsewhere cancels the press.
      if (this.#crossAt(x, y) === closing) this.#events.close(closing);
      return;
    }
    if (this.#line !== undefined) {
      const { id, movable } = this.#line;
      this.#line = undefined;
      if (movable && this.#moved) this.#events.dropped(id, true);
      this.#show();
      return;
    }
    this.#tool.release(x, y);
    this.repoint({});
  }

  /** A dragged order snaps back and nothing is closed; a drawing keeps the shape it has. */
  interrupt(x: number, y: number): void {
    this.#closing = undefined;
    if (this.#stopDragging()) this.#show();
    else this.release(x, y);
  }

  pick(): boolean {
    const pane = this.#pricePane();
    const lines = this.#scene.overlays.lines
      .filter(
        ({ movable, price }) => movable === true && pane !== undefined && holds(pane, pane.scale.toY(price)),
      )
      .toSorted((one, other) => other.price - one.price);
    if (pane === undefined || lines.length === 0) return false;
    const before = lines.findIndex(({ id }) => id === this.#held?.id);
    this.#letGo();
    const next = lines[(before + 1) % lines.length] as OverlayLine;
    this.#hold(next.id, pane.scale.toY(next.price), false);
    return true;
  }

  nudge(pixels: number): boolean {
    if (this.#held === undefined) return false;
    this.#hold(this.#held.id, this.#held.y - pixels, true);
    return true;
  }

  drop(): boolean {
    const held = this.#held;
    if (held === undefined) return false;
    this.#held = undefined;
    this.#events.dropped(held.id, held.moved);
    return true;
  }

  chooseNext(step: 1 | -1): boolean {
    this.#letGo();
    return this.#keys.chooseNext(step);
  }

  holdNext(): boolean {
    return this.#keys.holdNext();
  }

  steer(candles: number, pixels: number): boolean {
    return this.#held === undefined && this.#keys.steer(candles, pixels);
  }

  place(): boolean {
    return this.#keys.place();
  }

  edit(): boolean {
    if (this.#tool.chosen === undefined) return false;
    this.#events.edit();
    return true;
  }

  settle(): void {
    this.#tool.settle();
  }

  /** The view moved, or the drawing did. */
  chosenAgain(): void {
    const chosen = chosenIn(this.#scene, this.#tool);
    const before = this.#chosen;
    const same = chosen?.drawing === before?.drawing && chosen?.x === before?.x && chosen?.y === before?.y;
    this.#chosen = chosen;
    if (!same) this.#events.chosen(chosen);
  }

  #hold(id: string, y: number, moved: boolean): void {
    const price = this.#priceAt(y);
    if (price === undefined) return;
    this.#held = { id, y, moved };
    this.#events.line(id, price);
  }

  /** Cancels a move by the keys: the line returns to its original place. True if one was held. */
  #letGo(): boolean {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) this.#events.dropped(held.id, false);
    return held !== undefined;
  }

  /** An order that is dragged by the pointer stays where it was. */
  #stopDragging(): boolean {
    if (this.#line?.movable !== true) return false;
    const { id } = this.#line;
    this.#line = undefined;
    this.#events.dropped(id, false);
    return true;
  }

  /** The chart goes away: a line that is held or dragged stays where it was. */
  abandon(): void {
    this.#letGo();
    this.#stopDragging();
  }

  cancel(): boolean {
    if (this.#letGo()) return true;
    if (this.#stopDragging()) {
      this.#show();
      return true;
    }
    this.#keys.forget();
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
    if (this.#crossAt(x, y) !== undefined) return 'pointer';
    if (this.#lineAt(x, y) !== undefined) return 'ns-resize';
    if (this.#handleAt(x, y) !== undefined) return 'default';
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
    this.pointer = { ...this.pointer, ...change, active: this.#tool.active, held: this.#tool.held };
    this.#events.pointed();
    this.chosenAgain();
    if (this.pointer.index !== before) this.#events.crosshair(this.pointer.index);
  }

  menu(x: number, y: number, byKeys: boolean): boolean {
    const place = byKeys ? this.#placeOfKeys() : { x, y };
    const price = place && this.#priceAt(place.y);
    if (place === undefined || price === undefined) return false;
    this.#events.menu(price, place.x, place.y);
    return true;
  }

  /** The crosshair's position (at its candle's close if keys moved it), or else the last price. */
  #placeOfKeys(): { readonly x: number; readonly y: number } | undefined {
    const { at, byKeys, index } = this.pointer;
    const pane = this.#pricePane();
    if (pane === undefined) return undefined;
    if (at !== undefined && !byKeys && this.#priceAt(at.y) !== undefined) return at;
    const { store, viewport } = this.#scene;
    const candle = at === undefined ? undefined : index;
    const close = store.close[candle ?? store.length - 1];
    if (close === undefined || store.length === 0) return undefined;
    const x = candle === undefined ? plotWidth(this.#scene) / 2 : viewport.toX(candle + 0.5);
    return { x, y: pane.scale.toY(close) };
  }

  /** The label under a pixel; none while a drawing tool is in use. */
  #handleAt(x: number, y: number): Handle | undefined {
    if (this.#tool.armed !== undefined || this.#tool.busy) return undefined;
    return this.#scene.handles.find(({ box }) => isIn(box, x, y));
  }

  #crossAt(x: number, y: number): string | undefined {
    const handle = this.#handleAt(x, y);
    return handle?.cross !== undefined && isIn(handle.cross, x, y) ? handle.line.id : undefined;
  }

  /** The draggable line, or its label, under a pixel; none while a drawing tool is in use. */
  #lineAt(
    x: number,
    y: number,
  ): { readonly id: string; readonly below: number; readonly movable: boolean } | undefined {
    const pane = this.#pricePane();
    if (pane === undefined || this.#tool.armed !== undefined || this.#tool.busy) return undefined;
    const below = ({ price }: OverlayLine): number => pane.scale.toY(price) - y;
    const line =
      this.#handleAt(x, y)?.line ??
      this.#scene.overlays.lines.find((each) => canDrag(each) && Math.abs(below(each)) <= GRAB_PIXELS);
    if (line === undefined || !canDrag(line)) return undefined;
    return { id: line.id, below: below(line), movable: line.movable === true };
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

function canDrag({ draggable, movable }: OverlayLine): boolean {
  return draggable === true || movable === true;
}

function hintOf({ line, text, box, cross }: Handle, x: number, y: number): HandleHint {
  const closes = cross !== undefined && line.closing !== undefined && isIn(cross, x, y);
  return { lines: closes ? [line.closing] : (line.detail ?? [text]), box };
}

function sameHint(one: HandleHint | undefined, other: HandleHint | undefined): boolean {
  return (
    one === other ||
    (one !== undefined &&
      other !== undefined &&
      one.lines.join('\n') === other.lines.join('\n') &&
      one.box.left === other.box.left &&
      one.box.top === other.box.top &&
      one.box.width === other.box.width)
  );
}
