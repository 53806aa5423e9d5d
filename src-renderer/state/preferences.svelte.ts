import type { Answer, MainApi } from '../client/main-api.ts';
import type { PreferencesView } from '../../src-preload/contract/views.ts';

const DEFAULT_SLIPPAGE_BPS = 50;

/** What the user set, kept by main. */
export class Preferences {
  view = $state.raw<PreferencesView | undefined>();
  readonly slippageBps = $derived(this.view?.slippageBps ?? DEFAULT_SLIPPAGE_BPS);
  readonly excluded = $derived(this.view?.excluded ?? []);
  readonly #api: MainApi;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.preferences((value) => (this.view = value));
    $effect(() => {
      const theme = this.view?.theme ?? 'system';
      if (theme === 'system') delete document.documentElement.dataset['theme'];
      else document.documentElement.dataset['theme'] = theme;
    });
  }

  set(change: Partial<PreferencesView>): Promise<Answer<unknown>> {
    return this.#api.call['preferences.set'](change);
  }

  /** Whether the user said once, for this full id, that an unverified token is meant. */
  acknowledged(id: string): boolean {
    return this.view?.acknowledged.includes(id) ?? false;
  }

  acknowledge(id: string): Promise<Answer<unknown>> {
    const others = (this.view?.acknowledged ?? []).filter((known) => known !== id);
    return this.set({ acknowledged: [...others, id] });
  }
}
