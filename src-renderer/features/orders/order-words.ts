import type { AgreesBy } from '../../format/texts.ts';
import { approvalWords, type Sentence, sentences, type Tone } from '../../format/words.ts';
import type { BatchPlanning } from '#contract/approval.ts';
import type { OrderRowView } from '#contract/orders.ts';
import { LIVE_STATUSES, type OrderStatus } from '#domain/limit-order.ts';
import { ADA } from '#domain/asset.ts';
import { adaText, amountText, plainText, tokenLabel, type TokenShape } from '../../format/amount.ts';
import { showPercent } from '../../format/decimal-text.ts';
import { showPriceText } from '../../format/price.ts';
import { words as changeWords } from './change-words.ts';
import { type OpenAs, type OrderValues, words } from './words.ts';

const TONES: Readonly<Partial<Record<OrderStatus, Tone>>> = { preparing: 'amber', cancelling: 'amber' };

/** The service's status of an open order, where it says more than that it is open. */
const openAs: Readonly<Record<string, OpenAs>> = { BATCHING: 'being-filled', EXPIRED: 'expired' };

/** Only for orders placed elsewhere: an order placed here is a limit order, whatever the service calls it. */
const openElsewhereAs: typeof openAs = { ...openAs, STOPLOSS: 'stop-loss' };

/** An order's status in a word or two. One that is not known here is shown in the service's own word. */
export function orderWords({
  status,
  serviceStatus,
  source,
}: Pick<OrderRowView, 'status' | 'serviceStatus' | 'source'>): {
  readonly text: string;
  readonly tone: Tone;
} {
  const known = source === 'here' ? openAs : openElsewhereAs;
  const as =
    status === 'open' ? known[serviceStatus?.toUpperCase().replace(/[\s_-]+/g, '') ?? ''] : undefined;
  if (as !== undefined) return { text: words.openAs({ as }), tone: as === 'stop-loss' ? 'plain' : 'amber' };
  const raw = status === 'unknown' && serviceStatus !== undefined ? plainText(serviceStatus) : '';
  return { text: raw === '' ? words.status({ status }) : raw, tone: TONES[status] ?? 'plain' };
}

/** Orders to cancel, and how many there are in all. */
export interface ToCancel {
  readonly ids: readonly string[];
  readonly of: number;
}

/** `Cancel all 3 open orders`; with more than one request can take, what it does take. */
export function cancelAllText({ ids, of }: ToCancel): string {
  return ids.length < of
    ? changeWords.cancelOldest({ oldest: ids.length, of })
    : changeWords.cancelAll({ of });
}

/** The button over the list, and what it says in full; `partly`: the list may leave out orders that could be cancelled. */
export function cancelShownWords(
  { ids, of }: ToCancel,
  partly: boolean,
): { readonly text: string; readonly title: string } {
  const oldest = ids.length;
  if (oldest < of)
    return {
      text: changeWords.cancelOldestShort({ oldest }),
      title: partly ? changeWords.cancelOldestShown({ oldest, of }) : cancelAllText({ ids, of }),
    };
  return partly
    ? { text: changeWords.cancelShownShort({ of }), title: changeWords.cancelShown({ of }) }
    : { text: changeWords.cancelAllShort({ of }), title: cancelAllText({ ids, of }) };
}

/** Progress of a cancellation of `count` orders, in sentences, until it has ended. */
export function cancelWords(
  phase: string,
  count: number,
  by: AgreesBy,
  planning?: BatchPlanning,
): readonly Sentence[] {
  if (phase === 'building')
    return sentences(
      planning ? changeWords.planning(planning) : changeWords.building,
      changeWords.proves({ count }),
    );
  if (phase === 'sent') return sentences(changeWords.onItsWay, changeWords.mayStillFill({ count }));
  return approvalWords(phase, 'cancellation', by, changeWords.ordersWait);
}

/** How far the move of an order is, and how it came out. */
export function moveWords(phase: string, outcome: string | undefined, by: AgreesBy): readonly Sentence[] {
  if (outcome === 'moved') return sentences(changeWords.moved, changeWords.movedNote);
  if (outcome === 'half') return sentences(changeWords.half, changeWords.halfNote);
  if (outcome === 'signed') return sentences(changeWords.signed, changeWords.signedNote);
  if (outcome === 'not-cancelled') return sentences(changeWords.notMoved, changeWords.notMovedNote);
  if (phase === 'building') return sentences(changeWords.building, changeWords.provesOne);
  if (phase === 'sent') return sentences(changeWords.cancellationSigned, changeWords.thenPlaced);
  return approvalWords(phase, 'move', by, changeWords.orderWaits);
}

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
    lines.push(one ? changeWords.oneCancelled : changeWords.manyCancelled({ count: cancelled.length }));
  if (filled.length > 0) {
    const got = filled[0] && receivedText(filled[0], shapeOf);
    lines.push(
      !one
        ? changeWords.manyFilled({ count: filled.length })
        : got === undefined
          ? changeWords.oneFilled
          : changeWords.oneFilledGot({ got }),
    );
  }
  if (closed.length > 0) lines.push(changeWords.givenBack({ count: closed.length }));
  if (rest > 0) lines.push(one ? changeWords.orderWaits : changeWords.manyAsBefore({ count: rest }));
  return sentences(...lines);
}

function receivedText(
  { received, receive }: OrderRowView,
  shapeOf: (id: string) => TokenShape,
): string | undefined {
  return received === undefined ? undefined : amountText(BigInt(received), shapeOf(receive));
}

/**
 * How much of the order is filled: `0 %`, `43 %`; a begun fill is never shown as none, nor an incomplete one as all.
 */
export function showFilled(filled: number): string {
  const percent = filled * 100;
  const whole = percent > 0 && percent < 1 ? '<1' : percent < 100 && percent > 99 ? '99' : percent.toFixed(0);
  return `${whole}\u00a0%`;
}

/** How far the market must still move, in words; a price that is reached says so. */
export function showDistance(distance: number): string {
  return distance <= 0 ? words.reached : showPercent(distance, { places: distance >= 0.1 ? 1 : 2 });
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
    fees === undefined ? '' : words.forFilling({ fees: adaText(BigInt(fees), { rounding: 'ceil' }) }),
    deposit === undefined ? '' : words.depositBack({ deposit: adaText(BigInt(deposit)) }),
  ]
    .filter(Boolean)
    .join('; ');
}

/** The pending fill by the exchange: `will fill the rest, when the price is reached`. */
export function willFillWords({ filled, distance }: Pick<OrderRowView, 'filled' | 'distance'>): string {
  return words.willFill({ rest: filled > 0, reached: distance !== undefined && distance <= 0 });
}

/** `Buy AMBER`, with the other token where it is not ADA. */
export function pairText(row: OrderRowView, shapeOf: (id: string) => TokenShape): string {
  const other =
    row.receive !== ADA && row.pay.asset !== ADA ? { other: tokenLabel(shapeOf(row.receive)) } : {};
  return words.pair({ side: row.side, token: tokenLabel(shapeOf(row.token)), ...other });
}

/** The order in a line, for labels and lists: `Buy AMBER for 100 ADA at 0.1202 ADA`. */
export function orderText(row: OrderRowView, shapeOf: (id: string) => TokenShape): string {
  const price = row.price && showPriceText(row.price.adaPerToken);
  const pays = amountText(BigInt(row.pay.quantity), shapeOf(row.pay.asset));
  const at = price === undefined ? {} : { price: price.text };
  if (row.side === 'buy' && row.pay.asset === ADA)
    return words.buys({ token: tokenLabel(shapeOf(row.token)), pays, ...at });
  const receives = row.receive === ADA ? {} : { receives: tokenLabel(shapeOf(row.receive)) };
  return words.sells({ pays, ...receives, ...at });
}

const exact = { significant: 30 } as const;

/**
 * The order in a sentence: `You offer 100 ADA for at least 832 AMBER: 0.1202 ADA per AMBER, …`; `looked`: it is
 * somebody else's.
 */
export function orderSentence(
  row: OrderRowView,
  shapeOf: (id: string) => TokenShape,
  looked = false,
): string {
  const [pays, receives] = [shapeOf(row.pay.asset), shapeOf(row.receive)];
  const filled = row.status === 'filled';
  const price = bothPrices(row, shapeOf);
  return words.order({
    looked,
    tense: filled ? 'filled' : LIVE_STATUSES.includes(row.status) ? 'live' : 'ended',
    paid: amountText(BigInt(row.pay.quantity), pays, exact),
    wanted: row.wanted === undefined ? tokenLabel(receives) : amountText(BigInt(row.wanted), receives, exact),
    least: row.wanted !== undefined,
    ...(filled && row.received !== undefined && { got: amountText(BigInt(row.received), receives, exact) }),
    ...(price && { price }),
  });
}

function bothPrices(
  { price, token, pay, receive }: OrderRowView,
  shapeOf: (id: string) => TokenShape,
): OrderValues['price'] {
  if (price === undefined || (pay.asset !== ADA && receive !== ADA)) return undefined;
  const textOf = (text: string): string => showPriceText(text, 8).text;
  return {
    ada: textOf(price.adaPerToken),
    tokens: textOf(price.tokenPerAda),
    token: tokenLabel(shapeOf(token)),
  };
}

/** The price as the user typed it, where that says more than the price itself. */
export function typedWords(
  { typed, token }: Pick<OrderRowView, 'typed' | 'token'>,
  shapeOf: (id: string) => TokenShape,
): string | undefined {
  if (typed === undefined) return undefined;
  const facts = { text: typed.text, token: tokenLabel(shapeOf(token)) };
  if (typed.form === 'ada-per-token') return words.typedAda(facts);
  return typed.form === 'token-per-ada' ? words.typedTokens(facts) : words.typedPercent(facts);
}
