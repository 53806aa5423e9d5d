import type { DcaDetailView } from '#contract/dca-views.ts';
import { runAfter } from '#domain/dca.ts';
import type { EpochMs } from '#domain/time.ts';
import { isLive } from './merge-plans.ts';
import type { PlanRow } from './plan-row.ts';
import { pricePaid } from '../../market/listed-row.ts';
import { dcaRowView } from './dca-views.ts';
import { listedHistoryView, timeOf } from '../../market/listed-views.ts';
import type { Profile } from '../../profile/profile.ts';

/** Transactions whose time is looked up: the placing one, the newest cycles, and the last one. */
const MOST_DATED = 60;
const MOST_PLANNED = 50;
const DAY_MS = 86_400_000;

type DetailProfile = Pick<Profile, 'ledger' | 'trading'>;
type Step = DcaDetailView['transactions'][number];

/** The transactions that placed a plan and that ended it. */
function ends({ txHash, closedBy, status, fills }: PlanRow): readonly Step[] {
  const placed: readonly Step[] = txHash === undefined ? [] : [{ kind: 'place', hash: txHash }];
  const told = closedBy === undefined || fills.some(({ hash }) => hash === closedBy);
  if (told) return placed;
  return [...placed, { kind: status === 'cancelled' ? 'cancel' : 'close', hash: closedBy }];
}

/** Every transaction of a plan that is known. */
export function hashesOf(row: PlanRow): ReadonlySet<string> {
  return new Set([...ends(row), ...row.fills].map(({ hash }) => hash));
}

/** Everything that is known of one plan. What the ledger does not tell is left out. */
export async function dcaDetail(row: PlanRow, profile: DetailProfile): Promise<DcaDetailView> {
  const steps = ends(row);
  const hashes = [...steps.map(({ hash }) => hash), ...row.fills.slice(-MOST_DATED).map(({ hash }) => hash)];
  const times = new Map<string, EpochMs | undefined>(
    await Promise.all(hashes.map(async (hash) => [hash, await timeOf(hash, profile)] as const)),
  );
  const dated = (hash: string): { readonly at?: EpochMs } => {
    const at = times.get(hash);
    return at === undefined ? {} : { at };
  };
  return {
    row: dcaRowView(row),
    executed: row.fills.map(({ hash, sold, received }, at) => ({
      number: at + 1,
      hash,
      ...dated(hash),
      sold: String(sold),
      received: String(received),
      price: pricePaid(row, sold, received),
    })),
    planned: plannedRuns(row),
    transactions: steps.map((step) => ({ ...step, ...dated(step.hash) })),
    ...listedHistoryView(row, profile),
  };
}

/**
 * The runs to come, from the next one on. Months count from the day of the first run, which the next one may have lost to
 * a short month: that day is the one of the plan's placing, where the two agree.
 */
function plannedRuns(row: PlanRow): DcaDetailView['planned'] {
  const { next, interval, cycles, completed, perCycle, remaining, placedAt, status } = row;
  if (next === undefined || !interval || !isLive(status)) return [];
  const fromStart =
    placedAt !== undefined && Math.abs(runAfter(placedAt, interval, completed) - next) < DAY_MS;
  const monthly = interval.interval === 'monthly' && fromStart;
  return Array.from({ length: Math.min(cycles - completed, MOST_PLANNED) }, (_, step) => {
    const cycle = completed + step;
    const later =
      monthly && placedAt !== undefined
        ? runAfter(placedAt, interval, cycle)
        : runAfter(next, interval, step);
    const isLast = cycle === cycles - 1;
    const sells = isLast ? remaining - perCycle * BigInt(step) : perCycle;
    return { number: cycle + 1, at: step === 0 ? next : later, sells: String(sells > 0n ? sells : 0n) };
  });
}
