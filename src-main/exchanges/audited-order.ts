import type { AssetId } from '#domain/asset.ts';
import type { OutputReference } from '../cardano/transaction.ts';

/** The audit's verdict on one order that a transaction executes. Quantities are in base units. */
export interface AuditedOrder {
  /** The output that held the order. */
  readonly order: OutputReference;
  /** Name of the exchange; `undefined` if even that is unknown. */
  readonly venue: string | undefined;
  readonly sold: { readonly asset: AssetId; readonly quantity: bigint } | undefined;
  readonly bought: AssetId | undefined;
  /** The payment for `sold` by the exchange's own formula, from the pool as the preceding orders left it. */
  readonly mustPay: bigint | undefined;
  /** The payment to the order's owner, before the costs that the order agreed to. */
  readonly paid: bigint | undefined;
  /** `undefined` if it cannot be checked; `reason` then says why. */
  readonly exact: boolean | undefined;
  /** Why it cannot be checked, or what is wrong apart from the quantity paid. A clause, without a full stop. */
  readonly reason?: string;
  /** Its place in the batch's execution order, from 0; `undefined` if the batch does not give one. */
  readonly position: number | undefined;
  /** Its place among the transaction's orders in ledger order, from 0: inputs sort by transaction id, not by age. */
  readonly ledgerPosition: number;
  /** Whether every output behind these figures is proven by the bytes of the transaction that created it. */
  readonly proven: boolean;
}

/** The part common to every verdict. */
export type OrderPlace = Pick<AuditedOrder, 'order' | 'venue' | 'ledgerPosition'>;

/** An order that cannot be checked. `known` adds whatever is known about it anyway. */
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
