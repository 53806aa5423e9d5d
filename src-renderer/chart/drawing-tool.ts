import { anchorPixels } from './draw-drawings.ts';
import {
  anchorsOf,
  distanceToLine,
  positionOf,
  timeAt,
  type Anchor,
  type Drawing,
  type DrawingKind,
} from './drawings.ts';
import { pricePane, type Pane, type Scene } from './scene.ts';

const GRAB_PIXELS = 7;

interface Drag {
  readonly drawing: Drawing;
  /** The anchor that is dragged; absent when the whole drawing is. */
  readonly anchor: number | undefined;
  readonly fromPosition: number;
  readonly fromPrice: number;
}

/** Makes, selects, moves and removes drawings with the pointer. */
export class DrawingTool {
  /** What the next press starts drawing, if anything. */
  armed: DrawingKind | undefined;
  #draft: Drawing | undefined;
  #chosen: string | undefined;
  #drag: Drag | undefined;
  #made = 0;
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

  /** True if the press was handled: it started, continued or grabbed a drawing. */
  press(x: number, y: number, kind = this.armed): boolean {
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
      const first = this.#draft.anchors[0] ?? anchor;
      this.#draft = { ...this.#draft, anchors: [first, anchor] };
    } else if (this.#drag !== undefined) this.#pull(this.#drag, x, anchor);
  }

  /** The pointer was released: far from where a drawing started this finishes it, otherwise a second press will. */
  release(x: number, y: number): void {
    this.#settle();
    const draft = this.#draft;
    const pane = pricePane(this.#scene);
    if (draft === undefined || pane === undefined) return;
    const [from] = anchorPixels(this.#scene, pane, draft);
    if (from !== undefined && Math.hypot(x - from[0], y - from[1]) > GRAB_PIXELS * 2) this.#finish(x, y);
  }

  /** Esc: discards the unfinished drawing and clears the selection. True if there was something to cancel. */
  cancel(): boolean {
    const had = this.#draft !== undefined || this.armed !== undefined || this.#chosen !== undefined;
    this.#draft = undefined;
    this.#settle();
    this.armed = undefined;
    this.#chosen = undefined;
    return had;
  }

  /** True if a selected drawing was removed. */
  removeChosen(): boolean {
    if (this.#chosen === undefined) return false;
    const id = this.#chosen;
    this.#chosen = undefined;
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
    this.#chosen = undefined;
    this.armed = undefined;
    if (anchorsOf(kind) === 1) this.#keep(drawing);
    else this.#draft = drawing;
  }

  #finish(x: number, y: number): void {
    this.move(x, y);
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft !== undefined) this.#keep(draft);
  }

  #keep(drawing: Drawing): void {
    this.#chosen = drawing.id;
    this.#changed([...this.#scene.drawings, drawing], true);
  }

  #grab(x: number, y: number): boolean {
    const pane = pricePane(this.#scene);
    const drawing = this.hit(x, y);
    const at = this.#anchorAt(x, y);
    if (pane === undefined || drawing === undefined || at === undefined) {
      this.#chosen = undefined;
      return false;
    }
    const near = anchorPixels(this.#scene, pane, drawing).findIndex(
      (point) => Math.hypot(x - point[0], y - point[1]) <= GRAB_PIXELS,
    );
    this.#chosen = drawing.id;
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
    const [from, to] = anchorPixels(this.#scene, pane, drawing);
    if (from === undefined) return false;
    if (drawing.kind === 'horizontal') return Math.abs(y - from[1]) <= GRAB_PIXELS;
    if (to === undefined) return false;
    if (drawing.kind === 'measure') {
      return (
        x >= Math.min(from[0], to[0]) &&
        x <= Math.max(from[0], to[0]) &&
        y >= Math.min(from[1], to[1]) &&
        y <= Math.max(from[1], to[1])
      );
    }
    return distanceToLine([x, y], from, to, drawing.kind === 'ray') <= GRAB_PIXELS;
  }

  #anchorAt(x: number, y: number): Anchor | undefined {
    const { series, viewport, periodSeconds } = this.#scene;
    const pane = pricePane(this.#scene);
    if (pane === undefined || series.length === 0) return undefined;
    return { time: timeAt(series, viewport.toPosition(x), periodSeconds), price: pane.scale.toValue(y) };
  }
}
