import type { SettingsStore } from './journal.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields of a stored value that its reader does not know: its own, and those of its objects. */
interface Unknown {
  readonly own: Fields;
  readonly below: Readonly<Record<string, Unknown>>;
}

const UNREAD = '.unread';

/**
 * A value in the settings that another version may have written. Parts that this version does not understand are never
 * used, but they are preserved: unknown fields stay where they were, and a value that cannot be read at all moves to
 * the key `<key>.unread` when another takes its place.
 */
export class KeptValue<Value> {
  readonly #settings: SettingsStore;
  readonly #key: string;
  readonly #value: Value | undefined;
  readonly #unknown: Unknown | undefined;
  #unread: unknown;

  /** `read` answers nothing for what it does not understand. */
  constructor(settings: SettingsStore, key: string, read: (stored: unknown) => Value | undefined) {
    this.#settings = settings;
    this.#key = key;
    const stored = settings.get(key);
    this.#value = stored === undefined ? undefined : read(stored);
    this.#unknown = unknownIn(stored, this.#value);
    if (this.#value !== undefined || stored === undefined) return;
    this.#unread = stored;
    settings.unread?.(key, 1);
  }

  /** As it was stored. */
  get value(): Value | undefined {
    return this.#value;
  }

  /** @throws StorageError */
  keep(value: Value): void {
    if (this.#unread !== undefined) this.#settings.set(this.#key + UNREAD, this.#unread);
    this.#settings.set(this.#key, withUnknown(value, this.#unknown));
    this.#unread = undefined;
  }
}

interface Known<Entry> {
  readonly entry: Entry;
  readonly stored: unknown;
  readonly unknown: Unknown | undefined;
}

/** How the entries of a list are read. */
export interface Reading<Entry> {
  /** Answers nothing for what it does not understand. */
  readonly read: (stored: unknown) => Entry | undefined;
  readonly idOf: (entry: Entry) => string;
  /** The most that are used. */
  readonly most: number;
}

/** The same for a list, of which each entry counts for itself. Entries that are not understood come last. */
export class KeptList<Entry> {
  readonly #whole: KeptValue<readonly unknown[]>;
  readonly #idOf: (entry: Entry) => string;
  readonly #known = new Map<string, Known<Entry>>();
  readonly #unread: unknown[] = [];

  constructor(settings: SettingsStore, key: string, { read, idOf, most }: Reading<Entry>) {
    this.#whole = new KeptValue(settings, key, (stored) => (Array.isArray(stored) ? stored : undefined));
    this.#idOf = idOf;
    for (const stored of this.#whole.value ?? []) {
      const entry = read(stored);
      if (entry === undefined || (this.#known.size >= most && !this.#known.has(idOf(entry))))
        this.#unread.push(stored);
      else this.#known.set(idOf(entry), { entry, stored, unknown: unknownIn(stored, entry) });
    }
    if (this.#unread.length > 0) settings.unread?.(key, this.#unread.length);
  }

  /** Those that were stored and are understood; of several with one id the last. */
  get entries(): readonly Entry[] {
    return [...this.#known.values()].map(({ entry }) => entry);
  }

  /** @throws StorageError */
  keep(entries: readonly Entry[]): void {
    this.#whole.keep([...entries.map((entry) => this.#written(entry)), ...this.#unread]);
    const ids = new Set(entries.map(this.#idOf));
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
  }

  /** An entry has another id from now on; before it is kept under it. */
  renamed(from: string, to: string): void {
    const known = this.#known.get(from);
    if (!known) return;
    this.#known.delete(from);
    this.#known.set(to, known);
  }

  #written(entry: Entry): unknown {
    const known = this.#known.get(this.#idOf(entry));
    return known?.entry === entry ? known.stored : withUnknown(entry, known?.unknown);
  }
}

/** The fields of a stored object that `read` understands; nothing where there is no object. */
export function fieldsOf(
  stored: unknown,
  read: (name: string, value: unknown) => unknown,
): Readonly<Record<string, unknown>> | undefined {
  if (!isFields(stored)) return undefined;
  const fields = Object.entries(stored).map(([name, value]) => [name, read(name, value)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function unknownIn(stored: unknown, read: unknown): Unknown | undefined {
  if (!isFields(stored) || !isFields(read)) return undefined;
  const own: [string, unknown][] = [];
  const below: [string, Unknown][] = [];
  for (const [name, value] of Object.entries(stored)) {
    if (!Object.hasOwn(read, name)) own.push([name, value]);
    else {
      const found = unknownIn(value, read[name]);
      if (found) below.push([name, found]);
    }
  }
  if (own.length + below.length === 0) return undefined;
  return { own: Object.fromEntries(own), below: Object.fromEntries(below) };
}

function withUnknown(value: unknown, unknown: Unknown | undefined): unknown {
  if (!unknown || !isFields(value)) return value;
  const known = Object.entries(value).map(([name, each]) => [name, withUnknown(each, unknown.below[name])]);
  return { ...unknown.own, ...Object.fromEntries(known) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
