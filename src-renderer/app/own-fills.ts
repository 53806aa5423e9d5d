import type { TradeView } from '#contract/views.ts';
import type { OverlayMark } from '../chart/scene.ts';
import { amountText, type TokenShape } from '../format/amount.ts';

/**
 * Marks of the user's own filled trades in a pair, where they were filled and at the price that they got, before fees.
 * `shapeOf` tells the decimals of an asset.
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
