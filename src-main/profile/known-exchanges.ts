import { exchangeView, type ExchangeName } from '../gate/wire.ts';
import type { SettingsStore } from '../ports/settings.ts';

const LEARNED_KEY = 'exchanges.learned';
const MOST_EXCHANGES = 100;

/** The exchanges that can be named or excluded: those known by name, and codes that were seen in answers. */
export class KnownExchanges {
  readonly #named: readonly ExchangeName[];
  readonly #settings: SettingsStore;

  constructor(named: readonly ExchangeName[], settings: SettingsStore) {
    this.#named = named;
    this.#settings = settings;
  }

  all(): ExchangeName[] {
    const named = this.#named.map(({ code, name }) => ({ code, name }));
    const codes = new Set(named.map(({ code }) => code));
    const learned = this.#learned().filter((code) => !codes.has(code));
    return [...named, ...learned.map((code) => ({ code, name: code }))];
  }

  /** Remembers codes that are seen for the first time. Returns whether there were any. */
  learn(codes: readonly string[]): boolean {
    const known = new Set(this.all().map(({ code }) => code));
    const fresh = new Set(codes.map((code) => exchangeView(code)));
    const added = [...fresh].filter((code) => !known.has(code));
    if (added.length === 0 || known.size >= MOST_EXCHANGES) return false;
    this.#settings.set(LEARNED_KEY, [...this.#learned(), ...added].slice(0, MOST_EXCHANGES));
    return true;
  }

  #learned(): string[] {
    const stored = this.#settings.get(LEARNED_KEY);
    return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
  }
}
