import { failure, type Failure } from '#domain/failure.ts';
import type { AuditedFill, FillAudit, MarketAtDecision, UnauditedFill } from '#domain/fill-audit.ts';
import { keepNewest } from '#domain/newest.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { isConfirmed, type Trade } from '#domain/trade.ts';
import type { AuditScripts } from '../exchanges/audit.ts';
import {
  auditOwnFill,
  decisionPoolsOf,
  parentsOf,
  readWithHash,
  type OwnFill,
} from '../exchanges/own-fill.ts';
import type { ReadTransaction, ReadTransactions } from '../exchanges/pool-states.ts';
import type { Journal, JournalEntry, ReceiptRow } from '../ports/journal.ts';
import type { Ledger, ReferenceSource } from '../ports/ledger.ts';
import { StorageError } from '../ports/storage-trouble.ts';
import type { Clock, Log } from '../ports/system.ts';
import { bytesOf } from './chain-bytes.ts';
import { isOpen, readNeighbours, withLater } from './fill-neighbours.ts';
import { marketAtDecision, type MarketReading } from './own-market.ts';
import { filledReceipts, type FillBytes } from './filled-receipts.ts';
import { fillsOf, nameOf, type KnownFill } from './known-fills.ts';
import type { ReceiptParts } from './receipts.ts';
import type { TradeBook } from './trade-book.ts';
import { isCommitted } from './trade-machine.ts';

/** Milliseconds that the audit of one trade's fills may take. */
const AUDIT_MS = 60_000;
/** Milliseconds that reading the other trades at the pools of one trade's fills may take. */
const NEIGHBOURS_MS = 40_000;
const MOST_INPUTS = 200;
/** Orders of a batch whose age is asked for. */
const MOST_AGES = 20;
/** Readings that wait for their trade to be signed. */
const MOST_READINGS = 50;
/** Fills that are known to be audited; beyond it, the journal is looked at once more. */
const MOST_DONE = 5_000;

export interface FillAuditParts {
  readonly book: TradeBook;
  readonly journal: Pick<
    Journal,
    'decision' | 'keepDecision' | 'fillAudit' | 'keepFillAudit' | 'nextReceipt'
  >;
  readonly receipts: ReceiptParts;
  readonly ledger: Pick<Ledger, 'transactionCbor' | 'transaction' | 'inclusion'>;
  readonly second?: Pick<ReferenceSource, 'transactionBytes'> | undefined;
  readonly scripts: AuditScripts;
  readonly clock: Clock;
  readonly log: Log;
}

type AuditResult = AuditedFill | UnauditedFill;

/** An audit, with the bytes that a receipt keeps with it. */
interface FillWithBytes {
  readonly audited: AuditedFill;
  readonly bytes: FillBytes;
}

/** Transactions by their hash: read, and their bytes (hex). */
interface ReadBytes {
  readonly read: ReadTransactions;
  readonly bytes: ReadonlyMap<string, string>;
}

/**
 * Audits the fills of trades, each once and one at a time, from the bytes of the fill and of the transactions that made its
 * inputs. Then reads what others traded at its pool before and after it, and reads that again when the trade is confirmed if
 * nobody had used the pool since the fill. Nothing waits for an audit or depends on it: it moves no money and changes no
 * bound. A failure is kept with its reason; only the user can have it tried again.
 */
export class FillAudits {
  readonly #parts: FillAuditParts;
  /**
   * Fills that were audited since the start or found in the journal, newest last. `open`: nobody had used the pool since the
   * fill, so it is read again when the trade is confirmed.
   */
  readonly #done = new Map<string, 'open' | 'closed'>();
  readonly #running = new Map<string, Promise<Result<FillAudit, Failure>>>();
  readonly #readings = new Map<string, MarketAtDecision>();
  readonly #listeners = new Set<(tradeId: string) => void>();
  #stopped = new AbortController();
  #queue: Promise<unknown> = Promise.resolve();
  #end: () => void = () => undefined;

  constructor(parts: FillAuditParts) {
    this.#parts = parts;
    parts.book.onChange((entry) => this.#keepReading(entry));
  }

  /** Audits every fill that becomes known from now on. */
  start(): void {
    this.#stopped = new AbortController();
    this.#end();
    this.#end = this.#parts.book.onChange(({ trade }) => this.#see(trade));
  }

  /** Resolves when the running audit has ended. Its unfinished work is discarded. */
  async stop(): Promise<void> {
    this.#end();
    this.#stopped.abort();
    await this.#queue;
  }

  /** Calls the listener whenever more of a trade's audit is known. Answers the function that ends it. */
  onAudit(listener: (tradeId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  isUnderWay(tradeId: string): boolean {
    return this.#running.has(tradeId);
  }

  /** The audit of a trade's fills as they are now; those that were rolled back since are left out. */
  of(trade: Trade): FillAudit | undefined {
    const audit = this.#parts.journal.fillAudit(trade.id);
    if (!audit) return undefined;
    const names = new Set(fillsOf(trade).map(nameOf));
    const fills = audit.fills.filter((fill) => names.has(nameOf(fill)));
    return fills.length === 0 ? undefined : { ...audit, fills };
  }

  /**
   * Audits a trade's fills again, as the user asks. A fill that cannot be audited now keeps its earlier audit, and the answer
   * is why. Failures: `fill-unknown`, `fill-…`, `ledger-…`, `storage-…`.
   */
  again(trade: Trade): Promise<Result<FillAudit, Failure>> {
    if (fillsOf(trade).length === 0) return Promise.resolve(failed(failure('fill-unknown')));
    return this.#running.get(trade.id) ?? this.#enqueue(trade.id, true);
  }

  /** The trade's market as seen at the decision, where it was kept. @throws StorageError */
  decision(tradeId: string): MarketAtDecision | undefined {
    return this.#parts.journal.decision(tradeId);
  }

  /**
   * Keeps what was seen of a market with the trade that is decided on, once it is signed. `better`: see
   * `MarketAtDecision`.
   */
  noteReading(tradeId: string, reading: MarketReading, better: number | undefined): void {
    const seen = marketAtDecision(reading, better);
    if (!seen) return;
    keepNewest(this.#readings, tradeId, seen, MOST_READINGS);
    const entry = this.#parts.book.get(tradeId);
    if (entry) this.#keepReading(entry);
  }

  #keepReading(entry: JournalEntry): void {
    const { id } = entry.trade;
    const decision = this.#readings.get(id);
    if (!decision || !isCommitted(entry)) return;
    this.#readings.delete(id);
    try {
      this.#parts.journal.keepDecision(id, decision);
    } catch (error) {
      this.#note(error);
    }
  }

  #see(trade: Trade): void {
    if (trade.kind !== 'swap' && trade.kind !== 'limit') return;
    const due = isConfirmed(trade) ? [undefined, 'open'] : [undefined];
    if (!fillsOf(trade).some((fill) => due.includes(this.#done.get(doneKey(trade, fill))))) return;
    if (!this.#running.has(trade.id)) void this.#enqueue(trade.id, false);
  }

  #enqueue(tradeId: string, byUser: boolean): Promise<Result<FillAudit, Failure>> {
    const work = this.#queue.then(() => this.#auditTrade(tradeId, byUser));
    this.#running.set(tradeId, work);
    this.#queue = work;
    void work.finally(() => {
      this.#running.delete(tradeId);
      if (this.#stopped.signal.aborted) return;
      this.#tell(tradeId);
      // A fill may have come meanwhile.
      const trade = this.#tradeOf(tradeId);
      if (!byUser && trade) this.#see(trade);
    });
    return work;
  }

  #tell(tradeId: string): void {
    for (const listener of [...this.#listeners]) listener(tradeId);
  }

  async #auditTrade(tradeId: string, byUser: boolean): Promise<Result<FillAudit, Failure>> {
    const { journal, clock } = this.#parts;
    const stopped = this.#stopped.signal;
    try {
      const trade = this.#tradeOf(tradeId);
      const known = trade ? fillsOf(trade) : [];
      if (!trade || known.length === 0) return failed(failure('fill-unknown'));
      // First of all: whatever fails from here on is not tried again by itself.
      for (const fill of known) keepNewest(this.#done, doneKey(trade, fill), 'closed', MOST_DONE);
      const earlier = new Map((journal.fillAudit(tradeId)?.fills ?? []).map((fill) => [nameOf(fill), fill]));
      const { fills: results, withBytes } = await this.#within(AUDIT_MS, (signal) =>
        this.#auditAll(tradeId, known, byUser ? new Map() : earlier, signal),
      );
      const fills = results.map((fill) => withEarlier(fill, earlier.get(nameOf(fill))));
      if (stopped.aborted) return failed(failure('fill-audit-late'));
      const keep = (of: readonly AuditResult[], receipts: readonly ReceiptRow[]): FillAudit => {
        const audit = { at: clock.now(), fills: of };
        journal.keepFillAudit(tradeId, audit, receipts);
        return audit;
      };
      // Kept before anything else is read, which may take long or never end.
      const audit =
        fills.some((fill) => earlier.get(nameOf(fill)) !== fill) || !journal.fillAudit(tradeId)
          ? keep(fills, this.#receiptsOf(tradeId, withBytes))
          : undefined;
      if (audit) this.#tell(tradeId);
      const among = await this.#within(NEIGHBOURS_MS, (signal) =>
        this.#addNeighbours(trade, fills, byUser, signal),
      );
      if (stopped.aborted) return failed(failure('fill-audit-late'));
      if (!isConfirmed(trade))
        for (const fill of among)
          if (!('failure' in fill) && fill.neighbours && isOpen(fill.neighbours))
            keepNewest(this.#done, doneKey(trade, fill), 'open', MOST_DONE);
      const latest = among.some((fill, at) => fill !== fills[at]) ? keep(among, []) : audit;
      const refused = results.find((fill, at) => 'failure' in fill && fill !== fills[at]);
      if (refused && 'failure' in refused) return failed(refused.failure);
      return ok(latest ?? this.of(trade) ?? { at: clock.now(), fills });
    } catch (error) {
      return failed(this.#note(error));
    }
  }

  /** Runs `work`, whose signal aborts after this many milliseconds or when the audits stop. */
  async #within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const over = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, over.signal]);
    void this.#parts.clock.sleep(ms, signal).then(() => over.abort());
    try {
      return await work(signal);
    } finally {
      over.abort();
    }
  }

  async #auditAll(
    tradeId: string,
    known: readonly KnownFill[],
    earlier: ReadonlyMap<string, AuditResult>,
    signal: AbortSignal,
  ): Promise<{ readonly fills: readonly AuditResult[]; readonly withBytes: readonly FillBytes[] }> {
    const fills: AuditResult[] = [];
    const withBytes: FillBytes[] = [];
    for (const fill of known) {
      const audited = earlier.get(nameOf(fill)) ?? (await this.#auditInTime(tradeId, fill, signal));
      fills.push('audited' in audited ? audited.audited : audited);
      if ('audited' in audited) withBytes.push(audited.bytes);
    }
    return { fills, withBytes };
  }

  /** Adds what others traded at the pools of fills where that was not read yet, or where there may be more by now. */
  async #addNeighbours(
    trade: Trade,
    fills: readonly AuditResult[],
    byUser: boolean,
    signal: AbortSignal,
  ): Promise<readonly AuditResult[]> {
    const among: AuditResult[] = [];
    for (const fill of fills) {
      const isDue =
        !('failure' in fill) &&
        (byUser || !fill.neighbours || (isConfirmed(trade) && isOpen(fill.neighbours)));
      if (!isDue) {
        among.push(fill);
        continue;
      }
      const decision = this.#parts.journal.decision(trade.id);
      // Whatever the bytes hold, the fill's own audit stays.
      const found = await readNeighbours(fill, trade.bodyHash, decision, this.#parts, signal).catch(
        (error: unknown) => void this.#unexpected(error),
      );
      among.push(found ? { ...fill, neighbours: withLater(fill.neighbours, found) } : fill);
    }
    return among;
  }

  /** The records that these fills add to the trade's receipt. */
  #receiptsOf(tradeId: string, fills: readonly FillBytes[]): readonly ReceiptRow[] {
    const { book, journal, clock, receipts, scripts } = this.#parts;
    const entry = book.get(tradeId);
    if (!entry || fills.length === 0) return [];
    const records = book.receipts(tradeId);
    return filledReceipts(
      { entry, fills, records, link: journal.nextReceipt(), at: clock.now() },
      receipts,
      scripts,
    );
  }

  async #auditInTime(
    tradeId: string,
    fill: KnownFill,
    signal: AbortSignal,
  ): Promise<UnauditedFill | FillWithBytes> {
    const { index, txHash } = fill;
    const late = new Promise<undefined>((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    // Whatever the bytes hold, the others are audited, and nothing else is stopped.
    const work = this.#auditFill(tradeId, fill, signal).catch((error: unknown) =>
      failed(this.#unexpected(error)),
    );
    const audited = await Promise.race([work, late]);
    if (audited === undefined || signal.aborted)
      return { index, txHash, failure: failure('fill-audit-late') };
    return audited.ok ? audited.value : { index, txHash, failure: audited.failure };
  }

  async #auditFill(
    tradeId: string,
    { index, txHash, own }: KnownFill,
    signal: AbortSignal,
  ): Promise<Result<FillWithBytes, Failure>> {
    const { journal, scripts } = this.#parts;
    const bytes = await bytesOf(txHash, this.#parts, signal);
    if (!bytes.ok) return bytes;
    if (bytes.value === undefined) return otherBytes('it has no transaction with its hash');
    const tx = readWithHash(txHash, bytes.value);
    if (!tx.ok) return otherBytes(tx.failure);
    const parents = parentsOf(tx.value);
    if (parents.length > MOST_INPUTS) return failed(failure('fill-too-large', { inputs: parents.length }));
    const decision = journal.decision(tradeId);
    const read = await this.#readAll([...parents, ...decisionPoolsOf(tx.value, decision)], signal);
    if (!read.ok) return read;
    const audited = auditOwnFill(tx.value, own, read.value.read, decision, scripts);
    if (!audited.ok) return otherBytes(audited.failure);
    const younger = await this.#youngerThan(audited.value, signal);
    const madeBy = 'madeBy' in own ? own.madeBy : undefined;
    return ok({
      audited: { index, ...audited.value.fill, younger },
      bytes: { index, hash: txHash, cbor: bytes.value, madeBy, before: read.value.bytes },
    });
  }

  /** Reads what is there of these transactions, one at a time, so that other calls need not wait behind them. */
  async #readAll(hashes: readonly string[], signal: AbortSignal): Promise<Result<ReadBytes, Failure>> {
    const read = new Map<string, ReadTransaction>();
    const cbors = new Map<string, string>();
    for (const hash of new Set(hashes)) {
      const bytes = await bytesOf(hash, this.#parts, signal);
      if (!bytes.ok && bytes.failure.code !== 'fill-too-large') return bytes;
      if (!bytes.ok || bytes.value === undefined) continue;
      const tx = readWithHash(hash, bytes.value);
      if (!tx.ok) continue;
      read.set(hash, tx.value);
      cbors.set(hash, bytes.value);
    }
    return ok({ read, bytes: cbors });
  }

  /** How many of the orders executed before this one were placed after it, as the back-end says. */
  async #youngerThan({ fill, before }: OwnFill, signal: AbortSignal): Promise<number | undefined> {
    if (before.length === 0) return 0;
    if (before.length > MOST_AGES) return undefined;
    const placedAt = async (reference: string): Promise<number | undefined> => {
      const found = await this.#parts.ledger.inclusion(reference.slice(0, 64), signal);
      return found.ok ? found.value?.slot : undefined;
    };
    const own = await placedAt(fill.order);
    let younger = 0;
    for (const reference of before) {
      const other = await placedAt(reference);
      if (own === undefined || other === undefined) return undefined;
      if (other > own) younger += 1;
    }
    return younger;
  }

  #tradeOf(tradeId: string): Trade | undefined {
    return this.#parts.book.get(tradeId)?.trade;
  }

  /** Of a failure to keep something: it is not tried again by itself. */
  #note(error: unknown): Failure {
    if (!(error instanceof StorageError)) return this.#unexpected(error);
    this.#parts.log.warn('fill-audit-not-kept', { code: error.failure.code });
    return error.failure;
  }

  #unexpected(error: unknown): Failure {
    if (error instanceof StorageError) return error.failure;
    this.#parts.log.error('fill-audit-failed', { kind: error instanceof Error ? error.name : typeof error });
    return failure('internal-error');
  }
}

/** An earlier result is kept until one at least as good is found. */
function withEarlier(fill: AuditResult, earlier: AuditResult | undefined): AuditResult {
  if (!earlier || earlier === fill || 'failure' in earlier) return fill;
  if ('failure' in fill) return earlier;
  return earlier.neighbours ? { ...fill, neighbours: earlier.neighbours } : fill;
}

function doneKey(trade: Trade, fill: Pick<KnownFill, 'index' | 'txHash'>): string {
  return `${trade.id} ${nameOf(fill)}`;
}

function otherBytes(reason: string): Result<never, Failure> {
  return failed(failure('fill-other-bytes', { reason }));
}
