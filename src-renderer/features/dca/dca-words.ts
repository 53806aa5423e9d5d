import type { DcaHistoryView, DcaPlanView, DcaRowView } from '#contract/dca.ts';
import { PERIOD_SECONDS } from '#domain/candle.ts';
import { type DcaStatus, LIVE_DCA_STATUSES } from '#domain/dca.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { labelZone, type TimeZoneChoice, wallDate } from '../../chart/time-labels.ts';
import { adaText, amountText, plainText, tokenLabel, type TokenShape } from '../../format/amount.ts';
import { showPercent } from '../../format/decimal-text.ts';
import { showNumber } from '../../format/price.ts';
import { showAge } from '../../format/age.ts';
import type { AgreesBy } from '../../format/texts.ts';
import { approvalWords, type Sentence, sentences, type Tone } from '../../format/words.ts';
import { type Advantage, type PlanNamed, words } from './words.ts';

/** Half a year: from here on the time of day says nothing. */
const LONG_MS = 182 * 86_400_000;
const DATE = '2026-11-21'.length;
const pad = (value: number): string => String(value).padStart(2, '0');

/** Local date and time to the minute: `2026-11-21 14:03`. */
export function showLocal(epochMs: number): string {
  return toMinute(wallDate(epochMs / 1000, 'local'));
}

/** The same moment in UTC: `2026-11-21 13:03`. */
export function showUtc(epochMs: number): string {
  return toMinute(new Date(epochMs));
}

function toMinute(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}

/** Local date alone: `2026-11-21`. */
function showDate(epochMs: number): string {
  return showLocal(epochMs).slice(0, DATE);
}

type Past = Pick<DcaHistoryView, 'period'>;

/** The zone of a plan's past: where it was computed from days or weeks, their dates. */
export function pastZone({ period }: Past): TimeZoneChoice {
  return labelZone('local', PERIOD_SECONDS[period]);
}

/** A moment of a plan's past, as precise as its candles: `2026-11-21 14:03`; of days and weeks the UTC date alone. */
export function showPast(epochMs: number, past: Past): string {
  return pastZone(past) === 'utc' ? showUtc(epochMs).slice(0, DATE) : showLocal(epochMs);
}

/** The same without what a span of that many milliseconds makes needless: `2026-11-21`, `11-21 14:03`. */
export function showStart(epochMs: number, span: number, past: Past): string {
  const text = showPast(epochMs, past);
  return span > LONG_MS || text.length === DATE ? text.slice(0, DATE) : text.slice('2026-'.length);
}

const EXACT = { significant: 30 } as const;
const COSTS = { significant: 7, rounding: 'ceil' } as const;

/** Impact of one trade from which on it is warned about. */
export const NOTABLE_IMPACT = 0.01;

/**
 * A plan in words: the amount and interval of its trades, its start and end, the amount that leaves now, and the cost.
 */
export function dcaSentences(plan: DcaPlanView, pay: TokenShape, receive: TokenShape): readonly string[] {
  const planned = words.planned({
    total: amountText(BigInt(plan.pay.quantity), pay, EXACT),
    token: tokenLabel(receive),
    cycles: plan.cycles,
    every: plan.every,
    until: showDate(plan.runs.last),
  });
  return [planned, `${words.allLeaves} ${costWords(plan.fees)}`];
}

function costWords({ total, deposit }: DcaPlanView['fees']): string {
  if (total === undefined) return words.costsAtReview;
  return words.costs({
    costs: adaText(BigInt(total), COSTS),
    ...(deposit !== undefined && { returns: adaText(BigInt(deposit), COSTS) }),
  });
}

/** Total proceeds of all trades if the price stayed the same; `undefined` without an estimate. */
export function aboutInAll(plan: DcaPlanView): bigint | undefined {
  if (plan.cycle === undefined) return undefined;
  const each = BigInt(plan.perCycle);
  const expected = BigInt(plan.cycle.expected);
  return each === 0n ? undefined : (expected * BigInt(plan.pay.quantity)) / each;
}

/** Amount sold by each trade, and by the last one where it differs: `Each sells 10 ADA`. */
export function eachWords(parts: { readonly each: bigint; readonly last: bigint }, pay: TokenShape): string {
  return words.eachSells({
    each: amountText(parts.each, pay, EXACT),
    ...(parts.each !== parts.last && { last: amountText(parts.last, pay, EXACT) }),
  });
}

/** Lovelace that the exchanges take, for one trade and for all. */
export function feesWords(lovelace: string | undefined): string {
  return lovelace === undefined ? words.readAtReview : adaText(BigInt(lovelace), COSTS);
}

/** An impact on the price: `0.31 %`, `<0.01 %`. */
export function impactWords(impact: number | undefined): string {
  return impact === undefined ? words.notKnown : showPercent(Math.max(0, impact));
}

/** Result of a past window compared with trading all at once, for a sentence. */
export function advantageOf(advantage: number): Advantage {
  const away = Math.abs(advantage);
  if (away < 0.000_05) return { is: 'same' };
  return { is: advantage > 0 ? 'more' : 'less', percent: showPercent(away) };
}

/** The same in words: `2.30 % more than all at once`. */
export function advantageWords(advantage: number): string {
  return words.advantage({ against: advantageOf(advantage) });
}

/** The picture of the past, in words. */
export function pastSummary(history: DcaHistoryView): string {
  const { windows, average, best, worst } = history;
  const [first, last] = [windows[0], windows.at(-1)];
  if (first === undefined || last === undefined) return history.label;
  const price = (value: number): string => showNumber(value)?.text ?? '';
  return words.past({
    moments: windows.length,
    from: showPast(first.from, history).slice(0, DATE),
    to: showPast(last.from, history).slice(0, DATE),
    ...(average !== undefined && { average: price(average) }),
    ...(best && { best: price(best.average) }),
    ...(worst && { worst: price(worst.average) }),
    better: history.betterThanLumpSum,
  });
}

const statuses: Record<DcaStatus, readonly [string, Tone]> = {
  preparing: [words.preparing, 'amber'],
  running: [words.running, 'plain'],
  late: [words.late, 'amber'],
  cancelling: [words.cancelling, 'amber'],
  finished: [words.finished, 'plain'],
  cancelled: [words.cancelled, 'plain'],
  closed: [words.closed, 'plain'],
  failed: [words.failed, 'plain'],
  unknown: [words.unknown, 'plain'],
};

/** A plan's status in a word or two. One that is not known here is shown in the service's own word. */
export function planStatus({ status, serviceStatus }: Pick<DcaRowView, 'status' | 'serviceStatus'>): {
  readonly text: string;
  readonly tone: Tone;
} {
  const [text, tone] = statuses[status];
  const raw = status === 'unknown' && serviceStatus !== undefined ? plainText(serviceStatus) : '';
  return { text: raw === '' ? text : raw, tone };
}

/** How often a plan trades. An interval that is none of the ten is shown in the service's own words. */
export function everyText({ every, everyWords }: Pick<DcaRowView, 'every' | 'everyWords'>): string {
  return every === undefined ? plainText(everyWords) : words.interval({ every });
}

/** The plan as sentences name it: side and token. */
export function planNamed({ side, token }: DcaRowView, shapeOf: (id: string) => TokenShape): PlanNamed {
  return { side, token: tokenLabel(shapeOf(token)) };
}

/** `Buy AMBER`. */
export function planName(row: DcaRowView, shapeOf: (id: string) => TokenShape): string {
  return words.name(planNamed(row, shapeOf));
}

/** The plan in a line, for labels and lists: `Buy AMBER for 100 ADA, every day, 3 of 10 done`. */
export function planText(row: DcaRowView, shapeOf: (id: string) => TokenShape): string {
  const { side, completed, cycles } = row;
  return words.line({
    side,
    pays: amountText(BigInt(row.pay.quantity), shapeOf(row.pay.asset)),
    token: tokenLabel(shapeOf(row.receive)),
    every: everyText(row),
    completed,
    cycles,
  });
}

/** Statuses of plans that end with trades unmade. */
const ENDED_EARLY: readonly DcaStatus[] = ['cancelled', 'closed', 'failed'];

/** The plan and its progress, in sentences; `looked`: it is somebody else's. */
export function planSentence(row: DcaRowView, shapeOf: (id: string) => TokenShape, looked = false): string {
  const [pays, receives] = [shapeOf(row.pay.asset), shapeOf(row.receive)];
  const plan = words.sentence({
    is: row.status === 'finished' ? 'sold' : ENDED_EARLY.includes(row.status) ? 'was-to-sell' : 'sells',
    looked,
    total: amountText(BigInt(row.pay.quantity), pays, EXACT),
    token: tokenLabel(receives),
    cycles: row.cycles,
    each: amountText(BigInt(row.perCycle), pays, EXACT),
    every: everyText(row),
  });
  return `${plan} ${doneWords(row, pays, receives)}`;
}

function doneWords(row: DcaRowView, pays: TokenShape, receives: TokenShape): string {
  if (row.completed === 0) return LIVE_DCA_STATUSES.includes(row.status) ? words.noneYet : words.noneMade;
  const got =
    row.received === undefined ? {} : { received: amountText(BigInt(row.received), receives, EXACT) };
  if (row.completed >= row.cycles) return words.allMade(got);
  const sold = amountText(BigInt(row.sold), pays, EXACT);
  return words.someMade({ completed: row.completed, sold, ...got });
}

/** Why none of the trades that a plan made is listed. */
export function missingCyclesWords({ source }: DcaRowView, receives: TokenShape): string {
  return source === 'external' ? words.cameByOthers({ token: tokenLabel(receives) }) : words.notFoundYet;
}

/** Time until a run: `in 0:42`, `in 3:05:10`, `in 4 d 3 h`; `due now`, `due 3 min ago`. */
export function showUntil(milliseconds: number): string {
  if (milliseconds <= 0)
    return -milliseconds < 2_000 ? words.dueNow : words.dueAgo({ age: showAge(-milliseconds) });
  if (milliseconds >= DAY_MS) {
    const hours = Math.floor((milliseconds % DAY_MS) / HOUR_MS);
    const days = `${Math.floor(milliseconds / DAY_MS)}\u00a0d`;
    return words.in({ time: hours === 0 ? days : `${days} ${hours}\u00a0h` });
  }
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = pad(seconds % 60);
  return words.in({ time: hours === 0 ? `${minutes}:${rest}` : `${hours}:${pad(minutes)}:${rest}` });
}

/** The heading over what comes back; `exact` if the figures are the cancelling transaction's own. */
export function planBackWords(phase: string, cancelled: boolean, exact: boolean): string {
  const over = cancelled ? 'came' : 'was-to-come';
  return words.back({
    when: phase === 'over' ? over : phase === 'left' ? 'would-have-come' : 'comes',
    exact,
  });
}

/**
 * Progress of a plan's cancellation, in sentences. `outdated`: the plan made a trade since the cancellation was built.
 */
export function planCancelWords(
  phase: string,
  row: DcaRowView | undefined,
  outdated: boolean,
  by: AgreesBy,
): readonly Sentence[] {
  if (phase === 'building') return sentences(words.buildsCancellation, words.provesReturn);
  if (outdated) return sentences(words.madeMeanwhile, words.buildAgain);
  if (phase === 'sent') return sentences(words.cancellationSent, words.mayStillTrade);
  if (phase === 'over') return sentences(row === undefined ? words.notInList : planOutcome(row));
  return approvalWords(phase, 'cancellation', by, words.runsAsBefore);
}

/** How a plan that was to be cancelled ended. */
export function planOutcome({ status, completed, cycles }: DcaRowView): string {
  if (status === 'cancelled') return words.planCancelled({ completed, cycles });
  return status === 'finished' ? words.finishedFirst : words.planEnded;
}
