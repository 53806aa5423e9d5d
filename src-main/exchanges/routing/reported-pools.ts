import { MOST_UNITS, quantityIn } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { KnownPool, KnownPools } from '../known-pools.ts';
import type { Pool, PoolOutput } from '../pool.ts';
import type { Place } from './route.ts';

/** An output at a pool script, as reported by a ledger back-end. */
export interface ReportedOutput extends PoolOutput {
  /** `hash#index`. */
  readonly reference: string;
}

/** A pool that can take an order, with the outputs it was read from: more than one where an order goes through several. */
export interface ReportedPlace extends Place, Pick<KnownPool, 'hops'> {
  readonly outputs: readonly ReportedOutput[];
}

/** Pools read from outputs. */
export interface ReportedPools {
  readonly places: readonly ReportedPlace[];
  /** Outputs that are not pools, or not usable ones. Anybody can pay to a script, so this is usually nobody's fault. */
  readonly unread: number;
  /** False if there are more pools than were read. */
  readonly complete: boolean;
}

/** How many outputs' datums are read at most. */
export const MOST_POOLS = 5_000;
/** The longest datum that is read, in hex digits: several times as long as a real pool's. */
const LONGEST_DATUM = 2_048;

/** Scripts whose pools orders can be routed through: those with a formula and a known fee. */
export function routableScripts(
  known: KnownPools,
  allowed: (exchange: string) => boolean,
): readonly string[] {
  return [...known].flatMap(([script, { exchange, form, fee }]) =>
    form !== undefined && fee !== undefined && allowed(exchange) ? [script] : [],
  );
}

/** Exchanges whose pools are known but not routed through, each with the reason as a clause. */
export function notComputed(known: KnownPools): ReadonlyMap<string, string> {
  return new Map(
    [...known.values()].flatMap(({ exchange, unnamed, form, fee, reason }) =>
      form === undefined || fee === undefined
        ? [[unnamed ?? exchange, reason ?? 'its pools cannot be read'] as const]
        : [],
    ),
  );
}

/**
 * Reads those outputs at known scripts that are pools and open at `time` (milliseconds since 1970). Never throws, whatever
 * they hold. A pool is one output at a time: if several are reported as the same one, all but one are spent, and none counts. Anybody can pay to a script, so only outputs with the exchange's own token count towards `MOST_POOLS`, and only
 * their datums are read: nothing else can crowd out a pool.
 */
export function placesOf(outputs: readonly ReportedOutput[], known: KnownPools, time: number): ReportedPools {
  const marked = outputs.flatMap((output) => {
    const entry = known.get(output.script);
    return entry && isMarked(output, entry) ? [{ output, ...entry }] : [];
  });
  const places = marked
    .slice(0, MOST_POOLS)
    .flatMap(({ output, exchange, form, fee, hops }): readonly ReportedPlace[] => {
      if (fee === undefined || (output.datum?.length ?? 0) > LONGEST_DATUM) return [];
      const pool = form?.read(output);
      return pool?.ok === true && isPossible(pool.value, time)
        ? [{ exchange, pool: pool.value, fee, outputs: [output], ...(hops !== undefined && { hops }) }]
        : [];
    });
  const copies = Map.groupBy(places, ({ outputs: [output] }) => output && identity(output));
  const single = places.filter(
    ({ outputs: [output] }) => copies.get(output && identity(output))?.length === 1,
  );
  return { places: single, unread: outputs.length - single.length, complete: marked.length <= MOST_POOLS };
}

/** The features of a pool that stay the same when it is spent: its script, and its set of tokens. */
function identity({ script, value }: ReportedOutput): string {
  return [script, ...[...value.keys()].filter((asset) => asset !== ADA).toSorted()].join(' ');
}

/** Whether it holds the exchange's token or, where each pool has its own, one minted by its script; the datum says which. */
function isMarked({ script, value }: ReportedOutput, { token }: KnownPool): boolean {
  if (token !== undefined) return quantityIn(value, token) === 1n;
  for (const asset of value.keys()) if (asset.startsWith(script)) return true;
  return false;
}

/** Nobody can trade with a pool that has not opened yet, so nothing keeps its price near the market's. */
function isPossible({ reserves, keeps, opens = 0n }: Pool, time: number): boolean {
  const parts = [...reserves, ...(keeps ?? []).map(({ of }) => of)];
  return opens <= BigInt(time) && parts.every((part) => part <= MOST_UNITS);
}
