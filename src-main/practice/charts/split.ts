import type { SeededRandom } from '../market/random.ts';
import type { Bar } from './bar.ts';

/** A bucket that a bar is divided into. */
export interface Part {
  readonly time: number;
  /** How busy it is relative to the others; zero: no trades. */
  readonly weight: number;
}

/**
 * The position of a price in the sequence of a bar's trades. A group with one trade opens and closes at the same
 * position.
 */
interface Slot {
  readonly at: number;
  price: number;
  /** Neither the bar's first nor its last trade, and not needed for its high or low. */
  isFree: boolean;
}

/** The trades of one part, while their prices are being determined. */
interface Group {
  readonly time: number;
  readonly trades: number;
  readonly open: Slot;
  readonly close: Slot;
  /** Prices reached by trades between the first and the last. */
  high: number;
  low: number;
  /** Trades between the first and the last without a price yet. */
  spare: number;
}

/** The range of a random walk is about this many times its standard deviation. */
const RANGE_OF_WALK = 1.6;

/**
 * Divides a bar into plausible bars of its parts, which merge back to exactly the same bar: the first to trade
 * opens at the bar's open, the last closes at its close, one reaches its high and one its low, and lovelace and
 * trades add up. Parts without trades get no bar.
 */
export function splitBar(bar: Bar, parts: readonly Part[], random: SeededRandom): Bar[] {
  const counts = shares(bar.trades, parts, random);
  const groups: Group[] = [];
  let at = 0;
  for (const [index, { time }] of parts.entries()) {
    const trades = counts[index] as number;
    if (trades === 0) continue;
    const open = slotAt(at, bar);
    const close = trades === 1 ? open : slotAt(at + trades - 1, bar);
    groups.push({
      time,
      trades,
      open,
      close,
      high: -Infinity,
      low: Infinity,
      spare: Math.max(0, trades - 2),
    });
    at += trades;
  }
  walk(bar, groups, random);
  reach(bar, groups);
  stretch(bar, groups, random);
  const volumes = volumesOf(bar.lovelace, groups, random);
  return groups.map((group, index) => ({
    time: group.time,
    open: group.open.price,
    high: highOf(group),
    low: lowOf(group),
    close: group.close.price,
    lovelace: volumes[index] as number,
    trades: group.trades,
  }));
}

function slotAt(at: number, { trades }: Bar): Slot {
  return { at, price: 0, isFree: at !== 0 && at !== trades - 1 };
}

/** Distributes `total` trades over the parts, by weight and chance. */
function shares(total: number, parts: readonly Part[], random: SeededRandom): number[] {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  const counts = parts.map((part) => Math.floor((total * part.weight) / weight));
  for (let left = total - counts.reduce((sum, count) => sum + count, 0); left > 0; left -= 1) {
    let mark = random.unit() * weight;
    const found = parts.findIndex((part) => (mark -= part.weight) < 0);
    const chosen = found < 0 ? parts.findLastIndex((part) => part.weight > 0) : found;
    counts[chosen] = (counts[chosen] as number) + 1;
  }
  return counts;
}

/** A Brownian bridge over the trades from the bar's open to its close, sampled where groups open and close. */
function walk({ open, close, high, low, trades }: Bar, groups: readonly Group[], random: SeededRandom): void {
  const last = Math.max(1, trades - 1);
  const deviation = (high - low) / RANGE_OF_WALK;
  let at = 0;
  let price = open;
  const place = (slot: Slot): void => {
    if (slot.at === 0) slot.price = open;
    else if (slot.at === trades - 1) slot.price = close;
    else {
      const [step, left] = [slot.at - at, last - at];
      const spread = deviation * Math.sqrt((step * (left - step)) / (left * last));
      slot.price = within(price + ((close - price) * step) / left + spread * random.bell(), low, high);
    }
    ({ at, price } = slot);
  };
  for (const group of groups) {
    place(group.open);
    if (group.close !== group.open) place(group.close);
  }
}

/** Mirrors a price outside the range back into it. */
function within(price: number, low: number, high: number): number {
  const mirrored = price > high ? 2 * high - price : price < low ? 2 * low - price : price;
  return Math.max(low, Math.min(high, mirrored));
}

function highOf({ open, close, high }: Group): number {
  return Math.max(open.price, close.price, high);
}

function lowOf({ open, close, low }: Group): number {
  return Math.min(open.price, close.price, low);
}

/** Makes the trades reach the bar's high and low, each with a trade whose price is still free. */
function reach(bar: Bar, groups: readonly Group[]): void {
  for (const side of ['high', 'low'] as const) {
    const target = bar[side];
    if (bar.open === target || bar.close === target) continue;
    const slot = nearestSlot(groups, target);
    const host = nearestHost(groups, side, target);
    if (slot && (!host || slot.price === target || away(slot.price, target) < away(host[side], target))) {
      slot.price = target;
      slot.isFree = false;
    } else if (host) {
      host.group[side] = target;
      host.group.spare -= 1;
    } else throw new RangeError('a bar has more extremes than trades');
  }
}

function away(price: number, target: number): number {
  return Math.abs(price - target);
}

function nearestSlot(groups: readonly Group[], target: number): Slot | undefined {
  let nearest: Slot | undefined;
  for (const { open, close } of groups)
    for (const slot of [open, close])
      if (slot.isFree && (!nearest || away(slot.price, target) < away(nearest.price, target))) nearest = slot;
  return nearest;
}

function nearestHost(
  groups: readonly Group[],
  side: 'high' | 'low',
  target: number,
): { readonly group: Group; readonly high: number; readonly low: number } | undefined {
  let nearest: { readonly group: Group; readonly high: number; readonly low: number } | undefined;
  for (const group of groups) {
    if (group.spare === 0) continue;
    const reached = { group, high: highOf(group), low: lowOf(group) };
    if (!nearest || away(reached[side], target) < away(nearest[side], target)) nearest = reached;
  }
  return nearest;
}

/** Lets groups with spare trades go a little beyond their open and close. */
function stretch(bar: Bar, groups: readonly Group[], random: SeededRandom): void {
  const deviation = (bar.high - bar.low) / RANGE_OF_WALK;
  for (const group of groups) {
    const length = deviation * Math.sqrt(group.trades / bar.trades);
    const [up, down] = [random.unit(), random.unit()];
    const [high, low] = [highOf(group), lowOf(group)];
    if (group.spare > 0 && high < bar.high) {
      group.high = Math.min(bar.high, high + length * up * up);
      group.spare -= 1;
    }
    if (group.spare > 0 && low > bar.low) group.low = Math.max(bar.low, low - length * down * down);
  }
}

/** Distributes lovelace over the groups by trades and chance: at least one per trade, exactly `total` in sum. */
function volumesOf(total: number, groups: readonly Group[], random: SeededRandom): number[] {
  const weights = groups.map(({ trades }) => trades * random.between(0.4, 1.6));
  const weight = weights.reduce((sum, part) => sum + part, 0);
  const trades = groups.reduce((sum, group) => sum + group.trades, 0);
  const free = total - trades;
  const volumes = groups.map(
    (group, index) => group.trades + Math.floor(free * ((weights[index] as number) / weight)),
  );
  const missing = total - volumes.reduce((sum, part) => sum + part, 0);
  volumes[volumes.length - 1] = (volumes.at(-1) as number) + missing;
  return volumes;
}
