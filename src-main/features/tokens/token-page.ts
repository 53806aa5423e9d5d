import type { AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import type { DailyStats, PairInfo, PoolInfo, Token, TokenLinks } from '#domain/token.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Service } from '../../ports/service.ts';
import type { TokenCatalogue } from '../../market/token-catalogue.ts';

/** All figures of a token; what the service does not answer is absent. */
export interface TokenPage {
  readonly token: Token;
  readonly priceAda: number | undefined;
  readonly pools: readonly PoolInfo[];
  readonly pairs: readonly PairInfo[];
  readonly daily: DailyStats | undefined;
  readonly links: TokenLinks;
  readonly at: EpochMs;
}

/** Failures: of the token itself; a figure that cannot be had is left out. */
export async function tokenPage(
  id: AssetId,
  service: Service,
  catalogue: TokenCatalogue,
  clock: Clock,
): Promise<Result<TokenPage, Failure>> {
  const [token, price, pools, pairs, daily, links] = await Promise.all([
    catalogue.get(id),
    service.averagePrice(id),
    service.pools(id),
    service.pairs(id),
    service.dailyStats(id),
    service.links(id),
  ]);
  if (!token.ok) return token;
  return ok({
    token: token.value,
    priceAda: price.ok ? price.value : undefined,
    pools: pools.ok ? pools.value : [],
    pairs: pairs.ok ? pairs.value : [],
    daily: daily.ok ? daily.value : undefined,
    links: links.ok ? links.value : {},
    at: clock.now(),
  });
}
