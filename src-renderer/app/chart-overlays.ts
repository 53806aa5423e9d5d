import type { PositionView, TradeView } from '#contract/trades.ts';
import type { DcaRowView } from '#contract/dca.ts';
import { ADA } from '#domain/asset.ts';
import type { OrderRowView } from '#contract/orders.ts';
import { LIVE_STATUSES } from '#domain/limit-order.ts';
import type { OverlayLine, OverlayMark } from '../chart/scene.ts';
import { amountText, type TokenShape } from '../format/amount.ts';
import { localFigure } from '../format/figures.ts';
import { showPercent } from '../format/decimal-text.ts';
import { averageCost, showPriceText } from '../format/price.ts';
import type { ExecutedCycle } from '../features/dca/dca-plans.svelte.ts';
import type { Desk } from './desk.svelte.ts';
import { words, type Side } from './words/desk.ts';

interface Pair {
  readonly base: string;
  readonly quote: string;
}

/** More lines than these say nothing any more; the nearest to the market are drawn. */
const MOST_LINES = 40;
const TICKET = 'ticket';
const LADDER_FROM = 'ladder-from';
const LADDER_TO = 'ladder-to';

/** The user's resting orders of one side at one price. */
interface Level {
  readonly id: string;
  readonly side: OrderRowView['side'];
  readonly price: string;
  /** Base units. */
  readonly tokens: bigint;
  readonly rows: readonly OrderRowView[];
}

function ownLevels(rows: readonly OrderRowView[], pair: Pair): readonly Level[] {
  if (pair.quote !== ADA) return [];
  const levels = new Map<string, Level>();
  for (const row of rows) {
    const tokens = row.side === 'sell' ? row.pay.quantity : row.wanted;
    if (row.token !== pair.base || !LIVE_STATUSES.includes(row.status)) continue;
    if (row.price === undefined || tokens === undefined) continue;
    const price = row.price.adaPerToken;
    const id = `${row.side} ${price}`;
    const before = levels.get(id);
    levels.set(id, {
      id,
      side: row.side,
      price,
      tokens: (before?.tokens ?? 0n) + BigInt(tokens),
      rows: [...(before?.rows ?? []), row],
    });
  }
  return [...levels.values()];
}

/** The orders that a line of the chart represents now: its cross cancels these. */
export function ordersOfLine(rows: readonly OrderRowView[], pair: Pair, line: string): readonly string[] {
  const level = ownLevels(rows, pair).find(({ id }) => id === line);
  return (level?.rows ?? []).map(({ id }) => id);
}

/** Lines of the user's own resting orders in a pair, one for each price and side. */
export function ownOrderLines(
  rows: readonly OrderRowView[],
  pair: Pair,
  shapeOf: (id: string) => TokenShape,
): readonly OverlayLine[] {
  return ownLevels(rows, pair)
    .toSorted((left, right) => distanceOf(left) - distanceOf(right))
    .slice(0, MOST_LINES)
    .map((level) => {
      const { id, side, price, tokens } = level;
      const orders = level.rows.length;
      const amount = amountText(tokens, shapeOf(pair.base), { significant: 5 });
      const cancellable = level.rows.filter((row) => row.cancellable).length;
      const label = words.ownOrders({ side, amount, orders });
      return {
        id,
        price: Number(price),
        kind: side,
        label,
        detail: [
          label,
          words.atPrice({ price: localFigure(price) }),
          distanceWords(level),
          ...(cancellable === 0 ? [words.notCancellable] : []),
        ],
        // Several at one price are moved one by one, from the list.
        ...(orders === 1 && level.rows[0]?.movable && { movable: true }),
        ...(cancellable > 0 && { closing: words.cancelOrders({ orders: cancellable }) }),
      };
    });
}

function distanceOf({ rows }: Level): number {
  return rows[0]?.distance ?? 0;
}

/** Distance from the market, as main measures it for these orders. */
function distanceWords({ side, rows }: Level): string {
  const distance = rows[0]?.distance;
  if (distance === undefined) return words.distanceUnknown;
  if (distance <= 0) return words.priceReached;
  return words.marketMustMove({ side, percent: showPercent(distance) });
}

export const COST_LINE = 'average-cost';

/** The line of what was paid on average for what is still held. `hidden`: amounts are not to be seen. */
export function costLines(
  position: PositionView | undefined,
  pair: Pair,
  shapeOf: (id: string) => TokenShape,
  hidden: boolean,
): readonly OverlayLine[] {
  if (position === undefined || pair.quote !== ADA) return [];
  const price = averageCost(position, shapeOf(pair.base).decimals);
  if (price === undefined) return [];
  const { units, buys, others } = position;
  const amount = hidden ? undefined : amountText(BigInt(units), shapeOf(pair.base), { significant: 5 });
  return [
    {
      id: COST_LINE,
      price: Number(price),
      kind: 'cost',
      label: words.averageCost,
      detail: [
        words.averageCostIs({ price: showPriceText(price, 8).text }),
        words.boughtHere({ amount, fills: buys }),
        ...(others ? [words.othersNotCounted] : []),
      ],
      closing: words.hideCost,
    },
  ];
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
  const drafts =
    ticket === 'limit'
      ? [{ id: TICKET, entry: limitTicket.price, label: words.limitLine({ side }) }]
      : [
          { id: LADDER_FROM, entry: ladderTicket.from, label: words.ladderFrom({ side }) },
          { id: LADDER_TO, entry: ladderTicket.to, label: words.ladderTo({ side }) },
        ];
  const pulled = drafts.flatMap(({ id, entry, label }) =>
    entry.both === undefined
      ? []
      : [{ id, price: Number(entry.both.adaPerToken), kind: 'draft' as const, label, draggable: true }],
  );
  return ticket === 'limit' ? pulled : [...pulled, ...plannedLevels(ladderTicket, pair, side)];
}

/** The levels of a planned ladder between the first and the last, which determine them. */
function plannedLevels(
  { quote, quoteState }: Pick<Desk['ladderTicket'], 'quote' | 'quoteState'>,
  pair: Pair,
  side: Side,
): readonly OverlayLine[] {
  if (quoteState !== 'fresh' || quote?.token !== pair.base) return [];
  const count = quote.levels.length;
  return quote.levels.slice(1, -1).map(({ price }, place) => ({
    id: `ladder-level ${place}`,
    price: Number(price.adaPerToken),
    kind: 'draft',
    label: words.ladderLevel({ side, level: place + 2, of: count }),
  }));
}

/** Takes over the price to which a line was pulled; whether it is one that is entered. The form in which it is shown stays. */
export function pullDraft(
  { limitTicket, ladderTicket }: Pick<Desk, 'limitTicket' | 'ladderTicket'>,
  id: string,
  price: string,
): boolean {
  const entry = {
    [TICKET]: limitTicket.price,
    [LADDER_FROM]: ladderTicket.from,
    [LADDER_TO]: ladderTicket.to,
  }[id];
  entry?.take({ form: 'ada-per-token', text: price });
  return entry !== undefined;
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
        label: words.filled({ side: buys ? 'buy' : 'sell', amount: amountText(BigInt(base), baseShape) }),
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
            // Labels at each would overlap: only the newest has one.
            label: place === all.length - 1 ? words.planTrade({ trade: number, of: row.cycles }) : '',
          },
        ];
      }),
    );
}
