import type { BookLevelView, BookView } from '#contract/book.ts';
import { formatDecimal, parseDecimal } from '#domain/decimal.ts';
import { asTyped } from '../../format/figures.ts';

/** Prices as integers of 10^-40 ADA per whole token: exact for every text that main writes. */
const PLACES = 40;

export type BookSide = 'bids' | 'asks';

/** A line of the book: the bids or asks of resting orders and of pools at a price, and at better ones of its tick. */
export interface BookRow {
  /** ADA per whole token, exact text. */
  readonly price: string;
  /** Base units of the token. */
  readonly orders: bigint;
  readonly pools: bigint;
  /** Both, from the best price down to here. */
  readonly cumulative: bigint;
  /** Lovelace of both, from the best price down to here. */
  readonly cumulativeAda: bigint;
  /** Number of resting orders. */
  readonly count: number;
  /** Some of it is the user's own. */
  readonly own: boolean;
}

export function priceUnits(price: string): bigint {
  return parseDecimal(price, PLACES) ?? 0n;
}

/** ADA per token for a plot: a float will do. */
export function priceNumber(price: string): number {
  return Number(price);
}

/**
 * The lines of one side, best price first, in ticks of so many units (0n: every price by itself). A bid counts for the
 * next tick below, an ask for the next above: nobody is shown a better price than there is.
 */
export function bookRows(
  side: BookSide,
  orders: readonly BookLevelView[],
  pools: readonly BookLevelView[],
  tick: bigint,
): readonly BookRow[] {
  const groups = new Map<
    bigint,
    { orders: bigint; pools: bigint; ada: bigint; count: number; own: boolean }
  >();
  const add = (level: BookLevelView, source: 'orders' | 'pools'): void => {
    const price = onTick(priceUnits(level.price), tick, side);
    const group = groups.get(price) ?? { orders: 0n, pools: 0n, ada: 0n, count: 0, own: false };
    group[source] += BigInt(level.tokens);
    group.ada += BigInt(level.ada);
    group.count += level.orders;
    group.own ||= level.own;
    groups.set(price, group);
  };
  for (const level of orders) add(level, 'orders');
  for (const level of pools) add(level, 'pools');
  const prices = [...groups.keys()].sort((a, b) => (a === b ? 0 : a < b === (side === 'asks') ? -1 : 1));
  let cumulative = 0n;
  let cumulativeAda = 0n;
  return prices.flatMap((price) => {
    const group = groups.get(price);
    // A bid that rounds down to nothing is no price.
    if (group === undefined || price <= 0n) return [];
    cumulative += group.orders + group.pools;
    cumulativeAda += group.ada;
    return [
      {
        price: formatDecimal(price, PLACES),
        orders: group.orders,
        pools: group.pools,
        cumulative,
        cumulativeAda,
        count: group.count,
        own: group.own,
      },
    ];
  });
}

function onTick(price: bigint, tick: bigint, side: BookSide): bigint {
  if (tick <= 0n) return price;
  const down = (price / tick) * tick;
  return side === 'bids' || down === price ? down : down + tick;
}

/** A width of the lines. */
export interface TickChoice {
  readonly units: bigint;
  readonly text: string;
}

const SMALLEST_SHARE = 5_000n;
const LARGEST_SHARE = 20n;

/** Round ticks that suit a price: 1, 2 and 5 times powers of ten, from about a 5,000th of it to a 20th. */
export function tickChoices(price: string | undefined): readonly TickChoice[] {
  const units = price === undefined ? 0n : priceUnits(price);
  if (units <= 0n) return [];
  const choices: TickChoice[] = [];
  for (let power = 1n; power <= units; power *= 10n)
    for (const step of [1n, 2n, 5n]) {
      const tick = power * step;
      if (tick * SMALLEST_SHARE >= units && tick * LARGEST_SHARE <= units)
        choices.push({ units: tick, text: asTyped(formatDecimal(tick, PLACES)) });
    }
  return choices;
}

/** Rows as they are shown while the pointer is over them: each price stays where it is, with its newest figures. */
export interface HeldRows {
  readonly rows: readonly BookRow[];
  /** Prices that came or went meanwhile, and are not shown as such. */
  readonly waiting: number;
}

export function heldRows(held: readonly string[] | undefined, rows: readonly BookRow[]): HeldRows {
  if (held === undefined) return { rows, waiting: 0 };
  const byPrice = new Map(rows.map((row) => [row.price, row]));
  let gone = 0;
  let before: BookRow | undefined;
  const shown = held.map((price): BookRow => {
    const row = byPrice.get(price);
    byPrice.delete(price);
    if (row === undefined) gone += 1;
    before = row ?? {
      price,
      orders: 0n,
      pools: 0n,
      cumulative: before?.cumulative ?? 0n,
      cumulativeAda: before?.cumulativeAda ?? 0n,
      count: 0,
      own: false,
    };
    return before;
  });
  return { rows: shown, waiting: byPrice.size + gone };
}

/** One point of a cumulative curve: display figures. */
export type CurvePoint = readonly [price: number, ada: number];

export interface DepthCurves {
  /** Bids or asks of the pools alone, as computed. */
  readonly pools: readonly CurvePoint[];
  /** Pools and resting orders together. */
  readonly all: readonly CurvePoint[];
}

/**
 * The cumulative ADA of one side from the best price to the worst within `limit`. Pools give continuously
 * between their levels, orders all at once: the curve slopes for the one and steps for the other.
 */
export function depthCurves(
  side: BookSide,
  { orders, depth }: Pick<BookView, 'orders' | 'depth'>,
  from: number,
  limit: number,
): DepthCurves {
  const inside = (price: number): boolean => (side === 'bids' ? price >= limit : price <= limit);
  const steps = orders[side].map((level) => ({
    price: priceNumber(level.price),
    ada: Number(level.ada) / 1e6,
  }));
  const slopes = depth[side].map((level) => ({
    price: priceNumber(level.price),
    ada: Number(level.ada) / 1e6,
  }));
  const poolsAt = slopeAt(from, slopes);
  const prices = [
    ...new Set([from, ...steps, ...slopes].map((each) => (typeof each === 'number' ? each : each.price))),
  ]
    .filter(inside)
    .sort((a, b) => (side === 'bids' ? b - a : a - b));
  if (prices.at(-1) !== limit && prices.length > 0) prices.push(limit);
  const pools: CurvePoint[] = [];
  const all: CurvePoint[] = [];
  let at = 0;
  let stepped = 0;
  const better = (one: number, other: number): boolean => (side === 'bids' ? one >= other : one <= other);
  for (const price of prices) {
    const slope = poolsAt(price);
    pools.push([price, slope]);
    all.push([price, slope + stepped]);
    let next = steps[at];
    while (next !== undefined && better(next.price, price)) {
      stepped += next.ada;
      at += 1;
      next = steps[at];
    }
    all.push([price, slope + stepped]);
  }
  return { pools, all };
}

/** Slope of the cumulative amount given by the pools at a price, interpolated linearly between two levels. */
function slopeAt(
  from: number,
  levels: readonly { readonly price: number; readonly ada: number }[],
): (price: number) => number {
  return (price) => {
    let sum = 0;
    let before = from;
    for (const level of levels) {
      const span = level.price - before;
      const gone = price - before;
      const share = span === 0 ? 1 : gone / span;
      if (share <= 0) break;
      sum += level.ada * Math.min(1, share);
      if (share < 1) break;
      before = level.price;
    }
    return sum;
  };
}
