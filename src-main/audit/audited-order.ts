import type { AssetId } from '#domain/asset.ts';
import type { OutputReference } from '../cardano/transaction.ts';

/** What an audit says of one order that a transaction executes. Quantities are base units. */
export interface AuditedOrder {
  /** The output that held the order. */
  readonly order: OutputReference;
  /** The exchange by its name; `undefined` where not even that is known. */
  readonly venue: string | undefined;
  readonly sold: { readonly asset: AssetId; readonly quantity: bigint } | undefined;
  readonly bought: AssetId | undefined;
  /** What the exchange's own formula says had to be paid for `sold`, from the pool as the orders before it left it. */
  readonly mustPay: bigint | undefined;
  /** What the order's owner was paid, costs that the order agreed to set apart. */
  readonly paid: bigint | undefined;
  /** `undefined` where it cannot be checked; `reason` then says why. */
  readonly exact: boolean | undefined;
  /** Why it cannot be checked, or what is wrong besides the quantity paid. A clause without a full stop. */
  readonly reason?: string;
  /** Its place in the order in which the batch was executed, from 0; `undefined` where the batch does not say. */
  readonly position: number | undefined;
  /** Its place among the transaction's orders in the ledger's order of inputs, from 0: by transaction id, not by age. */
  readonly ledgerPosition: number;
  /** Whether all that the figures rest on is proven by the bytes of the transactions that made it. */
  readonly proven: boolean;
}

/** What every line about an order starts with. */
export type OrderPlace = Pick<AuditedOrder, 'order' | 'venue' | 'ledgerPosition'>;

/** An order of which nothing can be said but why. `known` adds what is known of it all the same. */
export function notCheckable(
  place: OrderPlace,
  reason: string,
  known: Partial<Pick<AuditedOrder, 'sold' | 'bought' | 'paid' | 'position' | 'proven'>> = {},
): AuditedOrder {
  return {
    sold: undefined,
    bought: undefined,
    paid: undefined,
    position: undefined,
    proven: false,
    ...place,
    ...known,
    mustPay: undefined,
    exact: undefined,
    reason,
  };
}
