import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { ScriptList } from '../inspect/inspection-input.ts';
import { readRestingOrder, recurringOrderOf } from '../inspect/resting-order.ts';
import type { Ledger } from '../ports/ledger.ts';
import { CancelDesk, type CancelTarget, type PreparedCancel } from './cancel-desk.ts';
import { DcaDesk, type DcaRequest } from './dca-desk.ts';
import type { DcaPlan } from './dca-plan.ts';
import { ExchangeFees } from './exchange-fees.ts';
import { LadderDesk, type LadderPlan, type LadderRequest } from './ladder-desk.ts';
import { LimitDesk, type LimitQuote, type LimitRequest } from './limit-desk.ts';
import type { PartReader } from './partial-fill.ts';
import type { QuoteDesk, QuoteParts } from './quote-desk.ts';
import type { TradingAccount } from './review-desk.ts';

export interface OrderDeskParts extends QuoteParts {
  readonly ledger: Ledger;
  readonly quotes: QuoteDesk;
  readonly scripts: ScriptList;
  /** The bytes (hex) of a transaction in the journal, by its hash. */
  readonly kept: (txHash: string) => string | undefined;
}

/** Limit orders, ladders, recurring orders and cancellations, up to the quotes that are reviewed like any other. */
export class OrderDesks {
  /** Fees of the exchanges, as far as the service's records of orders told them. */
  readonly fees = new ExchangeFees();
  /** Reads outputs as orders of the scripts that are known. */
  readonly reader: PartReader;
  readonly #limits: LimitDesk;
  readonly #ladders: LadderDesk;
  readonly #plans: DcaDesk;
  readonly #cancels: CancelDesk;

  constructor({ quotes, scripts, ...parts }: OrderDeskParts) {
    this.reader = (output) => readRestingOrder(output, scripts.known);
    this.#limits = new LimitDesk(parts, quotes, this.fees);
    this.#ladders = new LadderDesk(this.#limits, parts.clock, parts.newId);
    this.#plans = new DcaDesk(parts, quotes, this.#limits, (cbor) => recurringOrderOf(cbor, scripts.known));
    this.#cancels = new CancelDesk({ ...parts, parts: this.reader });
  }

  /** Has limit orders estimated, to be reviewed by the quote's id. See `LimitDesk.quote`. */
  limit(request: LimitRequest, signal?: AbortSignal): Promise<Result<LimitQuote, Failure>> {
    return this.#limits.quote(request, signal);
  }

  /** Plans a ladder. See `LadderDesk.plan`. */
  planLadder(request: LadderRequest, signal?: AbortSignal): Promise<Result<LadderPlan, Failure>> {
    return this.#ladders.plan(request, signal);
  }

  /** A plan that may still be started. Failure: `plan-unknown`. */
  ladder(planId: string): Result<LadderPlan, Failure> {
    return this.#ladders.fresh(planId);
  }

  /** Divides a recurring order and has one cycle estimated. See `DcaDesk.plan`. */
  planDca(request: DcaRequest, signal?: AbortSignal): Promise<Result<DcaPlan, Failure>> {
    return this.#plans.plan(request, signal);
  }

  /** A recurring order that was planned. Failure: `plan-unknown`. */
  dca(planId: string): Result<DcaPlan, Failure> {
    return this.#plans.planned(planId);
  }

  /** Finds orders on the ledger and divides their cancellation over transactions. See `CancelDesk.prepare`. */
  prepareCancel(
    targets: readonly CancelTarget[],
    account: TradingAccount,
    signal?: AbortSignal,
  ): Promise<Result<PreparedCancel, Failure>> {
    return this.#cancels.prepare(targets, account, signal);
  }
}
