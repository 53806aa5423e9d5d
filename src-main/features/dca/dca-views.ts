import type { DcaDetailView, DcaHistoryView, DcaPlanView, DcaRowView } from '#contract/dca.ts';
import type { Candle, CandlePeriod } from '#domain/candle.ts';
import { runAfter } from '#domain/dca.ts';
import { inLanguage, type Say } from '#domain/sentences/sentence.ts';
import { DAY_MS, type EpochMs } from '#domain/time.ts';
import type { Language } from '#domain/words/catalogue.ts';
import type { PastResult, PastRun } from './past-plans.ts';
import type { PlanRow } from './pair-plans.ts';
import {
  type HistoryProfile,
  listedHistoryView,
  listedRowView,
  pricePaid,
  timeOf,
} from '../../market/listed-rows.ts';
import { type DcaEstimate, type DcaPlan, lockedBy } from '../../trading/kinds/dca-plan.ts';
import {
  amountView,
  columnsOf,
  exchangeView,
  finiteOf,
  LONG,
  SHORT,
  textOf,
  USUAL_NETWORK_FEE,
} from '../../gate/wire.ts';
import { isLive } from './merge-plans.ts';

/* Recurring orders as the trading window shows them. */

/** `language`: what the window speaks. */
export function dcaPlanView(plan: DcaPlan, language: Language): DcaPlanView {
  const { quote, market, interval, last, fees, cycle, lumpSum, at } = plan;
  const { pay, receive, cycles, amountPerCycle, slippageBps } = quote.task;
  const total = fees.perCycle === undefined ? undefined : fees.perCycle * BigInt(cycles);
  return {
    id: plan.id,
    side: market.side,
    token: market.token.id,
    pay: amountView(pay.asset, pay.quantity),
    receive,
    every: interval.id,
    cycles,
    slippageBps,
    exchanges: quote.order.exchanges.map((code) => exchangeView(code)),
    perCycle: String(amountPerCycle),
    lastCycle: String(last),
    runs: {
      first: at,
      firstLatest: runAfter(at, interval, 1),
      last: runAfter(at, interval, cycles - 1),
      lastLatest: runAfter(at, interval, cycles),
    },
    fees: {
      perCycle: textOf(fees.perCycle),
      total: textOf(total),
      deposit: textOf(fees.deposit),
      share: finiteOf(fees.share),
      high: fees.high,
      networkAbout: String(USUAL_NETWORK_FEE),
    },
    locked: lockedBy(plan).map(([asset, quantity]) => amountView(asset, quantity)),
    cycle: estimateView(cycle),
    lumpSum: lumpSum && estimateView(lumpSum),
    marketPrice: finiteOf(market.spot),
    notices: quote.notices.map((notice) => inLanguage(language, notice).slice(0, SHORT)),
    at,
    expiresAt: quote.expiresAt,
  };
}

function estimateView({ expected, atLeast, impact }: DcaEstimate): NonNullable<DcaPlanView['cycle']> {
  return { expected: String(expected), atLeast: String(atLeast), impact: finiteOf(impact) };
}

export function dcaHistoryView(
  plan: DcaPlan,
  period: CandlePeriod,
  candles: readonly Candle[],
  past: PastResult,
  say: Say,
): DcaHistoryView {
  const first = candles[0];
  const newest = candles.at(-1);
  const day = (time: number): string => new Date(time * 1_000).toISOString().slice(0, 10);
  const span = first && newest && { from: day(first.time), to: day(newest.time) };
  const starts = past.windows.length;
  const label = !span
    ? say('history/none')
    : starts === 0
      ? say('history/too-short', span)
      : say('history/what', { ...span, starts });
  return {
    planId: plan.id,
    token: plan.market.token.id,
    side: plan.market.side,
    period,
    candles: columnsOf(candles),
    windows: [...past.windows],
    average: past.average,
    best: past.best && pastRunView(past.best),
    worst: past.worst && pastRunView(past.worst),
    latest: past.latest && pastRunView(past.latest),
    betterThanLumpSum: past.betterThanLumpSum,
    label,
  };
}

function pastRunView({ runs, ...window }: PastRun): NonNullable<DcaHistoryView['best']> {
  return { ...window, runs: [...runs] };
}

/** `language`: what the window speaks. */
export function dcaRowView(row: PlanRow, language: Language): DcaRowView {
  const { pay, sold, received, late } = row;
  return {
    ...listedRowView(row, language),
    status: row.status,
    perCycle: String(row.perCycle),
    every: row.interval?.id,
    everyWords: row.everyWords.slice(0, SHORT),
    slippageBps: row.slippageBps,
    exchanges: row.exchanges.map((code) => exchangeView(code)),
    cycles: row.cycles,
    completed: row.completed,
    sold: String(sold),
    average: pricePaid(row, sold, received),
    remaining: amountView(pay.asset, row.remaining),
    next: row.next,
    serviceNext: row.serviceNext?.slice(0, SHORT),
    late: late && { since: late.since, reason: inLanguage(language, ...late.reason).slice(0, LONG) },
    endedAt: row.endedAt,
  };
}

/** Transactions whose time is looked up: the placing one, the newest cycles, and the last one. */
const MOST_DATED = 60;
const MOST_PLANNED = 50;

type Step = DcaDetailView['transactions'][number];

/** The transactions that placed a plan and that ended it. */
function ends({ txHash, closedBy, status, fills }: PlanRow): readonly Step[] {
  const placed: readonly Step[] = txHash === undefined ? [] : [{ kind: 'place', hash: txHash }];
  const known = closedBy === undefined || fills.some(({ hash }) => hash === closedBy);
  if (known) return placed;
  return [...placed, { kind: status === 'cancelled' ? 'cancel' : 'close', hash: closedBy }];
}

/** Every transaction of a plan that is known. */
export function hashesOf(row: PlanRow): ReadonlySet<string> {
  return new Set([...ends(row), ...row.fills].map(({ hash }) => hash));
}

/** Everything that is known of one plan. Parts that the ledger does not know are left out. */
export async function dcaDetail(
  row: PlanRow,
  profile: HistoryProfile,
  language: Language,
): Promise<DcaDetailView> {
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
    row: dcaRowView(row, language),
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
    ...listedHistoryView(row, profile, language),
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
