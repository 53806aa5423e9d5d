import type { TradeView } from '#contract/views.ts';
import type { DcaRowView } from '#contract/dca-views.ts';
import { ADA } from '#domain/asset.ts';
import type { OrderRowView } from '#contract/order-views.ts';
import { LIVE_STATUSES } from '#domain/limit-order.ts';
import type { OverlayLine, OverlayMark } from '../chart/scene.ts';
import { amountText, type TokenShape } from '../format/amount.ts';
import type { ExecutedCycle } from '../features/dca/dca-plans.svelte.ts';
import type { Desk } from './desk.svelte.ts';

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
export function draftLines(
  { panels, limitTicket, ladderTicket }: Pick<Desk, 'panels' | 'limitTicket' | 'ladderTicket'>,
  pair: Pair,
): readonly OverlayLine[] {
  const { ticket } = panels;
  if ((ticket !== 'limit' && ticket !== 'ladder') || pair.quote !== ADA) return [];
  const { token, side } = limitTicket.pair;
  if (token?.id !== pair.base) return [];
  const word = side === 'buy' ? 'Buy' : 'Sell';
  const drafts =
    ticket === 'limit'
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
export function pullDraft(
  { limitTicket, ladderTicket }: Pick<Desk, 'limitTicket' | 'ladderTicket'>,
  id: string,
  price: string,
): void {
  const entry = {
    [TICKET]: limitTicket.price,
    [LADDER_FROM]: ladderTicket.from,
    [LADDER_TO]: ladderTicket.to,
  }[id];
  entry?.type({ form: 'ada-per-token', text: price });
}

/**
 * Marks of the user's own filled trades in a pair, where they were filled and at the price that they got, before fees.
 * `shapeOf` gives the decimals of an asset.
 */
export function ownFills(
  trades: readonly TradeView[],
  pair: { readonly base: string; readonly quote: string },
  shapeOf: (id: string) => TokenShape,
): readonly OverlayMark[] {
  return trades.flatMap((trade) => {
    // The trades of a plan are marked one by one.
    if (trade.filledTotal === undefined || trade.state !== 'filled' || trade.kind === 'dca') return [];
    const buys = trade.receive === pair.base && trade.pay.asset === pair.quote;
    const sells = trade.receive === pair.quote && trade.pay.asset === pair.base;
    if (!buys && !sells) return [];
    const [base, quote] = buys
      ? [trade.filledTotal, trade.pay.quantity]
      : [trade.pay.quantity, trade.filledTotal];
    const [baseShape, quoteShape] = [shapeOf(pair.base), shapeOf(pair.quote)];
    // A place on a chart, not an amount: a float will do.
    const price = Number(quote) / 10 ** quoteShape.decimals / (Number(base) / 10 ** baseShape.decimals);
    if (!(price > 0) || !Number.isFinite(price)) return [];
    return [
      {
        id: trade.id,
        time: Math.floor(trade.updatedAt / 1000),
        price,
        kind: buys ? ('buy' as const) : ('sell' as const),
        label: `${buys ? 'Bought' : 'Sold'} ${amountText(BigInt(base), baseShape)}`,
      },
    ];
  });
}

/** Marks of the trades that recurring orders made in a pair. `executedOf` gives those of a plan that are known. */
export function planMarks(
  rows: readonly DcaRowView[],
  pair: { readonly base: string; readonly quote: string },
  executedOf: (id: string) => readonly ExecutedCycle[],
): readonly OverlayMark[] {
  if (pair.quote !== ADA) return [];
  return rows
    .filter(({ token }) => token === pair.base)
    .flatMap((row) =>
      executedOf(row.id).flatMap(({ number, at, price }, place, all): OverlayMark[] => {
        if (at === undefined || price === undefined) return [];
        return [
          {
            id: `${row.id} ${number}`,
            time: Math.floor(at / 1000),
            price: Number(price.adaPerToken),
            kind: row.side,
            // Words at each would lie on one another: the newest alone says what they are.
            label: place === all.length - 1 ? `DCA ${number}/${row.cycles}` : '',
          },
        ];
      }),
    );
}
