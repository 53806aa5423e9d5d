import { ADA, type AssetId } from '#domain/asset.ts';
import { lovelaceIn, quantityIn } from '#domain/amount.ts';
import { worthOf } from './cast.ts';
import { soldIn, type LyingOrder, type Taking } from './loss.ts';

/** The typed trade, in base units by the true decimals. */
export interface TypedTrade {
  readonly kind: 'trade';
  readonly pay: AssetId;
  readonly receive: AssetId;
  /** The amount that each transaction sells, and the minimum that the user was shown for it. */
  readonly members: readonly { readonly quantity: bigint; readonly least: bigint }[];
}

export interface TypedCancel {
  readonly kind: 'cancel';
  /** Most transactions that there are to be. */
  readonly members: number;
}

export type Typed = TypedTrade | TypedCancel;

/** The texts seen before signing: the words about costs, one for each transaction shown. */
export interface Shown {
  readonly costs: readonly string[];
  /** Whether the others of a batch follow the first one's words. */
  readonly set: boolean;
}

export interface Breach {
  readonly law: string;
  /** The amount taken beyond the agreement, lovelace. */
  readonly lost: bigint;
}

const ADA_4 = 4_000_000n;
const ADA_2 = 2_000_000n;
/** Network fees of a batch's transactions differ by their sizes. */
const SIZES = 500_000n;
const STATED = /Costs (?:at most )?([\d,]+(?:\.\d+)?) ADA/;
/** The most that rounding may take. */
const DUST = 1_000n;

/** Where an accepted run lost more than what was agreed to: nothing of the application's own bounds is used. */
export function breachesOf(typed: Typed, shown: Shown, takings: readonly Taking[]): readonly Breach[] {
  const members = typed.kind === 'cancel' ? typed.members : typed.members.length;
  const more = takings.length > members ? [{ law: 'more transactions than were agreed to', lost: 0n }] : [];
  const each = takings.flatMap((taking, at) => {
    const stated = statedCosts(shown, at);
    return typed.kind === 'cancel' ? ofCancel(taking, stated) : ofTrade(typed, taking, at, stated);
  });
  return [...more, ...each];
}

/** All that the transactions took for good, lovelace. */
export function lossOf(typed: Typed, takings: readonly Taking[]): bigint {
  return takings.reduce((sum, taking, at) => {
    if (typed.kind === 'cancel') return sum + lovelaceIn(taking.left) + tokensLost(taking, undefined, 0n);
    const { costs, tokens, short } = partsOf(typed, taking, at);
    return sum + costs + tokens + short;
  }, 0n);
}

function statedCosts({ costs, set }: Shown, at: number): bigint {
  const words = costs[at] ?? (set ? costs[0] : undefined) ?? '';
  const found = STATED.exec(words)?.[1];
  if (found === undefined) return 0n;
  const [whole = '0', places = ''] = found.replaceAll(',', '').split('.');
  const stated = BigInt(whole) * 1_000_000n + BigInt(places.padEnd(6, '0'));
  return stated + (set && at > 0 ? SIZES : 0n);
}

function ofCancel(taking: Taking, stated: bigint): readonly Breach[] {
  const lost = lovelaceIn(taking.left);
  const tokens = tokensLost(taking, undefined, 0n);
  return [
    ...breach('tokens of a cancellation do not come back', tokens, 0n),
    ...breach('a cancellation takes more than 2 ADA', lost, ADA_2),
    ...breach('a cancellation takes more than the words say', lost, stated),
  ];
}

function ofTrade(typed: TypedTrade, taking: Taking, at: number, stated: bigint): readonly Breach[] {
  const { quantity = 0n } = typed.members[at] ?? {};
  const { costs, tokens, short } = partsOf(typed, taking, at);
  // The minimum of a sale is certain only once it is filled: of earlier payments, 4 ADA is the most.
  const certain = typed.pay === ADA ? quantity : typed.receive === ADA ? enforced(taking) : 0n;
  const atOnce = typed.pay === ADA ? 0n : costs - keptByFilling(taking);
  return [
    ...breach('tokens leave that were not sold', tokens, DUST),
    ...breach('costs beyond max(4 ADA, 2 %) were not asked about', costs, most(ADA_4, certain / 50n)),
    ...breach('more than 4 ADA is paid at once on a promise, and was not asked about', atOnce, ADA_4),
    ...breach('costs are not in the words', costs, stated),
    ...breach('orders enforce less than was shown', short, most(ADA_4, worthOf(typed.pay, quantity) / 50n)),
  ];
}

/** Lovelace that the orders of a sale together enforce. */
function enforced({ orders }: Taking): bigint {
  return orders.reduce((sum, order) => sum + (order.wanted === ADA ? order.least : 0n), 0n);
}

/** Lovelace in the orders that only those get who fill them. */
function keptByFilling({ orders }: Taking): bigint {
  return orders.reduce((sum, { holds, back }) => sum + lovelaceIn(holds) - back, 0n);
}

/** The parts of a trade's loss: lovelace as costs, other tokens by their worth, and the shortfall of its orders. */
function partsOf(
  { pay, receive, members }: TypedTrade,
  taking: Taking,
  at: number,
): { readonly costs: bigint; readonly tokens: bigint; readonly short: bigint } {
  const { quantity, least } = members[at] ?? { quantity: 0n, least: 0n };
  const { left, orders } = taking;
  const sold = orders.reduce((sum, order) => sum + soldIn(order, pay), 0n);
  const agreed = sold < quantity ? sold : quantity;
  const back = orders.reduce((sum, order) => sum + order.back, 0n);
  const costs = lovelaceIn(left) - back - (pay === ADA ? agreed : 0n);
  const short = orders.reduce((sum, order) => sum + shortBy(order, { pay, receive, quantity, least }), 0n);
  const value = least === 0n ? 0n : (short * worthOf(pay, quantity)) / least;
  return { costs, tokens: tokensLost(taking, pay, agreed), short: value };
}

/** Base units that an order, were it the only one to be filled, brings less than its part of what was shown. */
function shortBy(
  order: LyingOrder,
  { pay, receive, quantity, least }: { pay: AssetId; receive: AssetId; quantity: bigint; least: bigint },
): bigint {
  if (quantity === 0n) return 0n;
  const share = (least * soldIn(order, pay)) / quantity;
  const missing = share - (order.wanted === receive ? order.least : 0n);
  return missing > 0n ? missing : 0n;
}

function tokensLost({ left }: Taking, pay: AssetId | undefined, agreed: bigint): bigint {
  return [...left].reduce((sum, [asset]) => {
    if (asset === ADA) return sum;
    const gone = quantityIn(left, asset) - (asset === pay ? agreed : 0n);
    return gone > 0n ? sum + worthOf(asset, gone) : sum;
  }, 0n);
}

function breach(law: string, lost: bigint, allowed: bigint): readonly Breach[] {
  return lost > allowed ? [{ law, lost: lost - allowed }] : [];
}

function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
