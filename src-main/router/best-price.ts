import { bestRoute, type Route, type RouteTask } from './route.ts';

/** An offer for the same task: what it buys, and the lovelace that the exchanges keep. */
export interface OfferedPrice {
  readonly out: bigint;
  readonly fees: bigint;
}

/** What the pools read here would have paid. One-sided: a better route is a fact, but finding none proves nothing. */
export type PriceCheck =
  | {
      readonly kind: 'better';
      /** Base units above the offer, net of the fees on both sides, rounded down. */
      readonly more: bigint;
      /** The same, in parts per million of the offer. */
      readonly morePpm: number;
      readonly route: Route;
    }
  | { readonly kind: 'none'; readonly pools: number };

const PPM = 1_000_000;

/**
 * Compares an offer with the best route over the pools that were read. Fees count on both sides, at what a lovelace is
 * worth in the task, so an offer that pays less is not called worse if its lower fees make up for it.
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
