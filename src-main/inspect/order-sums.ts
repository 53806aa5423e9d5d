import { lovelaceIn, quantityIn } from '../../src-preload/domain/amount.ts';
import { ADA } from '../../src-preload/domain/asset.ts';
import { CANCELLATION_FEE } from '../agreement/bounds.ts';
import type { Facts, OrderFact } from './facts.ts';
import type { TradeTerms } from './terms.ts';

/** Lovelace that an order holds beside what it sells, where its terms state all of it. */
export function overheadOf({ terms }: OrderFact): bigint | undefined {
  return terms?.batcherFee === undefined || terms.deposit === undefined
    ? undefined
    : terms.batcherFee + terms.deposit;
}

/** What the order sells of the asset paid, or `undefined` when its terms do not say what is fee and deposit. */
export function soldBy(order: OrderFact, { pay }: TradeTerms): bigint | undefined {
  if (pay.asset !== ADA) return quantityIn(order.output.value, pay.asset);
  const overhead = overheadOf(order);
  return overhead === undefined ? undefined : lovelaceIn(order.output.value) - overhead;
}

/** Lovelace in all orders beside what is sold. */
export function ordersOverhead({ orders, trade }: Facts): bigint {
  const held = orders.reduce((total, { output }) => total + lovelaceIn(output.value), 0n);
  return trade?.pay.asset === ADA ? held - trade.pay.quantity : held;
}

/** Base units of the asset bought that the orders together enforce; `undefined` when one is not understood. */
export function minimumReceived({ orders, trade }: Facts): bigint | undefined {
  if (!trade) return undefined;
  let minimum = 0n;
  for (const { terms } of orders) {
    if (terms?.wanted === undefined) return undefined;
    if (terms.wanted === trade.receive) minimum += terms.minimumReceived;
  }
  return minimum;
}

/** Lovelace that goes to neither the wallet nor an order. */
export function recipientsLovelace(facts: Facts): bigint {
  return facts.outputs
    .filter(({ role }) => role === 'foreign')
    .reduce((total, { output }) => total + lovelaceIn(output.value), 0n);
}

/** Lovelace that may be kept for taking orders back: what is claimed, and no more than the app's own rules allow. */
export function cancellationFeeAllowed({ cancel, given }: Facts): bigint {
  if (!cancel) return 0n;
  const claimed = given.claims?.cancellationFee ?? 0n;
  const most = CANCELLATION_FEE * BigInt(cancel.orders.length);
  return claimed < most ? claimed : most;
}

/** Cycles that are reckoned with where nobody says how many there are. */
const UNKNOWN_CYCLES = 30;

/** Of a DCA's worth, what its cycles may cost beside the limit: large ones are routed over several exchanges at once. */
const ROUTED_SHARE = 100n;

/** Most lovelace that one order may hold beside what is sold; a DCA pays the exchanges once a cycle. */
export function overheadLimit(
  { kind, pay, receive, cycles, expected = 0n }: TradeTerms,
  { limits }: Facts,
): bigint {
  if (kind === 'dca') {
    const worth = pay.asset === ADA ? pay.quantity : receive === ADA ? expected : 0n;
    return limits.orderOverhead * BigInt(cycles ?? UNKNOWN_CYCLES) + worth / ROUTED_SHARE;
  }
  return pay.asset === ADA || receive === ADA ? limits.orderOverhead : limits.hopOrderOverhead;
}
