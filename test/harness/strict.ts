import { tell } from './control.ts';
import { PROVIDED, type PartName, type ProvidedPart } from './provided.ts';

/** Something that the application asked of Electron and that the harness does not provide. */
export class NotProvided extends Error {
  constructor(what: string) {
    super(`the harness does not provide ${what}: add it, with its place in Electron's documentation`);
    this.name = 'NotProvided';
  }
}

/** Also tells the test: the application may catch the error. */
export function notProvided(what: string): NotProvided {
  tell({ what: 'not-provided', name: what });
  return new NotProvided(what);
}

/**
 * The object as the application gets it: a missing member throws instead of being `undefined`, so that a new use of
 * Electron has to be added to the table deliberately and cannot pass by accident.
 */
export function strict<T extends object>(name: PartName, target: T): T {
  const { members }: ProvidedPart = PROVIDED[name];
  const bound = new Map<string, unknown>();
  return new Proxy(target, {
    get(_target, key): unknown {
      if (typeof key === 'symbol') return Reflect.get(target, key, target);
      // A constructor is called through its prototype.
      if (!members.includes(key) && key !== 'prototype') throw notProvided(`${name}.${key}`);
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      // Private fields belong to the object itself, not to its proxy.
      if (!bound.has(key)) bound.set(key, value.bind(target));
      return bound.get(key);
    },
    set(_target, key): boolean {
      throw notProvided(`a value for ${name}.${String(key)}`);
    },
    deleteProperty(_target, key): boolean {
      throw notProvided(`the removal of ${name}.${String(key)}`);
    },
  });
}

/** @throws NotProvided for an unknown option, or for a value that the harness cannot honour. */
export function checkOptions(
  name: string,
  given: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, (value: unknown) => boolean>>,
): void {
  for (const [option, value] of Object.entries(given)) {
    const fits = known[option];
    if (fits === undefined) throw notProvided(`the option ${option} of ${name}`);
    if (!fits(value)) throw notProvided(`${option}: ${JSON.stringify(value)} of ${name}`);
  }
}

type Listener = (...args: never[]) => void;

/** Events like those of Node's emitter, limited to the names that the harness really emits. */
export class Emitter {
  readonly #name: PartName;
  readonly #known: ReadonlySet<string>;
  readonly #listeners = new Map<string, { readonly listener: Listener; readonly once: boolean }[]>();

  constructor(name: PartName) {
    const { events }: ProvidedPart = PROVIDED[name];
    this.#name = name;
    this.#known = new Set(events);
  }

  on(event: string, listener: Listener, once = false): void {
    if (!this.#known.has(event)) throw notProvided(`the event ${event} of ${this.#name}`);
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), { listener, once }]);
  }

  count(event: string): number {
    return this.#listeners.get(event)?.length ?? 0;
  }

  emit(event: string, ...args: unknown[]): void {
    if (!this.#known.has(event)) throw new Error(`${this.#name} has no event ${event}`);
    for (const entry of this.#listeners.get(event) ?? []) {
      if (entry.once)
        this.#listeners.set(
          event,
          (this.#listeners.get(event) ?? []).filter((other) => other !== entry),
        );
      (entry.listener as (...all: unknown[]) => void)(...args);
    }
  }
}

/** A preventable event object, as Electron passes to listeners. */
export class Preventable {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
