/** One pool as the search sees it: plain numbers, one direction. */
export interface Venue {
  /** Venues of one group (one exchange) are alternatives: a set uses at most one of them. */
  readonly group: number;
  readonly reserveIn: number;
  readonly reserveOut: number;
  /** The fraction of an input that remains after the pool's fee: `1 − fee`. */
  readonly keep: number;
  /** The group's fixed fee in units of the output. */
  readonly fixedFee: number;
}

/** A set of venues that are all worth using together, and the split's common marginal price. */
export interface VenueSet {
  readonly venues: readonly number[];
  /** Square root of the output for one more unit of input, equal on every venue of the set. */
  readonly rootRate: number;
  /** Output less fixed fees, if quantities were continuous. */
  readonly net: number;
}

/**
 * After this many visited sets, the best one found so far is used. Fifteen single-pool exchanges need at most 2^16.
 */
const MOST_VISITS = 300_000;
const KEPT_SETS = 6;

interface Curve {
  readonly rootOut: number;
  readonly rootIn: number;
  readonly fixedFee: number;
}

/**
 * A pool pays `f(x) = out·x / (b + x)` with `b = in / keep`. At marginal price `λ` it takes `x = √b(√out/√λ − √b)`
 * and its surplus `f(x) − λx` is `(√out − √λ√b)²`: no difference of large numbers, so floats lose no precision.
 */
function curveOf(venue: Venue): Curve {
  return {
    rootOut: Math.sqrt(venue.reserveOut),
    rootIn: Math.sqrt(venue.reserveIn / venue.keep),
    fixedFee: venue.fixedFee,
  };
}

function surplus(curve: Curve, rootRate: number): number {
  const gap = curve.rootOut - rootRate * curve.rootIn;
  return gap > 0 ? gap * gap : 0;
}

/** A venue's share of the input when the split's marginal price is `rootRate²`. */
export function inputAt(venue: Venue, rootRate: number): number {
  const { rootOut, rootIn } = curveOf(venue);
  return Math.max(0, rootIn * (rootOut / rootRate - rootIn));
}

/** The marginal price (output per input) when `amount` is split over all venues and nothing but pool fees counts. */
export function marginalRateOfAll(venues: readonly Venue[], amount: number): number {
  const curves = venues
    .map(curveOf)
    .sort((left, right) => right.rootOut / right.rootIn - left.rootOut / left.rootIn);
  let products = 0;
  let inputs = amount;
  let rootRate = 0;
  for (const curve of curves) {
    if (curve.rootOut <= rootRate * curve.rootIn) break;
    products += curve.rootOut * curve.rootIn;
    inputs += curve.rootIn * curve.rootIn;
    rootRate = products / inputs;
  }
  return rootRate * rootRate;
}

/**
 * The venue sets with the greatest output less fixed fees for an input of `amount`, best first.
 *
 * For a given set the best split is closed-form (equal marginal price). The sets are searched depth first with
 * Lagrange's bound: at any price `λ`, no set yields more than `λ·amount + Σ max(0, surplus − fee)`. It prunes
 * nothing that could be better by more than 1e-13 of the output, so the first set is the true optimum.
 */
export function bestVenueSets(venues: readonly Venue[], amount: number): readonly VenueSet[] {
  const curves = venues.map(curveOf);
  const rootRate = dualRate(groupsOf(venues, curves, 0), curves, amount);
  const groups = groupsOf(venues, curves, rootRate);
  const restBound = suffixBounds(groups);
  const base = rootRate * rootRate * amount;
  const tolerance = 1e-13 * (base + (restBound[0] ?? 0));

  const chosen: number[] = [];
  const best: VenueSet[] = [];
  let visits = 0;

  const consider = (): void => {
    let products = 0;
    let inputs = amount;
    for (const index of chosen) {
      const curve = curves[index] as Curve;
      products += curve.rootOut * curve.rootIn;
      inputs += curve.rootIn * curve.rootIn;
    }
    const root = products / inputs;
    let net = root * root * amount;
    for (const index of chosen) {
      const curve = curves[index] as Curve;
      // A venue that would take nothing: the same set without it is better.
      if (curve.rootOut <= root * curve.rootIn) return;
      net += surplus(curve, root) - curve.fixedFee;
    }
    keep(best, { venues: [...chosen], rootRate: root, net });
  };

  const visit = (depth: number, gained: number): void => {
    if (depth === groups.length || visits >= MOST_VISITS) return;
    const bound = base + gained + (restBound[depth] as number);
    if (best.length > 0 && bound <= (best[0] as VenueSet).net + tolerance) return;
    for (const option of groups[depth] as readonly Option[]) {
      visits += 1;
      chosen.push(option.venue);
      consider();
      visit(depth + 1, gained + option.worth);
      chosen.pop();
    }
    visit(depth + 1, gained);
  };
  visit(0, 0);
  return best;
}

interface Option {
  readonly venue: number;
  /** Surplus at the bound's price, less the fixed fee; may be negative. */
  readonly worth: number;
}

/** The options of each group, the most promising group first. */
function groupsOf(
  venues: readonly Venue[],
  curves: readonly Curve[],
  rootRate: number,
): readonly (readonly Option[])[] {
  const groups = new Map<number, Option[]>();
  for (const [index, venue] of venues.entries()) {
    const curve = curves[index] as Curve;
    const option: Option = { venue: index, worth: surplus(curve, rootRate) - curve.fixedFee };
    const group = groups.get(venue.group);
    if (group) group.push(option);
    else groups.set(venue.group, [option]);
  }
  for (const group of groups.values()) group.sort((left, right) => right.worth - left.worth);
  const first = (group: readonly Option[]): number => group[0]?.worth ?? 0;
  return [...groups.values()].sort((left, right) => first(right) - first(left));
}

/** For each depth, the most that the groups from there on could add to the bound. */
function suffixBounds(groups: readonly (readonly Option[])[]): readonly number[] {
  const bounds = new Array<number>(groups.length + 1).fill(0);
  for (let depth = groups.length - 1; depth >= 0; depth -= 1) {
    bounds[depth] = (bounds[depth + 1] as number) + Math.max(0, groups[depth]?.[0]?.worth ?? 0);
  }
  return bounds;
}

/** The root of the price at which Lagrange's bound is least; the bound is convex in the price. */
function dualRate(groups: readonly (readonly Option[])[], curves: readonly Curve[], amount: number): number {
  const bound = (root: number): number => {
    let sum = root * root * amount;
    for (const group of groups) {
      let best = 0;
      for (const option of group) {
        const curve = curves[option.venue] as Curve;
        best = Math.max(best, surplus(curve, root) - curve.fixedFee);
      }
      sum += best;
    }
    return sum;
  };
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (const curve of curves) {
    const { rootIn, rootOut } = curve;
    low = Math.min(low, (rootOut * rootIn) / (amount + rootIn * rootIn));
    high = Math.max(high, rootOut / rootIn);
  }
  for (let round = 0; round < 90; round += 1) {
    const left = low + (high - low) / 3;
    const right = high - (high - low) / 3;
    if (bound(left) <= bound(right)) high = right;
    else low = left;
  }
  return (low + high) / 2;
}

function keep(best: VenueSet[], set: VenueSet): void {
  const place = best.findIndex((other) => set.net > other.net);
  if (place === -1) best.push(set);
  else best.splice(place, 0, set);
  if (best.length > KEPT_SETS) best.pop();
}
