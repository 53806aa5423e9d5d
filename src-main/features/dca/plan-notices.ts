import * as v from 'valibot';
import type { AssetId } from '#domain/asset.ts';
import type { Token } from '#domain/token.ts';
import type { DcaNoticesView } from '#contract/dca-views.ts';
import { amountText, tokenName } from '../../market/amount-words.ts';
import type { Notices, NoticeSubject, NoticeWords } from '../notices/notices.ts';
import { isLive } from './merge-plans.ts';
import type { PlanRow } from './pair-plans.ts';
import { SHORT } from '../../gate/wire.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const memory = v.object({
  seen: v.record(v.string(), v.object({ completed: count, late: v.optional(count) })),
});

/** Notices of recurring orders. */
export function dcaNoticeSubject(
  wishes: () => PlanWishes,
): NoticeSubject<PlanRow, PlanEvent, PlanMemory, DcaNoticesView> {
  return {
    name: 'plan-notices',
    nothingSeen: NO_PLAN_SEEN,
    memory,
    events: planEvents,
    wanted: (events) => wantedPlanEvents(events, wishes()),
    words: planNoticeWords,
    view: dcaNoticesView,
  };
}

function dcaNoticesView({ list, opened, byPage }: Notices<PlanEvent>): DcaNoticesView {
  const { times, row } = opened;
  return {
    list: list.map(({ rows, title, text, ...notice }) => ({
      ...notice,
      plans: [...rows],
      title: title.slice(0, SHORT),
      text: text.slice(0, SHORT),
    })),
    opened: row === undefined ? { times } : { times, plan: row },
    byPage,
  };
}

/** What is worth telling of a plan. */
type PlanEventKind = 'cycle' | 'late' | 'finished';

interface PlanEvent {
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

/** Which kinds the user wants to be told of. */
export type PlanWishes = Readonly<Record<PlanEventKind, boolean>>;

const COUNTED: Readonly<Record<PlanEventKind, string>> = {
  cycle: 'traded',
  late: 'late',
  finished: 'finished',
};

export const planNoticeWords: NoticeWords<PlanEvent> = {
  titles: { cycle: 'Plan traded', late: 'Plan is late', finished: 'Plan finished' },
  text: textOf,
  severalTitle: (count) => `${count} plans moved on`,
  counted: (kind) => COUNTED[kind],
};

export function wantedPlanEvents(events: readonly PlanEvent[], wishes: PlanWishes): readonly PlanEvent[] {
  // The end says all that its last trade would.
  const ended = new Set(events.flatMap(({ kind, row }) => (kind === 'finished' ? [row.id] : [])));
  return events.filter(
    ({ kind, row }) => wishes[kind] && !(kind === 'cycle' && wishes.finished && ended.has(row.id)),
  );
}

function textOf({ kind, row }: PlanEvent, token: (id: AssetId) => Token): string {
  const { side, completed, cycles, pay, receive, sold, received, late } = row;
  const plan = `${side === 'buy' ? 'Buying' : 'Selling'} ${tokenName(token(row.token))}`;
  if (kind === 'late') return `${plan}, trade ${completed + 1} of ${cycles}: ${late?.reason ?? 'it is due.'}`;
  const paid = amountText(sold, token(pay.asset));
  const sums =
    received === undefined ? `${paid} traded` : `${paid} for ${amountText(received, token(receive))}`;
  return kind === 'finished'
    ? `${plan}: all ${cycles} trades were made, ${sums}.`
    : `${plan}, trade ${completed} of ${cycles} was made; ${sums} so far.`;
}
