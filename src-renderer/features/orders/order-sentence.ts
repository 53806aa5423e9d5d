import type { OrderRowView } from '#contract/order-views.ts';
import { ADA } from '#domain/asset.ts';
import { LIVE_STATUSES } from '#domain/limit-order.ts';
import { amountText, tokenLabel, type TokenShape } from '../../format/amount.ts';
import { showPriceText } from '../../format/price-text.ts';

const exact = { significant: 30 } as const;

/** What the order is, in a sentence: `You offer 100 ADA for at least 832 AMBER: 0.1202 ADA per AMBER, …`. */
export function orderSentence(row: OrderRowView, shapeOf: (id: string) => TokenShape): string {
  const [pays, receives] = [shapeOf(row.pay.asset), shapeOf(row.receive)];
  const paid = amountText(BigInt(row.pay.quantity), pays, exact);
  const past = row.status === 'filled';
  const verb = past ? 'You paid' : LIVE_STATUSES.includes(row.status) ? 'You offer' : 'You offered';
  const wanted =
    row.wanted === undefined ? tokenLabel(receives) : amountText(BigInt(row.wanted), receives, exact);
  const least = row.wanted === undefined ? '' : 'at least ';
  const got =
    past && row.received !== undefined
      ? ` and got ${amountText(BigInt(row.received), receives, exact)}; wanted was ${least}${wanted}`
      : ` for ${least}${wanted}`;
  return `${verb} ${paid}${got}${priceWords(row, shapeOf)}.`;
}

function priceWords(
  { price, token, pay, receive }: OrderRowView,
  shapeOf: (id: string) => TokenShape,
): string {
  if (price === undefined || (pay.asset !== ADA && receive !== ADA)) return '';
  const label = tokenLabel(shapeOf(token));
  const [ada, tokens] = [price.adaPerToken, price.tokenPerAda].map(
    (text) => showPriceText(text, 8)?.text ?? text,
  );
  return `: ${ada ?? ''}\u00a0ADA per ${label}, or ${tokens ?? ''}\u00a0${label} per ADA`;
}

/** The price as the user typed it, where that says more than the price itself. */
export function typedWords({ typed }: Pick<OrderRowView, 'typed'>): string | undefined {
  if (typed === undefined) return undefined;
  if (typed.form === 'ada-per-token') return `${typed.text} ADA per token`;
  if (typed.form === 'token-per-ada') return `${typed.text} tokens per ADA`;
  return `${typed.text} % from the market`;
}
