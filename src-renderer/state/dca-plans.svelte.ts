import type { Answer, MainApi, MainOutput } from '../client/main-api.ts';
import type { DcaRowView } from '#contract/dca-views.ts';
import { LIVE_DCA_STATUSES } from '#domain/dca.ts';
import type { Failure } from '#domain/failure.ts';

export type DcaDetail = MainOutput<'dca.detail'>;
export type ExecutedCycle = DcaDetail['executed'][number];

/** More plans than these are not looked into for the chart. */
const MOST_FOLLOWED = 20;

/** Every recurring order of the profile's wallets, as main merges them from journal and service. */
export class DcaPlans {
  /** Running ones first, then ended ones; absent until main's first word. */
  rows = $state.raw<readonly DcaRowView[] | undefined>();
  /** When the service last told its plans. */
  at = $state<number | undefined>();
  /** Why the service's plans are missing or old. */
  failure = $state.raw<Failure | undefined>();
  /** The row that the keys are about. */
  active = $state<string | undefined>();
  readonly live = $derived(
    (this.rows ?? []).filter(({ status }) => LIVE_DCA_STATUSES.includes(status)).length,
  );
  readonly late = $derived((this.rows ?? []).filter(({ status }) => status === 'late').length);
  /** Trades of plans that were looked into, by plan. */
  #executed = $state.raw<ReadonlyMap<string, readonly ExecutedCycle[]>>(new Map());
  readonly #asked = new Map<string, number>();
  readonly #api: MainApi;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.dcaPlans(({ plans, at, failure }) => {
      this.rows = plans;
      this.at = at;
      this.failure = failure as Failure | undefined;
    });
  }

  find(id: string): DcaRowView | undefined {
    return this.rows?.find((row) => row.id === id);
  }

  /** Asks the service for the plans now. */
  refresh(): Promise<Answer<unknown>> {
    return this.#api.call['dca.refresh']({});
  }

  detail(id: string): Promise<Answer<DcaDetail>> {
    return this.#api.call['dca.detail']({ id });
  }

  openExplorer(id: string, hash: string): Promise<Answer<unknown>> {
    return this.#api.call['dca.openExplorer']({ id, hash });
  }

  /** The trades that a plan made, as far as they were looked into. */
  executedOf(id: string): readonly ExecutedCycle[] {
    return this.#executed.get(id) ?? [];
  }

  /** Looks into the plans of a token whose trades are not all known here, for the marks on its chart. */
  follow(token: string): void {
    const wanted = (this.rows ?? [])
      .filter((row) => row.token === token && row.completed > 0 && row.source === 'here')
      .filter((row) => this.#asked.get(row.id) !== row.completed);
    for (const { id, completed } of wanted.slice(0, MOST_FOLLOWED)) {
      this.#asked.set(id, completed);
      void this.detail(id).then((answer) => {
        if (answer.ok) this.#executed = new Map(this.#executed).set(id, answer.value.executed);
        // The chain may tell of a trade later than the service.
        if (this.executedOf(id).length < completed) this.#asked.delete(id);
      });
    }
  }

  /** Forgets what belongs to another profile. */
  reset(): void {
    this.#asked.clear();
    this.#executed = new Map();
    this.active = undefined;
  }
}
