import { planOutput } from '../orders/plan-output.ts';
import type { Practice } from '../practice.ts';
import { ownerText, quoteDca } from './recurring-orders.ts';
import { activeDca } from './dca-replies.ts';
import { routesOf, type ServiceOptions } from './guarded.ts';
import type { Route } from './http.ts';
import { buildOutputs, buyerOf } from './placement.ts';

/** Recurring orders of the main API. They are cancelled as other orders are (`order-api.ts`). */
export function dcaRoutes(practice: Practice, { dialect }: ServiceOptions): readonly Route[] {
  const route = routesOf(practice, dialect);
  return [
    route('POST', '/dca/create', ({ body }) => ({ cbor: buildDca(practice, body) })),
    route('GET', '/dca/:address', ({ parameters }) =>
      activeDca(practice, parameters['address'] ?? '', dialect),
    ),
  ];
}

/** The unsigned transaction that locks a recurring order whole, as hex. @throws ServiceError saying what is wrong. */
export function buildDca(practice: Practice, body: Uint8Array): string {
  const { fields, tokenIn, planOf } = quoteDca(practice.market, body);
  const owner = buyerOf(ownerText(fields), 'user_address');
  const plan = planOf({
    ownerPaymentKeyHash: owner.paymentKeyHash,
    ownerStakeKeyHash: owner.stakeKeyHash,
  });
  return buildOutputs(practice, [planOutput(plan)], tokenIn, owner);
}
