import { createContext } from 'svelte';
import type { ProtectionView } from '#contract/vault.ts';
import type { PreferencesView } from '#contract/settings.ts';
import type { Answer, MainApi } from '../client/main-api.ts';

const DEFAULT_SLIPPAGE_BPS = 50;
const DEFAULT_UNLOCK_MINUTES = 15;

/** The user's preferences, stored by main. */
export class Preferences {
  view = $state.raw<PreferencesView | undefined>();
  readonly slippageBps = $derived(this.view?.slippageBps ?? DEFAULT_SLIPPAGE_BPS);
  readonly priceColours = $derived(this.view?.priceColours ?? 'green-red');
  /** How long an unlock lasts unless another time is chosen. */
  readonly unlockMinutes = $derived(this.view?.unlockMinutes || DEFAULT_UNLOCK_MINUTES);
  readonly layout = $derived(this.view?.layout ?? {});
  readonly excluded = $derived(this.view?.excluded ?? []);
  readonly #api: MainApi;
  /** As main last sent them. */
  #received: PreferencesView | undefined;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.preferences((value) => {
      this.#received = value;
      this.view = value;
    });
    $effect(() => showTheme(this.view?.theme ?? 'system'));
    $effect(() => {
      document.documentElement.dataset['prices'] = this.priceColours;
    });
  }

  /** Seen at once, so that the next change starts from this one; main sends it a moment later. */
  async set(change: Partial<PreferencesView>): Promise<Answer<unknown>> {
    if (this.view !== undefined) this.view = { ...this.view, ...change };
    const answer = await this.#api.call['preferences.set'](change);
    if (!answer.ok) this.view = this.#received;
    return answer;
  }

  /** Changes how long the wallet stays open. Where that is for longer, the vault window asks for the password. */
  async protect(change: Partial<ProtectionView>): Promise<Answer<unknown>> {
    const answer = await this.set(change);
    if (answer.ok || answer.failure.code !== 'password-needed' || this.view === undefined) return answer;
    const { unlockMinutes, autoLockMinutes } = this.view;
    return this.#api.call['preferences.lower']({ unlockMinutes, autoLockMinutes, ...change });
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

export const [usePreferences, providePreferences] = createContext<Preferences>();

/** Shows the whole page in a theme; `system` leaves it to the system. */
export function showTheme(theme: PreferencesView['theme']): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}
