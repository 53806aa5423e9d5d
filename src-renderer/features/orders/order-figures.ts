import type { OrderRowView } from '#contract/order-views.ts';
import { ADA } from '#domain/asset.ts';
import { amountText, tokenLabel, type TokenShape } from '../../format/amount.ts';
import { showPercent } from '../../format/percent.ts';
import { showPriceText } from '../../format/price-text.ts';
import { sideWords } from '../../state/order-words.ts';

/** How much of the order is filled: `0 %`, `43 %`; what is begun is never told as nothing, nor what is left as all. */
export function showFilled(filled: number): string {
  const percent = filled * 100;
  const whole = percent > 0 && percent < 1 ? '<1' : percent < 100 && percent > 99 ? '99' : percent.toFixed(0);
  return `${whole}\u00a0%`;
}

/** How far the market must still move, in words; a price that is reached says so. */
export function showDistance(distance: number): string {
  return distance <= 0 ? 'reached' : showPercent(distance, { places: distance >= 0.1 ? 1 : 2 });
}

/** Lovelace that an order holds beside what it sells; absent where neither part is known. */
export function lockedOf({ locked }: Pick<OrderRowView, 'locked'>): bigint | undefined {
  if (locked?.fees === undefined && locked?.deposit === undefined) return undefined;
  return BigInt(locked.fees ?? 0) + BigInt(locked.deposit ?? 0);
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
