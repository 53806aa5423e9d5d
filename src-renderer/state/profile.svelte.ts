import { createContext } from 'svelte';
import type { ProfileView, ProfileMarkView, PolicyInForceView } from '#contract/profile.ts';
import { PRACTICE_NAME } from '#domain/profile.ts';
import type { Answer, MainApi, MainInput, MainOutput } from '../client/main-api.ts';
import { profileName } from '../format/words.ts';
import { words } from './words.ts';

/** Where the window trades: practice or live, and whether the service can be called. */
export class Profile {
  /** Absent until main's first word. */
  view = $state.raw<ProfileView | undefined>();
  /** The limits that main holds trades against. This window can look at them, and not change them. */
  limits = $state.raw<PolicyInForceView | undefined>();
  /** A replay plays so fast that no price holds for long enough to be traded at. */
  replayFast = $state(false);
  /** Tells one world from another: knowledge of tokens, markets and trades belongs to one alone. */
  readonly world = $derived.by(() => {
    const { id, mode, replay } = this.view ?? {};
    return id ?? (replay === undefined ? mode : `${mode} ${replay}`);
  });
  readonly practice = $derived(this.view?.mode !== 'live');
  /** The open profile as the frame and the title show it; `undefined` until main's first message. */
  readonly mark = $derived.by((): ProfileMarkView | undefined => {
    if (this.view === undefined) return undefined;
    const { name, network, colour } = this.view;
    return { name, network, colour };
  });
  /** The mark of sheets where funds are play money: PRACTICE or REPLAY. */
  readonly playMoney = $derived(
    this.practice ? profileName(this.view?.name ?? PRACTICE_NAME).toUpperCase() : undefined,
  );
  /** Exchanges that the open profile leaves out of new tickets, whatever the preferences are. */
  readonly excluded = $derived(this.view?.excluded ?? []);
  readonly ready = $derived(this.view?.service === 'ready');
  readonly #api: MainApi;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.profile((value) => (this.view = value));
    api.on.limits((value) => (this.limits = value));
  }

  /** The service is not asked until it gets another key. */
  get keyRefused(): boolean {
    return this.view?.failure?.code === 'service-key-refused';
  }

  /** The exchange's name, or its code where no name is known. */
  exchangeName(code: string | undefined): string {
    if (code === undefined) return words.unknownExchange;
    const known = this.view?.exchanges ?? [];
    const exact = known.find((exchange) => exchange.code === code);
    // Rows of orders spell some codes in their own way: Minswap_V2.
    return (exact ?? known.find((exchange) => plain(exchange.code) === plain(code)))?.name ?? code;
  }

  /** Opens practice, or a live profile by its id. */
  switchTo(profile: string): Promise<Answer<unknown>> {
    return this.#api.call['profile.switch']({ profile });
  }

  /** Opens the vault window, which asks about the new profile. */
  add(terms: MainInput<'profile.add'>): Promise<Answer<unknown>> {
    return this.#api.call['profile.add'](terms);
  }

  /** The same for what is new of the open one. */
  change(terms: Omit<MainInput<'profile.change'>, 'id'>): Promise<Answer<unknown>> {
    return this.#api.call['profile.change']({ ...terms, id: this.view?.id ?? '' });
  }

  /** The same for deleting the open one. */
  delete(): Promise<Answer<unknown>> {
    return this.#api.call['profile.delete']({ id: this.view?.id ?? '' });
  }

  /** The same for what a file proposes, with another name where one is given. */
  import(text: string, name: string): Promise<Answer<unknown>> {
    return this.#api.call['profile.import']({ text, ...(name === '' ? {} : { name }) });
  }

  /** Saves the open one without its keys. */
  export(): Promise<Answer<MainOutput<'profile.export'>>> {
    return this.#api.call['profile.export']({});
  }
}

export const [useProfile, provideProfile] = createContext<Profile>();

function plain(code: string): string {
  return code.replaceAll(/[\s_-]/g, '').toUpperCase();
}
