import { ADA, type AssetId } from '#domain/asset.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import { otherSide, sideOf, type Pool, type Side } from '../pool.ts';
import { curve } from '../through.ts';
import { bowedCurve } from './bowed.ts';
import { bestSplits, inputAt, priceOverAll, type Curve } from './curve.ts';

/** A pool where an order could be placed. */
export interface Place {
  /** The exchange that runs it. At most one order goes to each exchange. */
  readonly exchange: string;
  readonly pool: Pool;
  /** Lovelace the exchange keeps from each order, whatever its size. */
  readonly fee: bigint;
}

/** One conversion to route. */
export interface RouteTask {
  readonly sells: AssetId;
  readonly wants: AssetId;
  /** Base units of `sells`. */
  readonly quantity: bigint;
  readonly places: readonly Place[];
  /** Maximum number of orders; the number of exchanges if absent. */
  readonly mostOrders?: number;
  /** Exchanges that must not be used. */
  readonly excluded?: ReadonlySet<string>;
  /**
   * The worth of one lovelace of fees, in base units of `wants`. If absent: one when buying ADA, the marginal price of
   * the split over all pools when selling ADA, and nothing between two tokens.
   */
  readonly lovelaceWorth?: number;
}

/** One order of a route, in base units. */
export interface RoutePart {
  readonly place: Place;
  readonly sold: bigint;
  /** By the exchange's own formula. */
  readonly out: bigint;
}

/** How best to divide a quantity over pools. */
export interface Route {
  /**
   * Largest first; together they sell the task's quantity. Of a route in two legs, those of the sale for ADA and then those
   * that spend it.
   */
  readonly parts: readonly RoutePart[];
  readonly out: bigint;
  /** Lovelace the exchanges keep. */
  readonly fees: bigint;
  /** `out` less the value of the fees, in base units of the asset bought. */
  readonly net: number;
  /** The value of one lovelace of fees, in base units of the asset bought. */
  readonly lovelaceWorth: number;
  /** How many pools were considered. */
  readonly pools: number;
}

interface Candidate {
  readonly place: Place;
  readonly side: Side;
}

/**
 * The route that buys the most, net of the exchanges' fixed fees, over pools whose curve is known. Others are left out
 * and not counted in `pools`. `undefined` if no pool pays anything.
 *
 * The split is found in floating point, where a small error in the shares costs only its square. The payment for each
 * order is then computed with the exchange's integer formula, and the remainder from rounding goes where it still buys
 * something.
 */
export function bestRoute(task: RouteTask): Route | undefined {
  const candidates = candidatesOf(task);
  if (task.quantity <= 0n || candidates.length === 0) return undefined;
  const amount = Number(task.quantity);
  const names = [...new Set(candidates.map(({ place }) => place.exchange))];
  const plain = candidates.map(({ place, side }) => curveOf(place, side, names));
  const worth = task.lovelaceWorth ?? worthOfLovelace(task, plain, amount);
  const curves = plain.map((curve, index) => ({
    ...curve,
    cost: worth * Number(candidates[index]?.place.fee ?? 0n),
  }));
  const splits = bestSplits(curves, amount, task.mostOrders ?? names.length);
  // Single pools are always tried: in a small trade, rounding may leave nothing for the other parts.
  const alone = curves.map((_, index) => ({ used: [index], root: 1, net: 0 }));
  let best: { readonly route: Route; readonly parts: readonly Share[] } | undefined;
  for (const { used, root } of [...splits, ...alone]) {
    const shares = used.map((index): Share => {
      const candidate = candidates[index] as Candidate;
      const input =
        used.length === 1 ? task.quantity : BigInt(Math.floor(inputAt(curves[index] as Curve, root)));
      return { candidate, sold: input, out: 0n };
    });
    const parts = divided(shares, task.quantity);
    const route = routeOf(parts, worth, candidates.length);
    if (route && (!best || isBetter(route, best.route, worth))) best = { route, parts };
  }
  if (!best) return undefined;
  return routeOf(lessRounded(best.parts), worth, candidates.length) ?? best.route;
}

function candidatesOf({ places, sells, wants, excluded }: RouteTask): readonly Candidate[] {
  return places.flatMap((place) => {
    const { pool, exchange } = place;
    const side = sideOf(pool, sells);
    if (side === undefined || pool.assets[otherSide(side)] !== wants) return [];
    if (!pool.keeps && !pool.hyperbolas && !pool.bowed) return [];
    return excluded?.has(exchange) === true ? [] : [{ place, side }];
  });
}

function curveOf({ pool, exchange }: Place, side: Side, names: readonly string[]): Curve {
  const group = names.indexOf(exchange);
  if (pool.bowed) {
    const bowed = bowedCurve(pool, pool.bowed, side);
    const rootOut = Math.sqrt(Number(pool.reserves[otherSide(side)]));
    return { rootOut, rootInto: rootOut / Math.sqrt(bowed.steepest), cost: 0, group, bowed };
  }
  const { out, into } = pool.hyperbolas?.[side] ?? curve(pool, side);
  return { rootOut: Math.sqrt(out), rootInto: Math.sqrt(into), cost: 0, group };
}

function worthOfLovelace({ sells, wants }: RouteTask, curves: readonly Curve[], amount: number): number {
  if (wants === ADA) return 1;
  return sells === ADA ? priceOverAll(curves, amount) : 0;
}

interface Share {
  readonly candidate: Candidate;
  sold: bigint;
  out: bigint;
}

/**
 * The shares in whole units, adding up to the quantity. Each is cut to the least input that still buys its output. The
 * input freed buys one more unit wherever that is cheapest, while it lasts, and the rest goes to the largest share.
 */
function divided(shares: readonly Share[], quantity: bigint): readonly Share[] {
  const sorted = shares.toSorted((left, right) => (left.sold < right.sold ? 1 : -1));
  const [largest] = sorted;
  if (!largest) return [];
  largest.sold += quantity - sorted.reduce((sum, { sold }) => sum + sold, 0n);
  if (largest.sold < 0n) return [];
  for (const share of sorted) share.out = paid(share.candidate, share.sold);
  if (sorted.length === 1) return sorted;
  let spare = 0n;
  for (const share of sorted) {
    const least = leastFor(share.candidate, share.out, share.sold);
    spare += share.sold - least;
    share.sold = least;
  }
  for (let round = 0; round < sorted.length; round += 1) {
    const [cheapest] = sorted
      .map((share) => ({ share, least: leastFor(share.candidate, share.out + 1n, share.sold + spare) }))
      .filter(({ share, least }) => paid(share.candidate, least) > share.out)
      .toSorted((left, right) => (left.least - left.share.sold < right.least - right.share.sold ? -1 : 1));
    if (!cheapest) break;
    spare -= cheapest.least - cheapest.share.sold;
    cheapest.share.sold = cheapest.least;
    cheapest.share.out = paid(cheapest.share.candidate, cheapest.least);
  }
  const useful = sorted.filter(({ out }) => out > 0n);
  const freed = sorted.filter(({ out }) => out <= 0n).reduce((sum, { sold }) => sum + sold, spare);
  const [receiver] = useful;
  if (!receiver) return [];
  receiver.sold += freed;
  receiver.out = paid(receiver.candidate, receiver.sold);
  return useful;
}

/** The largest total loss to rounding, in base units of the asset bought, before shares are moved to lose less. */
const MOST_LOST = 1;
/** How many moves in a row may bring nothing. */
const MOST_TRIES = 512;

/**
 * The same shares where rounding costs little. Each order's payment is rounded down, so many orders can lose several units.
 * Moving a few units of input from one share to another changes what they pay by less than a unit, and both remainders, so
 * some of these moves pay a unit more.
 */
function lessRounded(shares: readonly Share[]): readonly Share[] {
  const count = shares.length;
  if (count < 2) return shares;
  let lost = shares.reduce((sum, share) => sum + remainder(share), 0);
  for (let move = 0; move < MOST_TRIES && lost > MOST_LOST; move += 1) {
    const from = shares[move % count] as Share;
    const to = shares[(move + 1 + (Math.floor(move / count) % (count - 1))) % count] as Share;
    const step = 1n + BigInt(Math.floor(move / (count * (count - 1))));
    // A step that is a large part of a share would leave the best prices.
    if (from.sold < step * 1_000n) continue;
    const less = paid(from.candidate, from.sold - step);
    const more = paid(to.candidate, to.sold + step);
    if (less <= 0n || less + more <= from.out + to.out) continue;
    lost -= Number(less + more - from.out - to.out);
    Object.assign(from, { sold: from.sold - step, out: less });
    Object.assign(to, { sold: to.sold + step, out: more });
    move = -1;
  }
  return shares;
}

/** The fraction of a unit that rounding takes from a payment; zero where the formula does not give it. */
function remainder({ candidate: { place, side }, sold }: Share): number {
  const { pool } = place;
  const keep = pool.keeps?.[side];
  if (!keep) return 0;
  const worked = sold * keep.parts;
  const [numerator, denominator] = [
    worked * pool.reserves[otherSide(side)],
    pool.reserves[side] * keep.of + worked,
  ];
  return Number(numerator % denominator) / Number(denominator);
}

function paid({ place, side }: Candidate, sold: bigint): bigint {
  return sold > 0n ? place.pool.swap(side, sold).out : 0n;
}

/** The least input, up to `most`, that still buys `out`; `most` if nothing less does. */
function leastFor(candidate: Candidate, out: bigint, most: bigint): bigint {
  if (out <= 0n) return 0n;
  const { pool } = candidate.place;
  const keep = pool.keeps?.[candidate.side];
  if (!keep) return leastFrom(candidate, out, 1n, most);
  // No formula pays more than the constant product, whose least input follows directly; most pay exactly that.
  const [into, held] = [pool.reserves[candidate.side], pool.reserves[otherSide(candidate.side)]];
  if (out >= held) return most;
  const bound = mulDivCeil(out * into, keep.of, (held - out) * keep.parts);
  if (bound >= most || paid(candidate, bound) >= out) return bound < most ? bound : most;
  return leastFrom(candidate, out, bound + 1n, most);
}

function leastFrom(candidate: Candidate, out: bigint, from: bigint, most: bigint): bigint {
  let [low, high] = [from, most];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (paid(candidate, middle) >= out) high = middle;
    else low = middle + 1n;
  }
  return high;
}

function routeOf(shares: readonly Share[], worth: number, pools: number): Route | undefined {
  const parts = shares.map(({ candidate, sold, out }) => ({ place: candidate.place, sold, out }));
  const out = parts.reduce((sum, part) => sum + part.out, 0n);
  const fees = parts.reduce((sum, { place }) => sum + place.fee, 0n);
  if (out <= 0n) return undefined;
  return { parts, out, fees, net: Number(out) - worth * Number(fees), lovelaceWorth: worth, pools };
}

/** Whether one route nets more than another. Compares exact differences: as floating-point numbers, two large outputs could look equal. */
export function isBetter(route: Route, than: Route, worth: number): boolean {
  return Number(route.out - than.out) > worth * Number(route.fees - than.fees);
}
