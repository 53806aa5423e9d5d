/** A value that windows follow: the current one, and each new one, coalesced so that none is flooded. */
export class Topic<Value> {
  #value: Value;
  #sequence = 1;
  readonly #listeners = new Set<(message: NumberedValue<Value>) => void>();
  #scheduled = false;
  readonly #coalesceMs: number;

  /** `coalesceMs`: at most one message in that time; the latest value wins. */
  constructor(initial: Value, coalesceMs = 50) {
    this.#value = initial;
    this.#coalesceMs = coalesceMs;
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    this.#value = value;
    if (this.#scheduled) return;
    this.#scheduled = true;
    setTimeout(() => {
      this.#scheduled = false;
      this.#sequence += 1;
      const message = { sequence: this.#sequence, value: this.#value };
      for (const listener of [...this.#listeners]) listener(message);
    }, this.#coalesceMs).unref();
  }

  /** Calls the listener with the current value at once. Answers the function that ends it. */
  follow(listener: (message: NumberedValue<Value>) => void): () => void {
    this.#listeners.add(listener);
    listener({ sequence: this.#sequence, value: this.#value });
    return () => this.#listeners.delete(listener);
  }
}

export interface NumberedValue<Value> {
  readonly sequence: number;
  readonly value: Value;
}
