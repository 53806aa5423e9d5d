import { anchorPixels } from './drawing-shapes.ts';
import type { PointerState } from './option.ts';
import type { DrawingTool } from './drawing-tool.ts';
import { type Anchor, anchorsOf, type Drawing, type DrawingKind, timeAt } from './drawings.ts';
import type { LiveScene } from './live-scene.ts';
import { plotWidth, pricePane } from './scene.ts';

/** The selected drawing, and the middle of its upper edge in pixels of the chart. */
export interface ChosenDrawing {
  readonly drawing: Drawing;
  readonly x: number;
  readonly y: number;
}

/** The anchor or drawing that the keys move. */
export interface KeyPlace {
  readonly kind: DrawingKind;
  /** A place is sought for an anchor, or a drawing is selected. */
  readonly doing: 'placing' | 'moving';
  /** Which of the drawing's anchors, from 0; absent: all of it. */
  readonly anchor: number | undefined;
  readonly at: Anchor;
}

interface Pixels {
  readonly x: number;
  readonly y: number;
}

/** The parts of the chart that the keys use. */
export interface KeysHost {
  /** Where the keys begin: at the pointer or the crosshair. */
  readonly start: () => Pixels | undefined;
  /** The view changed. */
  readonly moved: () => void;
  readonly repoint: (change: Partial<PointerState>) => void;
  readonly tool: (armed: DrawingKind | undefined) => void;
  readonly keyed: (place: KeyPlace) => void;
}

/** Candles after the last one where the keys may put an anchor. */
const MOST_AHEAD = 100;

/** Makes, selects and moves drawings by keys. */
export class DrawingKeys {
  readonly #scene: LiveScene;
  readonly #tool: DrawingTool;
  readonly #host: KeysHost;
  /** The place that is sought for an anchor: a candle, and pixels. */
  #spot: { readonly index: number; readonly y: number } | undefined;

  constructor(scene: LiveScene, tool: DrawingTool, host: KeysHost) {
    this.#scene = scene;
    this.#tool = tool;
    this.#host = host;
  }

  /** The pointer is used: the next place is sought from there. */
  forget(): void {
    this.#spot = undefined;
  }

  /** Selects the next drawing, or the one before. True if there is one. */
  chooseNext(step: 1 | -1): boolean {
    if (this.#tool.placing || !this.#tool.chooseNext(step)) return false;
    this.#tell();
    return true;
  }

  /** Holds the next anchor of the selected drawing, or all of it. True if one is selected. */
  holdNext(): boolean {
    if (!this.#tool.holdNext()) return false;
    this.#tell();
    return true;
  }

  /** Moves the place that is sought, or what is held, by candles and by pixels downwards. True if there is either. */
  steer(candles: number, pixels: number): boolean {
    if (this.#tool.placing) this.#seek(candles, pixels);
    else if (!this.#tool.nudge(candles, pixels)) return false;
    this.#tell();
    return true;
  }

  /** Puts an anchor where it was sought. True if a drawing is being made. */
  place(): boolean {
    if (!this.#tool.placing) return false;
    const at = this.#spotPixels();
    if (at === undefined) return true;
    this.#tool.press(at.x, at.y);
    this.#host.tool(this.#tool.armed);
    this.#tell();
    return true;
  }

  /** The view goes along. */
  #seek(candles: number, pixels: number): void {
    const { store, viewport } = this.#scene;
    const pane = pricePane(this.#scene);
    const from = this.#spotPixels();
    if (pane === undefined || from === undefined) return;
    const before = this.#spot?.index ?? Math.floor(viewport.toPosition(from.x));
    const index = Math.max(0, Math.min(store.length - 1 + MOST_AHEAD, before + candles));
    const y = Math.max(pane.top, Math.min(pane.top + pane.height, from.y + pixels));
    if (index < viewport.left + 1) viewport.panBy(viewport.spacing * 10);
    if (index > viewport.right - 2) viewport.panBy(-viewport.spacing * 10);
    this.#host.moved();
    this.#spot = { index, y };
    const x = viewport.toX(index + 0.5);
    this.#tool.move(x, y);
    this.#host.repoint({ at: { x, y }, index: index < store.length ? index : undefined, byKeys: false });
  }

  #spotPixels(): Pixels | undefined {
    if (this.#spot === undefined) return this.#host.start();
    return { x: this.#scene.viewport.toX(this.#spot.index + 0.5), y: this.#spot.y };
  }

  /** Reports the new target of the keys. */
  #tell(): void {
    this.#host.repoint({});
    const { active, armed, chosen, held } = this.#tool;
    if (chosen !== undefined) {
      const at = chosen.anchors[held ?? 0];
      if (at !== undefined) this.#host.keyed({ kind: chosen.kind, doing: 'moving', anchor: held, at });
      return;
    }
    const kind = active?.kind ?? armed;
    const place = this.#spotPixels();
    const pane = pricePane(this.#scene);
    if (kind === undefined || place === undefined || pane === undefined) return;
    const { series, viewport, periodSeconds } = this.#scene;
    const time = timeAt(series, viewport.toPosition(place.x), periodSeconds);
    const nth = active === undefined ? 0 : active.anchors.length - 1;
    const anchor = anchorsOf(kind) === 1 ? undefined : nth;
    this.#host.keyed({ kind, doing: 'placing', anchor, at: { time, price: pane.scale.toValue(place.y) } });
  }
}

/** The selected drawing and its place. */
export function chosenIn(scene: LiveScene, { chosen }: DrawingTool): ChosenDrawing | undefined {
  const pane = pricePane(scene);
  if (chosen === undefined || pane === undefined) return undefined;
  const points = anchorPixels(scene, pane, chosen);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const width = plotWidth(scene);
  const middle = chosen.kind === 'horizontal' ? width / 2 : (Math.min(...xs) + Math.max(...xs)) / 2;
  return { drawing: chosen, x: Math.max(0, Math.min(width, middle)), y: Math.min(...ys) };
}
