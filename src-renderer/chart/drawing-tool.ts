import { anchorPixels, textBox } from './drawing-shapes.ts';
import {
  anchorsOf,
  distanceToLine,
  parallelOf,
  positionOf,
  timeAt,
  type Anchor,
  type Drawing,
  type DrawingKind,
} from './drawings.ts';
import { isIn } from './handles.ts';
import { pricePane, type Pane, type Scene } from './scene.ts';

const GRAB_PIXELS = 7;

interface Drag {
  readonly drawing: Drawing;
  /** The anchor that is dragged; absent when the whole drawing is. */
  readonly anchor: number | undefined;
  readonly fromPosition: number;
  readonly fromPrice: number;
}

/** Makes, selects, moves and removes drawings with the pointer or the keys. */
export class DrawingTool {
  /** The kind of drawing that the next press starts, if any. */
  armed: DrawingKind | undefined;
  #draft: Drawing | undefined;
  #chosen: string | undefined;
  #drag: Drag | undefined;
  /** The anchor of the selected drawing that the keys move; absent when they move all of it. */
  #held: number | undefined;
  #made = 0;
  /** Where the last press was; a place on the drawing itself is that of a whole candle. */
  #pressed: readonly [x: number, y: number] = [0, 0];
  readonly #scene: Scene;
  readonly #changed: (drawings: readonly Drawing[], settled: boolean) => void;

  /** `changed` is called with `settled` false while a drawing is being dragged. */
  constructor(scene: Scene, changed: (drawings: readonly Drawing[], settled: boolean) => void) {
    this.#scene = scene;
    this.#changed = changed;
  }

  /** The drawing painted on the pointer layer. */
  get active(): Drawing | undefined {
    return this.#draft ?? this.#scene.drawings.find(({ id }) => id === this.#chosen);
  }

  get busy(): boolean {
    return this.#draft !== undefined || this.#drag !== undefined;
  }

  /** True while a place for a drawing is sought. */
  get placing(): boolean {
    return this.armed !== undefined || this.#draft !== undefined;
  }

  /** The selected drawing, unless one is being made. */
  get chosen(): Drawing | undefined {
    return this.#draft === undefined ? this.active : undefined;
  }

  /** The anchor of the selected drawing that the keys hold. */
  get held(): number | undefined {
    return this.#held;
  }

  /** Selects the next drawing, from the oldest on, or the one before. True if there is one. */
  chooseNext(step: 1 | -1): boolean {
    const { drawings } = this.#scene;
    if (drawings.length === 0) return false;
    this.#settle();
    const before = drawings.findIndex(({ id }) => id === this.#chosen);
    const first = step === 1 ? 0 : drawings.length - 1;
    const next = before === -1 ? first : (before + step + drawings.length) % drawings.length;
    this.#choose(drawings[next]?.id);
    return true;
  }

  /** The keys hold the next anchor of the selected drawing, and after the last all of it. True if one is selected. */
  holdNext(): boolean {
    const { chosen } = this;
    if (chosen === undefined) return false;
    this.#settle();
    const next = (this.#held ?? -1) + 1;
    this.#held = next < chosen.anchors.length && chosen.anchors.length > 1 ? next : undefined;
    return true;
  }

  /** Moves what the keys hold by candles and by pixels downwards, until `settle`. True if something is selected. */
  nudge(candles: number, pixels: number): boolean {
    const { chosen } = this;
    const pane = pricePane(this.#scene);
    if (chosen === undefined || pane === undefined) return false;
    const { series, periodSeconds, drawings } = this.#scene;
    const drag = this.#drag ?? { drawing: chosen, anchor: this.#held, fromPosition: 0, fromPrice: 0 };
    this.#drag = drag;
    const anchors = chosen.anchors.map((anchor, at) => {
      if (drag.anchor !== undefined && drag.anchor !== at) return anchor;
      // Places of drawings begin with a candle.
      const position = Math.floor(positionOf(series, anchor.time, periodSeconds)) + candles;
      const price = pane.scale.toValue(pane.scale.toY(anchor.price) + pixels);
      return { time: timeAt(series, position, periodSeconds), price };
    });
    if (anchors.some(({ price }) => !(price > 0))) return true;
    this.#changed(
      drawings.map((drawing) => (drawing.id === chosen.id ? { ...drawing, anchors } : drawing)),
      false,
    );
    return true;
  }

  /** The keys that moved the drawing were released. */
  settle(): void {
    if (this.#draft === undefined) this.#settle();
  }

  #choose(id: string | undefined): void {
    if (id !== this.#chosen) this.#held = undefined;
    this.#chosen = id;
  }

  /** True if the press was handled: it started, continued or grabbed a drawing. */
  press(x: number, y: number, kind = this.armed): boolean {
    this.#pressed = [x, y];
    if (this.#draft !== undefined) {
      this.#finish(x, y);
      return true;
    }
    if (kind !== undefined) {
      this.#begin(kind, x, y);
      return true;
    }
    return this.#grab(x, y);
  }

  move(x: number, y: number): void {
    const anchor = this.#anchorAt(x, y);
    if (anchor === undefined) return;
    if (this.#draft !== undefined) {
      this.#draft = { ...this.#draft, anchors: [...this.#draft.anchors.slice(0, -1), anchor] };
    } else if (this.#drag !== undefined) this.#pull(this.#drag, x, anchor);
  }

  /** The pointer was released: far from where a drawing started this finishes it, otherwise a second press will. */
  release(x: number, y: number): void {
    this.#settle();
    const [fromX, fromY] = this.#pressed;
    if (this.#draft !== undefined && Math.hypot(x - fromX, y - fromY) > GRAB_PIXELS * 2) this.#finish(x, y);
  }

  /** Esc: discards the unfinished drawing and clears the selection. True if there was something to cancel. */
  cancel(): boolean {
    const had = this.#draft !== undefined || this.armed !== undefined || this.#chosen !== undefined;
    this.#draft = undefined;
    this.#settle();
    this.armed = undefined;
    this.#choose(undefined);
    return had;
  }

  /** True if a selected drawing was removed. */
  removeChosen(): boolean {
    if (this.#chosen === undefined) return false;
    const id = this.#chosen;
    this.#settle();
    this.#choose(undefined);
    this.#changed(
      this.#scene.drawings.filter((drawing) => drawing.id !== id),
      true,
    );
    return true;
  }

  /** The drawing under a pixel. */
  hit(x: number, y: number): Drawing | undefined {
    const pane = pricePane(this.#scene);
    if (pane === undefined || y < pane.top || y > pane.top + pane.height) return undefined;
    return this.#scene.drawings.findLast((drawing) => this.#isNear(pane, drawing, x, y));
  }

  #begin(kind: DrawingKind, x: number, y: number): void {
    const anchor = this.#anchorAt(x, y);
    if (anchor === undefined) return;
    this.#made += 1;
    const id = `${kind}-${Date.now().toString(36)}-${this.#made}`;
    const drawing = { id, kind, anchors: anchorsOf(kind) === 1 ? [anchor] : [anchor, anchor] };
    this.#choose(undefined);
    this.armed = undefined;
    if (anchorsOf(kind) === 1) this.#keep(drawing);
    else this.#draft = drawing;
  }

  /** The anchor that follows the pointer is placed; with the last one the drawing is done. */
  #finish(x: number, y: number): void {
    this.move(x, y);
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft === undefined) return;
    if (draft.anchors.length >= anchorsOf(draft.kind)) this.#keep(draft);
    else this.#draft = { ...draft, anchors: [...draft.anchors, draft.anchors.at(-1) as Anchor] };
  }

  #keep(drawing: Drawing): void {
    this.#choose(drawing.id);
    this.#changed([...this.#scene.drawings, drawing], true);
  }

  #grab(x: number, y: number): boolean {
    const pane = pricePane(this.#scene);
    const drawing = this.hit(x, y);
    const at = this.#anchorAt(x, y);
    if (pane === undefined || drawing === undefined || at === undefined) {
      this.#choose(undefined);
      return false;
    }
    const near = anchorPixels(this.#scene, pane, drawing).findIndex(
      (point) => Math.hypot(x - point[0], y - point[1]) <= GRAB_PIXELS,
    );
    this.#choose(drawing.id);
    this.#drag = {
      drawing,
      anchor: near === -1 ? undefined : near,
      fromPosition: this.#scene.viewport.toPosition(x),
      fromPrice: at.price,
    };
    return true;
  }

  #pull(drag: Drag, x: number, to: Anchor): void {
    const { series, periodSeconds, viewport } = this.#scene;
    const moved = Math.round(viewport.toPosition(x) - drag.fromPosition);
    const anchors = drag.drawing.anchors.map((anchor, at) => {
      if (drag.anchor !== undefined) return at === drag.anchor ? to : anchor;
      const position = positionOf(series, anchor.time, periodSeconds) + moved;
      return {
        time: timeAt(series, position, periodSeconds),
        price: anchor.price + to.price - drag.fromPrice,
      };
    });
    const { id } = drag.drawing;
    this.#changed(
      this.#scene.drawings.map((drawing) => (drawing.id === id ? { ...drawing, anchors } : drawing)),
      false,
    );
  }

  /** Ends a drag; one that moved nothing changed nothing. */
  #settle(): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (drag !== undefined && !this.#scene.drawings.includes(drag.drawing))
      this.#changed(this.#scene.drawings, true);
  }

  #isNear(pane: Pane, drawing: Drawing, x: number, y: number): boolean {
    const [from, to, through] = anchorPixels(this.#scene, pane, drawing);
    if (from === undefined) return false;
    if (drawing.kind === 'horizontal') return Math.abs(y - from[1]) <= GRAB_PIXELS;
    if (drawing.kind === 'text') return isIn(textBox(drawing, from), x, y);
    if (to === undefined) return false;
    if (drawing.kind === 'measure') {
      return (
        x >= Math.min(from[0], to[0]) &&
        x <= Math.max(from[0], to[0]) &&
        y >= Math.min(from[1], to[1]) &&
        y <= Math.max(from[1], to[1])
      );
    }
    const near = (one: typeof from, other: typeof from): boolean =>
      distanceToLine([x, y], one, other, drawing.kind === 'ray') <= GRAB_PIXELS;
    if (near(from, to)) return true;
    if (through === undefined) return false;
    return drawing.kind === 'channel' ? near(...parallelOf(from, to, through)) : near(to, through);
  }

  #anchorAt(x: number, y: number): Anchor | undefined {
    const { series, viewport, periodSeconds } = this.#scene;
    const pane = pricePane(this.#scene);
    if (pane === undefined || series.length === 0) return undefined;
    return { time: timeAt(series, viewport.toPosition(x), periodSeconds), price: pane.scale.toValue(y) };
  }
}
