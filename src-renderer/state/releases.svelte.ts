import { createContext } from 'svelte';
import type { ReleasesView } from '#contract/releases.ts';
import type { Answer, MainApi } from '../client/main-api.ts';

/** Main's report on newer versions and on the file being checked. */
export class Releases {
  view = $state.raw<ReleasesView | undefined>();
  /** A newer version, dismissed or not. */
  readonly offered = $derived(this.view?.news.release);
  /** A newer version that the user has not dismissed. */
  readonly notice = $derived(this.offered?.dismissed === false ? this.offered : undefined);
  readonly #api: MainApi;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.releases((value) => (this.view = value));
  }

  choose(what: 'manifest' | 'file'): Promise<Answer<unknown>> {
    return this.#api.call['releases.choose']({ what });
  }

  clear(): Promise<Answer<unknown>> {
    return this.#api.call['releases.clear']({});
  }

  openPage(version: string): Promise<Answer<unknown>> {
    return this.#api.call['releases.openPage']({ version });
  }

  dismiss(version: string): Promise<Answer<unknown>> {
    return this.#api.call['releases.dismiss']({ version });
  }
}

export const [useReleases, provideReleases] = createContext<Releases>();
