import type { SettingsStore } from '../ports/journal.ts';
import { StorageError } from '../ports/storage-trouble.ts';
import type { ProfileMode } from '../gate/handlers.ts';
import { type ExchangeName, exchangeView } from '../gate/wire.ts';
import type { ProfileParts } from './profile-parts.ts';

const MOST_EXCHANGES = 100;

/** Whose codes they are. */
export interface CodesOwner {
  readonly mode: ProfileMode;
  /** Names the profile where things are kept for it. */
  readonly store: string;
}

/** The exchanges that can be named or excluded: those known by name, and codes that were seen in a profile's answers. */
export class KnownExchanges {
  readonly #named: ProfileParts['exchanges'];
  readonly #settings: SettingsStore;

  constructor(named: ProfileParts['exchanges'], settings: SettingsStore) {
    this.#named = named;
    this.#settings = settings;
  }

  /** Those of this mode's list, and the learned ones. A code that no list has is shown as it came, being a claim. */
  all(owner: CodesOwner): ExchangeName[] {
    const named = this.#named[owner.mode].map(({ code, name }) => ({ code, name }));
    const codes = new Set(named.map(({ code }) => code));
    const elsewhere = new Map(
      Object.values(this.#named).flatMap((list) => list.map(({ code, name }) => [code, name])),
    );
    const learned = this.#learned(owner).filter((code) => !codes.has(code));
    return [...named, ...learned.map((code) => ({ code, name: elsewhere.get(code) ?? code }))];
  }

  /** Remembers codes that are seen for the first time. Returns whether there were any. */
  learn(codes: readonly string[], owner: CodesOwner): boolean {
    const known = new Set(this.all(owner).map(({ code }) => code));
    const fresh = new Set(codes.map((code) => exchangeView(code)));
    const added = [...fresh].filter((code) => !known.has(code));
    if (added.length === 0 || known.size >= MOST_EXCHANGES) return false;
    try {
      this.#settings.set(keyOf(owner), [...this.#learned(owner), ...added].slice(0, MOST_EXCHANGES));
      return true;
    } catch (error) {
      // The answer that named it is worth more than the note of it.
      if (error instanceof StorageError) return false;
      throw error;
    }
  }

  /** @throws StorageError */
  forget(owner: CodesOwner): void {
    this.#settings.set(keyOf(owner), undefined);
  }

  #learned(owner: CodesOwner): string[] {
    const stored = this.#settings.get(keyOf(owner));
    return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
  }
}

function keyOf({ store }: CodesOwner): string {
  return `exchanges.learned.${store}`;
}
