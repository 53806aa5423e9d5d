import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { awaitsConfirmations, isReportedOvertaken, type Trade } from '#domain/trade.ts';
import type { EpochMs } from '#domain/time.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import type { Clock, Log } from '../ports/system.ts';
import type { JournalEntry } from '../ports/journal.ts';
import { StorageError } from '../ports/storage-trouble.ts';
import { followAt, followOnce } from './follower.ts';
import type { SubmissionParts } from './submission.ts';
import { isCommitted, isFinal } from './trade-machine.ts';
import type { Tip } from '../ports/ledger.ts';

/** Milliseconds for which a shorter chain than the last one seen is taken for a back-end that lags behind. */
const PATIENCE_MS = 120_000;

/**
 * When to look at what only a new block can change: once a block at most. A chain is replaced by a longer one only,
 * so an answer from a shorter chain than the last says that the back-end lags; it counts when it stays so.
 */
export class BlockPace {
  #seen: Pick<Tip, 'hash' | 'height'> | undefined;
  #behindSince: EpochMs | undefined;

  /** Whether this tip calls for a look; the same tip does so once. */
  isDue({ hash, height }: Tip, now: EpochMs): boolean {
    const seen = this.#seen;
    if (seen?.hash === hash) {
      this.#behindSince = undefined;
      return false;
    }
    if (seen !== undefined && height <= seen.height) {
      this.#behindSince ??= now;
      if (now - this.#behindSince < PATIENCE_MS) return false;
    }
    this.#seen = { hash, height };
    this.#behindSince = undefined;
    return true;
  }
}

const LONGEST_PAUSE_MS = 60_000;
/** Most trades whose depth is counted at one block; the turn of the others comes with a later one. */
const MOST_COUNTED = 20;

export interface WatcherOptions {
  /** Milliseconds between two looks at the chain. */
  readonly pollMs: number;
  readonly log: Log;
}

/**
 * Follows every open trade until it ends, and from then on, at each new block, until the end is confirmed (rule T3). At
 * the start it clears away trades that were never signed: one left open before its signature existed cannot reach the
 * chain. Signed trades resume from their state, by hash.
 */
export class Watcher {
  readonly #parts: SubmissionParts;
  readonly #clock: Clock;
  readonly #pollMs: number;
  readonly #log: Log;
  readonly #pace = new BlockPace();
  /** Trades whose depth could not be counted the last time: they do not hold up the others. */
  readonly #putOff = new Set<string>();
  /**
   * When trades reported as overtaken, or with contradictory reports, were last checked, by id: hours may pass between
   * checks.
   */
  readonly #lookedAt = new Map<string, EpochMs>();
  #stopped = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> | undefined;
  /** Trades of an earlier run that were never signed, while this could not be recorded. */
  #unsigned: readonly string[] = [];

  constructor(parts: SubmissionParts, clock: Clock, { pollMs, log }: WatcherOptions) {
    this.#parts = parts;
    this.#clock = clock;
    this.#pollMs = pollMs;
    this.#log = log;
  }

  start(): void {
    if (this.#running) return;
    this.#stopped = new AbortController();
    const open = this.#parts.book.openEntries();
    this.#unsigned = open.filter((entry) => !isCommitted(entry)).map(({ trade }) => trade.id);
    this.#clearUnsigned();
    this.#running = this.#run(this.#stopped.signal);
  }

  /** Looks at once instead of at the next turn. */
  poke(): void {
    this.#wake.abort();
  }

  /** Resolves when the last call has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#wake.abort();
    await this.#running;
    this.#running = undefined;
  }

  /** Records that nothing comes of them; where the journal cannot be written, at a later turn. */
  #clearUnsigned(): void {
    const { book } = this.#parts;
    try {
      for (const id of this.#unsigned) {
        const entry = book.get(id);
        if (entry && !isFinal(entry.trade.state)) book.record(entry, 'discarded', journalNote('leftOpen'));
      }
      this.#unsigned = [];
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.#warn(error.failure);
    }
  }

  async #run(stopped: AbortSignal): Promise<void> {
    let troubles = 0;
    while (!stopped.aborted) {
      this.#wake = new AbortController();
      this.#clearUnsigned();
      const failureMet = await this.#lookAtAll(stopped);
      troubles = failureMet === undefined ? 0 : troubles + 1;
      const pause = Math.min(this.#pollMs * 2 ** Math.min(troubles, 10), LONGEST_PAUSE_MS);
      await this.#clock.sleep(pause, AbortSignal.any([stopped, this.#wake.signal]));
    }
  }

  async #lookAtAll(stopped: AbortSignal): Promise<Failure | undefined> {
    try {
      const [open, ended] = [await this.#lookOnce(stopped), await this.#lookDeeper(stopped)];
      return open ?? ended;
    } catch (error) {
      // The journal cannot be read now; what is signed is followed as soon as it can.
      if (!(error instanceof StorageError)) throw error;
      return this.#warn(error.failure);
    }
  }

  async #lookOnce(stopped: AbortSignal): Promise<Failure | undefined> {
    const { book } = this.#parts;
    for (const { trade } of book.openEntries()) {
      if (stopped.aborted) return undefined;
      if (this.#mayWait(trade)) continue;
      const met = await this.#look(trade.id, stopped, (entry) =>
        isCommitted(entry)
          ? followOnce(entry, this.#parts, this.#clock.now(), stopped)
          : Promise.resolve(ok(entry)),
      );
      // An order that no back-end can prove is no reason to leave the others alone.
      if (met && met.code !== 'ledger-cannot-prove') return met;
    }
    return undefined;
  }

  /** Whether a trade needs no look at this turn. */
  #mayWait(trade: Trade): boolean {
    // One that waits for depth only is looked at each time: its end comes with the blocks.
    const waits = trade.failure?.data?.['waits'] !== undefined || trade.passedAt !== undefined;
    if (waits || (!isReportedOvertaken(trade) && trade.failure?.code !== 'ledgers-disagree')) {
      this.#lookedAt.delete(trade.id);
      return false;
    }
    const now = this.#clock.now();
    const since = now - (this.#lookedAt.get(trade.id) ?? Number.NEGATIVE_INFINITY);
    if (since >= 0 && since < LONGEST_PAUSE_MS) return true;
    this.#lookedAt.set(trade.id, now);
    return false;
  }

  /**
   * The end of a trade changes only with the chain. Of its failures only that of the tip is returned: the next look
   * comes with the next block in any case, and open trades do not wait for it.
   */
  async #lookDeeper(stopped: AbortSignal): Promise<Failure | undefined> {
    const { book, ledger } = this.#parts;
    const ended = book.unconfirmedEntries().map(({ trade }) => trade.id);
    if (ended.length === 0 || stopped.aborted) return undefined;
    const tip = await ledger.tip(stopped);
    if (!tip.ok) return stopped.aborted ? undefined : this.#warn(tip.failure);
    if (!this.#pace.isDue(tip.value, this.#clock.now())) return undefined;
    const turn = (id: string): number => Number(this.#putOff.has(id));
    for (const id of ended.toSorted((a, b) => turn(a) - turn(b)).slice(0, MOST_COUNTED)) {
      const met = await this.#look(id, stopped, (entry) =>
        awaitsConfirmations(entry.trade)
          ? followAt(entry, tip.value, this.#parts, this.#clock.now(), stopped)
          : Promise.resolve(ok(entry)),
      );
      this.#putOff.delete(id);
      if (!met) continue;
      this.#putOff.add(id);
      return undefined;
    }
    return undefined;
  }

  /** One look at one trade, unless somebody is at it. */
  async #look(
    tradeId: string,
    stopped: AbortSignal,
    look: (entry: JournalEntry) => Promise<Result<unknown, Failure>>,
  ): Promise<Failure | undefined> {
    const { book } = this.#parts;
    if (book.isBusy(tradeId)) return undefined;
    const work = async (): Promise<Result<unknown, Failure>> => {
      const entry = book.get(tradeId);
      return entry ? look(entry) : ok(undefined);
    };
    const result = await book.exclusively(tradeId, work, 'watcher');
    if (result.ok || result.failure.code === 'trade-busy' || stopped.aborted) return undefined;
    return this.#warn(result.failure);
  }

  #warn(met: Failure): Failure {
    this.#log.warn('watch-failed', { code: met.code });
    return met;
  }
}
