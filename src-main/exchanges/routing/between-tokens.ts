import { ADA, type AssetId } from '#domain/asset.ts';
import { throughBoth } from '../through.ts';
import type { ReportedPlace } from './reported-pools.ts';
import { bestRoute, isBetter, type Route, type RouteTask } from './route.ts';

/** A task that sells one token for another. */
export interface TokenTask extends Omit<RouteTask, 'places'> {
  /** The pools of both tokens with each other and with ADA. */
  readonly places: readonly ReportedPlace[];
  /** The worth of a lovelace of fees, in base units of the token bought. */
  readonly lovelaceWorth: number;
  /** Whether the user allows an exchange, or the code under which a service lists its orders through two pools. */
  readonly allowed: (exchange: string) => boolean;
}

/** More pairs of one exchange's pools than are worth trying. */
const MOST_HOPS = 64;

/**
 * The best route between two tokens: over pools that trade both, and over orders that their exchange takes through ADA.
 * `undefined` if no pool pays anything.
 */
export function routeBetweenTokens(task: TokenTask): Route | undefined {
  const { places, lovelaceWorth } = task;
  const direct = bestRoute({ ...task, places: [...places, ...hops(task)] });
  const inTwo = inTwoLegs(task);
  return inTwo && (!direct || isBetter(inTwo, direct, lovelaceWorth)) ? inTwo : direct;
}

/** Base units of a token for a lovelace, by all that its pools with ADA hold: small pools at odd prices move it little. */
export function worthOfLovelace(places: readonly ReportedPlace[], token: AssetId): number | undefined {
  let [lovelace, units] = [0n, 0n];
  for (const { pool } of places)
    if (pool.assets.includes(ADA) && pool.assets.includes(token)) {
      const side = pool.assets[0] === ADA ? 0 : 1;
      lovelace += pool.reserves[side];
      units += pool.reserves[side === 0 ? 1 : 0];
    }
  return lovelace > 0n ? Number(units) / Number(lovelace) : undefined;
}

/** Orders through two pools of an exchange whose orders can do that. */
function hops({ sells, wants, places, allowed }: TokenTask): readonly ReportedPlace[] {
  const able = places.filter(
    ({ hops: code, pool }) => typeof code === 'string' && allowed(code) && pool.assets.includes(ADA),
  );
  const trading = (token: AssetId): readonly ReportedPlace[] =>
    able.filter(({ pool }) => pool.assets.includes(token));
  return trading(sells)
    .flatMap((first) =>
      trading(wants).flatMap((second): readonly ReportedPlace[] => {
        const pool = first.exchange === second.exchange && throughBoth(first.pool, second.pool, sells);
        return pool ? [{ ...first, pool, outputs: [...first.outputs, ...second.outputs] }] : [];
      }),
    )
    .slice(0, MOST_HOPS);
}

/** All of it sold for ADA and that spent on the token, where orders sell at one exchange and buy at any. */
function inTwoLegs({ lovelaceWorth, ...task }: TokenTask): Route | undefined {
  const places = task.places.filter((place) => place.hops === true);
  const sale = bestRoute({ ...task, places, wants: ADA });
  const purchase = sale && bestRoute({ ...task, places, sells: ADA, quantity: sale.out });
  if (!purchase) return undefined;
  const fees = sale.fees + purchase.fees;
  return {
    parts: [...sale.parts, ...purchase.parts],
    out: purchase.out,
    fees,
    net: Number(purchase.out) - lovelaceWorth * Number(fees),
    lovelaceWorth,
    pools: sale.pools + purchase.pools,
  };
}
