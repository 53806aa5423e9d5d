import { ADA, type AssetId } from '#domain/asset.ts';
import { mulDivCeil, mulDivFloor } from '#domain/ratio.ts';
import type { EpochMs } from '#domain/time.ts';
import type { PlacedOrder, Trade } from '#domain/trade.ts';

/** The remaining holding of a token that was bought for ADA, by average cost. Base units and lovelace. */
export interface Position {
  readonly token: AssetId;
  readonly units: bigint;
  /** The cost of `units`, fees included; each sale takes its share of it. */
  readonly paid: bigint;
  /** Fills that bought it since nothing was held. */
  readonly buys: number;
  /** Some of it came otherwise, at a price in ADA that is not known: for another token, or from outside the app. */
  readonly others: boolean;
}

/** Moments at which a trade was seen to be filled, in part or whole, oldest first. */
export type FilledAt = (trade: Trade) => readonly EpochMs[];

interface Move {
  readonly at: EpochMs;
  readonly pay: AssetId;
  /** `undefined` of a payment, which brings nothing. */
  readonly receive: AssetId | undefined;
  readonly sold: bigint;
  readonly received: bigint;
  /** Lovelace. */
  readonly fees: bigint;
}

/** The tokens that a trade moved, ADA apart. */
export function tokensOf({ kind, pay, receive, send }: Trade): readonly AssetId[] {
  const assets = kind === 'send' ? (send?.pays ?? []).map(({ asset }) => asset) : [pay.asset, receive];
  return [...new Set(assets)].filter((asset) => asset !== ADA);
}

/**
 * The positions that trades in the order of their fills leave. A purchase adds what it paid and its fees; a sale or a
 * payment takes away its share of the cost, rounded down, so that what remains never looks cheaper than it was.
 */
export function positionsOf(trades: Iterable<Trade>, filledAt: FilledAt): ReadonlyMap<AssetId, Position> {
  const moves = [...trades].flatMap((trade) => movesOf(trade, filledAt)).toSorted((a, b) => a.at - b.at);
  const positions = new Map<AssetId, Position>();
  for (const move of moves) {
    if (move.pay !== ADA) positions.set(move.pay, reduced(positionIn(positions, move.pay), move.sold));
    if (move.receive === undefined || move.receive === ADA || move.received === 0n) continue;
    const before = positionIn(positions, move.receive);
    positions.set(move.receive, move.pay === ADA ? bought(before, move) : { ...before, others: true });
  }
  return new Map([...positions].filter(([, { units }]) => units > 0n));
}

function positionIn(positions: ReadonlyMap<AssetId, Position>, token: AssetId): Position {
  return positions.get(token) ?? { token, units: 0n, paid: 0n, buys: 0, others: false };
}

function bought(before: Position, { sold, received, fees }: Move): Position {
  return {
    ...before,
    units: before.units + received,
    paid: before.paid + sold + fees,
    buys: before.buys + 1,
  };
}

function reduced(before: Position, sold: bigint): Position {
  // More left than was bought here.
  const others = before.others || sold > before.units;
  if (sold >= before.units) return { ...before, units: 0n, paid: 0n, buys: 0, others };
  const paid = before.paid - mulDivFloor(before.paid, sold, before.units);
  return { ...before, units: before.units - sold, paid };
}

function movesOf(trade: Trade, filledAt: FilledAt): readonly Move[] {
  if (trade.kind === 'cancel') return [];
  if (trade.kind === 'send') return trade.state === 'closed' ? payments(trade) : [];
  const parts = partsOf(trade);
  const times = parts.length > 1 ? filledAt(trade) : [];
  return parts.map(({ sold, received }, nth) => ({
    // Where fewer moments were seen than fills, the first ones were seen together.
    at: times.at(Math.max(nth - parts.length, -times.length)) ?? trade.updatedAt,
    ...{ pay: trade.pay.asset, receive: trade.receive, sold, received },
    fees: feesOf(trade, nth),
  }));
}

function payments({ updatedAt, send }: Trade): readonly Move[] {
  const gone = (send?.pays ?? []).filter(({ asset }) => asset !== ADA);
  return gone.map(({ asset, quantity }) => ({
    ...{ at: updatedAt, pay: asset, receive: undefined, sold: quantity, received: 0n, fees: 0n },
  }));
}

/** The amounts that each fill of a trade took and brought; orders filled at once count together. */
function partsOf(trade: Trade): readonly { readonly sold: bigint; readonly received: bigint }[] {
  const inParts = trade.orders.some(({ fills }) => (fills ?? []).length > 0);
  if (trade.state === 'filled' && !inParts)
    return trade.filledTotal === undefined ? [] : [{ sold: trade.pay.quantity, received: trade.filledTotal }];
  return trade.orders.flatMap((order) => order.fills ?? wholeOf(order, trade));
}

/** An order that was filled at once while others of its trade were not. */
function wholeOf(
  { outcome, pay, received }: PlacedOrder,
  trade: Trade,
): readonly { readonly sold: bigint; readonly received: bigint }[] {
  const sold = pay ?? (trade.orders.length === 1 ? trade.pay.quantity : undefined);
  return outcome !== 'filled' || sold === undefined || received === undefined ? [] : [{ sold, received }];
}

/** The network fee with the first fill; exchange fees as well, those of a recurring order with each of its cycles. */
function feesOf({ costs, dca }: Trade, nth: number): bigint {
  const { networkFee, exchangeFees, otherRecipients } = costs;
  const once = nth === 0 ? networkFee + otherRecipients : 0n;
  if (dca !== undefined) return once + mulDivCeil(exchangeFees, 1n, BigInt(dca.cycles));
  return nth === 0 ? once + exchangeFees : 0n;
}
