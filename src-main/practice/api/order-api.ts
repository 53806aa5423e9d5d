import type { Practice } from '../practice.ts';
import { buildBulkCancel, buildCancel } from './cancellations.ts';
import { routesOf, type ServiceOptions } from './guarded.ts';
import type { Route } from './http.ts';
import { limitBuildReply, limitEstimateReply, quoteLimit } from './limit-orders.ts';
import { limitOrders, ordersByPair, ordersOf } from './order-lists.ts';
import { buildPlacement } from './placement.ts';
import { textField } from './request-body.ts';

/** Limit orders, lists of orders and cancellation, of the main API. */
export function orderRoutes(practice: Practice, { dialect }: ServiceOptions): readonly Route[] {
  const { market } = practice;
  const route = routesOf(practice, dialect);
  return [
    route('POST', '/swap/limit/estimate', ({ body }) =>
      limitEstimateReply(market, quoteLimit(practice, body), dialect),
    ),
    route('POST', '/swap/limit/build', ({ body }) => {
      const limit = quoteLimit(practice, body);
      const cbor = buildPlacement(practice, limit.plan, textField(limit.fields, 'buyer_address'));
      return limitBuildReply(market, limit, cbor, dialect);
    }),
    route('GET', '/swap/limit_orders/ADA/:token', ({ parameters }) =>
      limitOrders(practice, parameters['token'] ?? '', dialect),
    ),
    route('GET', '/swap/orders/:address', ({ parameters }) =>
      ordersOf(practice, parameters['address'] ?? '', undefined, dialect),
    ),
    route('POST', '/swap/orders/:address', ({ parameters, body }) =>
      ordersOf(practice, parameters['address'] ?? '', body, dialect),
    ),
    route('POST', '/swap/ordersByPair', ({ body }) => ordersByPair(practice, body, dialect)),
    route('POST', '/swap/cancel', ({ body }) => ({ cbor: buildCancel(practice, body) })),
    route('POST', '/swap/bulkcancel', ({ body }) => ({ cbor: buildBulkCancel(practice, body) })),
  ];
}
