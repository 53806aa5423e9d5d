import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { WatchLists } from './watch-lists.ts';
import type { Desk } from '../../app/desk.ts';
import { figuresView, tokenView } from '../../gate/wire.ts';
import { DONE, type MainCalls } from '../../gate/calls.ts';

type MarketCalls = Omit<MainCalls<'market'>, 'market.get'>;

export function marketCalls({ host, markets }: Desk): MarketCalls {
  return {
    'market.stats': async ({ id }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const asset = parseAssetId(id);
      if (asset === undefined) return failed(failure('token-unknown'));
      const figures = await profile.value.board.stats(asset);
      return figures.ok ? ok(figuresView(figures.value)) : figures;
    },
    'market.trending': async ({ period }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const table = await profile.value.board.trending(period);
      if (!table.ok) return table;
      const rows = table.value.rows.map(({ token, liquidityAda, priceAda, ...row }) => ({
        ...row,
        token: tokenView(token),
        ...(liquidityAda === undefined ? {} : { liquidityAda }),
        ...(priceAda === undefined ? {} : { priceAda }),
      }));
      return ok({ rows, at: table.value.at });
    },
    'market.attend': ({ visible, tokens }) => {
      markets.attend(visible, assetsOf(tokens));
      return Promise.resolve(DONE);
    },
    'market.visited': ({ id }) => {
      const profile = host.current();
      const asset = parseAssetId(id);
      if (profile.ok && asset !== undefined) profile.value.watchLists.visited(asset);
      return Promise.resolve(profile.ok ? DONE : profile);
    },
  };
}

export function watchListCalls({ host }: Desk): MainCalls<'watchLists'> {
  const change = (
    work: (lists: WatchLists) => Result<unknown, Failure>,
  ): typeof DONE | Result<never, Failure> => {
    const profile = host.current();
    if (!profile.ok) return profile;
    const changed = work(profile.value.watchLists);
    return changed.ok ? DONE : changed;
  };
  return {
    'watchLists.create': ({ name }) => {
      const profile = host.current();
      return Promise.resolve(profile.ok ? profile.value.watchLists.create(name) : profile);
    },
    'watchLists.rename': ({ id, name }) => Promise.resolve(change((lists) => lists.rename(id, name))),
    'watchLists.remove': ({ id }) => Promise.resolve(change((lists) => lists.remove(id))),
    'watchLists.setTokens': ({ id, tokens }) =>
      Promise.resolve(change((lists) => lists.setTokens(id, assetsOf(tokens)))),
    'watchLists.order': ({ ids }) =>
      Promise.resolve(
        change((lists) => {
          lists.order(ids);
          return ok(undefined);
        }),
      ),
  };
}

function assetsOf(ids: readonly string[]): readonly AssetId[] {
  return ids.map(parseAssetId).filter((id) => id !== undefined);
}
