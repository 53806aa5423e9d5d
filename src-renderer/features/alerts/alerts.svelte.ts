import { createContext } from 'svelte';
import type { AlertView } from '#contract/alerts.ts';
import type { AlertCondition, AlertRepeat } from '#domain/alert.ts';
import type { Answer, MainApi } from '../../client/main-api.ts';
import type { Layers } from '../../state/layers.svelte.ts';
import type { Panels } from '../../state/panels.svelte.ts';

/** A line that is dragged rests when it has not moved for so long. */
const RESTS_MS = 250;

export interface AlertsParts {
  readonly api: MainApi;
  readonly panels: Panels;
  readonly layers: Layers;
  /** ADA for one whole token, where it is known. */
  readonly marketPrice: (token: string) => number | undefined;
  /** Shows a token's market in the middle. */
  readonly showToken: (token: string) => void;
  /** Opens the limit ticket with a price, prefilled; nothing is built or signed by that. */
  readonly openTicket: (token: string, adaPerToken: string) => void;
}

/** The alerts of the open profile. Main watches them, whatever this window does. */
export class Alerts {
  /** Newest first. */
  list = $state.raw<readonly AlertView[]>([]);
  readonly watched = $derived(this.list.filter(({ state }) => state === 'on').length);
  /** The alert that a notice led to. */
  revealed = $state<string | undefined>();
  readonly marketPrice: AlertsParts['marketPrice'];
  readonly #parts: AlertsParts;
  #dragging: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: AlertsParts) {
    this.#parts = parts;
    this.marketPrice = parts.marketPrice;
    parts.api.on.alerts((list) => (this.list = list));
  }

  add(token: string, condition: AlertCondition, repeat: AlertRepeat = 'once'): Promise<Answer<unknown>> {
    return this.#parts.api.call['alerts.add']({ token, condition, repeat });
  }

  setPaused(id: string, paused: boolean): Promise<Answer<unknown>> {
    return this.#parts.api.call['alerts.setPaused']({ id, paused });
  }

  /** Moves an alert that is dragged: it is drawn there at once, and main learns of it when the pointer rests. */
  drag(id: string, price: string): void {
    const condition = { kind: 'price', price } as const;
    this.list = this.list.map((alert) => (alert.id === id ? { ...alert, condition } : alert));
    clearTimeout(this.#dragging);
    const { api, layers } = this.#parts;
    this.#dragging = setTimeout(() => void layers.report(api.call['alerts.move']({ id, price })), RESTS_MS);
  }

  remove(id: string): Promise<Answer<unknown>> {
    return this.#parts.api.call['alerts.remove']({ id });
  }

  showToken(token: string): void {
    this.#parts.showToken(token);
  }

  openTicket(token: string, price: string): void {
    this.#parts.openTicket(token, price);
  }

  /** Shows the list, and the market of an alert where one is named. */
  reveal(id: string | undefined): void {
    this.#parts.panels.lower = 'alerts';
    this.revealed = id;
    const alert = this.list.find((each) => each.id === id);
    if (alert) this.showToken(alert.token);
  }
}

export const [useAlerts, provideAlerts] = createContext<Alerts>();
