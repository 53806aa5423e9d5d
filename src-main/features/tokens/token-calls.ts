import type { MarketView } from '#contract/markets.ts';
import type { AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import type { DailyStats, PairInfo, PoolInfo, Token, TokenLinks } from '#domain/token.ts';
import { withProfile, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import { exchangeView, readAsset, SHORT, tokenView } from '../../gate/wire.ts';
import type { TokenCatalogue } from '../../market/token-catalogue.ts';
import type { Clock } from '../../ports/system.ts';
import type { Service } from '../../ports/service.ts';
import type { Trading } from '../../trading/trading.ts';
import { searchTokens, suggestedTokens } from './token-search.ts';

export interface TokenProfile {
  readonly service: Service;
  readonly catalogue: TokenCatalogue;
  readonly trading: Trading;
}

export interface TokenParts {
  readonly profiles: OpenProfile<TokenProfile>;
  readonly clock: Clock;
  /** The assets that the wallet holds. */
  readonly held: () => Iterable<AssetId>;
  /** Remembers exchange codes that are seen for the first time. */
  readonly learn: (exchanges: readonly string[]) => void;
}

export function tokenCalls({
  profiles,
  clock,
  held,
  learn,
}: TokenParts): MainCalls<'tokens'> & Pick<MainCalls<'market'>, 'market.get'> {
  const handler = withProfile(profiles);
  return {
    'tokens.search': handler(async ({ query, verifiedOnly }, { service, catalogue }) => {
      const found = await searchTokens(query, verifiedOnly, service);
      if (!found.ok) return found;
      const { mode, tokens } = found.value;
      return ok({
        mode,
        tokens: tokens.map(({ token, tickerShared }) => ({
          token: tokenView(catalogue.best(token)),
          tickerShared,
        })),
      });
    }),
    'tokens.get': handler(async ({ id }, { catalogue }) => {
      const asset = readAsset(id);
      if (!asset.ok) return asset;
      const token = await catalogue.get(asset.value);
      return token.ok ? ok(tokenView(token.value)) : token;
    }),
    'tokens.suggested': handler(async (_, { service, catalogue, trading }) => {
      // Traded lately, newest first, then held.
      const traded = trading.trades().flatMap(({ pay, receive }) => [receive, pay.asset]);
      const own = [...new Set([...traded, ...held()])];
      const tokens = await suggestedTokens(own, service, catalogue);
      return ok(tokens.map((token) => tokenView(catalogue.best(token))));
    }),
    'market.get': handler(async ({ id }, { service, catalogue }) => {
      const asset = readAsset(id);
      if (!asset.ok) return asset;
      const page = await tokenPage(asset.value, service, catalogue, clock);
      if (!page.ok) return page;
      learn(page.value.pools.map(({ exchange }) => exchange));
      return ok(marketView(page.value));
    }),
  };
}

/** All figures of a token; what the service does not answer is absent. */
interface TokenPage {
  readonly token: Token;
  readonly priceAda: number | undefined;
  readonly pools: readonly PoolInfo[];
  readonly pairs: readonly PairInfo[];
  readonly daily: DailyStats | undefined;
  readonly links: TokenLinks;
  readonly at: EpochMs;
}

/** Failures: of the token itself; a figure that is not available is left out. */
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

export function marketView(page: TokenPage): MarketView {
  return {
    token: tokenView(page.token),
    priceAda: page.priceAda,
    pools: page.pools.map((pool) => ({
      exchange: exchangeView(pool.exchange),
      ada: pool.ada,
      tokens: pool.tokens,
      poolId: pool.poolId.slice(0, SHORT),
    })),
    pairs: page.pairs.map(({ quote, ticker, liquidity }) => ({
      quote,
      ticker: ticker.slice(0, SHORT),
      ...(liquidity === undefined ? {} : { liquidity }),
    })),
    daily: page.daily && { ...page.daily },
    links: { ...page.links },
    at: page.at,
  };
}
