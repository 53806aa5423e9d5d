import {
  approvalWords,
  type AgreesBy,
  type Sentence,
  sentences,
  sideWords,
  type Tone,
} from '../../format/words.ts';
import type { BatchProgressView } from '#contract/limit-views.ts';
import type { OrderRowView } from '#contract/order-views.ts';
import { LIVE_STATUSES, type OrderStatus } from '#domain/limit-order.ts';
import { ADA } from '#domain/asset.ts';
import { adaText, amountText, plainText, tokenLabel, type TokenShape } from '../../format/amount.ts';
import { showPercent } from '../../format/decimal-text.ts';
import { showPriceText } from '../../format/price.ts';

const words: Record<OrderStatus, readonly [string, Tone]> = {
  preparing: ['On its way', 'amber'],
  open: ['Open', 'plain'],
  'partly-filled': ['Partly filled', 'plain'],
  cancelling: ['Cancelling', 'amber'],
  filled: ['Filled', 'plain'],
  cancelled: ['Cancelled', 'plain'],
  closed: ['Given back', 'plain'],
  failed: ['Failed', 'plain'],
  unknown: ['Not known', 'plain'],
};

/** What the service says of an open order, where that is more than that it is open. */
const openWords: Readonly<Record<string, readonly [string, Tone]>> = {
  BATCHING: ['Being filled', 'amber'],
  EXPIRED: ['Expired', 'amber'],
};

/** Only of orders placed elsewhere: what was placed here is a limit order, whatever the service calls it. */
const openElsewhereWords: typeof openWords = { ...openWords, STOPLOSS: ['Stop loss', 'plain'] };

/** An order's status in a word or two. One that is not known here is shown in the service's own word. */
export function orderWords({
  status,
  serviceStatus,
  source,
}: Pick<OrderRowView, 'status' | 'serviceStatus' | 'source'>): {
  readonly text: string;
  readonly tone: Tone;
} {
  const known = source === 'here' ? openWords : openElsewhereWords;
  const open =
    status === 'open' ? known[serviceStatus?.toUpperCase().replace(/[\s_-]+/g, '') ?? ''] : undefined;
  const [text, tone] = open ?? words[status];
  const raw = status === 'unknown' && serviceStatus !== undefined ? plainText(serviceStatus) : '';
  return { text: raw === '' ? text : raw, tone };
}

/** Orders to cancel, and how many there are in all. */
export interface ToCancel {
  readonly ids: readonly string[];
  readonly of: number;
}

/** `Cancel all 3 open orders`; with more than one request can take, what it does take. */
export function cancelAllText({ ids, of }: ToCancel): string {
  return ids.length < of
    ? `Cancel the ${ids.length} oldest of ${of} open orders`
    : `Cancel all ${of} open orders`;
}

/** The button over the list, and what it says in full; `partly`: the list may leave out orders that could be cancelled. */
export function cancelShownWords(
  { ids, of }: ToCancel,
  partly: boolean,
): { readonly text: string; readonly title: string } {
  if (ids.length < of)
    return {
      text: `Cancel oldest (${ids.length})`,
      title: `Cancel the ${ids.length} oldest of ${of} open orders${partly ? ' shown' : ''}`,
    };
  return partly
    ? { text: `Cancel shown (${of})`, title: `Cancel ${countOrders(of)}: those that the list shows` }
    : { text: `Cancel all (${of})`, title: cancelAllText({ ids, of }) };
}

/** `one order`, `12 orders`. */
export function countOrders(count: number): string {
  return count === 1 ? 'one order' : `${count} orders`;
}

/** What goes on with a cancellation of so many orders, in sentences, until it has ended. */
export function cancelWords(phase: string, count: number, by: AgreesBy): readonly Sentence[] {
  if (phase === 'building')
    return sentences(
      'The service builds the cancellation.',
      `Touchstone proves that it takes back exactly ${countOrders(count)} and pays all of it to you.`,
    );
  if (phase === 'sent')
    return sentences(
      'The cancellation is on its way.',
      `Until it is on chain the exchange may still fill ${count === 1 ? 'the order' : 'an order'}; that is a trade like any other.`,
    );
  return approvalWords(phase, 'cancellation', by, 'The orders wait as before.');
}

/** How far the move of an order is, and how it came out. */
export function moveWords(phase: string, outcome: string | undefined, by: AgreesBy): readonly Sentence[] {
  if (outcome === 'moved') return sentences('The order is moved.', 'It waits at its new price.');
  if (outcome === 'half')
    return sentences(
      'The order is cancelled, and the new one was not placed.',
      'Nothing is placed by itself any more. What it held is yours.',
    );
  if (outcome === 'signed')
    return sentences('The new order is signed, and not seen on chain yet.', 'Look at its transaction.');
  if (outcome === 'not-cancelled')
    return sentences('The order was not moved.', 'Nothing was placed in its stead.');
  if (phase === 'building')
    return sentences(
      'The service builds the cancellation.',
      'Touchstone proves that it takes back exactly this order and pays all of it to you.',
    );
  if (phase === 'sent')
    return sentences(
      'The cancellation is signed.',
      'Once it is on chain, the new order is built, checked against what you agreed to, and signed.',
    );
  return approvalWords(phase, 'move', by, 'The order waits as before.');
}

/** How far a cancellation in several transactions is. */
export const cancelBatchWords: Record<BatchProgressView['state'], string> = {
  waiting: 'One approval is for all of them.',
  running: 'Each is inspected before it is signed.',
  next: 'The next one is to be exported.',
  stopping: 'It stops after the one under way.',
  stopped: 'It was stopped; what is cancelled stays cancelled.',
  done: 'All are on their way or on chain.',
};

export const cancelStateWords: Record<BatchProgressView['transactions'][number]['state'], string> = {
  planned: 'waits for the one before it',
  current: 'is being made',
  sent: 'on its way',
  placed: 'on chain',
  left: 'skipped',
};

/** How a cancellation ended, in sentences. Orders that the exchange filled first are trades that went through. */
export function outcomeWords(
  orders: readonly OrderRowView[],
  shapeOf: (id: string) => TokenShape,
): readonly Sentence[] {
  const of = (status: OrderRowView['status']): readonly OrderRowView[] =>
    orders.filter((row) => row.status === status);
  const [cancelled, filled, closed] = [of('cancelled'), of('filled'), of('closed')];
  const rest = orders.length - cancelled.length - filled.length - closed.length;
  const one = orders.length === 1;
  const lines: string[] = [];
  if (cancelled.length > 0)
    lines.push(one ? 'The order is cancelled.' : `${areOrIs(cancelled.length)} cancelled.`);
  if (filled.length > 0) {
    const came = one && filled[0] ? receivedWords(filled[0], shapeOf) : '';
    lines.push(
      one
        ? `The trade went through: the exchange filled the order first${came}.`
        : `${areOrIs(filled.length)} filled: the exchange came first, and the trade went through.`,
    );
  }
  if (closed.length > 0) lines.push(`${areOrIs(closed.length)} given back by the exchange.`);
  if (rest > 0) lines.push(one ? 'The order waits as before.' : `${areOrIs(rest)} as before.`);
  return sentences(...lines);
}

function receivedWords({ received, receive }: OrderRowView, shapeOf: (id: string) => TokenShape): string {
  return received === undefined ? '' : `, and you got ${amountText(BigInt(received), shapeOf(receive))}`;
}

function areOrIs(count: number): string {
  return count === 1 ? 'One order is' : `${count} orders are`;
}

/** How much of the order is filled: `0 %`, `43 %`; what has begun is never shown as nothing, nor what is left as all. */
export function showFilled(filled: number): string {
  const percent = filled * 100;
  const whole = percent > 0 && percent < 1 ? '<1' : percent < 100 && percent > 99 ? '99' : percent.toFixed(0);
  return `${whole}\u00a0%`;
}

/** How far the market must still move, in words; a price that is reached says so. */
export function showDistance(distance: number): string {
  return distance <= 0 ? 'reached' : showPercent(distance, { places: distance >= 0.1 ? 1 : 2 });
}

/** Lovelace that an order holds in addition to what it sells; absent where neither part is known. */
export function lockedOf({ locked }: Pick<OrderRowView, 'locked'>): bigint | undefined {
  if (locked?.fees === undefined && locked?.deposit === undefined) return undefined;
  return BigInt(locked.fees ?? 0) + BigInt(locked.deposit ?? 0);
}

/** ADA that an order holds in addition to what it sells, and what it is for; empty where no part is known. */
export function heldWords({ locked }: Pick<OrderRowView, 'locked'>): string {
  const { fees, deposit } = locked ?? {};
  return [
    fees === undefined ? '' : `${adaText(BigInt(fees), { rounding: 'ceil' })} for filling it`,
    deposit === undefined ? '' : `${adaText(BigInt(deposit))} deposit, which comes back`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** What the exchange's own transaction is still to do: `will fill the rest, when the price is reached`. */
export function willFillWords({ filled, distance }: Pick<OrderRowView, 'filled' | 'distance'>): string {
  const reached = distance !== undefined && distance <= 0;
  return `will fill ${filled > 0 ? 'the rest' : 'it'}${reached ? '; the price is reached' : ', when the price is reached'}`;
}

/** `Buy AMBER`, with the other token where it is not ADA. */
export function pairText(row: OrderRowView, shapeOf: (id: string) => TokenShape): string {
  const token = tokenLabel(shapeOf(row.token));
  const other =
    row.receive !== ADA && row.pay.asset !== ADA ? ` for ${tokenLabel(shapeOf(row.receive))}` : '';
  return `${sideWords[row.side]} ${token}${other}`;
}

/** The order in a line, for labels and lists: `Buy AMBER for 100 ADA at 0.1202 ADA`. */
export function orderText(row: OrderRowView, shapeOf: (id: string) => TokenShape): string {
  const price = row.price && showPriceText(row.price.adaPerToken);
  const pays = amountText(BigInt(row.pay.quantity), shapeOf(row.pay.asset));
  const at = price === undefined ? '' : ` at ${price.text}\u00a0ADA`;
  const bought = row.side === 'buy' && row.pay.asset === ADA;
  return bought
    ? `Buy ${tokenLabel(shapeOf(row.token))} for ${pays}${at}`
    : `Sell ${pays}${row.receive === ADA ? '' : ` for ${tokenLabel(shapeOf(row.receive))}`}${at}`;
}

const exact = { significant: 30 } as const;

/**
 * What the order is, in a sentence: `You offer 100 ADA for at least 832 AMBER: 0.1202 ADA per AMBER, …`; `looked`: it is
 * somebody else's.
 */
export function orderSentence(
  row: OrderRowView,
  shapeOf: (id: string) => TokenShape,
  looked = false,
): string {
  const [pays, receives] = [shapeOf(row.pay.asset), shapeOf(row.receive)];
  const paid = amountText(BigInt(row.pay.quantity), pays, exact);
  const past = row.status === 'filled';
  const offers = looked ? 'offers' : 'offer';
  const verb = past ? 'paid' : LIVE_STATUSES.includes(row.status) ? offers : 'offered';
  const wanted =
    row.wanted === undefined ? tokenLabel(receives) : amountText(BigInt(row.wanted), receives, exact);
  const least = row.wanted === undefined ? '' : 'at least ';
  const got =
    past && row.received !== undefined
      ? ` and got ${amountText(BigInt(row.received), receives, exact)}; wanted was ${least}${wanted}`
      : ` for ${least}${wanted}`;
  return `${looked ? 'Its owner' : 'You'} ${verb} ${paid}${got}${priceWords(row, shapeOf)}.`;
}

function priceWords(
  { price, token, pay, receive }: OrderRowView,
  shapeOf: (id: string) => TokenShape,
): string {
  if (price === undefined || (pay.asset !== ADA && receive !== ADA)) return '';
  const label = tokenLabel(shapeOf(token));
  const [ada, tokens] = [price.adaPerToken, price.tokenPerAda].map((text) => showPriceText(text, 8).text);
  return `: ${ada ?? ''}\u00a0ADA per ${label}, or ${tokens ?? ''}\u00a0${label} per ADA`;
}

/** The price as the user typed it, where that says more than the price itself. */
export function typedWords(
  { typed, token }: Pick<OrderRowView, 'typed' | 'token'>,
  shapeOf: (id: string) => TokenShape,
): string | undefined {
  if (typed === undefined) return undefined;
  const label = tokenLabel(shapeOf(token));
  if (typed.form === 'ada-per-token') return `${typed.text} ADA per ${label}`;
  if (typed.form === 'token-per-ada') return `${typed.text} ${label} per ADA`;
  return `${typed.text} % from the market`;
}
