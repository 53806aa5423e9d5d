import type { OrderRowView } from '#contract/order-views.ts';
import { ADA } from '#domain/asset.ts';
import { LIVE_STATUSES } from '#domain/limit-order.ts';
import type { OverlayLine } from '../chart/scene.ts';
import { amountText, type TokenShape } from '../format/amount.ts';
import type { Desk } from '../state/desk.svelte.ts';

interface Pair {
  readonly base: string;
  readonly quote: string;
}

/** More lines than these say nothing any more; the nearest to the market are drawn. */
const MOST_LINES = 40;
const TICKET = 'ticket';
const LADDER_FROM = 'ladder-from';
const LADDER_TO = 'ladder-to';

interface Level {
  readonly row: OrderRowView;
  readonly price: string;
  readonly tokens: bigint;
  readonly orders: number;
}

/** Lines of the user's own resting orders in a pair, one for each price and side. */
export function ownOrderLines(
  rows: readonly OrderRowView[],
  pair: Pair,
  shapeOf: (id: string) => TokenShape,
): readonly OverlayLine[] {
  if (pair.quote !== ADA) return [];
  const levels = new Map<string, Level>();
  for (const row of rows) {
    const tokens = row.side === 'sell' ? row.pay.quantity : row.wanted;
    if (row.token !== pair.base || !LIVE_STATUSES.includes(row.status)) continue;
    if (row.price === undefined || tokens === undefined) continue;
    const price = row.price.adaPerToken;
    const before = levels.get(`${row.side} ${price}`);
    levels.set(`${row.side} ${price}`, {
      row,
      price,
      tokens: (before?.tokens ?? 0n) + BigInt(tokens),
      orders: (before?.orders ?? 0) + 1,
    });
  }
  return [...levels]
    .toSorted(([, left], [, right]) => (left.row.distance ?? 0) - (right.row.distance ?? 0))
    .slice(0, MOST_LINES)
    .map(([id, { row, price, tokens, orders }]) => ({
      id,
      price: Number(price),
      kind: row.side,
      label: `${row.side === 'buy' ? 'Buy' : 'Sell'} ${amountText(tokens, shapeOf(pair.base), { significant: 5 })}${orders > 1 ? ` in ${orders} orders` : ''}`,
    }));
}

/** Lines of the prices that are being entered, which can be pulled. */
export function draftLines(desk: Desk, pair: Pair): readonly OverlayLine[] {
  const { ticketTab, limitTicket, ladderTicket } = desk;
  if ((ticketTab !== 'limit' && ticketTab !== 'ladder') || pair.quote !== ADA) return [];
  const { token, side } = limitTicket.pair;
  if (token?.id !== pair.base) return [];
  const word = side === 'buy' ? 'Buy' : 'Sell';
  const drafts =
    ticketTab === 'limit'
      ? [{ id: TICKET, entry: limitTicket.price, label: `${word} limit` }]
      : [
          { id: LADDER_FROM, entry: ladderTicket.from, label: `${word} from` },
          { id: LADDER_TO, entry: ladderTicket.to, label: `${word} to` },
        ];
  return drafts.flatMap(({ id, entry, label }) =>
    entry.both === undefined
      ? []
      : [{ id, price: Number(entry.both.adaPerToken), kind: 'draft' as const, label, draggable: true }],
  );
}

/** Takes over the price to which a line was pulled. The form in which it is shown stays. */
export function pullDraft(desk: Desk, id: string, price: string): void {
  const entry = {
    [TICKET]: desk.limitTicket.price,
    [LADDER_FROM]: desk.ladderTicket.from,
    [LADDER_TO]: desk.ladderTicket.to,
  }[id];
  entry?.type({ form: 'ada-per-token', text: price });
}
