import type { NumberedValue } from './topic.ts';

/** A message of a list: all of it, or what changed. */
export interface DeltaMessage<Row> {
  readonly kind: 'snapshot' | 'delta';
  readonly rows: Row[];
  readonly gone: string[];
}

/**
 * The topic of a long list. Whoever follows it gets all rows first and then only what changed, at most once in
 * `coalesceMs`; a head with another key starts everybody over.
 */
export class DeltaTopic<Head extends { readonly key: string }, Row extends { readonly id: string }> {
  #head: Head;
  #all: () => readonly Row[];
  readonly #changed = new Map<string, Row>();
  readonly #gone = new Set<string>();
  readonly #coalesceMs: number;
  readonly #listeners = new Set<(message: NumberedValue<Head & DeltaMessage<Row>>) => void>();
  #startsOver = false;
  #sequence = 1;
  #scheduled = false;

  constructor(head: Head, coalesceMs = 100) {
    this.#head = head;
    this.#all = () => [];
    this.#coalesceMs = coalesceMs;
  }

  get head(): Head {
    return this.#head;
  }

  /** Shows another list: `all` answers the rows that it has at the time. */
  show(head: Head, all: () => readonly Row[]): void {
    this.#head = head;
    this.#all = all;
    this.#changed.clear();
    this.#gone.clear();
    this.#startsOver = true;
    this.#schedule();
  }

  /** Tells a change of the list that is shown. */
  update(head: Head, rows: readonly Row[], gone: readonly string[]): void {
    this.#head = head;
    if (!this.#startsOver) {
      for (const row of rows) {
        this.#gone.delete(row.id);
        this.#changed.set(row.id, row);
      }
      for (const id of gone) {
        this.#changed.delete(id);
        this.#gone.add(id);
      }
    }
    this.#schedule();
  }

  /** Calls the listener with a snapshot at once. Answers the function that ends it. */
  follow(listener: (message: NumberedValue<Head & DeltaMessage<Row>>) => void): () => void {
    this.#listeners.add(listener);
    listener({ sequence: this.#sequence, value: this.#snapshot() });
    return () => this.#listeners.delete(listener);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setTimeout(() => this.#send(), this.#coalesceMs).unref();
  }

  #send(): void {
    this.#scheduled = false;
    const value = this.#startsOver ? this.#snapshot() : this.#delta();
    this.#startsOver = false;
    this.#changed.clear();
    this.#gone.clear();
    this.#sequence += 1;
    for (const listener of [...this.#listeners]) listener({ sequence: this.#sequence, value });
  }

  #snapshot(): Head & DeltaMessage<Row> {
    return { ...this.#head, kind: 'snapshot', rows: [...this.#all()], gone: [] };
  }

  #delta(): Head & DeltaMessage<Row> {
    return { ...this.#head, kind: 'delta', rows: [...this.#changed.values()], gone: [...this.#gone] };
  }
}
