import { DESK_SLOTS, type DeskSlot } from '#domain/chart-slots.ts';
import type { MainApi } from '../client/main-api.ts';

type ChartWindowsView = Parameters<Parameters<MainApi['on']['chartWindows']>[0]>[0];
/** What the window of a chart asks for, and of which pair. */
export type AskedByChart = ChartWindowsView['asked'][number];

export interface ChartWindowEvents {
  /** The window of a chart asks for something. */
  readonly asked: (asked: AskedByChart) => void;
  /** A window changed the settings of its chart, or what is drawn on the charts of some pair. */
  readonly settings: (slot: DeskSlot) => void;
  readonly drawings: () => void;
}

/** The charts that are in windows of their own, as main tells of them. */
export class ChartWindows {
  slots = $state.raw<readonly DeskSlot[]>([]);
  /** What main said last; what came before the first word is not done again. */
  #before: ChartWindowsView | undefined;
  readonly #events: ChartWindowEvents;

  constructor(api: MainApi, events: ChartWindowEvents) {
    this.#events = events;
    api.on.chartWindows((view) => this.#take(view));
  }

  #take(view: ChartWindowsView): void {
    const before = this.#before;
    this.#before = view;
    if (JSON.stringify(this.slots) !== JSON.stringify(view.slots)) this.slots = view.slots;
    if (before === undefined) return;
    for (const slot of DESK_SLOTS)
      if (view.settings[slot] !== before.settings[slot]) this.#events.settings(slot);
    if (view.drawings !== before.drawings) this.#events.drawings();
    const last = before.asked.at(-1)?.id ?? 0;
    for (const asked of view.asked) if (asked.id > last) this.#events.asked(asked);
  }
}
