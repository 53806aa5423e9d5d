import { type AssetId, parseAssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import type { DailyStats, PairInfo, PoolInfo, Token, TokenLinks } from '#domain/token.ts';
import { searchTokens, suggestedTokens } from './token-search.ts';
import type { Desk } from '../../app/desk.ts';
import type { Profile } from '../../profile/profile.ts';
import { marketView, tokenView } from '../../gate/wire.ts';
import type { MainCalls } from '../../gate/handlers.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Service } from '../../ports/service.ts';
import type { TokenCatalogue } from '../../market/token-catalogue.ts';

export function tokenCalls({
  parts,
  host,
  feeds,
}: Desk): MainCalls<'tokens'> & Pick<MainCalls<'market'>, 'market.get'> {
  return {
    'tokens.search': async ({ query, verifiedOnly }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const found = await searchTokens(query, verifiedOnly, profile.value.service);
      if (!found.ok) return found;
      const { mode, tokens } = found.value;
      return ok({
        mode,
        tokens: tokens.map(({ token, tickerShared }) => ({
          token: tokenView(profile.value.catalogue.best(token)),
          tickerShared,
        })),
      });
    },
    'tokens.get': async ({ id }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const asset = parseAssetId(id);
      if (asset === undefined) return failed(failure('token-unknown'));
      const token = await profile.value.catalogue.get(asset);
      return token.ok ? ok(tokenView(token.value)) : token;
    },
    'tokens.suggested': async () => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const { service, catalogue } = profile.value;
      const tokens = await suggestedTokens(ownAssets(profile.value, feeds.total), service, catalogue);
      return ok(tokens.map((token) => tokenView(catalogue.best(token))));
    },
    'market.get': async ({ id }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const asset = parseAssetId(id);
      if (asset === undefined) return failed(failure('token-unknown'));
      const { service, catalogue } = profile.value;
      const page = await tokenPage(asset, service, catalogue, parts.clock);
      if (!page.ok) return page;
      host.learn(page.value.pools.map(({ exchange }) => exchange));
      return ok(marketView(page.value));
    },
  };
}

/** Traded lately, newest first, then held. */
function ownAssets(profile: Profile, total: ReadonlyMap<AssetId, bigint>): readonly AssetId[] {
  const traded = profile.trading.trades().flatMap(({ pay, receive }) => [receive, pay.asset]);
  return [...new Set([...traded, ...total.keys()])];
}

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
