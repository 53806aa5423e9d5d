import type { BatchPlanning, BatchProgressView } from '#contract/approval.ts';
import type { MainTable, OutputOf } from '#contract/index.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { done, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import { Topic } from '../../gate/topic.ts';
import { failureView } from '../../gate/wire.ts';
import type { Clock, Random } from '../../ports/system.ts';
import type { BatchQuotes, TradingAccount } from '../../trading/kinds/quote.ts';
import type { Review } from '../../trading/reviewer.ts';
import { Batch } from '../../trading/batch.ts';
import type { CancelProgress } from '../../trading/kinds/cancel.ts';
import { atEachTenth } from '../../trading/order-search.ts';
import type { ApprovalWindow, TradingProfile } from './approval-window.ts';

const PATIENCE_MS = { practice: 120_000, live: 15 * 60_000 } as const;
const RETRY_MS = { practice: 1_000, live: 10_000 } as const;

/** The batch of transactions in progress, one at a time. */
export class Batches {
  readonly topic = new Topic<OutputOf<MainTable, 'batch'>>({});
  readonly #parts: { readonly clock: Clock; readonly random: Random };
  readonly #approval: ApprovalWindow;
  #batch: Batch | undefined;
  #profile: TradingProfile | undefined;

  constructor(
    parts: { readonly clock: Clock; readonly random: Random },
    profiles: OpenProfile<TradingProfile>,
    approval: ApprovalWindow,
  ) {
    this.#parts = parts;
    this.#approval = approval;
    profiles.onChange(() => {
      this.stop();
      this.#batch = undefined;
      this.topic.set({});
    });
  }

  /** Shows how far the planning of a cancellation is, at each tenth; a plan of few orders is made before it is read. */
  planning(): CancelProgress & { end(): void } {
    const show = (planning?: BatchPlanning): void => {
      const { batch } = this.topic.value;
      this.topic.set({ ...(batch ? { batch } : {}), ...(planning ? { planning } : {}) });
    };
    return {
      found: atEachTenth((done, of) => show({ step: 'looked-up', done, of })),
      divided: atEachTenth((done, of) => show({ step: 'divided', done, of })),
      end: () => {
        if (this.topic.value.planning) show();
      },
    };
  }

  /**
   * Builds the first transaction and shows the whole batch in the approval window. Failures: `set-busy`, those of
   * `ApprovalWindow.present`.
   */
  async start(
    quotes: BatchQuotes,
    profile: TradingProfile,
    account: TradingAccount,
  ): Promise<Result<{ readonly batchId: string; readonly review: Review }, Failure>> {
    if (this.#batch && !this.#batch.over) return failed(failure('set-busy'));
    const { clock, random } = this.#parts;
    const id = Buffer.from(random.bytes(8)).toString('hex');
    const batch = new Batch(id, quotes, {
      trading: profile.trading,
      clock,
      account,
      patienceMs: PATIENCE_MS[profile.mode],
      retryMs: RETRY_MS[profile.mode],
    });
    this.#batch = batch;
    this.#profile = profile;
    batch.onChange(() => {
      if (this.#batch === batch) this.topic.set({ batch: batchView(batch) });
    });
    const review = await this.#approval.present(profile, () => batch.first(), batch);
    if (review.ok) return ok({ batchId: id, review: review.value });
    batch.stop(review.failure);
    return review;
  }

  /**
   * Builds the next transaction of a batch whose key is elsewhere, and shows it in the approval window. Failures:
   * `set-unknown`, those of `Batch.next` and of `ApprovalWindow.present`.
   */
  async next(id: string): Promise<Result<undefined, Failure>> {
    const [batch, profile] = [this.#batch, this.#profile];
    if (batch?.id !== id || !profile) return failed(failure('set-unknown'));
    const review = await this.#approval.present(profile, () => batch.next(), batch);
    if (!review.ok) batch.left();
    return review.ok ? ok(undefined) : review;
  }

  /** Ends a batch after the transaction that is being made. Failure: `set-unknown`. */
  async end(id: string): Promise<Result<undefined, Failure>> {
    const batch = this.#batch;
    if (batch?.id !== id || batch.over) return failed(failure('set-unknown'));
    const { tradeId } = batch.transactions[batch.at] ?? {};
    const waits = batch.state === 'waiting' || batch.state === 'next';
    batch.stop();
    if (waits && tradeId !== undefined) await this.#approval.leaveTrade(tradeId);
    return ok(undefined);
  }

  /** Whether a trade is part of a batch that is not over. */
  underWay(tradeId: string): boolean {
    const batch = this.#batch;
    return batch?.over === false && batch.transactions.some((transaction) => transaction.tradeId === tradeId);
  }

  /** Nothing more is signed: the wallet was locked, or the profile is closed. */
  stop(): void {
    this.#batch?.stop();
  }

  /** Resolves when nothing of a batch is in progress. */
  async settled(): Promise<void> {
    await this.#batch?.settled();
  }
}

export function batchCalls(batches: Batches): MainCalls<'batch'> {
  return {
    'batch.stop': async ({ id }) => done(await batches.end(id)),
    'batch.next': async ({ id }) => done(await batches.next(id)),
  };
}

function batchView(batch: Batch): BatchProgressView {
  return {
    id: batch.id,
    kind: batch.kind,
    state: batch.state,
    transactions: batch.transactions.map(({ state, tradeId, bodyHash, failure: trouble }) => ({
      state,
      tradeId,
      bodyHash,
      failure: trouble && failureView(trouble),
    })),
    failure: batch.failure && failureView(batch.failure),
  };
}
