import { failure, type Failure } from '#domain/failure.ts';
import type { NeighboursEnd } from '#domain/fill-audit.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { parentsOf, readWithHash } from '../exchanges/own-fill.ts';
import type { ReadTransaction, ReadTransactions } from '../exchanges/pool-states.ts';
import type { Ledger } from '../ports/ledger.ts';
import { bytesOf, type BytesSource } from './chain-bytes.ts';

/** The reading, or the reason why it ended early. */
type Ended<T> = Promise<Result<T, NeighboursEnd>>;

/** The most that one reading asks for, whatever a back-end answers. */
export interface ReadingBounds {
  readonly requests: number;
  /** Hex digits of all transactions together. */
  readonly digits: number;
}

export interface ReadingSource extends BytesSource {
  readonly ledger: Pick<Ledger, 'transactionCbor' | 'transaction' | 'inclusion'>;
}

/** The transactions that made another one's inputs. */
export interface Parents {
  readonly read: ReadTransactions;
  /** Why one of them is missing: the back-end lacks it, or gives other bytes; `undefined` if none is. */
  readonly lacks: NeighboursEnd | undefined;
}

const BOUND: NeighboursEnd = { kind: 'bound' };

/** Reads transactions one at a time, each once, within bounds. Waits for no answer once `signal` aborts. */
export class BoundedReading {
  readonly #source: ReadingSource;
  readonly #signal: AbortSignal;
  readonly #read: Map<string, ReadTransaction>;
  readonly #late: Promise<undefined>;
  #requests: number;
  #digits: number;

  /** `known`: transactions that were read before, by hash; each one read is added. */
  constructor(
    source: ReadingSource,
    { requests, digits }: ReadingBounds,
    known: Map<string, ReadTransaction>,
    signal: AbortSignal,
  ) {
    this.#source = source;
    this.#signal = signal;
    this.#read = known;
    this.#requests = requests;
    this.#digits = digits;
    this.#late = new Promise((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  }

  /** Reads a transaction; its hash proves its bytes. */
  async transaction(hash: string): Ended<ReadTransaction> {
    const known = this.#read.get(hash);
    if (known) return ok(known);
    const bytes = await this.#ask((signal) => bytesOf(hash, this.#source, signal));
    if (!bytes.ok) return isTooLarge(bytes.failure) ? failed(unproven('too-large')) : bytes;
    if (bytes.value === undefined) return failed(unproven('missing'));
    this.#digits -= bytes.value.length;
    if (this.#digits < 0) return failed(BOUND);
    const tx = readWithHash(hash, bytes.value);
    if (!tx.ok) return failed(unproven('other-bytes'));
    this.#read.set(hash, tx.value);
    return ok(tx.value);
  }

  /** Reads the transactions that made a transaction's inputs, as far as a back-end has them. */
  async parentsOf(tx: ReadTransaction): Ended<Parents> {
    const read = new Map<string, ReadTransaction>();
    let lacks: NeighboursEnd | undefined;
    for (const hash of parentsOf(tx)) {
      const parent = await this.transaction(hash);
      if (parent.ok) read.set(hash, parent.value);
      else if (!isUnproven(parent.failure)) return parent;
      else lacks ??= parent.failure;
    }
    return ok({ read, lacks });
  }

  /** Hash of the transaction that spent an output, according to the back-end; `undefined` if none did. */
  async spenderOf(hash: string, index: number): Ended<string | undefined> {
    const answer = await this.#ask((signal) =>
      this.#source.ledger.transaction(hash, signal, (output) => output.index === index),
    );
    if (!answer.ok) return answer;
    if (!answer.value) return failed(unproven('missing'));
    return ok(
      answer.value.outputs.find((output) => output.txHash === hash && output.index === index)?.spentBy,
    );
  }

  /** Slot of the block that holds a transaction, according to the back-end. */
  async slotOf(hash: string): Ended<number> {
    const found = await this.#ask((signal) => this.#source.ledger.inclusion(hash, signal));
    if (!found.ok) return found;
    return found.value ? ok(found.value.slot) : failed(unproven('missing'));
  }

  async #ask<T>(question: (signal: AbortSignal) => Promise<Result<T, Failure>>): Ended<T> {
    if (this.#signal.aborted) return late();
    if (this.#requests <= 0) return failed(BOUND);
    this.#requests -= 1;
    const answer = await Promise.race([question(this.#signal), this.#late]);
    if (answer === undefined || this.#signal.aborted) return late();
    return answer.ok ? answer : failed({ kind: 'failed', failure: answer.failure });
  }
}

/** The reading ended because a back-end's answer about a transaction at the pool proves nothing. */
export function unproven(what: 'missing' | 'other-bytes' | 'too-large' | 'not-next'): NeighboursEnd {
  return { kind: 'failed', failure: failure('neighbours-unproven', { what }) };
}

function isTooLarge(end: NeighboursEnd): boolean {
  return end.kind === 'failed' && end.failure.code === 'fill-too-large';
}

function isUnproven(end: NeighboursEnd): boolean {
  return end.kind === 'failed' && end.failure.code === 'neighbours-unproven';
}

function late(): Result<never, NeighboursEnd> {
  return failed({ kind: 'failed', failure: failure('neighbours-late') });
}
