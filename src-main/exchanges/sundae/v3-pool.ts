import { quantityIn } from '#domain/amount.ts';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { asset, bytes, fieldsOf, listOf, natural, readDatum, refuse } from '../plutus-data.ts';
import { constantProduct } from '../constant-product.ts';
import { remaining } from '../datum-parts.ts';
import type { Pool, PoolForm, PoolOutput } from '../pool.ts';

const OF = 10_000n;
/** CIP-68 label of the pool token, whose policy is the pool's script. */
const POOL_TOKEN_LABEL = '000de140';

/** A pool, and the lovelace in its output that is set aside for the protocol. */
export interface SundaeV3Pool {
  readonly pool: Pool;
  /** Hex. */
  readonly ident: string;
  readonly protocolFees: bigint;
}

/**
 * SundaeSwap V3 (`sundae-contracts`, `types/pool.ak`): `[ident, [asset A, asset B], liquidity, fee A to B, fee B to A, fee
 * manager, market open, protocol fees]`. The reserves are what the output holds; protocol fees are deducted from its ADA.
 * Both fees are fixed in the contracts deployed on mainnet: they do not decay.
 */
export const sundaeV3Form: PoolForm = {
  name: 'sundae-v3',
  read(output) {
    const found = readSundaeV3(output);
    return found.ok ? ok(found.value.pool) : found;
  },
};

/** Reads a pool together with its protocol fees. */
export function readSundaeV3({ script, value, datum }: PoolOutput): Result<SundaeV3Pool, string> {
  if (datum === undefined) return failed('its datum is unknown');
  return readDatum(datum, (item) => {
    const what = "the pool's datum";
    const [identItem, pair, , bid, ask, , opens, fees] = fieldsOf(item, 0, 8, what);
    const ident = bytes(identItem, "the pool's ident");
    const token = parseAssetId(script + POOL_TOKEN_LABEL + ident);
    if (token === undefined || quantityIn(value, token) !== 1n)
      return refuse("it does not hold the exchange's pool token");
    const [first, second] = listOf(pair, 2, "the pool's assets");
    const assets = [readAsset(first), readAsset(second)] as const;
    const protocolFees = natural(fees, 'the protocol fees');
    const [bidFee, askFee] = [natural(bid, "the pool's fee"), natural(ask, "the pool's fee")];
    if (bidFee >= OF || askFee >= OF) return refuse("the pool's fee is 100% or more");
    const reserve = (id: AssetId): bigint =>
      remaining(quantityIn(value, id), id === ADA ? protocolFees : 0n, 'a reserve of the pool');
    const reserves = [reserve(assets[0]), reserve(assets[1])] as const;
    return {
      pool: {
        ...constantProduct({ assets, reserves, fees: [bidFee, askFee], of: OF }),
        opens: natural(opens, 'when the market opens'),
      },
      ident,
      protocolFees,
    };
  });
}

function readAsset(item: Parameters<typeof listOf>[0]): AssetId {
  const [policy, name] = listOf(item, 2, "the pool's assets");
  return asset(policy, name, "the pool's assets");
}
