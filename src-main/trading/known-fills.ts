import { FINAL_STATES, type PlacedOrder, type Trade } from '#domain/trade.ts';
import type { OwnOrder } from '../exchanges/own-fill.ts';

/** Most fills of one trade that are audited: the newest ones. */
const MOST_FILLS = 10;

/** A fill of one of a trade's orders. */
export interface KnownFill {
  /** Index of the order among the outputs of the user's transaction. */
  readonly index: number;
  readonly txHash: string;
  readonly own: OwnOrder;
}

/** The newest fills of a trade's orders, each order's oldest first. */
export function fillsOf({ bodyHash, orders, state }: Trade): readonly KnownFill[] {
  if (state !== 'partly-filled' && !FINAL_STATES.includes(state)) return [];
  return orders.flatMap((order) => orderFills(bodyHash, order)).slice(-MOST_FILLS);
}

function orderFills(
  bodyHash: string,
  { index, fills, closedBy, outcome }: PlacedOrder,
): readonly KnownFill[] {
  const hashes =
    fills?.map(({ hash }) => hash) ?? (outcome === 'filled' && closedBy !== undefined ? [closedBy] : []);
  return hashes.map((txHash, at) => {
    const madeBy = hashes[at - 1];
    return { index, txHash, own: madeBy === undefined ? { reference: `${bodyHash}#${index}` } : { madeBy } };
  });
}

/** One transaction can fill several orders of a trade, and several transactions one order. */
export function nameOf({ index, txHash }: Pick<KnownFill, 'index' | 'txHash'>): string {
  return `${index} ${txHash}`;
}
