import { createContext } from 'svelte';
import type { ConnectionTestView, SecretPlacesView } from '#contract/profile.ts';
import type { FailureLike } from '../format/words.ts';
import type { MainApi } from '../client/main-api.ts';

export type TestedPart = 'service' | 'ledger';

/** A test of one part: under way, or what it came to. */
interface PartTest {
  readonly asking: boolean;
  readonly lines?: ConnectionTestView['lines'];
  readonly failure?: FailureLike;
}

const NOT_TESTED: PartTest = { asking: false };

/** Tests of the open profile's connections, and where its secrets live. */
export class Connection {
  secrets = $state.raw<SecretPlacesView | undefined>();
  service = $state.raw<PartTest>(NOT_TESTED);
  ledger = $state.raw<PartTest>(NOT_TESTED);
  readonly asking = $derived(this.service.asking || this.ledger.asking);
  readonly #api: MainApi;
  /** Counts the profiles: answers for another one are not shown, and are requested again for this one. */
  profile = $state(0);
  #turn: Promise<void> = Promise.resolve();

  constructor(api: MainApi) {
    this.#api = api;
  }

  async loadSecrets(): Promise<void> {
    const asked = this.profile;
    const answer = await this.#api.call['profile.secrets']({});
    if (asked === this.profile && answer.ok) this.secrets = answer.value;
  }

  /** Main tests one part at a time: another one waits for its turn. */
  test(part: TestedPart): Promise<void> {
    const asked = this.profile;
    this[part] = { ...this[part], asking: true };
    this.#turn = this.#turn.then(async () => {
      if (asked !== this.profile) return;
      const answer = await this.#api.call['profile.test']({ part });
      if (asked !== this.profile) return;
      this[part] = answer.ok
        ? { asking: false, lines: answer.value.lines }
        : { asking: false, failure: answer.failure };
    });
    return this.#turn;
  }

  /** The earlier findings are about other addresses or keys. */
  forget(): void {
    this.profile += 1;
    this.service = NOT_TESTED;
    this.ledger = NOT_TESTED;
    this.secrets = undefined;
  }
}

export const [useConnection, provideConnection] = createContext<Connection>();
