import type { MarketFiguresView, WatchListView } from '#contract/markets.ts';
import type { TokenView } from '#contract/tokens.ts';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { ok } from '#domain/result.ts';
import { DONE, done, withProfile, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import { saveWithin, type SaveBudget } from '../../gate/outside.ts';
import type { FileChooser } from '../../gate/own-file.ts';
import { Topic } from '../../gate/topic.ts';
import { readAsset, tokenView } from '../../gate/wire.ts';
import type { TokenCatalogue } from '../../market/token-catalogue.ts';
import type { Windows } from '../../ports/windows.ts';
import type { MarketBoard, MarketFigures } from './market-board.ts';
import {
  MOST_WATCH_LIST_BYTES,
  readWatchLists,
  WATCH_LISTS_FILE,
  writeWatchLists,
} from './watch-list-file.ts';
import type { WatchLists } from './watch-lists.ts';

export interface MarketProfile {
  readonly board: MarketBoard;
  readonly watchLists: WatchLists;
  readonly catalogue: TokenCatalogue;
  /** Whether it has clients at the moment. */
  readonly connected: boolean;
}

export interface MarketParts {
  readonly profiles: OpenProfile<MarketProfile>;
  readonly feeds: MarketFeeds;
  readonly chooser: FileChooser;
  readonly windows: Pick<Windows, 'saveFile'>;
  readonly budget: SaveBudget;
}

export function marketCalls({
  profiles,
  feeds,
  chooser,
  windows,
  budget,
}: MarketParts): Omit<MainCalls<'market'>, 'market.get'> & MainCalls<'watchLists'> {
  const handler = withProfile(profiles);
  return {
    'market.stats': handler(async ({ id }, { board }) => {
      const asset = readAsset(id);
      if (!asset.ok) return asset;
      const figures = await board.stats(asset.value);
      return figures.ok ? ok(figuresView(figures.value)) : figures;
    }),
    'market.trending': handler(async ({ period }, { board }) => {
      const table = await board.trending(period);
      if (!table.ok) return table;
      const rows = table.value.rows.map(({ token, change, liquidityAda, priceAda, ...row }) => ({
        ...row,
        token: tokenView(token),
        ...(change === undefined ? {} : { change }),
        ...(liquidityAda === undefined ? {} : { liquidityAda }),
        ...(priceAda === undefined ? {} : { priceAda }),
      }));
      return ok({ rows, at: table.value.at });
    }),
    'market.attend': ({ visible, tokens }) => {
      feeds.attend(visible, assetsOf(tokens));
      return Promise.resolve(DONE);
    },
    'market.visited': handler(({ id }, { watchLists }) => {
      const asset = parseAssetId(id);
      if (asset !== undefined) watchLists.visited(asset);
      return DONE;
    }),
    'watchLists.create': handler(({ name }, { watchLists }) => watchLists.create(name)),
    'watchLists.rename': handler(({ id, name }, { watchLists }) => done(watchLists.rename(id, name))),
    'watchLists.remove': handler(({ id }, { watchLists }) => done(watchLists.remove(id))),
    'watchLists.setTokens': handler(({ id, tokens }, { watchLists }) =>
      done(watchLists.setTokens(id, assetsOf(tokens))),
    ),
    'watchLists.export': handler((_none, { watchLists }) =>
      saveWithin(budget, windows, WATCH_LISTS_FILE, writeWatchLists(watchLists.lists)),
    ),
    'watchLists.import': async () => {
      const text = await chooser.text('watch-lists', MOST_WATCH_LIST_BYTES, 'watch-list-file-unreadable');
      if (!text.ok) return text;
      if (text.value === undefined) return ok({});
      const read = readWatchLists(text.value);
      if (!read.ok) return read;
      // Of the profile that is open now: it may have changed behind the dialog.
      const profile = profiles.current();
      if (!profile.ok) return profile;
      const added = profile.value.watchLists.add(read.value);
      return added.ok ? ok({ added: read.value.length }) : added;
    },
    'watchLists.order': handler(({ ids }, { watchLists }) => {
      watchLists.order(ids);
      return DONE;
    }),
  };
}

/** The market lists of the trading window: watch lists, recent tokens, and the figures of what is shown. */
export class MarketFeeds {
  readonly watchLists = new Topic<WatchListView[]>([]);
  readonly recentTokens = new Topic<TokenView[]>([]);
  readonly figures = new Topic<MarketFiguresView[]>([], 250);
  readonly #asking = new Set<AssetId>();
  #profile: MarketProfile | undefined;
  #visible = false;

  constructor(profiles: OpenProfile<MarketProfile>) {
    profiles.onChange((profile) => this.#enter(profile));
    // Names that were not available are asked for again.
    profiles.onConnected(() => this.#show());
  }

  /** The tokens on the page: their figures are kept fresh, and nothing is requested while the page is hidden. */
  attend(visible: boolean, tokens: readonly AssetId[]): void {
    this.#visible = visible;
    this.#profile?.board.attend(visible, tokens);
  }

  #enter(profile: MarketProfile | undefined): void {
    this.#profile = profile;
    this.#asking.clear();
    this.figures.set([]);
    if (profile) {
      profile.watchLists.onChange(() => {
        if (profile === this.#profile) this.#show();
      });
      profile.board.onChange(() => {
        if (profile === this.#profile) this.figures.set(profile.board.figures.map(figuresView));
      });
      profile.board.attend(this.#visible, []);
    }
    this.#show();
  }

  #show(): void {
    const profile = this.#profile;
    const named = (ids: readonly AssetId[]): TokenView[] =>
      profile ? ids.map((id) => this.#named(profile, id)) : [];
    const lists = profile?.watchLists.lists ?? [];
    this.watchLists.set(lists.map(({ id, name, tokens }) => ({ id, name, tokens: named(tokens) })));
    this.recentTokens.set(named(profile?.watchLists.recent ?? []));
  }

  /** The token as it is known; an unknown one is requested, and shown when it arrives. */
  #named(profile: MarketProfile, id: AssetId): TokenView {
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

/** Figures as they are shown: infinities, and anything that is not a number, are left out. */
function figuresView({ id, spark, ...figures }: MarketFigures): MarketFiguresView {
  const finite = Object.fromEntries(Object.entries(figures).filter(([, value]) => Number.isFinite(value)));
  return { ...finite, id, ...(spark?.every(Number.isFinite) === true ? { spark: [...spark] } : {}) };
}

function assetsOf(ids: readonly string[]): readonly AssetId[] {
  return ids.map(parseAssetId).filter((id) => id !== undefined);
}
