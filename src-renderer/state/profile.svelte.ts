import { createContext } from 'svelte';
import type { ProfileView } from '#contract/views.ts';
import type { PolicyInForceView } from '#contract/policy-limits.ts';
import type { Answer, MainApi, MainInput } from '../client/main-api.ts';

/** Where the window trades: practice or live, and whether the service can be called. */
export class Profile {
  /** Absent until main's first word. */
  view = $state.raw<ProfileView | undefined>();
  /** The limits that main holds trades against. This window can look at them, and not change them. */
  limits = $state.raw<PolicyInForceView | undefined>();
  readonly practice = $derived(this.view?.mode !== 'live');
  readonly ready = $derived(this.view?.service === 'ready');
  readonly #api: MainApi;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.profile((value) => (this.view = value));
    api.on.limits((value) => (this.limits = value));
  }

  /** The exchange's name, or its code where no name is known. */
  exchangeName(code: string | undefined): string {
    if (code === undefined) return 'Unknown exchange';
    return this.view?.exchanges.find((exchange) => exchange.code === code)?.name ?? code;
  }

  switchTo(mode: 'practice' | 'live'): Promise<Answer<unknown>> {
    return this.#api.call['profile.switch']({ mode });
  }

  /** Opens the vault window, which asks about them. */
  proposeLive(addresses: MainInput<'profile.proposeLive'>): Promise<Answer<unknown>> {
    return this.#api.call['profile.proposeLive'](addresses);
  }
}

export const [useProfile, provideProfile] = createContext<Profile>();
