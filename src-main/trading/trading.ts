import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { isReportedOvertaken, type Trade } from '#domain/trade.ts';
import { journalNote } from '#domain/sentences/journal.ts';
import type { JournalEntry, JournalStep, ReceiptRow } from '../ports/journal.ts';
import type { Agreement } from '../agreement/agreement.ts';
import { agreementFor } from './kinds/trade-kinds.ts';
import { Clearance } from './clearance.ts';
import type { BestPrice } from './best-price.ts';
import type { Agreed } from './kinds/judgement.ts';
import {
  assemble,
  assembleHere,
  type CommitmentParts,
  send,
  signAccepted,
  type SignedNow,
  type SigningRequest,
} from './commitment.ts';
import type { BuiltAhead, Consent, Review, Reviewer, ReviewParts } from './reviewer.ts';
import type { JournalPass, TradeIndex } from './trade-index.ts';
import type { FillAudits } from './fill-audits.ts';
import { FillResults } from './fill-results.ts';
import { followOnce } from './follower.ts';
import type { Estimators } from './kinds/estimators.ts';
import type { PriceNotes } from './kinds/market-price.ts';
import type { QuoteBook, Quote, TradingAccount } from './kinds/quote.ts';
import type { SignedRecord } from './signed-record.ts';
import { SignedElsewhere } from './signed-elsewhere.ts';
import { orStorageFailure } from '../ports/storage-trouble.ts';
import { findRivals } from './rival.ts';
import type { TradeBook } from './trade-book.ts';
import { isCommitted, isFinal } from './trade-machine.ts';
import { Watcher } from './watcher.ts';
import { SHOWN_TRADES, type TradingOptions, wire } from './wiring.ts';

/**
 * The life of trades: quote → build → inspect → approve → sign → `/swap/sign` → verify → submit → on chain → filled.
 * Each step is on disk before the next call goes out. Needs no window: the command line drives it as it is.
 */
export class Trading {
  readonly #reviews: Reviewer;
  readonly #book: TradeBook;
  readonly #watcher: Watcher;
  readonly #parts: CommitmentParts;
  readonly #prices: PriceNotes;
  readonly #policy: ReviewParts['policy'];
  readonly #index: TradeIndex;
  readonly #pass: JournalPass;
  readonly #clearance: Clearance;
  readonly #record: SignedRecord;
  readonly #fillAudits: FillAudits | undefined;
  readonly #auditsFills: boolean;
  /** Turns the user's requests into quotes, kind by kind. Nothing is built. */
  readonly estimators: Estimators;
  /** The quotes that can be reviewed. */
  readonly quotes: Pick<QuoteBook, 'fresh' | 'renew'>;
  /** The reading of the journal's past, in the background. */
  readonly past: Pick<JournalPass, 'run' | 'onDone' | 'fail' | 'onFailure' | 'failure'>;
  readonly fills: FillResults;
  /** Trades that are signed on another machine. */
  readonly elsewhere: SignedElsewhere;

  constructor(options: TradingOptions) {
    const parts = wire(options);
    this.quotes = parts.quotes;
    this.#reviews = parts.reviews;
    this.#book = parts.book;
    this.#prices = parts.prices;
    this.#policy = parts.policy;
    this.#index = parts.index;
    this.#pass = parts.pass;
    this.past = parts.pass;
    this.fills = new FillResults(parts);
    this.estimators = parts.estimators;
    this.#record = parts.record;
    this.#fillAudits = parts.fillAudits;
    this.#auditsFills = options.auditsFills === true;
    this.#parts = parts.commitment;
    this.#clearance = new Clearance({
      ...this.#parts,
      policy: parts.policy,
      record: parts.record,
      claims: options.claims,
    });
    this.#watcher = new Watcher(this.#parts, options.clock, options);
    this.elsewhere = new SignedElsewhere({
      ...this.#parts,
      reviews: this.#reviews,
      work: (tradeId, work) => this.#work(tradeId, (entry) => orStorageFailure(() => work(entry))),
      clearance: this.#clearance,
      complete: (entry, signal, now) => this.#complete(entry, signal, now),
    });
  }

  /** Resumes every open trade from the journal and follows trades until `stop`. @throws StorageError when the journal cannot be read */
  start(): void {
    if (this.#auditsFills) this.#fillAudits?.start();
    this.#watcher.start();
  }

  /** Looks at the chain at once: for when the way to it is open again. */
  look(): void {
    this.#watcher.poke();
  }

  /** Resolves when the last call has ended, those of the user among them: nothing is written after it. */
  async stop(): Promise<void> {
    this.#pass.stop();
    this.#reviews.dropAhead();
    await this.#watcher.stop();
    await this.#fillAudits?.stop();
    await this.#book.idle();
  }

  /** Whether a payment to this address (Bech32) was signed here. */
  hasSentTo(address: string): boolean {
    return this.#record.sentTo.has(address);
  }

  /** Failure `inputs-spent` when a transaction is said to have spent what this one would; those of the ledger. */
  async overtaken(tradeId: string, signal?: AbortSignal): Promise<Result<undefined, Failure>> {
    const entry = this.#book.get(tradeId);
    if (!entry) return failed(failure('trade-unknown'));
    const rivals = await findRivals(entry, this.#parts.ledger, signal);
    if (!rivals.ok) return rivals;
    const [by] = rivals.value;
    return by === undefined ? ok(undefined) : failed(failure('inputs-spent', { by }));
  }

  /** Builds and inspects, to be shown whatever the verdict; see `Reviewer.examine`. */
  examine(
    quoteId: string,
    account: TradingAccount,
    signal?: AbortSignal,
    agreed?: Agreed,
  ): Promise<Result<Review, Failure>> {
    this.#askPrices(quoteId);
    return orStorageFailure(() => this.#reviews.examine(quoteId, account, signal, agreed));
  }

  /** Builds and inspects ahead, in memory alone; see `Reviewer.buildAhead`. */
  buildAhead(quoteId: string, account: TradingAccount): Promise<Result<BuiltAhead, Failure>> {
    return orStorageFailure(() => this.#reviews.buildAhead(quoteId, account));
  }

  /** Compares a swap's quote with pools that are read here; see `Reviewer.compare`. */
  compare(quoteId: string): Promise<Result<BestPrice, Failure>> {
    return orStorageFailure(() => this.#reviews.compare(quoteId));
  }

  /** Cancels and forgets what was built ahead. */
  dropAhead(): void {
    this.#reviews.dropAhead();
  }

  /** The agreement that a batch would need, before any of its transactions is built. Failures: of the limits. */
  async agree(quotes: readonly Quote[]): Promise<Result<Agreement, Failure>> {
    const limits = await this.#policy();
    if (!limits.ok) return limits;
    return ok(agreementFor(quotes, this.#parts.network, limits.value, this.#parts.clock.now()));
  }

  /** Builds and inspects; see `Reviewer.review`. */
  review(quoteId: string, account: TradingAccount, signal?: AbortSignal): Promise<Result<Review, Failure>> {
    this.#askPrices(quoteId);
    return orStorageFailure(() => this.#reviews.review(quoteId, account, signal));
  }

  /** The review of a trade that waits for the user. */
  waiting(tradeId: string): Result<Review, Failure> {
    const entry = this.#book.get(tradeId);
    return entry ? this.#reviews.waiting(entry.trade) : failed(failure('trade-unknown'));
  }

  /**
   * The user accepts exactly these bytes: signs, assembles, sends. Resolves when the ledger took it or the outcome
   * is unknown; from there the watcher follows. Once per trade: a second call meets `trade-busy` or
   * `trade-not-in-that-state`; `limits-outdated` and `limit-used-up` when the limits leave no room for it any more.
   * A transaction that others have signed is not signed again: `already-on-chain`, `signed-elsewhere`.
   * Failures before the signature leave the trade waiting: those of rule T1, and see `signAccepted`.
   */
  async accept(
    tradeId: string,
    consent: Consent,
    signing: SigningRequest,
    signal?: AbortSignal,
  ): Promise<Result<Trade, Failure>> {
    return this.#work(tradeId, async (entry) => {
      const review = this.#reviews.waiting(entry.trade);
      if (!review.ok) return review;
      if (consent.bodyHash !== entry.trade.bodyHash || consent.agreementHash !== review.value.agreementHash)
        return failed(failure('inspection-blocked', { finding: 'Something else was accepted.', rule: 'S1' }));
      const signed = await orStorageFailure(() =>
        this.#claimAndSign(entry, review.value, consent, signing, signal),
      );
      if (!signed.ok) return signed;
      this.#reviews.forget(tradeId);
      return this.#complete(signed.value.entry, signal, signed.value.now);
    });
  }

  /** Leaves a trade that was not signed. Failure: `trade-not-in-that-state` once signatures exist. */
  async discard(tradeId: string): Promise<Result<undefined, Failure>> {
    const discarded = await this.#work(tradeId, async (entry) => {
      if (isCommitted(entry) || isFinal(entry.trade.state))
        return failed(failure('trade-not-in-that-state', { state: entry.trade.state }));
      this.#reviews.forget(tradeId);
      const why = { trade: { failure: failure('trade-declined') } };
      const left = (): JournalEntry => this.#book.record(entry, 'discarded', journalNote('left'), why);
      return ok((await this.#book.whenFree(left)).trade);
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
      // Past its validity nothing is sent: it is followed until that is deep enough to count.
      if (current.trade.passedAt !== undefined) return ok(current.trade);
      // The look itself may have settled it, or sent it again.
      if (current === entry) return this.#complete(entry, signal);
      const { trade } = current;
      const over = isFinal(trade.state) || isReportedOvertaken(trade);
      return trade.failure && over ? failed(trade.failure) : ok(trade);
    });
  }

  /**
   * The user takes the offer of rule A4: a `signed` trade is put together here and sent, without the service. It is
   * looked for on chain first. Failures: `trade-not-in-that-state`, `signature-incomplete` when a key of others has
   * to sign, those of sending.
   */
  async assembleLocally(tradeId: string, signal?: AbortSignal): Promise<Result<Trade, Failure>> {
    return this.#work(tradeId, async (entry) => {
      const { state } = entry.trade;
      if (state !== 'signed') return failed(failure('trade-not-in-that-state', { state }));
      const looked = await followOnce(entry, this.#parts, this.#parts.clock.now(), signal);
      if (!looked.ok) return looked;
      const assembled = await this.#book.whenFree(() => assembleHere(looked.value, this.#parts));
      return assembled.ok ? this.#complete(assembled.value, signal) : assembled;
    });
  }

  /** Records of one trade's receipt, or of all trades', oldest first, as kept (canonical JSON). */
  receipts(tradeId?: string): readonly ReceiptRow[] {
    return this.#book.receipts(tradeId);
  }

  trades(): readonly Trade[] {
    return this.#book.trades(SHOWN_TRADES);
  }

  /** Every trade of the journal, in no particular order. @throws StorageError */
  allTrades(): Iterable<Trade> {
    return this.#index.all();
  }

  /** The trades that were read so far: those in progress and all recurring orders from the first on, then the past. */
  listedTrades(): Iterable<Trade> {
    return this.#index.listed();
  }

  trade(tradeId: string): Trade | undefined {
    return this.#book.get(tradeId)?.trade;
  }

  steps(tradeId: string): readonly JournalStep[] {
    return this.#book.steps(tradeId);
  }

  /** Calls the listener after each recorded step of any trade and each count of its depth. Answers the function that ends it. */
  onChange(listener: (trade: Trade) => void): () => void {
    return this.#book.onChange(({ trade }) => listener(trade));
  }

  /** The service learns nothing of a payment. */
  #askPrices(quoteId: string): void {
    const quote = this.quotes.fresh(quoteId);
    if (quote.ok && quote.value.kind !== 'send') this.#prices.ask(quoteId);
  }

  /**
   * Where another program holds the journal before a key is used, all of it is done again for a while: from the claim to
   * the step on disk nothing is awaited. Afterwards, the step that records the signature tries again by itself.
   */
  async #claimAndSign(
    entry: JournalEntry,
    review: Review,
    consent: Consent,
    signing: SigningRequest,
    signal?: AbortSignal,
  ): ReturnType<typeof signAccepted> {
    return this.#book.whenFree(async () => {
      const cleared = await this.#clearance.clear(entry, review, signal);
      if (!cleared.ok) return cleared;
      const claimed = cleared.value();
      if (!claimed.ok) return claimed;
      try {
        const signed = await signAccepted(entry, review, consent, signing, this.#parts);
        // Nothing was sent: what could not be recorded as signed is nobody's signature.
        if (!signed.ok) this.#clearance.release(entry);
        return signed;
      } catch (error) {
        this.#clearance.release(entry);
        throw error;
      }
    });
  }

  async #complete(
    entry: JournalEntry,
    signal: AbortSignal | undefined,
    now?: SignedNow,
  ): Promise<Result<Trade, Failure>> {
    let ready = entry;
    if (entry.bytes.signedCbor === undefined) {
      const own = entry.trade.kind === 'send';
      const assembled = own
        ? await this.#book.whenFree(() => assembleHere(entry, this.#parts, now))
        : await assemble(entry, this.#parts, { review: now?.review, signal });
      if (!assembled.ok) return assembled;
      ready = assembled.value;
    }
    const sent = await send(ready, this.#parts, journalNote('sent'), signal);
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
