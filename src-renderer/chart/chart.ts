import { type CandleArrays, type Columns, firstFrom } from './candle-store.ts';
import { axisFont } from './axes.ts';
import { DrawingTool } from './drawing-tool.ts';
import type { Drawing, DrawingKind } from './drawings.ts';
import { textWidth } from './echarts.ts';
import { listenToGestures } from './gestures.ts';
import { placeHandles } from './handles.ts';
import type { IndicatorChoice } from './indicators/catalogue.ts';
import type { ChosenDrawing, KeyPlace } from './drawing-keys.ts';
import { type HandleHint, Interaction, noPointer } from './interaction.ts';
import { LiveScene, type Change } from './live-scene.ts';
import type { PaneEdge, PaneShares } from './pane-heights.ts';
import type { ScaleKind } from './price-scale.ts';
import { type Readout, readoutOf, summaryOf } from './readout.ts';
import { type ChartType, type Overlays, type Palette, pricePane } from './scene.ts';
import { Stage } from './stage.ts';
import type { TimeZoneChoice } from './time-labels.ts';
import { SECOND_MS } from '#domain/time.ts';

export interface ChartOptions {
  readonly palette: Palette;
  readonly zone: TimeZoneChoice;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The user nears the left edge: candles before this time (Unix seconds) are needed. Called again after `prepend`. */
  readonly onNeedHistory?: (before: number) => void;
  /** The crosshair moved to a candle, or to none. */
  readonly onCrosshair?: (index: number | undefined) => void;
  /** The visible range changed. */
  readonly onView?: () => void;
  /** Panes were laid: those below the prices, from top to bottom. */
  readonly onPanes?: (panes: readonly PaneEdge[]) => void;
  /** The user made, moved or removed a drawing. */
  readonly onDrawings?: (drawings: readonly Drawing[]) => void;
  /** A drawing was selected, moved with the view, or is selected no longer. */
  readonly onChosen?: (chosen: ChosenDrawing | undefined) => void;
  /** The keys seek a place for a drawing, or moved one. */
  readonly onKeyed?: (place: KeyPlace) => void;
  /** The user opens the settings of the selected drawing. */
  readonly onEdit?: () => void;
  /** A drawing tool was armed or disarmed. */
  readonly onTool?: (armed: DrawingKind | undefined) => void;
  /** The user drags an overlay line to a price, in plain digits. */
  readonly onLine?: (id: string, price: string) => void;
  /** A line that stays where it is was let go; `taken`: at the price that it was dragged to. */
  readonly onLineDrop?: (id: string, taken: boolean) => void;
  /** The user presses the cross of an overlay line's label. */
  readonly onLineClose?: (id: string) => void;
  /** The pointer is at the label of an overlay line, or no longer at any. */
  readonly onHandle?: (hint: HandleHint | undefined) => void;
  /** The user opens the menu of a price. Pixels are relative to the chart. */
  readonly onPriceMenu?: (price: string, x: number, y: number) => void;
}

/** All layers of a chart on one canvas with `ratio` pixels per CSS pixel, and the colours used. */
export interface ChartPicture {
  readonly canvas: HTMLCanvasElement;
  readonly ratio: number;
  readonly palette: Palette;
}

/** Older candles are requested once this share of the view, or less, is left to the left of it. */
const HISTORY_SHARE = 0.5;

/** A candle chart in an element. It does not know where candles come from. */
export class Chart {
  readonly #element: HTMLElement;
  readonly #options: ChartOptions;
  readonly #scene: LiveScene;
  readonly #stage: Stage;
  readonly #tool: DrawingTool;
  readonly #stop: (() => void)[] = [];
  readonly #interaction: Interaction;
  #askedBefore: number | undefined;
  /** Nothing is laid out before there is a series. */
  #begun = false;

  constructor(element: HTMLElement, options: ChartOptions) {
    this.#element = element;
    this.#options = options;
    const ratio = window.devicePixelRatio || 1;
    this.#scene = new LiveScene(options.palette, options.zone, 60, ratio, options.now);
    this.#scene.width = Math.max(1, element.clientWidth);
    this.#scene.height = Math.max(1, element.clientHeight);
    this.#scene.widthOf = (text) => textWidth(text, axisFont(this.#scene));
    this.#stage = new Stage(element, {
      scene: this.#scene,
      pointer: () => this.#interaction.pointer,
      prepare: () => this.#placeHandles(),
    });
    this.#tool = new DrawingTool(this.#scene, (drawings, settled) => {
      this.setDrawings(drawings);
      if (settled) options.onDrawings?.(drawings);
    });
    this.#interaction = new Interaction(this.#scene, this.#tool, {
      moved: () => this.#show('all'),
      pointed: () => this.#stage.repaint('pointer'),
      crosshair: (index) => options.onCrosshair?.(index),
      tool: (armed) => options.onTool?.(armed),
      line: (id, price) => options.onLine?.(id, price),
      dropped: (id, taken) => options.onLineDrop?.(id, taken),
      close: (id) => options.onLineClose?.(id),
      handle: (hint) => options.onHandle?.(hint),
      chosen: (chosen) => options.onChosen?.(chosen),
      keyed: (place) => options.onKeyed?.(place),
      edit: () => options.onEdit?.(),
      menu: (price, x, y) => options.onPriceMenu?.(price, x, y),
    });
    this.#stop.push(listenToGestures(element, this.#interaction));
    const timer = setInterval(() => {
      if (!document.hidden) this.#stage.repaint('live');
    }, SECOND_MS);
    this.#stop.push(() => clearInterval(timer));
  }

  // Content.

  /** Shows a series. The chart takes ownership of typed arrays. */
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

  /** Adds older candles, as requested by `onNeedHistory`; an empty series means there are none. */
  prepend(arrays: CandleArrays): void {
    if (arrays.time.length === 0) return;
    this.#scene.prepend(arrays);
    this.#interaction.shift(arrays.time.length);
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
    this.#scene.chosenZone = zone;
    this.#relay();
  }

  setPalette(palette: Palette): void {
    this.#scene.palette = palette;
    this.#relay();
  }

  setVolume(shown: boolean): void {
    this.#scene.setVolume(shown);
    this.#relay();
  }

  setIndicators(choices: readonly IndicatorChoice[]): void {
    this.#scene.setIndicators(choices);
    this.#relay();
  }

  /** Heights of the panes below the prices. */
  setPanes(shares: PaneShares): void {
    this.#scene.shares = shares;
    this.#relay();
  }

  /** The shares once a pane is that tall, in pixels. */
  withPaneHeight(id: string, height: number): PaneShares {
    return this.#scene.withHeight(id, height);
  }

  setOverlays(overlays: Overlays): void {
    const drafts = (lines: Overlays['lines']): string =>
      lines.flatMap(({ draggable, price }) => (draggable === true ? [price] : [])).join();
    const moved = drafts(overlays.lines) !== drafts(this.#scene.overlays.lines);
    this.#scene.overlays = overlays;
    // Lines are in one layer, their labels in the other.
    this.#stage.repaint('base');
    // While a line is being dragged the scale must not move under it.
    if (moved && !this.#interaction.pulling) this.#show('all');
  }

  setDrawings(drawings: readonly Drawing[]): void {
    this.#scene.drawings = drawings;
    this.#stage.repaint('base');
    this.#interaction.repoint({});
  }

  /** Arms a drawing tool for the next press, or disarms it. */
  setTool(kind: DrawingKind | undefined): void {
    this.#tool.cancel();
    this.#tool.armed = kind;
    this.#interaction.repoint({});
  }

  /** Removes the selected drawing. */
  removeChosen(): void {
    this.#tool.removeChosen();
    this.#interaction.repoint({});
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

  /** Moves the view by a number of pixels. */
  pan(pixels: number): void {
    this.#interaction.panBy(pixels, 0, 0);
  }

  /** Makes candles wider (factor above 1) or narrower; the point at pixel `x` stays there. */
  zoom(x: number, factor: number): void {
    this.#interaction.zoomAt(x, factor);
  }

  /** Puts the crosshair on the candle of a time (Unix seconds); on none where there is none. */
  pointAtTime(time: number | undefined): void {
    const { store, periodSeconds } = this.#scene;
    const index = time === undefined ? -1 : firstFrom(store.time, store.length, time + 1e-6) - 1;
    const begin = store.time[index];
    if (time === undefined || begin === undefined || time >= begin + periodSeconds) this.#interaction.leave();
    else this.#interaction.pointAtCandle(index);
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

  summary(): readonly string[] {
    return summaryOf(this.#scene);
  }

  /** A picture of the chart without the crosshair. */
  picture(): ChartPicture {
    const { pointer } = this.#interaction;
    this.#interaction.pointer = noPointer;
    this.#stage.repaint('pointer');
    this.#stage.flush();
    try {
      const { palette, pixelRatio } = this.#scene;
      const ratio = Math.max(2, pixelRatio);
      return { canvas: this.#stage.toCanvas(ratio, palette.background), ratio, palette };
    } finally {
      this.#interaction.pointer = pointer;
      this.#stage.repaint('pointer');
    }
  }

  /** Adapts to the element's size. */
  resize(): void {
    const { clientWidth, clientHeight } = this.#element;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#scene.width = clientWidth;
    this.#scene.height = clientHeight;
    // Another screen, or another zoom.
    this.#scene.pixelRatio = window.devicePixelRatio || 1;
    this.#stage.resize();
    this.#relay();
  }

  /** Paints pending layers now instead of in the next frame. */
  flush(): void {
    this.#stage.flush();
  }

  dispose(): void {
    this.#interaction.abandon();
    for (const stop of this.#stop) stop();
    this.#stage.dispose();
  }

  /** Painting and hit testing use the same labels, those of the scene. */
  #placeHandles(): void {
    const scene = this.#scene;
    const pane = pricePane(scene);
    scene.handles =
      pane === undefined || scene.series.length === 0 || scene.overlays.lines.length === 0
        ? []
        : placeHandles(scene, pane);
    this.#interaction.hoverAgain();
  }

  /** Panes or their sizes changed. */
  #relay(): void {
    const scene = this.#scene;
    if (!this.#begun) return;
    scene.lay();
    // A wider axis leaves less room for the plot. It never becomes narrower again, so this comes to an end.
    while (scene.look()) scene.lay();
    this.#shown('frame');
    this.#options.onPanes?.(scene.edges);
  }

  #show(change: Change): void {
    if (change === 'live') this.#stage.repaint('live');
    if (change !== 'all' || !this.#begun) return;
    if (this.#scene.look()) this.#relay();
    else this.#shown('base');
  }

  /** The view is laid out. */
  #shown(layer: 'frame' | 'base'): void {
    this.#stage.repaint(layer);
    this.#interaction.pointAgain();
    this.#interaction.chosenAgain();
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
