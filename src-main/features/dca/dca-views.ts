import type { DcaHistoryView, DcaPlanView, DcaRowView } from '#contract/dca-views.ts';
import type { Candle, CandlePeriod } from '#domain/candle.ts';
import { runAfter } from '#domain/dca.ts';
import type { PastResult, PastRun } from './past-plans.ts';
import type { PlanRow } from './plan-row.ts';
import { pricePaid } from '../../market/listed-row.ts';
import { type DcaEstimate, type DcaPlan, lockedBy } from '../../trading/kinds/dca-plan.ts';
import { listedRowView } from '../../market/listed-views.ts';
import { exchangeView, finiteOf, SHORT, textOf, USUAL_NETWORK_FEE } from '../../gate/wire.ts';

const LONG = 4_000;

/** Makes of recurring orders what the trading window is shown. */

export function dcaPlanView(plan: DcaPlan): DcaPlanView {
  const { quote, market, interval, terms, last, fees, cycle, lumpSum, at } = plan;
  const { pay, receive, slippageBps } = quote.intent;
  const total = fees.perCycle === undefined ? undefined : fees.perCycle * BigInt(terms.cycles);
  return {
    id: plan.id,
    side: market.side,
    token: market.token.id,
    pay: { asset: pay.asset, quantity: String(pay.quantity) },
    receive,
    every: interval.id,
    cycles: terms.cycles,
    slippageBps,
    exchanges: terms.exchanges.map((code) => exchangeView(code) ?? 'unknown'),
    perCycle: String(terms.perCycle),
    lastCycle: String(last),
    runs: {
      first: at,
      firstLatest: runAfter(at, interval, 1),
      last: runAfter(at, interval, terms.cycles - 1),
      lastLatest: runAfter(at, interval, terms.cycles),
    },
    fees: {
      perCycle: textOf(fees.perCycle),
      total: textOf(total),
      deposit: textOf(fees.deposit),
      share: finiteOf(fees.share),
      high: fees.high,
      networkAbout: String(USUAL_NETWORK_FEE),
    },
    locked: lockedBy(plan).map(([asset, quantity]) => ({ asset, quantity: String(quantity) })),
    cycle: estimateView(cycle),
    lumpSum: lumpSum && estimateView(lumpSum),
    marketPrice: finiteOf(market.spot),
    notices: quote.notices.map((notice) => notice.slice(0, SHORT)),
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
): DcaHistoryView {
  const first = candles[0];
  const newest = candles.at(-1);
  const day = (time: number): string => new Date(time * 1_000).toISOString().slice(0, 10);
  const span = first && newest ? `from ${day(first.time)} to ${day(newest.time)}` : 'so far';
  const label =
    past.windows.length === 0
      ? `The pair's history ${span} is shorter than this plan, so there is nothing to compare with.`
      : `History ${span}: what this plan would have done, started at ${past.windows.length} moments of it, at the prices of candles, without fees. It says nothing of what comes.`;
  return {
    planId: plan.id,
    token: plan.market.token.id,
    side: plan.market.side,
    period,
    candles: {
      time: candles.map(({ time }) => time),
      open: candles.map(({ open }) => open),
      high: candles.map(({ high }) => high),
      low: candles.map(({ low }) => low),
      close: candles.map(({ close }) => close),
      volume: candles.map(({ volume }) => volume),
    },
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

export function dcaRowView(row: PlanRow): DcaRowView {
  const { pay, sold, received, late } = row;
  return {
    ...listedRowView(row),
    status: row.status,
    perCycle: String(row.perCycle),
    every: row.interval?.id,
    everyWords: row.everyWords.slice(0, SHORT),
    slippageBps: row.slippageBps,
    exchanges: row.exchanges.map((code) => exchangeView(code) ?? 'unknown'),
    cycles: row.cycles,
    completed: row.completed,
    sold: String(sold),
    average: pricePaid(row, sold, received),
    remaining: { asset: pay.asset, quantity: String(row.remaining) },
    next: row.next,
    nextTold: row.nextTold?.slice(0, SHORT),
    late: late && { since: late.since, reason: late.reason.slice(0, LONG) },
    endedAt: row.endedAt,
  };
}
