import { bestRoute, type Route, type RouteTask } from './route.ts';

/** What is offered for the same task: what it buys, and the lovelace that its exchanges keep. */
export interface OfferedPrice {
  readonly out: bigint;
  readonly fees: bigint;
}

/** What the pools read here would have given. One-sided: a better route is a fact, finding none is not a promise. */
export type PriceCheck =
  | {
      readonly kind: 'better';
      /** Base units more than offered, after the fees of both, rounded down. */
      readonly more: bigint;
      /** The same in parts per million of what was offered. */
      readonly morePpm: number;
      readonly route: Route;
    }
  | { readonly kind: 'none'; readonly pools: number };

const PPM = 1_000_000;

/**
 * Holds an offer against the best route over the pools that were read. Fees count on both sides, by what a lovelace is
 * worth in the task: an offer that is cheaper in fees is not called worse for what it pays less.
 */
export function checkPrice(task: RouteTask, offered: OfferedPrice): PriceCheck {
  const route = bestRoute(task);
  if (!route) return { kind: 'none', pools: 0 };
  const saved = BigInt(Math.ceil(route.lovelaceWorth * Number(route.fees - offered.fees)));
  const more = route.out - offered.out - saved;
  if (more <= 0n) return { kind: 'none', pools: route.pools };
  const morePpm = offered.out > 0n ? Math.floor((Number(more) * PPM) / Number(offered.out)) : PPM;
  return { kind: 'better', more, morePpm, route };
}
