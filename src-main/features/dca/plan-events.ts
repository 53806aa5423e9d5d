import { isLive } from './merge-plans.ts';
import type { PlanRow } from './plan-row.ts';

/** What is worth telling of a plan. */
export type PlanEventKind = 'cycle' | 'late' | 'finished';

export interface PlanEvent {
  readonly kind: PlanEventKind;
  readonly row: PlanRow;
}

/** What was seen and told of plans that run, as it is kept between runs, by plan. */
export interface PlanMemory {
  readonly seen: Readonly<
    Record<
      string,
      {
        readonly completed: number;
        /** The cycle (from 0) of which it was told that it is late. */
        readonly late?: number | undefined;
      }
    >
  >;
}

export const NO_PLAN_SEEN: PlanMemory = { seen: {} };

/**
 * What to tell of the plans as they are now: each executed cycle, each cycle that is late, and the end, ever once. Only
 * of plans that were seen running before, in this run or an earlier one: the past of a wallet that is new here is no
 * news. What happened while nobody looked is caught up.
 */
export function planEvents(
  rows: readonly PlanRow[],
  memory: PlanMemory,
): { readonly events: readonly PlanEvent[]; readonly memory: PlanMemory } {
  const seen = { ...memory.seen };
  const events: PlanEvent[] = [];
  let changed = false;
  for (const row of rows) {
    const { id, status, completed } = row;
    const before = Object.hasOwn(seen, id) ? seen[id] : undefined;
    const live = isLive(status);
    if (before === undefined && !live) continue;
    if (before !== undefined && completed > before.completed) events.push({ kind: 'cycle', row });
    if (before !== undefined && status === 'finished') events.push({ kind: 'finished', row });
    const late = status === 'late' && before?.late !== completed;
    if (late) events.push({ kind: 'late', row });
    if (!live) {
      delete seen[id];
      changed = true;
      continue;
    }
    // Fewer than before: a block was rolled back, and the cycle comes again.
    const told = late ? completed : before?.late;
    const most = Math.max(completed, before?.completed ?? 0);
    if (before?.completed === most && before.late === told) continue;
    seen[id] = { completed: most, ...(told === undefined ? {} : { late: told }) };
    changed = true;
  }
  return changed ? { events, memory: { seen } } : { events, memory };
}
