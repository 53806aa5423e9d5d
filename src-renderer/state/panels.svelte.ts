import { createContext } from 'svelte';
import type { Layers } from './layers.svelte.ts';
import type { Preferences } from './preferences.svelte.ts';

export type TicketTab = 'market' | 'limit' | 'ladder' | 'dca';
export type LowerTab = 'activity' | 'orders' | 'plans' | 'alerts' | 'book' | 'wallet' | 'pools' | 'token';

export interface PanelsParts {
  readonly layers: Layers;
  readonly preferences: Preferences;
}

/** Which parts of the window are shown. */
export class Panels {
  /** The chart fills the window: the parts beside and below it are hidden, and return unchanged. */
  chartFull = $state(false);
  #ticket = $state<TicketTab>('market');
  #lower = $state<LowerTab>('activity');
  /** True once the user chose to look around without a wallet. */
  lookAround = $state(false);
  /** Where the ticket begins, as a share of the window's width; absent where it is not beside the rest. */
  ticketEdge = $state<number | undefined>();
  readonly #parts: PanelsParts;

  constructor(parts: PanelsParts) {
    this.#parts = parts;
  }

  /** The ticket at the right. The pair is the same in all; each has its own amount. */
  get ticket(): TicketTab {
    return this.#ticket;
  }

  /** Going to a ticket shows it. */
  set ticket(tab: TicketTab) {
    this.#ticket = tab;
    this.chartFull = false;
  }

  /** The table below the chart. */
  get lower(): LowerTab {
    return this.#lower;
  }

  set lower(tab: LowerTab) {
    this.#lower = tab;
    this.chartFull = false;
  }

  /** Puts the book into a column next to the chart, where the window has room for it, or among the tables below. */
  moveBook(to: 'column' | 'tables'): void {
    const { preferences, layers } = this.#parts;
    const { bookBelow: _before, ...layout } = preferences.layout;
    if (to === 'tables') this.lower = 'book';
    void layers.report(
      preferences.set({ layout: to === 'tables' ? { ...layout, bookBelow: true } : layout }),
    );
  }
}

export const [usePanels, providePanels] = createContext<Panels>();
