import * as v from 'valibot';
import { ADA, type AssetId } from '#domain/asset.ts';
import { grouped } from '#domain/decimal.ts';
import { averagePrice } from '#domain/fill.ts';
import { sentence, type Sentence } from '#domain/sentences/sentence.ts';
import type { Token } from '#domain/token.ts';
import { shownName } from '#domain/words/names.ts';
import { shownAmount } from '../../market/token-catalogue.ts';
import {
  countOf,
  fittingOf,
  noticeSource,
  type NoticeProfile,
  type NoticeSource,
  type NoticeWords,
  type SourceParts,
} from '../notices/notices.ts';
import type { PlanBoard } from './plan-board.ts';
import { isLive } from './merge-plans.ts';
import type { PlanRow } from './pair-plans.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const memory = v.object({
  seen: fittingOf(v.object({ completed: count, late: v.optional(count) })),
});

export interface PlanNoticeProfile extends NoticeProfile {
  readonly plans: Pick<PlanBoard, 'onChange' | 'rows'>;
}

/** Notices of recurring orders. */
export function planNotices(parts: SourceParts, wishes: () => PlanWishes): NoticeSource<PlanNoticeProfile> {
  return noticeSource(parts, {
    name: 'plan-notices',
    memory,
    nothingSeen: NO_PLAN_SEEN,
    rows: ({ plans }: PlanNoticeProfile, look: (rows: readonly PlanRow[]) => void) => {
      const end = plans.onChange(look);
      look(plans.rows);
      return end;
    },
    events: planEvents,
    wanted: (events) => wantedPlanEvents(events, wishes()),
    words: planNoticeWords,
    notice: (parts) => ({ about: 'plans', ...parts }),
  });
}

/** Events worth a notice. */
type PlanEventKind = 'cycle' | 'late' | 'finished';

interface PlanEvent {
  readonly kind: PlanEventKind;
  readonly row: PlanRow;
}

/** Plans seen running and events already reported, by plan, as stored between runs. */
export interface PlanMemory {
  readonly seen: Readonly<
    Record<
      string,
      {
        readonly completed: number;
        /** The cycle (from 0) that was reported late. */
        readonly late?: number | undefined;
      }
    >
  >;
}

export const NO_PLAN_SEEN: PlanMemory = { seen: {} };

/**
 * The events in the plans as they are now: each executed cycle, each late cycle, and the end, each reported only once.
 * Only plans that were seen running before count, in this run or an earlier one: the past of a wallet that is new here
 * is no news. Events that happened while the application was not looking are reported later.
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
    // Fewer than before: a block was rolled back, and the cycle will be executed again.
    const reported = late ? completed : before?.late;
    const most = Math.max(completed, before?.completed ?? 0);
    if (before?.completed === most && before.late === reported) continue;
    seen[id] = { completed: most, ...(reported === undefined ? {} : { late: reported }) };
    changed = true;
  }
  return changed ? { events, memory: { seen } } : { events, memory };
}

/** Which kinds the user wants to hear of. */
export type PlanWishes = Readonly<Record<PlanEventKind, boolean>>;

export const planNoticeWords: NoticeWords<PlanEvent> = {
  titles: {
    cycle: sentence('plan/traded'),
    late: sentence('plan/late'),
    finished: sentence('plan/finished'),
  },
  text: sentencesOf,
  severalTitle: (count) => sentence('plan/several', { plans: count }),
  severalText: (events) => [
    sentence('plan/counts', {
      traded: countOf(events, 'cycle'),
      late: countOf(events, 'late'),
      finished: countOf(events, 'finished'),
    }),
  ],
};

export function wantedPlanEvents(events: readonly PlanEvent[], wishes: PlanWishes): readonly PlanEvent[] {
  // The notice of the end says all that the one of its last trade would.
  const ended = new Set(events.flatMap(({ kind, row }) => (kind === 'finished' ? [row.id] : [])));
  return events.filter(
    ({ kind, row }) => wishes[kind] && !(kind === 'cycle' && wishes.finished && ended.has(row.id)),
  );
}

function sentencesOf({ kind, row }: PlanEvent, token: (id: AssetId) => Token): readonly Sentence[] {
  const { side, completed, cycles, pay, receive, sold, received, late, fills } = row;
  const traded = token(row.token);
  const plan = { side, name: shownName(traded), trades: cycles };
  if (kind === 'late')
    return [sentence('plan/is-late', { ...plan, trade: completed + 1 }), ...(late?.reason ?? [])];
  const sums = {
    paid: shownAmount(sold, token(pay.asset)),
    ...(received === undefined ? {} : { got: shownAmount(received, token(receive)) }),
  };
  const [average, last] = [{ sold, received }, fills.at(-1)].map((part) => priceOf(row, traded, part));
  if (kind === 'finished')
    return [
      sentence('plan/all-made', { ...plan, ...sums, ...(average === undefined ? {} : { price: average }) }),
    ];
  const facts = { ...plan, ...sums, trade: completed, ...(last === undefined ? {} : { price: last }) };
  return [
    sentence('plan/one-made', facts),
    ...(average === undefined ? [] : [sentence('plan/average', { price: average, name: plan.name })]),
  ];
}

/** The average price of a part of a plan, from what the chain shows; of plans that the service alone knows, none. */
function priceOf(
  { source, side, pay, receive, fills }: PlanRow,
  { decimals, decimalsSource }: Token,
  part: { readonly sold: bigint; readonly received: bigint | undefined } | undefined,
): string | undefined {
  const inAda = pay.asset === ADA || receive === ADA;
  if (source !== 'here' || fills.length === 0 || !inAda || decimalsSource === 'unknown') return undefined;
  const price = part && averagePrice(side, part.sold, part.received ?? 0n, decimals);
  return price && grouped(price);
}
