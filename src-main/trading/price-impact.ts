import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import type { Estimate, SwapIntent } from '#domain/quote.ts';
import type { PoolInfo } from '#domain/token.ts';
import type { DecimalsOf, Service } from '../ports/service.ts';

/**
 * ADA for one whole token, as the service averages it, else as its pools together price it; `undefined` when
 * neither is known. For display only.
 */
export async function spotPrice(
  asset: AssetId,
  service: Service,
  signal?: AbortSignal,
): Promise<number | undefined> {
  if (asset === ADA) return 1;
  const average = await service.averagePrice(asset, signal);
  if (average.ok && average.value > 0) return average.value;
  const pools = await service.pools(asset, signal);
  return pools.ok ? priceOfPools(pools.value) : undefined;
}

/** The price at which all pools together hold as much value in ADA as in tokens. */
export function priceOfPools(pools: readonly PoolInfo[]): number | undefined {
  const ada = pools.reduce((sum, pool) => sum + pool.ada, 0);
  const tokens = pools.reduce((sum, pool) => sum + pool.tokens, 0);
  return ada > 0 && tokens > 0 ? ada / tokens : undefined;
}

/**
 * Fraction by which the expected output is worth less than the input at the spot prices (ADA for a whole token):
 * 0.0031 is 0.31 %. Never negative: a price better than the average is no impact.
 */
export function priceImpact(
  intent: SwapIntent,
  estimate: Estimate,
  decimals: DecimalsOf,
  spotOf: (asset: AssetId) => number | undefined,
): number | undefined {
  const paySpot = spotOf(intent.pay.asset);
  const receiveSpot = spotOf(intent.receive);
  if (paySpot === undefined || receiveSpot === undefined) return undefined;
  const paid = whole(intent.pay.quantity, intent.pay.asset, decimals) * paySpot;
  const got = whole(estimate.expected, intent.receive, decimals) * receiveSpot;
  if (!(paid > 0)) return undefined;
  return Math.max(0, 1 - got / paid);
}

function whole(units: bigint, asset: AssetId, decimals: DecimalsOf): number {
  return Number(units) / 10 ** (asset === ADA ? ADA_DECIMALS : decimals(asset));
}
