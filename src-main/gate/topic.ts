/** A value of a topic, numbered so that a window notices when it missed one. */
export interface NumberedValue<Value> {
  readonly sequence: number;
  readonly value: Value;
}

/** A value that windows follow: the current one, and each new one, coalesced so that none is flooded. */
export class Topic<Value> {
  #value: Value;
  readonly #publisher: Publisher<Value>;

  /** `coalesceMs`: at most one message in that time; the latest value wins. */
  constructor(initial: Value, coalesceMs = 50) {
    this.#value = initial;
    this.#publisher = new Publisher(coalesceMs);
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    this.#value = value;
    this.#publisher.schedule(() => this.#value);
  }

  /** Calls the listener with the current value at once. Returns a function that ends the subscription. */
  follow(listener: (message: NumberedValue<Value>) => void): () => void {
    return this.#publisher.follow(this.#value, listener);
  }
}

/** How the items of a `DeltaTopic` are identified, and what a message carries of them. */
export interface DeltaForm<Item, Id, Body> {
  readonly idOf: (item: Item) => Id;
  readonly body: (kind: 'snapshot' | 'delta', items: readonly Item[], gone: readonly Id[]) => Body;
  readonly coalesceMs: number;
}

/**
 * The topic of a long list. A follower gets all items first and then only what changed; `show` starts every follower
 * over.
 */
export class DeltaTopic<Head extends { readonly key: string }, Item, Id, Body> {
  #head: Head;
  #all: () => readonly Item[];
  readonly #form: DeltaForm<Item, Id, Body>;
  readonly #changed = new Map<Id, Item>();
  readonly #gone = new Set<Id>();
  readonly #publisher: Publisher<Head & Body>;
  #startsOver = false;

  constructor(head: Head, form: DeltaForm<Item, Id, Body>) {
    this.#head = head;
    this.#all = () => [];
    this.#form = form;
    this.#publisher = new Publisher(form.coalesceMs);
  }

  get head(): Head {
    return this.#head;
  }

  /** Shows another list: `all` returns the items that it has when it is called. */
  show(head: Head, all: () => readonly Item[]): void {
    this.#head = head;
    this.#all = all;
    this.#changed.clear();
    this.#gone.clear();
    this.#startsOver = true;
    this.#schedule();
  }

  /** Publishes a change of the list that is shown. */
  update(head: Head, items: readonly Item[], gone: readonly Id[] = []): void {
    this.#head = head;
    if (!this.#startsOver) {
      for (const item of items) {
        const id = this.#form.idOf(item);
        this.#gone.delete(id);
        this.#changed.set(id, item);
      }
      for (const id of gone) {
        this.#changed.delete(id);
        this.#gone.add(id);
      }
    }
    this.#schedule();
  }

  /** Calls the listener with a snapshot at once. Returns a function that ends the subscription. */
  follow(listener: (message: NumberedValue<Head & Body>) => void): () => void {
    return this.#publisher.follow(this.#snapshot(), listener);
  }

  #schedule(): void {
    this.#publisher.schedule(() => {
      const value = this.#startsOver ? this.#snapshot() : this.#delta();
      this.#startsOver = false;
      this.#changed.clear();
      this.#gone.clear();
      return value;
    });
  }

  #snapshot(): Head & Body {
    return { ...this.#head, ...this.#form.body('snapshot', this.#all(), []) };
  }

  #delta(): Head & Body {
    return { ...this.#head, ...this.#form.body('delta', [...this.#changed.values()], [...this.#gone]) };
  }
}

/** Sends numbered messages to whoever follows, at most one in `coalesceMs`. */
class Publisher<Value> {
  readonly #coalesceMs: number;
  readonly #listeners = new Set<(message: NumberedValue<Value>) => void>();
  #sequence = 1;
  #scheduled = false;

  constructor(coalesceMs: number) {
    this.#coalesceMs = coalesceMs;
  }

  /** `value` is called when the message is sent. */
  schedule(value: () => Value): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setTimeout(() => {
      this.#scheduled = false;
      this.#sequence += 1;
      const message = { sequence: this.#sequence, value: value() };
      for (const listener of [...this.#listeners]) listener(message);
    }, this.#coalesceMs).unref();
  }

  follow(current: Value, listener: (message: NumberedValue<Value>) => void): () => void {
    this.#listeners.add(listener);
    listener({ sequence: this.#sequence, value: current });
    return () => this.#listeners.delete(listener);
  }
}
