import type { Route } from './route.ts';

/** An offer for the same task: what it buys, and the lovelace that the exchanges keep. */
export interface OfferedPrice {
  readonly out: bigint;
  readonly fees: bigint;
}

/**
 * How much more a route would have paid than an offer. One-sided: a better route is a fact, but finding none proves
 * nothing.
 */
export type PriceCheck =
  | {
      readonly kind: 'better';
      /** Base units above the offer, net of the fees on both sides, rounded down. */
      readonly more: bigint;
      /** The same, in parts per million of the offer. */
      readonly morePpm: number;
      readonly route: Route;
    }
  | { readonly kind: 'none' };

const PPM = 1_000_000;

/**
 * Compares an offer with the best route over the pools that were read; `undefined` if there is none. Fees count on both
 * sides, at what a lovelace is worth in the task, so an offer that pays less is not called worse if its lower fees make up
 * for it.
 */
export function comparePrice(route: Route | undefined, offered: OfferedPrice): PriceCheck {
  if (!route) return { kind: 'none' };
  const saved = BigInt(Math.ceil(route.lovelaceWorth * Number(route.fees - offered.fees)));
  const more = route.out - offered.out - saved;
  if (more <= 0n) return { kind: 'none' };
  const morePpm = offered.out > 0n ? Math.floor((Number(more) * PPM) / Number(offered.out)) : PPM;
  return { kind: 'better', more, morePpm, route };
}
