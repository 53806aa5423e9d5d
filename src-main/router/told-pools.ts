import { MOST_UNITS, quantityIn } from '#domain/amount.ts';
import type { KnownPool, KnownPools } from '../pools/known-pools.ts';
import type { Pool, PoolOutput } from '../pools/pool.ts';
import type { Place } from './route.ts';

/** An output that somebody says is at a pool script. */
export interface ToldOutput extends PoolOutput {
  /** `hash#index`. */
  readonly reference: string;
}

/** A pool that an order could be placed at, and the output that it was read from. */
export interface ToldPlace extends Place {
  readonly told: ToldOutput;
}

/** Pools read from outputs. */
export interface ToldPools {
  readonly places: readonly ToldPlace[];
  /** Outputs that are no pools, or none that can be computed with. Anybody can pay to a script, so most are nobody's fault. */
  readonly unread: number;
  /** False if there are more pools than are read. */
  readonly complete: boolean;
}

/** The most outputs whose data are read. */
export const MOST_POOLS = 5_000;
/** Hex digits of the longest datum that is read: several times a real pool's. */
const LONGEST_DATUM = 2_048;

/** The scripts whose pools an order could be routed through: those with a formula and a known fee. */
export function routableScripts(
  known: KnownPools,
  allowed: (exchange: string) => boolean,
): readonly string[] {
  return [...known].flatMap(([script, { exchange, form, fee }]) =>
    form !== undefined && fee !== undefined && allowed(exchange) ? [script] : [],
  );
}

/** Exchanges whose pools are known but cannot be computed with, and why, as a clause. */
export function notComputed(known: KnownPools): ReadonlyMap<string, string> {
  return new Map(
    [...known.values()].flatMap(({ exchange, form, reason }) =>
      form === undefined ? [[exchange, reason ?? 'its pools cannot be read'] as const] : [],
    ),
  );
}

/**
 * Reads the pools among outputs at known scripts that execute swaps at `time` (milliseconds since 1970). Never throws,
 * whatever they hold. Anybody can pay to a script: no more data are read than those of `MOST_POOLS` outputs which hold the
 * exchange's own token, so that nothing else takes a pool's place.
 */
export function placesOf(outputs: readonly ToldOutput[], known: KnownPools, time: number): ToldPools {
  const marked = outputs.flatMap((told) => {
    const entry = known.get(told.script);
    return entry && isMarked(told, entry) ? [{ told, ...entry }] : [];
  });
  const places = marked
    .slice(0, MOST_POOLS)
    .flatMap(({ told, exchange, form, fee }): readonly ToldPlace[] => {
      if (fee === undefined || (told.datum?.length ?? 0) > LONGEST_DATUM) return [];
      const pool = form?.read(told);
      return pool?.ok === true && isPossible(pool.value, time)
        ? [{ exchange, pool: pool.value, fee, told }]
        : [];
    });
  return { places, unread: outputs.length - places.length, complete: marked.length <= MOST_POOLS };
}

/** Whether it holds the exchange's token, or one of its script's. Which one it has to be, its datum says. */
function isMarked({ script, value }: ToldOutput, { token }: KnownPool): boolean {
  if (token !== undefined) return quantityIn(value, token) === 1n;
  for (const asset of value.keys()) if (asset.startsWith(script)) return true;
  return false;
}

/** A pool that has not opened trades with nobody, so nothing keeps its price near the market's. */
function isPossible({ reserves, keeps, opens = 0n }: Pool, time: number): boolean {
  const parts = [...reserves, ...(keeps ?? []).map(({ of }) => of)];
  return opens <= BigInt(time) && parts.every((part) => part <= MOST_UNITS);
}
