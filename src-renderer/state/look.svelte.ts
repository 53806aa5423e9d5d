import { createContext } from 'svelte';
import type { Answer, MainApi } from '../client/main-api.ts';

/** The address that is looked at in place of the wallet's own lists; main keeps it. */
export class Look {
  /** Absent: the lists are the wallet's own. */
  address = $state<string | undefined>();
  readonly #api: MainApi;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.look(({ address }) => (this.address = address));
  }

  at(address: string): Promise<Answer<unknown>> {
    return this.#api.call['look.at']({ address });
  }

  leave(): Promise<Answer<unknown>> {
    return this.#api.call['look.leave']({});
  }
}

export const [useLook, provideLook] = createContext<Look>();
