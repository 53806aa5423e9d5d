import type { ScriptList } from '../../inspect/inspection-input.ts';
import { readRestingOrder, recurringOrderOf } from '../../inspect/resting-order.ts';
import type { Ledger, ReferenceSource } from '../../ports/ledger.ts';
import type { PartReader } from '../partial-fill.ts';
import { Cancellations } from './cancel.ts';
import { RecurringOrders } from './dca.ts';
import { Ladders } from './ladder.ts';
import { ExchangeFees } from './limit-market.ts';
import { LimitOrders } from './limit.ts';
import { Payments, type PaymentParts } from './send.ts';
import { Replacements } from './replace.ts';
import type { QuoteBook } from './quote.ts';
import { Swaps, type SwapParts } from './swap.ts';

export interface EstimatorParts
  extends Omit<SwapParts, 'records'>, Pick<PaymentParts, 'network' | 'frozen' | 'busy'> {
  readonly ledger: Ledger;
  /** See `CancellationParts.second`. */
  readonly second?: ReferenceSource | undefined;
  readonly quotes: QuoteBook;
  readonly scripts: ScriptList;
  /** The bytes (hex) of a transaction in the journal, by its hash. */
  readonly ownBytes: (txHash: string) => string | undefined;
}

/** Turns requests into quotes that can be reviewed, for each kind of trade. */
export class Estimators {
  /** Fees of the exchanges, as far as the service's records of orders state them. */
  readonly fees = new ExchangeFees();
  /** Reads outputs as orders of the scripts that are known. */
  readonly reader: PartReader;
  readonly swaps: Swaps;
  readonly limits: LimitOrders;
  readonly ladders: Ladders;
  readonly recurring: RecurringOrders;
  readonly cancellations: Cancellations;
  readonly replacements: Replacements;
  readonly payments: Payments;

  constructor(parts: EstimatorParts) {
    const { quotes, scripts, clock, newId } = parts;
    this.reader = (output) => readRestingOrder(output, scripts.known);
    this.limits = new LimitOrders(parts, quotes, this.fees);
    this.swaps = new Swaps({ ...parts, records: this.fees }, quotes, this.limits);
    this.ladders = new Ladders(this.limits, clock, newId);
    const read = (cbor: string): ReturnType<typeof recurringOrderOf> => recurringOrderOf(cbor, scripts.known);
    this.recurring = new RecurringOrders(parts, quotes, this.limits, read);
    this.cancellations = new Cancellations({ ...parts, parts: this.reader });
    this.payments = new Payments(parts);
    this.replacements = new Replacements(this.cancellations, this.limits);
  }
}
