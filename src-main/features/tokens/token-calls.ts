import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { suggestedTokens } from './suggested-tokens.ts';
import { tokenPage } from './token-page.ts';
import { searchTokens } from './token-search.ts';
import type { Desk } from '../../app/desk.ts';
import type { Profile } from '../../profile/profile.ts';
import { marketView, tokenView } from '../../gate/wire.ts';
import type { MainCalls } from '../../gate/calls.ts';

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
