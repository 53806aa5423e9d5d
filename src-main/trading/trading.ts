import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import type { NetworkName } from '../../src-preload/domain/network.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import type { Token } from '../../src-preload/domain/token.ts';
import type { AssetId } from '../../src-preload/domain/asset.ts';
import type { Trade } from '../../src-preload/domain/trade.ts';
import type { InspectionLimits } from '../inspect/inspection-input.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal, JournalEntry, JournalStep } from '../ports/journal.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import type { Random } from '../ports/random.ts';
import type { Service } from '../ports/service.ts';
import { assemble, send, signAccepted, type CommitmentParts, type SignApproved } from './commitment.ts';
import { followOnce } from './follower.ts';
import { QuoteDesk, type Quote, type QuoteRequest } from './quote-desk.ts';
import { ReviewDesk, type Review, type TradingAccount } from './review-desk.ts';
import { TradeBook, type Checkpoint } from './trade-book.ts';
import { isCommitted, isFinal } from './trade-machine.ts';
import { Watcher } from './watcher.ts';

const SHOWN_TRADES = 200;

export interface TradingOptions {
  readonly service: Service;
  readonly ledger: Ledger;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly network: NetworkName;
  /** What is known of a token, decimals above all. */
  readonly token: (id: AssetId, signal?: AbortSignal) => Promise<Result<Token, Failure>>;
  /** Milliseconds between two looks at the chain. */
  readonly pollMs: number;
  readonly limits?: InspectionLimits;
  /** Script hash of each exchange's orders, where they are known: then an order anywhere else is blocked (rule V9). */
  readonly orderScripts?: ReadonlyMap<string, string> | undefined;
  /** For tests that stop the process at a step. */
  readonly checkpoint?: Checkpoint;
}

/**
 * The life of trades: quote → build → inspect → approve → sign → `/swap/sign` → verify → submit → on chain → filled.
 * Each step is on disk before the next call goes out. Needs no window: the command line drives it as it stands.
 */
export class Trading {
  readonly #quotes: QuoteDesk;
  readonly #reviews: ReviewDesk;
  readonly #book: TradeBook;
  readonly #watcher: Watcher;
  readonly #parts: CommitmentParts;

  constructor(options: TradingOptions) {
    const { service, ledger, journal, clock, random, log, pollMs } = options;
    const checkpoint = options.checkpoint ?? ((): void => undefined);
    const newId = (): string => Buffer.from(random.bytes(16)).toString('hex');
    this.#book = new TradeBook(journal, clock);
    this.#quotes = new QuoteDesk({ service, clock, newId, token: options.token });
    this.#reviews = new ReviewDesk({
      quotes: this.#quotes,
      service,
      ledger,
      clock,
      network: options.network,
      book: this.#book,
      newId,
      checkpoint,
      ...(options.limits === undefined ? {} : { limits: options.limits }),
      ...(options.orderScripts === undefined ? {} : { orderScripts: options.orderScripts }),
    });
    this.#parts = { book: this.#book, service, ledger, clock, checkpoint };
    this.#watcher = new Watcher(this.#parts, clock, { pollMs, log });
  }

  /** Resumes every open trade from the journal and follows trades until `stop`. @throws JournalWriteError */
  start(): void {
    this.#watcher.start();
  }

  /** Looks at the chain at once: for when the way to it is open again. */
  look(): void {
    this.#watcher.poke();
  }

  /** Resolves when the last call has ended, those of the user among them: nothing is written after it. */
  async stop(): Promise<void> {
    await this.#watcher.stop();
    await this.#book.idle();
  }

  /** Asks the service for a price. No address is sent. */
  quote(request: QuoteRequest, signal?: AbortSignal): Promise<Result<Quote, Failure>> {
    return this.#quotes.quote(request, signal);
  }

  /** A quote that may still be reviewed. Failures: `quote-unknown`, `quote-expired`. */
  freshQuote(quoteId: string): Result<Quote, Failure> {
    return this.#quotes.fresh(quoteId);
  }

  /** Builds and inspects; see `ReviewDesk.review`. */
  review(quoteId: string, account: TradingAccount, signal?: AbortSignal): Promise<Result<Review, Failure>> {
    return this.#reviews.review(quoteId, account, signal);
  }

  /** The review of a trade that waits for the user. */
  waiting(tradeId: string): Result<Review, Failure> {
    const entry = this.#book.get(tradeId);
    return entry ? this.#reviews.waiting(entry.trade) : failed(failure('trade-unknown'));
  }

  /**
   * The user accepts exactly these bytes: signs, assembles, sends. Resolves when the ledger took it or the outcome
   * is unknown; from there the watcher follows. Once per trade: a second call meets `trade-busy` or
   * `trade-not-in-that-state`.
   */
  async accept(
    tradeId: string,
    bodyHash: string,
    sign: SignApproved,
    signal?: AbortSignal,
  ): Promise<Result<Trade, Failure>> {
    return this.#work(tradeId, async (entry) => {
      const review = this.#reviews.waiting(entry.trade);
      if (!review.ok) return review;
      if (bodyHash !== entry.trade.bodyHash)
        return failed(failure('inspection-blocked', { finding: 'Something else was accepted.', rule: 'S1' }));
      const signed = await signAccepted(entry, review.value, bodyHash, sign, this.#parts);
      if (!signed.ok) return signed;
      this.#reviews.forget(tradeId);
      return this.#complete(signed.value, signal);
    });
  }

  /** Leaves a trade that was not signed. Failure: `trade-not-in-that-state` once signatures exist. */
  async discard(tradeId: string): Promise<Result<undefined, Failure>> {
    const discarded = await this.#work(tradeId, async (entry) => {
      if (isCommitted(entry) || isFinal(entry.trade.state))
        return failed(failure('trade-not-in-that-state', { state: entry.trade.state }));
      this.#reviews.forget(tradeId);
      return ok(this.#book.record(entry, 'discarded', 'left by the user').trade);
    });
    return discarded.ok ? ok(undefined) : discarded;
  }

  /**
   * Takes a signed trade up again where it stopped, always with the bytes that were accepted: a `signed` one is
   * assembled and sent, any other not yet on chain is looked up and then sent again.
   */
  async resubmit(tradeId: string, signal?: AbortSignal): Promise<Result<Trade, Failure>> {
    return this.#work(tradeId, async (entry) => {
      const { state } = entry.trade;
      const resumable = ['signed', 'assembled', 'submitting', 'submission-unknown', 'submitted'];
      if (!resumable.includes(state)) return failed(failure('trade-not-in-that-state', { state }));
      const looked = await followOnce(entry, this.#parts, this.#parts.clock.now(), signal);
      if (!looked.ok) return looked;
      const current = looked.value;
      // The look itself may have settled it, or sent it again.
      if (current === entry) return this.#complete(entry, signal);
      const { trade } = current;
      return trade.failure && isFinal(trade.state) ? failed(trade.failure) : ok(trade);
    });
  }

  trades(): readonly Trade[] {
    return this.#book.trades(SHOWN_TRADES);
  }

  trade(tradeId: string): Trade | undefined {
    return this.#book.get(tradeId)?.trade;
  }

  steps(tradeId: string): readonly JournalStep[] {
    return this.#book.steps(tradeId);
  }

  /** Calls the listener after each recorded step of any trade. Answers the function that ends it. */
  onChange(listener: () => void): () => void {
    return this.#book.onChange(listener);
  }

  async #complete(entry: JournalEntry, signal?: AbortSignal): Promise<Result<Trade, Failure>> {
    let ready = entry;
    if (entry.bytes.signedCbor === undefined) {
      const assembled = await assemble(entry, this.#parts, signal);
      if (!assembled.ok) return assembled;
      ready = assembled.value;
    }
    const sent = await send(ready, this.#parts, 'sent to the ledger', signal);
    this.#watcher.poke();
    return sent;
  }

  #work(
    tradeId: string,
    work: (entry: JournalEntry) => Promise<Result<Trade, Failure>>,
  ): Promise<Result<Trade, Failure>> {
    return this.#book.exclusively(tradeId, async () => {
      const entry = this.#book.get(tradeId);
      return entry ? work(entry) : failed(failure('trade-unknown'));
    });
  }
}
