import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { FINAL_STATES, isReportedOvertaken, wasSigned, type Trade, type TradeState } from '#domain/trade.ts';
import type { Clock } from '../ports/system.ts';
import type { Signer } from '../inspect/approved-tx.ts';
import type { BatchQuotes, TradingAccount } from './kinds/quote.ts';
import type { Review } from './reviewer.ts';
import type { Agreement } from '../agreement/agreement.ts';
import { deviationOf, batchAgreement, type BatchAgreement } from './batch-agreement.ts';
import type { Trading } from './trading.ts';

/** The parts of the trading core that a batch uses. */
export interface BatchTrading extends Pick<
  Trading,
  'agree' | 'examine' | 'accept' | 'discard' | 'trade' | 'overtaken'
> {
  readonly quotes: Pick<Trading['quotes'], 'renew'>;
  readonly onChange: (listener: () => void) => () => void;
}

export interface BatchTransaction {
  readonly state: 'planned' | 'current' | 'sent' | 'placed' | 'left';
  readonly tradeId?: string;
  readonly bodyHash?: string;
  readonly failure?: Failure;
}

/** `next`: the key is elsewhere, the last exported transaction is on chain, and the next one can be requested. */
export type BatchState = 'waiting' | 'running' | 'next' | 'stopping' | 'stopped' | 'done';

export interface BatchParts {
  readonly trading: BatchTrading;
  readonly clock: Clock;
  readonly account: TradingAccount;
  /** Milliseconds after which a transaction is no longer waited for. */
  readonly patienceMs: number;
  /** Milliseconds between two attempts to build on a transaction that the service does not see yet. */
  readonly retryMs: number;
}

const ATTEMPTS = 8;
/** The longest that a timer can wait. */
const LONGEST_WAIT_MS = 2_147_483_647;
const ON_CHAIN: readonly TradeState[] = ['placed', 'partly-filled', 'filled', 'closed'];
/** Failures that pass when the service has seen the block before. */
const PASSING: readonly Failure['code'][] = [
  'insufficient-funds',
  'inputs-spent',
  'service-timeout',
  'service-unreachable',
  'service-rate-limited',
  'service-paused',
  'ledger-unreachable',
  'replacement-independent',
];

/**
 * Several transactions under one approval: a ladder, a bulk cancellation in parts, or a cancellation and the order that
 * replaces the cancelled one. Each spends the change of the one before it, so it can only be built once that one is on
 * chain. The user agrees to the first transaction's bytes and to the terms and bounds of all the others; each of those
 * is inspected like any transaction, checked against the agreement, and gets its own approval, valid once and for its
 * own bytes.
 */
export class Batch {
  readonly id: string;
  readonly #batch: BatchQuotes;
  readonly #parts: BatchParts;
  readonly #transactions: BatchTransaction[];
  readonly #listeners = new Set<() => void>();
  readonly #stop = new AbortController();
  #agreement: BatchAgreement | undefined;
  #state: BatchState = 'waiting';
  #failure: Failure | undefined;
  /** The transaction that is in the approval window, or was last. */
  #at = 0;
  #running: Promise<void> | undefined;

  constructor(id: string, batch: BatchQuotes, parts: BatchParts) {
    this.id = id;
    this.#batch = batch;
    this.#parts = parts;
    this.#transactions = batch.quotes.map(() => ({ state: 'planned' }));
  }

  get kind(): BatchQuotes['kind'] {
    return this.#batch.kind;
  }

  get state(): BatchState {
    return this.#state;
  }

  get failure(): Failure | undefined {
    return this.#failure;
  }

  get transactions(): readonly BatchTransaction[] {
    return this.#transactions;
  }

  /** The agreement shown to the user; `undefined` until the first transaction is built. */
  get agreement(): BatchAgreement | undefined {
    return this.#agreement;
  }

  get over(): boolean {
    return this.#state === 'stopped' || this.#state === 'done';
  }

  /**
   * Builds and inspects the first transaction, to be shown with the whole batch. Failures as of `Trading.examine`, and
   * `set-stopped`: then nothing is left that could be agreed to.
   */
  async first(signal?: AbortSignal): Promise<Result<Review, Failure>> {
    const { trading } = this.#parts;
    // Drawn up for all of them before the service builds any.
    const agreed = await trading.agree(this.#batch.quotes);
    const built = agreed.ok ? await this.#build(0, agreed.value, signal) : agreed;
    const review = this.over ? failed(failure('set-stopped')) : built;
    if (built.ok && !review.ok) await trading.discard(built.value.trade.id);
    if (!review.ok) {
      this.#end('stopped', review.failure);
      return review;
    }
    this.#agreement = batchAgreement(this.#batch, review.value);
    return review;
  }

  /**
   * The first one is signed: the others follow. `signer` is called for each of them with its own approval. Resolves
   * when the batch is over. @throws Error before the first one was built
   */
  run(signer: Signer): Promise<void> {
    if (this.#state !== 'waiting') return this.#running ?? Promise.resolve();
    if (!this.#agreement) throw new Error('a batch runs by its agreement');
    this.#state = 'running';
    this.#notify();
    // A bug ends the batch, and nothing more is signed.
    this.#running = this.#follow(this.#agreement, signer).catch(() =>
      this.#end('stopped', failure('internal-error', { incident: 'batch' })),
    );
    return this.#running;
  }

  /** Which transaction the approval window shows, from 0. */
  get at(): number {
    return this.#at;
  }

  /**
   * The transaction in the approval window was handed out to be signed elsewhere. Once it is on chain, the batch waits
   * for `next`. Resolves then, or when the batch is over.
   */
  handedOut(): Promise<void> {
    this.#state = 'running';
    // For as long as it is valid: people sign it elsewhere.
    this.#running = this.#untilPlaced(this.#at, LONGEST_WAIT_MS).then((placed) => {
      if (this.#stop.signal.aborted) this.#end('stopped');
      else if (this.#at === this.#batch.quotes.length - 1) this.#end('done');
      else if (!placed.ok) this.#end('stopped', placed.failure);
      else {
        this.#state = 'next';
        this.#notify();
      }
    });
    return this.#running;
  }

  /**
   * Builds and inspects the next transaction, to be handed out like the one before it. It must keep to the agreement on
   * all. Failures: `set-unknown` unless the batch waits for it, `set-deviates`, which ends it, and those of
   * `Trading.examine`.
   */
  async next(signal?: AbortSignal): Promise<Result<Review, Failure>> {
    const agreement = this.#agreement;
    if (this.#state !== 'next' || !agreement) return failed(failure('set-unknown'));
    this.#at += 1;
    const review = await this.#build(this.#at, agreement.agreement, signal);
    const deviation = review.ok ? deviationOf(agreement, review.value) : undefined;
    if (review.ok && !deviation && !this.over) return review;
    if (review.ok) await this.#parts.trading.discard(review.value.trade.id);
    if (deviation) this.#end('stopped', deviation);
    this.left();
    return review.ok ? failed(deviation ?? failure('set-stopped')) : review;
  }

  /** The user left the transaction in the approval window: nothing was handed out, and it can be requested again. */
  left(): void {
    if (this.#state !== 'next' || this.#transactions[this.#at]?.state !== 'current') return;
    this.#update(this.#at, { state: 'planned' });
    this.#at -= 1;
  }

  /** Ends the batch after the transaction that is being made; what was placed stays. */
  stop(why: Failure = failure('set-stopped')): void {
    if (this.over) return;
    this.#stop.abort();
    if (this.#state === 'waiting' || this.#state === 'next') this.#end('stopped', why);
    else {
      this.#state = 'stopping';
      this.#failure ??= why;
      this.#notify();
    }
  }

  /** Resolves when nothing of the batch is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #follow(agreement: BatchAgreement, signer: Signer): Promise<void> {
    for (const at of this.#batch.quotes.keys()) {
      const done = at === 0 ? ok(undefined) : await this.#make(at, agreement, signer);
      if (!done.ok) {
        this.#update(at, { ...this.#transactions[at], state: 'left', failure: done.failure });
        const deviates = done.failure.code === 'set-deviates' || done.failure.code === 'proofs-disagree';
        if (this.kind !== 'cancel' || deviates || this.#stop.signal.aborted)
          return this.#end('stopped', done.failure);
        continue;
      }
      const last = at === this.#batch.quotes.length - 1;
      const placed = await this.#untilPlaced(at);
      if (!placed.ok && !last) return this.#end('stopped', placed.failure);
    }
    this.#end('done');
  }

  async #make(at: number, agreement: BatchAgreement, signer: Signer): Promise<Result<unknown, Failure>> {
    const { trading, clock, retryMs } = this.#parts;
    const { signal } = this.#stop;
    for (let attempt = 1; ; attempt += 1) {
      if (signal.aborted) return failed(failure('set-stopped'));
      const outcome = await this.#sign(at, agreement, signer);
      if (outcome.ok) return outcome;
      const { tradeId } = this.#transactions[at] ?? {};
      if (tradeId !== undefined) await trading.discard(tradeId);
      // A signed transaction may reach the chain even if a back-end claims that it cannot: never build another in its
      // place.
      if (tradeId !== undefined && !wasLeft(trading.trade(tradeId))) return outcome;
      if (!PASSING.includes(outcome.failure.code) || attempt >= ATTEMPTS) return outcome;
      await clock.sleep(retryMs, signal);
    }
  }

  async #sign(at: number, agreement: BatchAgreement, signer: Signer): Promise<Result<unknown, Failure>> {
    const { trading } = this.#parts;
    const { signal } = this.#stop;
    const review = await this.#build(at, agreement.agreement, signal);
    if (!review.ok) return review;
    const { trade, inspection } = review.value;
    const deviation = deviationOf(agreement, review.value);
    if (deviation) return failed(deviation);
    const overtaken = await trading.overtaken(trade.id, signal);
    if (!overtaken.ok) return overtaken;
    if (signal.aborted) return failed(failure('set-stopped'));
    const warned = inspection.report.findings.filter(({ severity }) => severity === 'warn');
    return trading.accept(
      trade.id,
      {
        bodyHash: inspection.bodyHash,
        summaryHash: inspection.summaryHash,
        agreementHash: agreement.hash,
        consents: [...new Set(warned.map(({ rule }) => rule))],
        worse: false,
      },
      {
        signer,
        // A transaction that is being signed when the batch is stopped is still sent.
        mayStillSign: (isThere) =>
          signal.aborted && !isThere ? failed(failure('set-stopped')) : ok(undefined),
      },
    );
  }

  async #build(at: number, agreement: Agreement, signal?: AbortSignal): Promise<Result<Review, Failure>> {
    const { trading, account } = this.#parts;
    const quote = this.#batch.quotes[at];
    if (!quote) throw new RangeError('the batch has no such transaction');
    this.#update(at, { state: 'current' });
    const review = await trading.examine(trading.quotes.renew(quote), account, signal, { agreement, at });
    if (review.ok)
      this.#update(at, {
        state: 'current',
        tradeId: review.value.trade.id,
        bodyHash: review.value.trade.bodyHash,
      });
    return review;
  }

  /** Waits until a transaction is on chain, or the batch is stopped. Failures: `set-expired`, why it never got there. */
  async #untilPlaced(at: number, patienceMs = this.#parts.patienceMs): Promise<Result<undefined, Failure>> {
    const { trading, clock } = this.#parts;
    const { tradeId = '' } = this.#transactions[at] ?? {};
    this.#update(at, { ...this.#transactions[at], state: 'sent' });
    const changed = Promise.withResolvers<undefined>();
    const over = new AbortController();
    const look = (): void => {
      const trade = trading.trade(tradeId);
      if (!trade || ON_CHAIN.includes(trade.state) || isLost(trade)) changed.resolve(undefined);
    };
    const end = trading.onChange(look);
    look();
    const late = clock.sleep(patienceMs, AbortSignal.any([over.signal, this.#stop.signal]));
    await Promise.race([changed.promise, late]);
    over.abort();
    end();
    const trade = trading.trade(tradeId);
    if (trade && ON_CHAIN.includes(trade.state)) {
      this.#update(at, { ...this.#transactions[at], state: 'placed' });
      return ok(undefined);
    }
    if (trade && isLost(trade)) {
      const why = trade.failure ?? failure('trade-not-in-that-state', { state: trade.state });
      this.#update(at, { ...this.#transactions[at], state: 'left', failure: why });
      return failed(why);
    }
    return failed(failure('set-expired'));
  }

  #end(state: 'stopped' | 'done', why?: Failure): void {
    this.#state = state;
    this.#failure ??= why;
    for (const [at, transaction] of this.#transactions.entries())
      if (transaction.state === 'planned' || transaction.state === 'current')
        this.#transactions[at] = { ...transaction, state: 'left' };
    this.#notify();
  }

  #update(at: number, transaction: BatchTransaction): void {
    this.#transactions[at] = transaction;
    this.#notify();
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Whether nothing can be built on a trade that is not on chain. */
function isLost(trade: Trade): boolean {
  return FINAL_STATES.includes(trade.state) || isReportedOvertaken(trade);
}

/** Whether a trade is over, and was never signed. */
function wasLeft(trade: Trade | undefined): boolean {
  return trade !== undefined && FINAL_STATES.includes(trade.state) && !wasSigned(trade);
}
