import type { Answer } from '../client/main-api.ts';
import type { DcaCancelPreparedView, DcaRowView } from '#contract/dca-views.ts';
import { LIVE_DCA_STATUSES } from '#domain/dca.ts';
import { CancelRun, type CancelRunParts } from './cancel-run.svelte.ts';
import type { DcaPlans } from './dca-plans.svelte.ts';

export interface PlanCancellationParts extends CancelRunParts {
  readonly plans: DcaPlans;
}

/** The cancellation of one recurring order. */
export class PlanCancellation extends CancelRun<DcaCancelPreparedView> {
  readonly id: string;
  readonly row = $derived.by((): DcaRowView | undefined => this.#parts.plans.find(this.id));
  /** How many trades were made when the cancellation was built. */
  builtAt = $state<number | undefined>();
  /** A trade was made meanwhile: what was built takes back what is no longer there. */
  readonly outdated = $derived(
    this.phase === 'waiting' && this.builtAt !== undefined && this.row?.completed !== this.builtAt,
  );
  readonly #parts: PlanCancellationParts;

  constructor(parts: PlanCancellationParts, id: string) {
    super(parts);
    this.#parts = parts;
    this.id = id;
    void this.build();
  }

  /** Leaves what was built and has it built anew. */
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
