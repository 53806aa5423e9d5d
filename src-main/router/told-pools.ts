import type { KnownPools } from '../pools/known-pools.ts';
import type { PoolOutput } from '../pools/pool.ts';
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
}

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

/** Reads the pools among outputs at known scripts. Never throws, whatever they hold. */
export function placesOf(outputs: readonly ToldOutput[], known: KnownPools): ToldPools {
  const places = outputs.flatMap((told): readonly ToldPlace[] => {
    const { exchange, form, fee } = known.get(told.script) ?? {};
    if (exchange === undefined || fee === undefined) return [];
    const pool = form?.read(told);
    return pool?.ok === true ? [{ exchange, pool: pool.value, fee, told }] : [];
  });
  return { places, unread: outputs.length - places.length };
}
