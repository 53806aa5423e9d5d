import {
  type AskedOfDesk,
  type ChartWindowsView,
  type PairOfChart,
  MOST_ASKED,
  type ShownOnChart,
} from '#contract/chart-window.ts';
import { DESK_SLOTS, eachDeskSlot, type DeskSlot } from '#domain/chart-slots.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { Allowance } from '../../gate/allowance.ts';
import type { Front } from '../../gate/front.ts';
import { Topic } from '../../gate/topic.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import { KeptList } from '../../ports/kept-entries.ts';
import { StorageError } from '../../ports/storage-trouble.ts';
import type { Clock } from '../../ports/system.ts';
import type { Windows } from '../../ports/windows.ts';
import { Asking, raisesDesk, refused } from './asking.ts';

const KEY = 'charts.windows';
/** Pairs of a chart whose drawings may still arrive. */
const MOST_GIVEN = 32;
/** How often the page of a chart may do what costs the disk, the charts service or other windows something. */
const ALLOWED = {
  /** A slider or a drawing that is dragged is written ten times a second. */
  write: { atOnce: 60, perSecond: 10 },
  /** Each may open a stream: the user goes through the periods, or shows and hides the window. */
  watch: { atOnce: 20, perSecond: 0.5 },
  /** The user pans: with each request the page gets 2,000 candles. One that is refused is not asked for again. */
  history: { atOnce: 60, perSecond: 0.5 },
} as const;
/** Least milliseconds between two change notifications, since a page that gets one reloads and redraws everything. */
const TOLD_EVERY_MS = 250;
const NOTHING: ShownOnChart = { active: false, lines: [], marks: [] };

export interface ChartWindowsParts {
  readonly windows: Pick<Windows, 'openChart' | 'closeChart' | 'fillScreen' | 'showMain'>;
  readonly settings: SettingsStore;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The chart changes hands: whoever had it neither watches it nor looks at it any more. */
  readonly letGo: (slot: DeskSlot) => void;
  /**
   * Where the user acts, and whether a window asks for a secret. Until that one is gone, no chart's window comes up, and
   * none is let near the desk: whatever took the focus would get the keys.
   */
  readonly front: Pick<Front, 'isActive' | 'asks' | 'onChange'>;
}

/** How often others changed what a chart's window keeps. */
export interface KeptOfChart {
  readonly settings: number;
  readonly drawings: number;
}

/** One of the desk's charts, as far as its own window is concerned. */
interface Place {
  readonly shown: Topic<ShownOnChart>;
  readonly kept: Topic<KeptOfChart>;
  readonly asking: Asking;
  readonly allowed: Readonly<Record<keyof typeof ALLOWED, Allowance>>;
  /** The pairs that it showed: what was drawn on one may arrive when the next is there. */
  readonly shownPairs: Set<string>;
  /** There is a window, or one is being opened. */
  open: boolean;
  /** Counts openings, as one that fails late says nothing of the next. */
  opened: number;
}

/**
 * The charts that are in windows of their own. The trading window says what each shows, and carries out what a chart asks
 * for. Everything between the two goes through here, so that a chart's page reaches its own chart and nothing else.
 */
export class ChartWindows {
  /** For the trading window. */
  readonly topic: Topic<ChartWindowsView>;
  readonly #parts: ChartWindowsParts;
  readonly #places: Readonly<Record<DeskSlot, Place>>;
  readonly #kept: KeptList<DeskSlot>;
  #slots: readonly DeskSlot[];
  /** Changes made in chart windows, for the trading window. */
  readonly #changes: Topic<Pick<ChartWindowsView, 'settings' | 'drawings'>>;
  #lastAsked = 0;

  constructor(parts: ChartWindowsParts) {
    this.#parts = parts;
    this.#kept = new KeptList(parts.settings, KEY, {
      read: (stored) => DESK_SLOTS.find((slot) => slot === stored),
      idOf: (slot) => slot,
      most: DESK_SLOTS.length,
    });
    this.#slots = DESK_SLOTS.filter((slot) => this.#kept.entries.includes(slot));
    this.topic = new Topic<ChartWindowsView>({
      slots: [...this.#slots],
      asked: [],
      settings: {},
      drawings: 0,
    });
    this.#changes = new Topic({ settings: {}, drawings: 0 }, TOLD_EVERY_MS);
    this.#changes.follow(({ value }) => this.topic.set({ ...this.topic.value, ...value }));
    const place = (): Place => ({
      shown: new Topic(NOTHING),
      kept: new Topic({ settings: 0, drawings: 0 }, TOLD_EVERY_MS),
      asking: new Asking(),
      allowed: {
        write: new Allowance(ALLOWED.write),
        watch: new Allowance(ALLOWED.watch),
        history: new Allowance(ALLOWED.history),
      },
      shownPairs: new Set(),
      open: false,
      opened: 0,
    });
    this.#places = eachDeskSlot(place);
    parts.front.onChange(() => this.#frontChanged());
  }

  /** Whether a chart has left the desk: its window is open, is opening, or opens as soon as nothing else needs the user. */
  holds(slot: DeskSlot): boolean {
    return this.#slots.includes(slot);
  }

  /** The topics that a chart's window follows. */
  of(slot: DeskSlot): Pick<Place, 'shown' | 'kept'> {
    return this.#places[slot];
  }

  /**
   * Opens a chart in its own window, or brings that window to the front if it is open already. Failures:
   * `chart-window-unavailable`, `chart-window-waits`.
   */
  async open(slot: DeskSlot): Promise<Result<undefined, Failure>> {
    if (this.#parts.front.asks) return failed(failure('chart-window-waits'));
    if (!this.holds(slot)) this.#hold([...this.#slots, slot], slot);
    return this.#openWindow(slot);
  }

  /** Takes a chart back to the desk; its window is closed. */
  bringBack(slot: DeskSlot): void {
    if (!this.holds(slot)) return;
    this.#returned(slot);
    this.#parts.windows.closeChart(slot);
  }

  /** Takes a chart back because its own window asked for it. If the user did so there, the desk comes to the front. */
  goBack(slot: DeskSlot): void {
    if (!this.holds(slot)) return;
    const byUser = this.#isActive(slot);
    this.bringBack(slot);
    if (byUser) this.#parts.windows.showMain?.();
  }

  #frontChanged(): void {
    const busy = this.#parts.front.asks;
    for (const slot of this.#slots) {
      const place = this.#places[slot];
      if (!busy) this.#openWaiting(slot, place);
      // The system can have made it fill the screen, too, which no shell reports.
      else if (place.open) this.#parts.windows.fillScreen(slot, false);
    }
  }

  /**
   * Why a page may not do now what only the user may; `undefined` where it may. `call`: what it asked for. Failures:
   * `chart-elsewhere`, `chart-window-waits`, `request-refused`.
   */
  objectionToActing(slot: DeskSlot, call: string): Failure | undefined {
    if (!this.holds(slot)) return failure('chart-elsewhere');
    if (this.#parts.front.asks) return failure('chart-window-waits');
    return this.#isActive(slot) ? undefined : refused(call, 'nobody acted in its window');
  }

  /**
   * Counts what a page does by a call, and says why it may not do it once more. Failures: `chart-elsewhere`,
   * `request-refused`.
   */
  objectionToMore(slot: DeskSlot, what: keyof typeof ALLOWED, call: string): Failure | undefined {
    if (!this.holds(slot)) return failure('chart-elsewhere');
    return this.#places[slot].allowed[what].spend(this.#parts.clock.monotonic())
      ? undefined
      : refused(call, 'too many in a short time');
  }

  /** The shell reports that the user closed the window of a chart, or that it came to its end. */
  closed(slot: DeskSlot): void {
    if (this.holds(slot)) this.#returned(slot);
  }

  /** The desk says what a chart shows. A window that was left open at the last end is opened by the first word. */
  show(slot: DeskSlot, shown: ShownOnChart): void {
    if (!this.holds(slot)) return;
    const place = this.#places[slot];
    place.shown.set(shown);
    if (shown.pair !== undefined) {
      const name = nameOf(shown.pair);
      place.shownPairs.delete(name);
      place.shownPairs.add(name);
      const [oldest] = place.shownPairs;
      if (place.shownPairs.size > MOST_GIVEN && oldest !== undefined) place.shownPairs.delete(oldest);
    }
    this.#openWaiting(slot, place);
  }

  #openWaiting(slot: DeskSlot, { open, shown }: Place): void {
    if (!open && shown.value.pair !== undefined && !this.#parts.front.asks) void this.#openWindow(slot);
  }

  /** Nothing of one profile is shown in another. */
  forget(): void {
    for (const { shownPairs, shown } of Object.values(this.#places)) {
      shown.set(NOTHING);
      shownPairs.clear();
    }
  }

  /** Why a chart's window may not ask about a pair: it may ask about the one that the desk gave it. Failures: `chart-elsewhere`, `chart-changed`. */
  objectionToPair(slot: DeskSlot, { base, quote }: PairOfChart): Failure | undefined {
    if (!this.holds(slot)) return failure('chart-elsewhere');
    const { pair } = this.#places[slot].shown.value;
    return pair?.base === base && pair.quote === quote ? undefined : failure('chart-changed');
  }

  /** As `meant`, but for any pair that the window was given since it opened. */
  knew(slot: DeskSlot, pair: PairOfChart): Failure | undefined {
    if (!this.holds(slot)) return failure('chart-elsewhere');
    return this.#places[slot].shownPairs.has(nameOf(pair)) ? undefined : failure('chart-changed');
  }

  /** Passes on to the desk what a chart's window asks of it. Failures: see `Asking.objection`, `chart-elsewhere`, `chart-window-waits`. */
  ask(slot: DeskSlot, pair: PairOfChart, what: AskedOfDesk): Result<undefined, Failure> {
    if (!this.holds(slot)) return failed(failure('chart-elsewhere'));
    if (this.#parts.front.asks) return failed(failure('chart-window-waits'));
    const { asking, shown } = this.#places[slot];
    const objection = asking.objection(shown.value, pair, what, {
      now: this.#parts.clock.monotonic(),
      isActive: this.#isActive(slot),
    });
    if (objection) return failed(objection);
    this.#lastAsked += 1;
    const asked = [...this.topic.value.asked, { id: this.#lastAsked, slot, pair, what }].slice(-MOST_ASKED);
    this.topic.set({ ...this.topic.value, asked });
    if (raisesDesk(shown.value, what)) this.#parts.windows.showMain?.();
    return ok(undefined);
  }

  /** Has a chart's window fill its screen, which only the user can ask for, or puts it back. */
  fill(slot: DeskSlot, full: boolean): void {
    if (!this.holds(slot) || (full && !this.#isActive(slot))) return;
    this.#parts.windows.fillScreen(slot, full);
  }

  /** Whether the user is at work in a chart's window, and nothing else waits for an answer. */
  #isActive(slot: DeskSlot): boolean {
    const { front } = this.#parts;
    return !front.asks && front.isActive(slot);
  }

  /** Call after a chart's settings changed in one window, `by`: notifies the other window that can show the chart. */
  settingsChanged(slot: DeskSlot, by: DeskSlot | 'desk'): void {
    if (by === 'desk') this.#tell(slot, 'settings');
    else {
      const { settings, drawings } = this.#changes.value;
      this.#changes.set({ drawings, settings: { ...settings, [slot]: (settings[slot] ?? 0) + 1 } });
    }
  }

  /** Call after drawings changed in one window, `by`: notifies all the other windows. */
  drawingsChanged(by: DeskSlot | 'desk'): void {
    for (const slot of DESK_SLOTS) if (slot !== by) this.#tell(slot, 'drawings');
    if (by === 'desk') return;
    const { value } = this.#changes;
    this.#changes.set({ ...value, drawings: value.drawings + 1 });
  }

  #tell(slot: DeskSlot, which: keyof KeptOfChart): void {
    const { kept } = this.#places[slot];
    kept.set({ ...kept.value, [which]: kept.value[which] + 1 });
  }

  async #openWindow(slot: DeskSlot): Promise<Result<undefined, Failure>> {
    const place = this.#places[slot];
    place.open = true;
    place.opened += 1;
    const { opened } = place;
    try {
      await this.#parts.windows.openChart(slot);
      return ok(undefined);
    } catch {
      if (place.opened === opened) this.closed(slot);
      return failed(failure('chart-window-unavailable'));
    }
  }

  #returned(slot: DeskSlot): void {
    const place = this.#places[slot];
    place.open = false;
    place.shown.set(NOTHING);
    place.shownPairs.clear();
    this.#hold(
      this.#slots.filter((each) => each !== slot),
      slot,
    );
  }

  #hold(slots: readonly DeskSlot[], changed: DeskSlot): void {
    this.#slots = slots;
    this.#parts.letGo(changed);
    this.topic.set({ ...this.topic.value, slots: [...slots] });
    try {
      this.#kept.keep(slots);
    } catch (error) {
      // Where there is no room, it is only forgotten at the end.
      if (!(error instanceof StorageError)) throw error;
    }
  }
}

function nameOf({ base, quote }: PairOfChart): string {
  return `${base}/${quote}`;
}
