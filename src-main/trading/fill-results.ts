import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Trade } from '#domain/trade.ts';
import { StorageError } from '../ports/storage-trouble.ts';
import { executionOf, type Execution } from './execution.ts';
import type { FillAudits } from './fill-audits.ts';
import { inSlices } from './slices.ts';
import type { TradeBook } from './trade-book.ts';
import type { JournalPass, TradeIndex } from './trade-index.ts';
import { tradeShortfall, type TradeAudit } from './trade-shortfall.ts';

const CLOSED = failure('request-refused', { name: 'quality', reason: 'the profile was closed meanwhile' });

interface FillResultParts {
  readonly book: Pick<TradeBook, 'get' | 'steps'>;
  readonly index: Pick<TradeIndex, 'all'>;
  readonly pass: Pick<JournalPass, 'rest' | 'stopped'>;
  /** Absent where no pools are known. */
  readonly fillAudits: FillAudits | undefined;
}

/** The audits of fills, and how well each trade was executed. */
export class FillResults {
  readonly #parts: FillResultParts;

  constructor(parts: FillResultParts) {
    this.#parts = parts;
  }

  /** The audit of a trade's fills, and the trade's whole shortfall where that is known. Failure: `trade-unknown`. */
  of(tradeId: string): Result<TradeAudit, Failure> {
    const { book, fillAudits } = this.#parts;
    const trade = book.get(tradeId)?.trade;
    if (!trade) return failed(failure('trade-unknown'));
    const audit = fillAudits?.of(trade);
    return ok({
      underWay: fillAudits?.isUnderWay(tradeId) === true,
      audit,
      shortfall: audit && tradeShortfall(trade, audit),
    });
  }

  /** Audits a trade's fills again. Failures: `trade-unknown`, `fill-unknown`, `fill-…`, `ledger-…`, `storage-…`. */
  async again(tradeId: string): Promise<Result<TradeAudit, Failure>> {
    const { book, fillAudits } = this.#parts;
    const trade = book.get(tradeId)?.trade;
    if (!trade) return failed(failure('trade-unknown'));
    const audited = await (fillAudits?.again(trade) ?? failed(failure('fill-unknown')));
    return audited.ok ? this.of(tradeId) : audited;
  }

  /** Calls the listener with the id of each trade whose fills were audited. Answers the function that ends it. */
  onAudit(listener: (tradeId: string) => void): () => void {
    return this.#parts.fillAudits?.onAudit(listener) ?? (() => undefined);
  }

  /**
   * The results of the swaps and limit orders filled since then, in no particular order. The journal is read in slices,
   * so that others are served meanwhile. Failures: `storage-…`; `request-refused` once the trading core is stopped.
   */
  async executions(since: number): Promise<Result<readonly Execution[], Failure>> {
    const { index, pass } = this.#parts;
    const found: Execution[] = [];
    try {
      await pass.rest();
      const whole = await inSlices(
        pass.stopped ? [] : [...index.all()],
        (trade) => {
          if (trade.state !== 'filled' || trade.updatedAt < since) return;
          const execution = this.#executionOf(trade);
          if (execution && execution.at >= since) found.push(execution);
        },
        () => pass.stopped,
      );
      return whole ? ok(found) : failed(CLOSED);
    } catch (error) {
      if (error instanceof StorageError) return failed(error.failure);
      throw error;
    }
  }

  #executionOf(trade: Trade): Execution | undefined {
    const { book, fillAudits } = this.#parts;
    const audit = fillAudits?.of(trade);
    return executionOf(trade, {
      steps: book.steps(trade.id),
      fills: (audit?.fills ?? []).map((fill) => ('failure' in fill ? { exact: undefined } : fill)),
      shortfall: audit && tradeShortfall(trade, audit)?.ppm,
      better: fillAudits?.decision(trade.id)?.better,
    });
  }
}
