import { untrack } from 'svelte';
import type { OverlayLine } from '../chart/scene.ts';
import { keptJson } from '../client/kept-json.ts';
import type { AskedOfDesk, ChartApi, ChartSurroundings, ShownOnChart } from '../client/chart-api.ts';
import { windowCandles, type ChartPair } from '../features/charts/chart-feed.ts';
import { drawingsOver, KeptChart } from '../features/charts/chart-memory.ts';
import { ChartModel, type PriceAction } from '../features/charts/chart-model.svelte.ts';
import { savePicture } from '../features/charts/chart-picture.ts';
import { type ChartSettings, keyOf, type PriceColours } from '../features/charts/chart-settings.ts';
import { MOVED, movedLines, type MovedLine } from '../features/charts/moved-line.ts';
import { priceActions } from '../features/charts/price-actions.ts';
import { PacedSender } from '../features/charts/paced-sender.ts';
import { MainFeed } from '../features/charts/main-feed.svelte.ts';
import { failureWords, type FailureLike } from '../format/words.ts';
import { Clock } from '../state/clock.svelte.ts';
import { showTheme } from '../state/preferences.svelte.ts';

/** The desk hears where a dragged line is ten times a second. */
const PULLED_EVERY_MS = 100;
/** Milliseconds after which a dragged line is drawn where the desk has it, wherever that is. */
const DRAWN_HERE_MS = 1_000;
/** Milliseconds for which a message stays in the window. */
const SAID_MS = 8_000;

/**
 * One chart in a separate window: main's reports about it, and its requests. Made while the top component is set up.
 */
export class ChartWindowState {
  readonly model: ChartModel;
  readonly clock = new Clock();
  shown = $state.raw<ShownOnChart>({ active: false, lines: [], marks: [] });
  surroundings = $state.raw<ChartSurroundings | undefined>();
  /** Whether the window fills its screen. */
  full = $state(false);
  notice = $state('');
  readonly priceActions: readonly PriceAction[] = $derived.by(() =>
    priceActions(this.shown.pair, {
      trade: (pair, price, side) => void this.#ask(pair, { kind: 'ticket', side, price }),
      alert: (pair, price) => void this.#ask(pair, { kind: 'alert', price }),
    }),
  );
  readonly #api: ChartApi;
  /** A line that is drawn where it was dragged to, before the desk has it there: the desk may be late, or may not follow. */
  #pulled = $state.raw<MovedLine | undefined>();
  /** The line that is being dragged, and to where. A hand may rest, so it outlasts `#pulled`. */
  #dragged = $state.raw<MovedLine | undefined>();
  #pulling: ReturnType<typeof setTimeout> | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #saying: ReturnType<typeof setTimeout> | undefined;

  constructor(api: ChartApi) {
    this.#api = api;
    const drawings = drawingsOver(api.call, (failure) => this.#complain(failure));
    const colours = {
      get: (): PriceColours => this.surroundings?.priceColours ?? 'green-red',
      set: (priceColours: PriceColours) =>
        void this.#reported(api.call['settings.colours']({ priceColours })),
    };
    const kept = new KeptChart(
      new WindowSettings(api, (failure) => this.#complain(failure)),
      colours,
      drawings,
    );
    const feed = new MainFeed(windowCandles(api), () => this.surroundings?.ready === true);
    this.model = new ChartModel(feed, kept);
    api.on.surroundings((value) => {
      this.surroundings = value;
      this.clock.follow(value.moment);
    });
    api.on.shown((value) => (this.shown = value));
    let before: { readonly settings: number; readonly drawings: number } | undefined;
    api.on.kept((value) => {
      if (before !== undefined && value.settings !== before.settings) void kept.settingsChanged();
      if (before !== undefined && value.drawings !== before.drawings) void drawings.refresh();
      before = value;
    });
    this.#follow();
  }

  /** Asks the desk for another token. */
  pickToken(): void {
    if (this.shown.pair !== undefined) void this.#ask(this.shown.pair, { kind: 'pick' });
  }

  /** The user turns to this chart, so the ticket follows it from now on. */
  activate(): void {
    const { active, pair } = this.shown;
    if (!active && pair !== undefined) void this.#ask(pair, { kind: 'activate' });
  }

  /** A line is dragged: it is drawn there at once, and the desk hears of it at intervals. */
  pullLine(id: string, price: string): void {
    this.#dragged = { id, price };
    this.#pulled = this.#dragged;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => (this.#pulled = undefined), DRAWN_HERE_MS);
    this.#pulling ??= setTimeout(() => {
      this.#pulling = undefined;
      void this.#tellPulled();
    }, PULLED_EVERY_MS);
  }

  /** The user lets go of an order that was dragged. */
  dropLine(id: string, taken: boolean): void {
    const dragged = this.#dragged;
    const { pair } = this.shown;
    this.#forgetDrag();
    if (dragged?.id === id && pair !== undefined)
      void this.#ask(pair, { kind: 'drop', line: id, price: dragged.price, taken });
  }

  closeLine(id: string): void {
    const { pair } = this.shown;
    if (pair !== undefined) void this.#ask(pair, { kind: 'close', line: id });
  }

  bringBack(): void {
    void this.#reported(this.#api.call['window.bringBack']({}));
  }

  fill(full: boolean): void {
    this.full = full;
    void this.#reported(this.#api.call['window.fill']({ full }));
  }

  attend(visible: boolean): void {
    this.model.setHidden(!visible);
    void this.#api.call['window.attend']({ visible });
  }

  /** Has main save a picture of the chart; answers what to say about it. */
  savePicture(picture: Blob, name: string): Promise<string> {
    return savePicture(this.#api.call['chart.savePicture'], picture, name);
  }

  #follow(): void {
    $effect(() => showTheme(this.surroundings?.theme ?? 'system'));
    $effect(() => {
      const colours = this.surroundings?.priceColours;
      if (colours === undefined) return;
      document.documentElement.dataset['prices'] = colours;
      untrack(() => this.model.wear(colours));
    });
    $effect(() => {
      const { pair } = this.shown;
      untrack(() => this.#show(pair));
    });
    $effect(() => {
      const { lines, marks } = this.shown;
      const drag = { pulled: this.#pulled, dragged: this.#dragged };
      untrack(() => this.model.setOverlays({ lines: linesWithDrag(lines, drag), marks }));
    });
    // Once the desk has the line where it was dragged to, nothing needs to be drawn ahead of it.
    $effect(() => {
      const pulled = this.#pulled;
      const line = this.shown.lines.find(({ id }) => id === pulled?.id);
      if (pulled !== undefined && line?.draggable === true && line.price === Number(pulled.price))
        untrack(() => (this.#pulled = undefined));
    });
  }

  async #tellPulled(): Promise<void> {
    const { pair } = this.shown;
    const dragged = this.#dragged;
    if (pair === undefined || dragged === undefined) return;
    const done = await this.#ask(pair, { kind: 'pull', line: dragged.id, price: dragged.price });
    // A line that was dragged on in the meantime will be asked for again.
    if (!done && this.#pulled === dragged) this.#pulled = undefined;
  }

  #forgetDrag(): void {
    clearTimeout(this.#pulling);
    clearTimeout(this.#settling);
    this.#pulling = undefined;
    this.#pulled = undefined;
    this.#dragged = undefined;
  }

  #show(pair: ChartPair | undefined): void {
    const { pair: before } = this.model;
    if (pair === undefined) return;
    if (before !== undefined && keyOf(before) !== keyOf(pair)) this.#forgetDrag();
    if (before?.base !== pair.base || before.quote !== pair.quote || before.label !== pair.label)
      this.model.show(pair);
  }

  /** Answers whether main passed it on to the desk; if not, the window says why. */
  async #ask({ base, quote }: ChartPair, what: AskedOfDesk): Promise<boolean> {
    return (await this.#reported(this.#api.call['desk.ask']({ pair: { base, quote }, what }))).ok;
  }

  /** Says why something was not done. */
  async #reported<T extends { readonly ok: boolean }>(doing: Promise<T>): Promise<T> {
    const answer = await doing;
    if (isFailed(answer)) this.#complain(answer.failure);
    return answer;
  }

  #complain(failure: FailureLike): void {
    const { what, advice } = failureWords(failure);
    clearTimeout(this.#saying);
    this.notice = `${what} ${advice}`;
    this.#saying = setTimeout(() => (this.notice = ''), SAID_MS);
  }
}

/** The settings of the chart, which main keeps. */
class WindowSettings {
  readonly #api: ChartApi;
  readonly #sender: PacedSender;
  /** The text not yet sent. */
  #text: string | undefined;

  /** `refused` is called with the reason why main did not take them. */
  constructor(api: ChartApi, refused: (failure: FailureLike) => void) {
    this.#api = api;
    this.#sender = new PacedSender(() => {
      const text = this.#text;
      this.#text = undefined;
      return text === undefined ? undefined : this.#write(text, refused);
    });
  }

  async read(): Promise<unknown> {
    const answer = await this.#api.call['settings.read']({});
    return answer.ok ? keptJson(answer.value.text) : undefined;
  }

  write(settings: ChartSettings): void {
    this.#text = JSON.stringify(settings);
    void this.#sender.wake();
  }

  async #write(text: string, refused: (failure: FailureLike) => void): Promise<void> {
    const answer = await this.#api.call['settings.write']({ text });
    if (!answer.ok) refused(answer.failure);
  }
}

interface Drag {
  /** Drawn ahead of the desk. */
  readonly pulled: MovedLine | undefined;
  readonly dragged: MovedLine | undefined;
}

/**
 * The desk's lines, with what is dragged here where it was dragged to: an alert or a price moves itself, an order has a
 * line beside it. Once an order is let go, or has gone, that line is not drawn, whatever the desk still has.
 */
function linesWithDrag(lines: readonly OverlayLine[], { pulled, dragged }: Drag): readonly OverlayLine[] {
  const others = lines.filter(({ id }) => id !== MOVED);
  const orders = others.filter(({ movable }) => movable === true);
  if (pulled === undefined) return orders.some(({ id }) => id === dragged?.id) ? lines : others;
  return [
    ...others.map((line) =>
      line.id === pulled.id && line.draggable === true ? { ...line, price: Number(pulled.price) } : line,
    ),
    ...movedLines(orders, pulled),
  ];
}

function isFailed(answer: {
  readonly ok: boolean;
}): answer is { readonly ok: false; readonly failure: FailureLike } {
  return !answer.ok;
}
