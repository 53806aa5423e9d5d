import { lovelaceIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { addressOf, formatAddress } from '../../cardano/address.ts';
import { cborBytes } from '../../cardano/cbor-writer.ts';
import { blake2b224 } from '../../cardano/hash.ts';
import { hexBytes, toHex } from '../../cardano/hex.ts';
import type { DraftOutput } from './draft.ts';

const TEST_NETWORK = 0;
const text = new TextEncoder();

/**
 * Script hash of an exchange's orders or pools. The script is a practice validator (`orders/validator.ts`), not
 * Plutus: its hash is the hash of its name, the same for every seed.
 */
export function scriptHash(exchange: string, kind: 'order' | 'pool'): string {
  return blake2b224(text.encode(`touchstone practice ${kind} script ${exchange}`));
}

/** Enterprise address of an exchange's script on preprod. */
export function scriptAddress(exchange: string, kind: 'order' | 'pool'): string {
  return formatAddress(addressOf(TEST_NETWORK, { kind: 'script', hash: scriptHash(exchange, kind) }));
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

/** The output of a pool with these reserves. */
export function poolOutput(
  pool: PoolReserves & { readonly id: string; readonly exchange: string },
): DraftOutput {
  return {
    address: scriptAddress(pool.exchange, 'pool'),
    value: poolValue(pool),
    datum: poolDatum(pool.id),
  };
}

/** The inline datum that names a pool: its id (hex) as a Plutus byte string, hex. */
export function poolDatum(poolId: string): string {
  return toHex(cborBytes(hexBytes(poolId)));
}
