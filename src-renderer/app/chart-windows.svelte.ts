import { DESK_SLOTS, type DeskSlot } from '#domain/chart-slots.ts';
import type { MainApi } from '../client/main-api.ts';

type ChartWindowsView = Parameters<Parameters<MainApi['on']['chartWindows']>[0]>[0];
/** A request of a chart's own window to the desk, with its pair. */
export type AskedByChart = ChartWindowsView['asked'][number];

export interface ChartWindowEvents {
  /** A chart's own window asks for something. */
  readonly asked: (asked: AskedByChart) => void;
  /** A window changed the settings of its chart, or the drawings of some pair. */
  readonly settings: (slot: DeskSlot) => void;
  readonly drawings: () => void;
}

/** The charts that are in windows of their own, as main reports them. */
export class ChartWindows {
  slots = $state.raw<readonly DeskSlot[]>([]);
  /** Main's last report. An earlier page handled the requests made before the first one. */
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
