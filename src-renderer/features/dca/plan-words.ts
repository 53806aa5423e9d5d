import type { DcaRowView } from '#contract/dca-views.ts';
import { LIVE_DCA_STATUSES, type DcaStatus } from '#domain/dca.ts';
import { showAge } from '../../format/age.ts';
import { amountText, plainText, tokenLabel, type TokenShape } from '../../format/amount.ts';
import type { OrderTone } from '../../state/order-words.ts';

const words: Record<DcaStatus, readonly [string, OrderTone]> = {
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

/** A plan's status in a word or two. One that is not known here is told in the service's own word. */
export function planStatus({ status, told }: Pick<DcaRowView, 'status' | 'told'>): {
  readonly text: string;
  readonly tone: OrderTone;
} {
  const [text, tone] = words[status];
  const raw = status === 'unknown' && told !== undefined ? plainText(told) : '';
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

/** What the plan is, and how far it came, in sentences. */
export function planSentence(row: DcaRowView, shapeOf: (id: string) => TokenShape): string {
  const [pays, receives] = [shapeOf(row.pay.asset), shapeOf(row.receive)];
  const total = amountText(BigInt(row.pay.quantity), pays, exact);
  const each = amountText(BigInt(row.perCycle), pays, exact);
  const verb =
    row.status === 'finished'
      ? 'You sold'
      : ['cancelled', 'closed', 'failed'].includes(row.status)
        ? 'You were to sell'
        : 'You sell';
  const trades = row.cycles === 1 ? 'in one trade' : `in ${row.cycles} trades of ${each}`;
  const plan = `${verb} ${total} for ${tokenLabel(receives)} ${trades}, one ${plainText(row.everyWords)}.`;
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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const pad = (value: number): string => String(value).padStart(2, '0');

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

/** How a plan that was to be cancelled ended. */
export function planOutcome({ status, completed, cycles }: DcaRowView): string {
  if (status === 'cancelled') return `The plan is cancelled; ${completed} of ${cycles} trades were made.`;
  if (status === 'finished') return 'The plan was finished first: all its trades are made.';
  return 'The plan has ended.';
}
