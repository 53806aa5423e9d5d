import defaults from '../../../resources/exchanges.json' with { type: 'json' };
import { lovelaceIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../cardano/address.ts';
import { cborArray, cborBytes, cborInt, cborTag } from '../../cardano/cbor-writer.ts';
import { blake2b224 } from '../../cardano/hash.ts';
import { hexBytes, toHex } from '../../cardano/hex.ts';
import type { DraftOutput } from './draft.ts';

const TEST_NETWORK = 0;
const CONSTR_0 = 121n;
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

/** Whether a hash is that of an exchange's order or pool script. */
export function isExchangeScript(hash: string): boolean {
  return SCRIPT_NAMES.some((name) => scriptHash(name, 'order') === hash || scriptHash(name, 'pool') === hash);
}

/** Lovelace in a pool's output in addition to its reserve, so that even a drained pool is a valid output. */
export const POOL_RIDER = 2_000_000n;

/** A pool's two reserves, in lovelace and in the token's base units. */
interface PoolReserves {
  readonly token: AssetId;
  readonly ada: bigint;
  readonly tokens: bigint;
}

/** Policies of pool tokens: each is the hash of its exchange's pool script. */
const POOL_POLICIES: ReadonlySet<string> = new Set(SCRIPT_NAMES.map((name) => scriptHash(name, 'pool')));

/**
 * A pool's own token, of which it holds one from the first block on. It authenticates the pool: anyone can pay to the
 * pool's address, but nobody can mint another.
 */
export function poolToken(name: string, poolId: string): AssetId {
  return (scriptHash(name, 'pool') + poolId) as AssetId;
}

/** An output's reserves; `undefined` unless it holds ADA and, pool tokens aside, exactly one token. */
export function poolAssets(output: { readonly value: Value }): PoolReserves | undefined {
  const tokens = [...output.value].filter(
    ([asset]) => asset !== ADA && !POOL_POLICIES.has(asset.slice(0, 56)),
  );
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

/** The terms in a pool's datum: its id, and its fee in parts per million of the amount sold. */
interface PoolTerms {
  readonly id: string;
  readonly feePpm: number;
}

/** A pool's first output, with these reserves, in a world with the exchanges `codes`. */
export function poolOutput(
  pool: PoolReserves & PoolTerms & { readonly exchange: string },
  codes: readonly string[],
): DraftOutput {
  const name = scriptName(pool.exchange, codes);
  return {
    address: scriptAddress(name, 'pool'),
    value: new Map([...poolValue(pool), [poolToken(name, pool.id), 1n]]),
    datum: poolDatum(pool),
  };
}

/** A pool's next output: new reserves, and everything else unchanged. */
export function poolAfter(before: PoolBefore, reserves: PoolReserves): DraftOutput {
  const { address, value, inlineDatum } = before;
  return {
    address,
    value: new Map([...value, ...poolValue(reserves)]),
    ...(inlineDatum === undefined ? {} : { datum: inlineDatum }),
  };
}

interface PoolBefore {
  readonly address: string;
  readonly value: Value;
  readonly inlineDatum?: string;
}

/** A pool's inline datum, hex: `constr 0 [id as a byte string, fee in parts per million]`. */
export function poolDatum({ id, feePpm }: PoolTerms): string {
  return toHex(cborTag(CONSTR_0, cborArray([cborBytes(hexBytes(id)), cborInt(BigInt(feePpm))])));
}

/** The inline datum (hex) of pools in worlds started by earlier versions, which keep it: the id alone, as a byte string. */
export function formerPoolDatum(poolId: string): string {
  return toHex(cborBytes(hexBytes(poolId)));
}
