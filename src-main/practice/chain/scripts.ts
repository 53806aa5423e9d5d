import defaults from '../../../resources/exchanges.json' with { type: 'json' };
import { lovelaceIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../cardano/address.ts';
import { cborBytes } from '../../cardano/cbor-writer.ts';
import { blake2b224 } from '../../cardano/hash.ts';
import { hexBytes, toHex } from '../../cardano/hex.ts';
import type { DraftOutput } from './draft.ts';

const TEST_NETWORK = 0;
const text = new TextEncoder();

/** Codes whose exchanges have scripts of their own in every list. */
const OWN_SCRIPTS: ReadonlySet<string> = new Set(defaults.map(({ code }) => code));

/** The most exchanges that a list may have: each place in it has a script. */
export const MOST_EXCHANGES = 64;

/** Names of all the scripts there are: those of the default exchanges, and one for each place in a list. */
export const SCRIPT_NAMES: readonly string[] = [
  ...OWN_SCRIPTS,
  ...Array.from({ length: MOST_EXCHANGES }, (_, place) => placeName(place)),
];

/**
 * Name of the scripts of the exchange `code` in a world of the exchanges `codes`, in list order. An exchange of the
 * default list keeps its own in any list; every other one has those of its place, whatever it is called, so that a
 * client knows them beforehand. @throws RangeError for an exchange that the world does not have.
 */
export function scriptName(code: string, codes: readonly string[]): string {
  const place = codes.indexOf(code);
  if (place < 0 || place >= MOST_EXCHANGES) throw new RangeError(`no script of ${code}`);
  return OWN_SCRIPTS.has(code) ? code : placeName(place);
}

/** Whether the scripts of a place are called so, and perhaps not those of the exchange's own place. */
export function isPlaceName(code: string): boolean {
  return !OWN_SCRIPTS.has(code) && SCRIPT_NAMES.includes(code);
}

function placeName(place: number): string {
  return `PRACTICE${place + 1}`;
}

/**
 * Script hash of orders or pools. The script is a practice validator (`orders/validator.ts`), not Plutus: its hash is
 * the hash of its name, the same for every seed. @throws RangeError for a name that is not in `SCRIPT_NAMES`.
 */
export function scriptHash(name: string, kind: 'order' | 'pool'): string {
  if (!SCRIPT_NAMES.includes(name)) throw new RangeError(`no script is called ${name}`);
  return blake2b224(text.encode(`touchstone practice ${kind} script ${name}`));
}

/** Enterprise address of a script on preprod. */
export function scriptAddress(name: string, kind: 'order' | 'pool'): string {
  return formatAddress(addressOf(TEST_NETWORK, { kind: 'script', hash: scriptHash(name, kind) }));
}

/** Lovelace in a pool's output in addition to its reserve, so that even a drained pool is a valid output. */
export const POOL_RIDER = 2_000_000n;

/** A pool's two reserves, in lovelace and in the token's base units. */
interface PoolReserves {
  readonly token: AssetId;
  readonly ada: bigint;
  readonly tokens: bigint;
}

/** The reserves in an output; `undefined` unless it holds ADA and exactly one token. */
export function poolAssets(output: { readonly value: Value }): PoolReserves | undefined {
  const tokens = [...output.value].filter(([asset]) => asset !== ADA);
  const [only] = tokens;
  const ada = lovelaceIn(output.value) - POOL_RIDER;
  return tokens.length === 1 && only && ada >= 0n ? { token: only[0], ada, tokens: only[1] } : undefined;
}

export function poolValue(reserves: PoolReserves): Value {
  return new Map([
    [ADA, reserves.ada + POOL_RIDER],
    [reserves.token, reserves.tokens],
  ]);
}

/** The output of a pool with these reserves, in a world of the exchanges `codes`. */
export function poolOutput(
  pool: PoolReserves & { readonly id: string; readonly exchange: string },
  codes: readonly string[],
): DraftOutput {
  return {
    address: scriptAddress(scriptName(pool.exchange, codes), 'pool'),
    value: poolValue(pool),
    datum: poolDatum(pool.id),
  };
}

/** The inline datum that names a pool: its id (hex) as a Plutus byte string, hex. */
export function poolDatum(poolId: string): string {
  return toHex(cborBytes(hexBytes(poolId)));
}
