import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { FIRST_LIST } from '#domain/watch-list.ts';
import { freeName } from '../../gate/own-file.ts';
import type { NamedTokens } from './watch-list-file.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import { KeptList, KeptValue } from '../../ports/kept-entries.ts';

/** A named list of tokens in the user's order. */
export interface WatchList {
  readonly id: string;
  readonly name: string;
  readonly tokens: readonly AssetId[];
}

const MOST_LISTS = 20;
const MOST_TOKENS = 200;
const MOST_RECENT = 20;
const FIRST: WatchList = { ...FIRST_LIST, tokens: [] };

/** The watch lists and the recent tokens of one profile, kept in the settings. */
export class WatchLists {
  readonly #newId: () => string;
  readonly #whole: KeptValue<Readonly<Record<string, unknown>>>;
  readonly #kept: KeptList<WatchList>;
  /** The kept values, by their names. */
  readonly #parts: Record<string, unknown>;
  readonly #listeners = new Set<() => void>();
  #lists: readonly WatchList[];
  #recent: readonly AssetId[];

  /** `profile` is the profile's name. */
  constructor(settings: SettingsStore, profile: string, newId: () => string) {
    this.#newId = newId;
    this.#whole = new KeptValue(settings, keyOf(profile), (stored) =>
      typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : undefined,
    );
    this.#parts = { ...this.#whole.value };
    const parts: SettingsStore = {
      get: (name) => this.#parts[name],
      set: (name, value) => void (this.#parts[name] = value),
    };
    this.#kept = new KeptList(parts, 'lists', { read: readList, idOf: ({ id }) => id, most: MOST_LISTS });
    this.#lists = Array.isArray(this.#parts['lists']) ? this.#kept.entries : [FIRST];
    this.#recent = readTokens(this.#parts['recent'], MOST_RECENT);
  }

  /** Removes what is kept for a profile. @throws StorageError */
  static forget(settings: SettingsStore, profile: string): void {
    settings.set(keyOf(profile), undefined);
  }

  get lists(): readonly WatchList[] {
    return this.#lists;
  }

  /** Tokens looked at last, newest first. */
  get recent(): readonly AssetId[] {
    return this.#recent;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Failure: `watch-lists-full`. */
  create(name: string): Result<{ readonly id: string }, Failure> {
    if (this.#lists.length >= MOST_LISTS) return failed(failure('watch-lists-full', { most: MOST_LISTS }));
    const id = this.#newId();
    this.#keep([...this.#lists, { id, name, tokens: [] }]);
    return ok({ id });
  }

  /**
   * Adds all of these lists, or none of them. A name already in use gets a number. Failure: `watch-lists-full`.
   */
  add(lists: readonly NamedTokens[]): Result<undefined, Failure> {
    if (this.#lists.length + lists.length > MOST_LISTS)
      return failed(failure('watch-lists-full', { most: MOST_LISTS }));
    const added: WatchList[] = [...this.#lists];
    for (const { name, tokens } of lists)
      added.push({
        id: this.#newId(),
        name: freeName(name, (taken) => added.some((list) => list.name === taken)),
        tokens: [...new Set(tokens)].slice(0, MOST_TOKENS),
      });
    this.#keep(added);
    return ok(undefined);
  }

  /** Failure: `watch-list-unknown`. */
  rename(id: string, name: string): Result<undefined, Failure> {
    return this.#change(id, (list) => ({ ...list, name }));
  }

  /** Sets all tokens of a list; each counts once. Failure: `watch-list-unknown`. */
  setTokens(id: string, tokens: readonly AssetId[]): Result<undefined, Failure> {
    return this.#change(id, (list) => ({ ...list, tokens: [...new Set(tokens)].slice(0, MOST_TOKENS) }));
  }

  /** Failure: `watch-list-unknown`. */
  remove(id: string): Result<undefined, Failure> {
    if (!this.#lists.some((list) => list.id === id)) return failed(failure('watch-list-unknown'));
    this.#keep(this.#lists.filter((list) => list.id !== id));
    return ok(undefined);
  }

  /** Puts the lists into this order; those not named come after, as they stood. */
  order(ids: readonly string[]): void {
    const place = ({ id }: WatchList): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    this.#keep(this.#lists.toSorted((left, right) => place(left) - place(right)));
  }

  /** The token becomes the newest of the recent ones. */
  visited(id: AssetId): void {
    const recent = [id, ...this.#recent.filter((other) => other !== id)].slice(0, MOST_RECENT);
    this.#keep(this.#lists, recent);
  }

  #change(id: string, change: (list: WatchList) => WatchList): Result<undefined, Failure> {
    if (!this.#lists.some((list) => list.id === id)) return failed(failure('watch-list-unknown'));
    this.#keep(this.#lists.map((list) => (list.id === id ? change(list) : list)));
    return ok(undefined);
  }

  #keep(lists: readonly WatchList[], recent = this.#recent): void {
    this.#kept.keep(lists);
    this.#parts['recent'] = recent;
    this.#whole.keep({ ...this.#parts });
    this.#lists = lists;
    this.#recent = recent;
    for (const listener of this.#listeners) listener();
  }
}

function keyOf(profile: string): string {
  return `markets.${profile}`;
}

function readList(item: unknown): WatchList | undefined {
  const [id, name] = [member(item, 'id'), member(item, 'name')];
  const fits = typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id) && typeof name === 'string';
  if (!fits || name.trim() === '') return undefined;
  return { id, name: name.slice(0, 40), tokens: readTokens(member(item, 'tokens'), MOST_TOKENS) };
}

function readTokens(stored: unknown, most: number): readonly AssetId[] {
  if (!Array.isArray(stored)) return [];
  const ids = stored.map((id: unknown) => (typeof id === 'string' ? parseAssetId(id) : undefined));
  return [...new Set(ids.filter((id) => id !== undefined))].slice(0, most);
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
