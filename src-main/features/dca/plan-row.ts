import type { DcaInterval, DcaStatus, ServicePlan } from '#domain/dca.ts';
import type { EpochMs } from '#domain/time.ts';
import type { ListedRow } from '../../market/listed-row.ts';

/** One recurring order as it is told, from whichever source; base units. `pay` is the total of all cycles. */
export interface PlanRow extends ListedRow {
  readonly status: DcaStatus;
  readonly perCycle: bigint;
  readonly interval: DcaInterval | undefined;
  readonly everyWords: string;
  readonly slippageBps: number | undefined;
  readonly exchanges: readonly string[];
  readonly cycles: number;
  readonly completed: number;
  readonly remaining: bigint;
  readonly next: EpochMs | undefined;
  readonly nextTold: string | undefined;
  readonly late: { readonly since: EpochMs; readonly reason: string } | undefined;
  readonly endedAt: EpochMs | undefined;
  readonly service: ServicePlan | undefined;
}
