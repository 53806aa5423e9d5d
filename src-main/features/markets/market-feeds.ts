import type { MarketFiguresView, WatchListView } from '#contract/market-views.ts';
import type { TokenView } from '#contract/views.ts';
import type { AssetId } from '#domain/asset.ts';
import { Topic } from '../../gate/topic.ts';
import type { Profile } from '../../profile/profile.ts';
import type { ProfileHost } from '../../profile/profile-host.ts';
import { figuresView, tokenView } from '../../gate/wire.ts';

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
