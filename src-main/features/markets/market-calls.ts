import { type AssetId, parseAssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { MarketFiguresView, WatchListView } from '#contract/market-views.ts';
import type { TokenView } from '#contract/views.ts';
import type { WatchLists } from './watch-lists.ts';
import type { Desk } from '../../app/desk.ts';
import { figuresView, tokenView } from '../../gate/wire.ts';
import { DONE, type MainCalls } from '../../gate/handlers.ts';
import { Topic } from '../../gate/topic.ts';
import type { Profile } from '../../profile/profile.ts';
import type { ProfileHost } from '../../profile/profile-host.ts';

const FIGURES_MS = 250;

/** The market lists of the trading window: watch lists, recent tokens, and the figures of what is shown. */
export class MarketFeeds {
  readonly watchLists = new Topic<WatchListView[]>([]);
  readonly recentTokens = new Topic<TokenView[]>([]);
  readonly figures = new Topic<MarketFiguresView[]>([], FIGURES_MS);
  readonly #asking = new Set<AssetId>();
  #profile: Profile | undefined;
  #visible = false;

  constructor(host: ProfileHost) {
    host.onProfile((profile) => this.#follow(profile));
  }

  /** What the page shows: these figures are kept fresh, and nothing is asked for while it is hidden. */
  attend(visible: boolean, tokens: readonly AssetId[]): void {
    this.#visible = visible;
    this.#profile?.board.attend(visible, tokens);
  }

  #follow(profile: Profile | undefined): void {
    // Also told when its clients came: names that could not be had are asked for again.
    if (profile !== this.#profile) {
      this.#profile = profile;
      this.#asking.clear();
      this.figures.set([]);
      if (profile) this.#enter(profile);
    }
    this.#show();
  }

  #enter(profile: Profile): void {
    profile.watchLists.onChange(() => {
      if (profile === this.#profile) this.#show();
    });
    profile.board.onChange(() => {
      if (profile === this.#profile) this.figures.set(profile.board.figures.map(figuresView));
    });
    profile.board.attend(this.#visible, []);
  }

  #show(): void {
    const profile = this.#profile;
    const lists = profile?.watchLists.lists ?? [];
    const named = (id: AssetId): TokenView | undefined => profile && this.#named(profile, id);
    this.watchLists.set(
      lists.map(({ id, name, tokens }) => ({
        id,
        name,
        tokens: tokens.map(named).filter((token) => token !== undefined),
      })),
    );
    const recent = profile?.watchLists.recent ?? [];
    this.recentTokens.set(recent.map(named).filter((token) => token !== undefined));
  }

  /** The token as it is known; what is not known is asked for, and shown when it came. */
  #named(profile: Profile, id: AssetId): TokenView {
    if (!profile.catalogue.knows(id) && profile.connected && !this.#asking.has(id)) {
      this.#asking.add(id);
      void profile.catalogue.get(id).then((token) => {
        this.#asking.delete(id);
        if (token.ok && profile === this.#profile) this.#show();
      });
    }
    return tokenView(profile.catalogue.shown(id));
  }
}

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
