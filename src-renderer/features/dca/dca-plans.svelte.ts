import { createContext } from 'svelte';
import type { DcaCancelPreparedView, DcaRowView } from '#contract/dca.ts';
import { ADA } from '#domain/asset.ts';
import { LIVE_DCA_STATUSES } from '#domain/dca.ts';
import type { Layers } from '../../state/layers.svelte.ts';
import type { Panels } from '../../state/panels.svelte.ts';
import type { Failure } from '#domain/failure.ts';
import type { Answer, MainApi, MainOutput } from '../../client/main-api.ts';
import { CancelRun, type CancelRunParts } from '../../state/cancel-run.svelte.ts';

export type DcaDetail = MainOutput<'dca.detail'>;
export type ExecutedCycle = DcaDetail['executed'][number];

/** More plans than these are not looked into for the chart. */
const MOST_FOLLOWED = 20;

interface DcaPlansParts {
  readonly api: MainApi;
  readonly layers: Layers;
  readonly panels: Panels;
  /** Of an address that is looked at, where nothing can be changed. */
  readonly looked?: boolean;
}

/** Every recurring order of the profile's wallets, as main merges them from journal and service. */
export class DcaPlans {
  /** Running ones first, then ended ones; absent until main's first word. */
  rows = $state.raw<readonly DcaRowView[] | undefined>();
  /** When the service last reported its plans. */
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
  readonly looked: boolean;
  readonly #api: MainApi;
  readonly #layers: Layers;
  readonly #panels: Panels;

  constructor({ api, layers, panels, looked = false }: DcaPlansParts) {
    this.looked = looked;
    this.#api = api;
    this.#layers = layers;
    this.#panels = panels;
    api.on[looked ? 'lookedPlans' : 'dcaPlans'](({ plans, at, failure }) => {
      this.rows = plans;
      this.at = at;
      this.failure = failure as Failure | undefined;
    });
  }

  /**
   * Whether the row is from the service and predates its failure; the journal's rows stay as accurate as the ledger.
   */
  isOld({ source }: DcaRowView): boolean {
    return source === 'external' && this.failure !== undefined && this.failure.code !== 'rows-left-out';
  }

  find(id: string): DcaRowView | undefined {
    return this.rows?.find((row) => row.id === id);
  }

  /** Shows the table of recurring orders, and one of them in full. */
  reveal(planId: string | undefined): void {
    this.#panels.lower = 'plans';
    if (planId === undefined) return;
    this.active = planId;
    this.#layers.show({ kind: 'plan', planId });
  }

  /** Asks the service for the plans now. */
  refresh(): Promise<Answer<unknown>> {
    return this.#api.call[this.looked ? 'look.refresh' : 'dca.refresh']({});
  }

  detail(id: string): Promise<Answer<DcaDetail>> {
    return this.#api.call[this.looked ? 'dca.lookedDetail' : 'dca.detail']({ id });
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
        // The chain may report a trade later than the service.
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

export const [useDcaPlans, provideDcaPlans] = createContext<DcaPlans>();

interface PlanCancellationParts extends CancelRunParts {
  readonly plans: DcaPlans;
}

/** The cancellation of one recurring order. */
export class PlanCancellation extends CancelRun<DcaCancelPreparedView> {
  readonly id: string;
  readonly row = $derived.by((): DcaRowView | undefined => this.#parts.plans.find(this.id));
  /** How many trades were made when the cancellation was built. */
  builtAt = $state<number | undefined>();
  /** A trade was made meanwhile: the built cancellation takes back an output that is no longer there. */
  readonly outdated = $derived(
    this.phase === 'waiting' && this.builtAt !== undefined && this.row?.completed !== this.builtAt,
  );
  /**
   * Exactly what the cancelling transaction pays back, in base units, from its bytes; absent until one is built that may
   * be signed.
   */
  readonly comesBack = $derived.by((): DcaCancelPreparedView['returning'] | undefined => {
    const { prepared } = this;
    if (prepared === undefined || prepared.verdict === 'block') return undefined;
    const cost = this.costOf([prepared.tradeId]);
    if (cost === undefined) return undefined;
    return prepared.returning.map(({ asset, quantity }) => ({
      asset,
      quantity: asset === ADA ? String(BigInt(quantity) - cost) : quantity,
    }));
  });
  readonly #parts: PlanCancellationParts;

  constructor(parts: PlanCancellationParts, id: string) {
    super(parts);
    this.#parts = parts;
    this.id = id;
    void this.build();
  }

  /** Leaves what was built and has it built again. */
  again(): void {
    this.leaveUnsigned();
    this.prepared = undefined;
    this.failure = undefined;
    this.phase = 'building';
    void this.build();
  }

  protected ask(): Promise<Answer<DcaCancelPreparedView>> {
    this.builtAt = this.#parts.plans.find(this.id)?.completed;
    return this.#parts.api.call['dca.cancel']({ id: this.id });
  }

  /** A plan that ended of itself meanwhile ends this too. */
  protected isOver(): boolean {
    return this.row !== undefined && !LIVE_DCA_STATUSES.includes(this.row.status);
  }
}
