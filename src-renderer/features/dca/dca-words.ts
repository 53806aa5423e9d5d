import type { DcaHistoryView, DcaPlanView, DcaRowView } from '#contract/dca-views.ts';
import { dcaInterval, type DcaStatus, LIVE_DCA_STATUSES } from '#domain/dca.ts';
import { NO_LEAST } from '#domain/order-words.ts';
import { adaText, amountText, plainText, tokenLabel, type TokenShape } from '../../format/amount.ts';
import { showPercent } from '../../format/decimal-text.ts';
import { showNumber } from '../../format/price.ts';
import { showAge } from '../../format/age.ts';
import { approvalWords, type AgreesBy, type Sentence, sentences, type Tone } from '../../format/words.ts';

/** Half a year: from here on the time of day says nothing. */
const LONG_MS = 182 * 86_400_000;
const pad = (value: number): string => String(value).padStart(2, '0');

/** Local date and time to the minute: `2026-11-21 14:03`. */
export function showLocal(epochMs: number): string {
  const time = new Date(epochMs);
  const date = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${date} ${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** The same moment in UTC: `2026-11-21 13:03`. */
export function showUtc(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** Local date alone: `2026-11-21`. */
function showDate(epochMs: number): string {
  return showLocal(epochMs).slice(0, 10);
}

/** Local date, with the time of day where a stretch of that many milliseconds is short: `2026-11-21`, `11-21 14:03`. */
export function showStart(epochMs: number, span: number): string {
  return span > LONG_MS ? showDate(epochMs) : showLocal(epochMs).slice('2026-'.length);
}

/** What local time is at a moment, against UTC: `UTC+1`, `UTC−3:30`, `UTC`. `offset` as `Date` gives it, in minutes. */
export function zoneText(offset: number): string {
  if (offset === 0) return 'UTC';
  const minutes = Math.abs(offset);
  const rest = minutes % 60;
  const hours = Math.floor(minutes / 60);
  return `UTC${offset < 0 ? '+' : '\u2212'}${hours}${rest === 0 ? '' : `:${pad(rest)}`}`;
}

const EXACT = { significant: 30 } as const;
const COSTS = { significant: 7, rounding: 'ceil' } as const;

/** Impact of one trade from which on it is warned about. */
export const NOTABLE_IMPACT = 0.01;

/** A plan in words: what is sold how often, from when to when, what leaves now, and what it costs. */
export function dcaSentences(plan: DcaPlanView, pay: TokenShape, receive: TokenShape): readonly string[] {
  const total = amountText(BigInt(plan.pay.quantity), pay, EXACT);
  const every = dcaInterval(plan.every).words;
  const trades =
    plan.cycles === 1
      ? 'in one trade'
      : `in ${plan.cycles} trades, one ${every}, until about ${showDate(plan.runs.last)}`;
  return [
    `You sell ${total} for ${tokenLabel(receive)} ${trades}; ${NO_LEAST}.`,
    `All of it leaves the wallet now; cancelling brings back the rest. ${costWords(plan.fees)}`,
  ];
}

function costWords({ total, deposit }: DcaPlanView['fees']): string {
  if (total === undefined) return 'What it costs is read at review.';
  const costs = `Costs ${adaText(BigInt(total), COSTS)} and the network fee`;
  return deposit === undefined ? `${costs}.` : `${costs}; ${adaText(BigInt(deposit), COSTS)} comes back.`;
}

/** What all trades together would bring if the price stayed as it is; absent without an estimate. */
export function aboutInAll(plan: DcaPlanView): bigint | undefined {
  if (plan.cycle === undefined) return undefined;
  const each = BigInt(plan.perCycle);
  const expected = BigInt(plan.cycle.expected);
  return each === 0n ? undefined : (expected * BigInt(plan.pay.quantity)) / each;
}

/** What each trade sells: `10 ADA`, and the last one where it differs. */
export function eachWords(
  parts: { readonly each: bigint; readonly last: bigint },
  pay: TokenShape,
): readonly string[] {
  const each = amountText(parts.each, pay, EXACT);
  return parts.each === parts.last ? [each] : [each, `the last ${amountText(parts.last, pay, EXACT)}`];
}

/** Lovelace that the exchanges take, for one trade and for all. */
export function feesWords(lovelace: string | undefined): string {
  return lovelace === undefined ? 'read at review' : adaText(BigInt(lovelace), COSTS);
}

/** An impact on the price: `0.31 %`, `<0.01 %`. */
export function impactWords(impact: number | undefined): string {
  return impact === undefined ? 'not known' : showPercent(Math.max(0, impact));
}

/** How often the plan would have brought more than all at once: `132 of 200 times`. */
export function betterWords({ windows, betterThanLumpSum }: DcaHistoryView): string {
  return `${betterThanLumpSum} of ${windows.length} times`;
}

/** What a window of the past would have brought against all at once: `2.3 % more`. */
export function advantageWords(advantage: number): string {
  if (Math.abs(advantage) < 0.000_05) return 'as much as all at once';
  return `${showPercent(Math.abs(advantage))} ${advantage > 0 ? 'more' : 'less'} than all at once`;
}

/** The picture of the past, in words. */
export function pastSummary(history: DcaHistoryView): string {
  const { windows, average, best, worst } = history;
  const [first, last] = [windows[0], windows.at(-1)];
  if (first === undefined || last === undefined) return history.label;
  const price = (value: number | undefined): string =>
    value === undefined ? 'not known' : `${showNumber(value)?.text ?? ''} ADA`;
  return `History, not a forecast: the plan begun at ${windows.length} moments from ${showDate(first.from)} to ${showDate(last.from)}. Average price ${price(average)}, best ${price(best?.average)}, worst ${price(worst?.average)}; more than all at once ${betterWords(history)}.`;
}

const words: Record<DcaStatus, readonly [string, Tone]> = {
  preparing: ['On its way', 'amber'],
  running: ['Running', 'plain'],
  late: ['Late', 'amber'],
  cancelling: ['Cancelling', 'amber'],
  finished: ['Finished', 'plain'],
  cancelled: ['Cancelled', 'plain'],
  closed: ['Ended', 'plain'],
  failed: ['Failed', 'plain'],
  unknown: ['Not known', 'plain'],
};

const exact = { significant: 30 } as const;

/** A plan's status in a word or two. One that is not known here is shown in the service's own word. */
export function planStatus({ status, serviceStatus }: Pick<DcaRowView, 'status' | 'serviceStatus'>): {
  readonly text: string;
  readonly tone: Tone;
} {
  const [text, tone] = words[status];
  const raw = status === 'unknown' && serviceStatus !== undefined ? plainText(serviceStatus) : '';
  return { text: raw === '' ? text : raw, tone };
}

/** `Buy AMBER`. */
export function planName({ side, token }: DcaRowView, shapeOf: (id: string) => TokenShape): string {
  return `${side === 'buy' ? 'Buy' : 'Sell'} ${tokenLabel(shapeOf(token))}`;
}

/** The plan in a line, for labels and lists: `Buy AMBER for 100 ADA, every day, 3 of 10 done`. */
export function planText(row: DcaRowView, shapeOf: (id: string) => TokenShape): string {
  const pays = amountText(BigInt(row.pay.quantity), shapeOf(row.pay.asset));
  const what =
    row.side === 'buy'
      ? `Buy ${tokenLabel(shapeOf(row.token))} for ${pays}`
      : `Sell ${pays} for ${tokenLabel(shapeOf(row.receive))}`;
  return `${what}, ${plainText(row.everyWords)}, ${row.completed} of ${row.cycles} done`;
}

/** What the plan is, and how far it came, in sentences; `looked`: it is somebody else's. */
export function planSentence(row: DcaRowView, shapeOf: (id: string) => TokenShape, looked = false): string {
  const [pays, receives] = [shapeOf(row.pay.asset), shapeOf(row.receive)];
  const total = amountText(BigInt(row.pay.quantity), pays, exact);
  const each = amountText(BigInt(row.perCycle), pays, exact);
  const verb =
    row.status === 'finished'
      ? 'sold'
      : ['cancelled', 'closed', 'failed'].includes(row.status)
        ? `${looked ? 'was' : 'were'} to sell`
        : `sell${looked ? 's' : ''}`;
  const trades = row.cycles === 1 ? 'in one trade' : `in ${row.cycles} trades of ${each}`;
  const plan = `${looked ? 'Its owner' : 'You'} ${verb} ${total} for ${tokenLabel(receives)} ${trades}, one ${plainText(row.everyWords)}.`;
  return `${plan} ${doneWords(row, pays, receives)}`;
}

function doneWords(row: DcaRowView, pays: TokenShape, receives: TokenShape): string {
  if (row.completed === 0)
    return LIVE_DCA_STATUSES.includes(row.status) ? 'None of them is made yet.' : 'None of them was made.';
  const sold = amountText(BigInt(row.sold), pays, exact);
  const got =
    row.received === undefined ? '' : `, which brought ${amountText(BigInt(row.received), receives, exact)}`;
  if (row.completed >= row.cycles) return `All of them are made${got}.`;
  const made = row.completed === 1 ? 'One of them is made' : `${row.completed} of them are made`;
  return `${made}: ${sold} sold${got}.`;
}

/** Why none of the trades that a plan made is listed. */
export function missingCyclesWords({ source }: DcaRowView, receives: TokenShape): string {
  return source === 'external'
    ? `Its ${tokenLabel(receives)} came by transactions that are not in this program's journal.`
    : 'Its trades were not found on the chain yet.';
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time until a run: `in 0:42`, `in 3:05:10`, `in 4 d 3 h`; `due now`, `due 3 min ago`. */
export function showUntil(milliseconds: number): string {
  if (milliseconds <= 0) return -milliseconds < 2_000 ? 'due now' : `due ${showAge(-milliseconds)} ago`;
  if (milliseconds >= DAY) {
    const hours = Math.floor((milliseconds % DAY) / HOUR);
    const days = `${Math.floor(milliseconds / DAY)}\u00a0d`;
    return `in ${hours === 0 ? days : `${days} ${hours}\u00a0h`}`;
  }
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = pad(seconds % 60);
  return hours === 0 ? `in ${minutes}:${rest}` : `in ${hours}:${pad(minutes)}:${rest}`;
}

/** The heading over what comes back; `exact` if the figures are the cancelling transaction's own. */
export function planBackWords(phase: string, cancelled: boolean, exact: boolean): string {
  const over = cancelled ? 'Came back' : 'Was to come back';
  const words = phase === 'over' ? over : phase === 'left' ? 'Would have come back' : 'Comes back';
  return exact ? `${words}, after the network fee` : `${words}, estimated before the network fee`;
}

/** What goes on with the cancellation of a plan, in sentences. `outdated`: the plan made a trade since it was built. */
export function planCancelWords(
  phase: string,
  row: DcaRowView | undefined,
  outdated: boolean,
  by: AgreesBy,
): readonly Sentence[] {
  if (phase === 'building')
    return sentences(
      'The service builds the cancellation.',
      'Touchstone proves that all that is not sold comes back to you.',
    );
  if (outdated)
    return sentences(
      'The plan made a trade meanwhile.',
      'What the approval window shows takes back what is no longer there. Build the cancellation again.',
    );
  if (phase === 'sent')
    return sentences(
      'The cancellation is on its way.',
      'Until it is on chain a trade of the plan may still be made; then the cancellation must be made again.',
    );
  if (phase === 'over')
    return sentences(row === undefined ? 'The plan is no longer in the list.' : planOutcome(row));
  return approvalWords(phase, 'cancellation', by, 'The plan runs as before.');
}

/** How a plan that was to be cancelled ended. */
export function planOutcome({ status, completed, cycles }: DcaRowView): string {
  if (status === 'cancelled') return `The plan is cancelled; ${completed} of ${cycles} trades were made.`;
  if (status === 'finished') return 'The plan was finished first: all its trades are made.';
  return 'The plan has ended.';
}
