import { ADA, type AssetId } from '#domain/asset.ts';
import { addValues } from '#domain/amount.ts';
import { encodeOrderDatum, type OrderDatum } from './datum.ts';
import { leastLovelace, mostOf, type DraftOutput } from '../chain/draft.ts';
import { scriptAddress } from '../chain/keys.ts';
import { encodeRoute, type OrderKind } from './order-route.ts';
import { ownerAddress } from './resting-order.ts';

/** One order to be placed. Amounts in base units of what is sold and of what is wanted. */
export interface OrderPlan {
  readonly exchange: string;
  /** The pool that takes the input. */
  readonly poolId: string;
  readonly amountIn: bigint;
  readonly minimumOut: bigint;
  readonly batcherFee: bigint;
  readonly deposit: bigint;
}

/** What the orders of one transaction have in common. */
export interface OrderTerms {
  readonly kind: OrderKind;
  readonly tokenIn: AssetId;
  readonly tokenOut: AssetId;
  /** Exchanges that a second leg must avoid. */
  readonly excluded: readonly string[];
}

export type OrderOwner = Pick<OrderDatum, 'ownerPaymentKeyHash' | 'ownerStakeKeyHash'>;

/**
 * An order at its exchange: amount, batcher fee and deposit. The deposit is raised where the payout needs more ADA.
 * `codes`: of all exchanges, in the order of their list.
 */
export function orderOutput(
  { kind, tokenIn, tokenOut, excluded }: OrderTerms,
  order: OrderPlan,
  owner: OrderOwner,
  codes: readonly string[],
): DraftOutput {
  const { exchange, poolId, amountIn, minimumOut, batcherFee } = order;
  const terms = {
    ...owner,
    wanted: tokenOut,
    minimumReceived: minimumOut,
    batcherFee,
    route: encodeRoute({ kind, poolId, excluded }, codes),
  };
  const needed = leastLovelace({ address: ownerAddress(terms), value: mostOf(tokenOut) });
  const deposit = order.deposit > needed ? order.deposit : needed;
  return {
    address: scriptAddress(exchange, 'order'),
    value: addValues(new Map([[ADA, batcherFee + deposit]]), new Map([[tokenIn, amountIn]])),
    datum: encodeOrderDatum({ ...terms, deposit }),
  };
}
