import { untrack } from 'svelte';
import type { OverlayLine } from '../chart/scene.ts';
import type { AskedOfDesk, ChartApi, ChartSurroundings, ShownOnChart } from '../client/chart-api.ts';
import { windowCandles, type ChartPair } from '../features/chart/chart-feed.ts';
import { drawingsOf, KeptChart } from '../features/chart/chart-memory.ts';
import { ChartModel, type PriceAction } from '../features/chart/chart-model.svelte.ts';
import { savePicture } from '../features/chart/chart-picture.ts';
import { type ChartSettings, keyOf, type PriceColours } from '../features/chart/chart-settings.ts';
import { MOVED, movedLines, type MovedLine } from '../features/chart/moved-line.ts';
import { priceActions } from '../features/chart/price-actions.ts';
import { ReadyFeed } from '../features/chart/ready-feed.svelte.ts';
import { SharedDrawings, told } from '../features/chart/shared-drawings.ts';
import { failureWords, type FailureLike } from '../format/words.ts';
import { Clock } from '../state/clock.svelte.ts';
import { showTheme } from '../state/preferences.svelte.ts';

/** A line that is dragged is told of ten times a second. */
const PULLED_EVERY_MS = 100;
/** Milliseconds after which a line that was dragged is where the desk has it, whether or not that is where it was dragged. */
const DRAWN_HERE_MS = 1_000;
/** Milliseconds for which the window says something. */
const SAID_MS = 8_000;

/** One chart in a window of its own: what main tells of it, and what it asks for. Made while the top component is set up. */
export class ChartWindowState {
  readonly model: ChartModel;
  readonly clock = new Clock();
  shown = $state.raw<ShownOnChart>({ active: false, lines: [], marks: [] });
  surroundings = $state.raw<ChartSurroundings | undefined>();
  /** The window fills its screen. */
  full = $state(false);
  said = $state('');
  readonly priceActions: readonly PriceAction[] = $derived.by(() =>
    priceActions(this.shown.pair, {
      trade: (pair, price, side) => void this.#ask(pair, { kind: 'ticket', side, price }),
      alert: (pair, price) => void this.#ask(pair, { kind: 'alert', price }),
    }),
  );
  readonly #api: ChartApi;
  /** A line that is drawn where it was dragged to, and not where the desk has it: the desk may be late, or may not follow. */
  #pulled = $state.raw<MovedLine | undefined>();
  /** The line that is being dragged, and to where. A hand may rest, so it outlasts `#pulled`. */
  #dragged: MovedLine | undefined;
  #pulling: ReturnType<typeof setTimeout> | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #saying: ReturnType<typeof setTimeout> | undefined;

  constructor(api: ChartApi) {
    this.#api = api;
    const drawings = new SharedDrawings({
      read: async ({ base, quote }) => {
        const answer = await api.call['drawings.read']({ base, quote });
        return answer.ok ? drawingsOf(answer.value.drawings) : undefined;
      },
      change: ({ base, quote }, change) =>
        this.#reported(api.call['drawings.change']({ base, quote, ...told(change) })),
    });
    const colours = {
      get: (): PriceColours => this.surroundings?.priceColours ?? 'green-red',
      set: (priceColours: PriceColours) =>
        void this.#reported(api.call['settings.colours']({ priceColours })),
    };
    const kept = new KeptChart(new WindowSettings(api), colours, drawings);
    const feed = new ReadyFeed(windowCandles(api), () => this.surroundings?.ready === true);
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

  /** The user turns to this chart: the ticket follows it from now on. */
  activate(): void {
    const { active, pair } = this.shown;
    if (!active && pair !== undefined) void this.#ask(pair, { kind: 'activate' });
  }

  /** A line is dragged: it is drawn there at once, and the desk is told now and then. */
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

  /** An order that was dragged is let go. */
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
      const pulled = this.#pulled;
      untrack(() => this.model.setOverlays({ lines: withPulled(lines, pulled), marks }));
    });
    // The desk has drawn the line where it was dragged to.
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
    // Where the hand has gone on meanwhile, its next word is on the way.
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

  /** Answers whether main passed it on to the desk; otherwise the window says why not. */
  async #ask({ base, quote }: ChartPair, what: AskedOfDesk): Promise<boolean> {
    return (await this.#reported(this.#api.call['desk.ask']({ pair: { base, quote }, what }))).ok;
  }

  /** Says why something was not done. */
  async #reported<T extends { readonly ok: boolean }>(doing: Promise<T>): Promise<T> {
    const answer = await doing;
    if (isFailed(answer)) {
      const { what, advice } = failureWords(answer.failure);
      this.#say(`${what} ${advice}`);
    }
    return answer;
  }

  #say(text: string): void {
    clearTimeout(this.#saying);
    this.said = text;
    this.#saying = setTimeout(() => (this.said = ''), SAID_MS);
  }
}

/** The settings of the chart. They are told at once, one message at a time: a window that is closed has nothing left to say. */
class WindowSettings {
  readonly #api: ChartApi;
  #text: string | undefined;
  #telling = false;

  constructor(api: ChartApi) {
    this.#api = api;
  }

  async read(): Promise<unknown> {
    const answer = await this.#api.call['settings.read']({});
    if (!answer.ok || answer.value.text === '') return undefined;
    try {
      return JSON.parse(answer.value.text);
    } catch {
      return undefined;
    }
  }

  write(settings: ChartSettings): void {
    this.#text = JSON.stringify(settings);
    if (!this.#telling) void this.#tell();
  }

  async #tell(): Promise<void> {
    this.#telling = true;
    while (this.#text !== undefined) {
      const text = this.#text;
      this.#text = undefined;
      await this.#api.call['settings.write']({ text });
    }
    this.#telling = false;
  }
}

/** The lines with the one that is being dragged where it is: an alert or a price itself, and of an order where it would go. */
function withPulled(lines: readonly OverlayLine[], pulled: MovedLine | undefined): readonly OverlayLine[] {
  if (pulled === undefined) return lines;
  const others = lines.filter(({ id }) => id !== MOVED);
  const orders = others.filter(({ movable }) => movable === true);
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
