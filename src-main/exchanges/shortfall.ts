import { MOST_UNITS } from '#domain/amount.ts';
import type { Shortfall } from '#domain/fill-audit.ts';
import { mulDivCeil } from '#domain/ratio.ts';

/** A pool's reserves, in base units: of the asset that the order sells, and of the asset that it buys. */
export interface Reserves {
  readonly sold: bigint;
  readonly bought: bigint;
}

/** The known figures of a fill. Quantities are in base units. */
export interface FillFigures {
  readonly sold: bigint;
  readonly paid: bigint;
  /** The payment that the exchange's formula requires; absent if it cannot be recomputed. */
  readonly mustPay: bigint | undefined;
  /** The pool at the decision, as the fill's transaction found it, and as the orders before this one left it. */
  readonly decision: Reserves | undefined;
  readonly found: Reserves;
  readonly reached: Reserves | undefined;
}

/**
 * Splits the difference between what was sold at the price at the decision and what was paid for it. Each part is the
 * difference between two consecutive figures, from the pool's price at the decision down to the payment, so the parts add up
 * exactly. Rounding: a price's worth up, what a pool would pay without its fee down, as exchanges round.
 *
 * The figures are those of a constant-product pool; `undefined` if a reserve is empty, or a figure is more than the ledger
 * can hold.
 */
export function shortfallOf(figures: FillFigures): Shortfall | undefined {
  const { sold, paid, mustPay, decision, found, reached } = figures;
  const pools = [decision, found, reached].flatMap((pool) => (pool ? [pool.sold, pool.bought] : []));
  if ([sold, ...pools].some((figure) => figure <= 0n)) return undefined;
  if ([sold, paid, mustPay ?? 0n, ...pools].some((figure) => figure > MOST_UNITS)) return undefined;
  const worth = (pool: Reserves): bigint => mulDivCeil(sold, pool.bought, pool.sold);
  const before = worth(found);
  const paper = decision ? worth(decision) : before;
  const head = { paper, since: decision ? 'decision' : 'fill', paid } as const;
  const delay = paper - before;
  if (!reached || mustPay === undefined)
    return {
      ...head,
      parts: { delay, ordering: 0n, impact: 0n, poolFee: 0n, underpaid: 0n, rest: before - paid },
    };
  const turn = worth(reached);
  const withoutFee = (reached.bought * sold) / (reached.sold + sold);
  return {
    ...head,
    parts: {
      delay,
      ordering: before - turn,
      impact: turn - withoutFee,
      poolFee: withoutFee - mustPay,
      underpaid: mustPay - paid,
      rest: 0n,
    },
  };
}

/**
 * A fee in lovelace as base units of the asset bought, at a fill's price at the decision; rounded up. `sells` and `buys`:
 * which side is ADA. `undefined` if neither is: it then has no price here.
 */
export function feeInBought(
  lovelace: bigint,
  { sells, buys }: { readonly sells: boolean; readonly buys: boolean },
  { paper, sold }: { readonly paper: bigint; readonly sold: bigint },
): bigint | undefined {
  if (buys) return lovelace;
  return sells && sold > 0n ? mulDivCeil(lovelace, paper, sold) : undefined;
}
