import * as v from 'valibot';
import type { DcaNoticesView } from '#contract/dca-views.ts';
import { NO_PLAN_SEEN, planEvents, type PlanEvent, type PlanMemory } from './plan-events.ts';
import { planNoticeWords, wantedPlanEvents, type PlanWishes } from './plan-notices.ts';
import type { PlanRow } from './plan-row.ts';
import type { Notices, NoticeSubject } from '../notices/notices.ts';
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
