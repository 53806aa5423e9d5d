import type { Bowed } from './bowed.ts';

/**
 * A constant-product pool as the split search sees it, in floating point: it pays `out · x / (into + x)` for `x` units,
 * where `into` is the reserve divided by the share of an input that remains after fees. The formulas need the roots only.
 */
export interface Curve {
  readonly rootOut: number;
  readonly rootInto: number;
  /** Cost of using the pool, in units of the asset bought. */
  readonly cost: number;
  /** Pools in a group are alternatives: a split uses at most one of them. */
  readonly group: number;
  /** Present if the pool follows another curve; the roots then give its reserves and first price only. */
  readonly bowed?: Bowed;
}

/** A split over some curves, given by index. All end at the same marginal price, the square of `root`. */
export interface Split {
  readonly used: readonly number[];
  readonly root: number;
  /** The amount bought, less the costs, if quantities were continuous. */
  readonly net: number;
}

/** The input at which a curve's marginal price has fallen to the square of `root`. */
export function inputAt({ rootOut, rootInto, bowed }: Curve, root: number): number {
  if (bowed) return bowed.inputAt(root * root);
  return Math.max(0, rootInto * (rootOut / root - rootInto));
}

/**
 * A curve's payment beyond its input valued at the marginal price: `(√out − root · √into)²`. This form subtracts no
 * large products, so small trades in deep pools keep their precision.
 */
function surplusAt({ rootOut, rootInto, bowed }: Curve, root: number): number {
  if (bowed) {
    const input = bowed.inputAt(root * root);
    return Math.max(0, bowed.outAt(input) - root * root * input);
  }
  const gap = rootOut - root * rootInto;
  return gap > 0 ? gap * gap : 0;
}

/** Best splits to keep: rounding to whole units may reorder those that are nearly equal. */
const KEPT = 6;
/** Far more than the pools of any pair need; past it, the best splits so far are used. */
const MOST_STEPS = 50_000;

/**
 * The best splits of `amount` over at most `most` curves, best first. For a given set of curves, the best split equalises
 * their marginal prices, which has a closed form; the sets are enumerated group by group. At any price, a set yields at
 * most `price · amount` plus the sum, over its curves, of what each pays beyond that price less its cost. A branch whose
 * bound does not reach the splits already kept is pruned.
 */
export function bestSplits(curves: readonly Curve[], amount: number, most: number): readonly Split[] {
  if (!(amount > 0) || curves.length === 0 || most < 1) return [];
  const price = boundingRoot(curves, amount);
  const worth = curves.map((curve) => surplusAt(curve, price) - curve.cost);
  const groups = [...Map.groupBy(curves.keys(), (index) => curves[index]?.group).values()]
    .map((group) => group.toSorted((left, right) => (worth[right] ?? 0) - (worth[left] ?? 0)))
    .toSorted((left, right) => (worth[right[0] ?? 0] ?? 0) - (worth[left[0] ?? 0] ?? 0));
  // The most that the groups from each index onwards can add, whatever is chosen from them.
  const rest = groups.map(() => 0);
  for (let at = groups.length - 1; at >= 0; at -= 1)
    rest[at] = (rest[at + 1] ?? 0) + Math.max(0, worth[groups[at]?.[0] ?? 0] ?? 0);
  const base = price * price * amount;
  const found: Split[] = [];
  // Single curves first: every other set then has to reach the best of them, also in a trade too small to divide.
  for (const index of curves.keys()) keep(found, splitOver(curves, [index], amount));
  const used: number[] = [];
  let steps = 0;
  const go = (at: number, gained: number): void => {
    const least = (): number => (found.length < KEPT ? Number.NEGATIVE_INFINITY : (found.at(-1)?.net ?? 0));
    const group = groups[at];
    if (!group || used.length >= most || steps > MOST_STEPS) return;
    if (base + gained + (rest[at] ?? 0) < least()) return;
    for (const index of group) {
      // The best of a group comes first: where one cannot reach the splits kept, nor can those after it.
      if (base + gained + (worth[index] ?? 0) + (rest[at + 1] ?? 0) < least()) break;
      steps += 1;
      used.push(index);
      if (used.length > 1) keep(found, splitOver(curves, used, amount));
      go(at + 1, gained + (worth[index] ?? 0));
      used.pop();
    }
    go(at + 1, gained);
  };
  go(0, 0);
  return found;
}

/** The split over exactly these curves; `undefined` if one of them would take nothing. */
function splitOver(curves: readonly Curve[], used: readonly number[], amount: number): Split | undefined {
  const chosen = used.flatMap((index) => curves[index] ?? []);
  const root = chosen.some(({ bowed }) => bowed) ? searchedRoot(chosen, amount) : commonRoot(chosen, amount);
  if (chosen.some(({ rootOut, rootInto }) => rootOut <= root * rootInto)) return undefined;
  const net = chosen.reduce((sum, curve) => sum + surplusAt(curve, root) - curve.cost, root * root * amount);
  return { used: [...used], root, net };
}

function commonRoot(curves: readonly Curve[], amount: number): number {
  let products = 0;
  let inputs = amount;
  for (const { rootOut, rootInto } of curves) {
    products += rootOut * rootInto;
    inputs += rootInto * rootInto;
  }
  return products / inputs;
}

const ROUNDS = 100;

/** The root at which curves of any form together take `amount`. */
function searchedRoot(curves: readonly Curve[], amount: number): number {
  let high = Math.log(Math.max(...curves.map(({ rootOut, rootInto }) => rootOut / rootInto)));
  let low = Math.log(commonRoot(curves, amount)) - 10;
  for (let round = 0; round < ROUNDS; round += 1) {
    const middle = (low + high) / 2;
    const taken = curves.reduce((sum, curve) => sum + inputAt(curve, Math.exp(middle)), 0);
    if (taken > amount) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}

function keep(found: Split[], split: Split | undefined): void {
  if (!split) return;
  const place = found.findIndex(({ net }) => split.net > net);
  if (place >= 0) found.splice(place, 0, split);
  else if (found.length < KEPT) found.push(split);
  if (found.length > KEPT) found.pop();
}

/**
 * Root of the price that minimises the bound over all sets, by golden-section search: the bound is convex in the price.
 * The bound is valid at any price, so an approximate minimum only prunes less.
 */
function boundingRoot(curves: readonly Curve[], amount: number): number {
  const bound = (root: number): number => {
    const best = new Map<number, number>();
    for (const curve of curves) {
      const gain = surplusAt(curve, root) - curve.cost;
      if (gain > (best.get(curve.group) ?? 0)) best.set(curve.group, gain);
    }
    return root * root * amount + [...best.values()].reduce((sum, gain) => sum + gain, 0);
  };
  const steepest = Math.max(...curves.map(({ rootOut, rootInto }) => rootOut / rootInto));
  let low = Math.log(commonRoot([...curves], amount)) - 10;
  let high = Math.log(steepest);
  const golden = (Math.sqrt(5) - 1) / 2;
  for (let round = 0; round < 60; round += 1) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)];
    if (bound(Math.exp(left)) < bound(Math.exp(right))) high = right;
    else low = left;
  }
  return Math.exp((low + high) / 2);
}

/** The marginal price of one more unit after splitting `amount` over all hyperbolas, ignoring costs. */
export function priceOverAll(curves: readonly Curve[], amount: number): number {
  const plain = curves.filter(({ bowed }) => !bowed);
  const steepest = plain.toSorted(
    (left, right) => right.rootOut / right.rootInto - left.rootOut / left.rootInto,
  );
  let taken: Curve[] = [];
  for (const curve of steepest) {
    if (taken.length > 0 && curve.rootOut <= commonRoot(taken, amount) * curve.rootInto) break;
    taken = [...taken, curve];
  }
  return taken.length === 0 ? 0 : commonRoot(taken, amount) ** 2;
}
