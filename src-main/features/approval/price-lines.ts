import type { ApprovalTask } from '#contract/index.ts';
import { ADA } from '#domain/asset.ts';
import { marketRatio, priceNumber, ratioText, type LimitPrice, type Side } from '#domain/limit-price.ts';
import { assetText } from '../../inspect/wording.ts';
import type { Quote } from '../../trading/kinds/quote.ts';
import type { Review } from '../../trading/reviewer.ts';

type PriceLine = NonNullable<Extract<ApprovalTask, { readonly kind: 'transaction' }>['prices']>[number];

/** What the prices are read from; `quote` if the trade was quoted here. */
type PricedReview = Pick<Review, 'inspection' | 'input'> & {
  readonly trade: Pick<Review['trade'], 'expected'>;
  readonly quote?: Quote;
};

/** Significant digits of a shown price. */
const DIGITS = 6;
const ONE_ADA = 1_000_000n;

/** The quote of one trade between ADA and a token. */
type Priced = Extract<Quote, { readonly kind: 'swap' | 'limit' }>;

/**
 * The prices of a market swap or limit order: the one that its orders enforce, from the bytes, next to what the service
 * claims: the expected price and the market's. No verdict rests on these lines. Empty if there is no price in ADA, and for
 * a blocked transaction, whose bytes may say anything.
 */
export function priceLines({ inspection, input, trade, quote }: PricedReview): readonly PriceLine[] {
  if (quote?.kind !== 'swap' && quote?.kind !== 'limit') return [];
  const { summary, verdict } = inspection.report;
  const side = sideOf(quote);
  // The minimum in the sentences: no order counts for more than its share of the amount sold.
  if (side === undefined || verdict === 'block' || !summary.atLeast) return [];
  const { asset, quantity: paid } = quote.intent.pay;
  const token = side === 'buy' ? quote.receiveToken : quote.payToken;
  const unit = `ADA per ${assetText(side === 'buy' ? quote.intent.receive : asset, input.tokens)}`;
  const priceOf = (received: bigint): LimitPrice =>
    side === 'buy' ? { lovelace: paid, units: received } : { lovelace: received, units: paid };
  // Rounded so that the worst price never looks better than it is.
  const rounding = side === 'buy' ? 'ceil' : 'floor';
  const text = ({ lovelace, units }: LimitPrice): string =>
    ratioText(lovelace * 10n ** BigInt(token.decimals), units * ONE_ADA, rounding, DIGITS) ?? '0';
  const worst = priceOf(summary.atLeast);
  const market = marketRatio((side === 'buy' ? quote.spot.receive : quote.spot.pay) ?? 0, token.decimals);
  const expected = quote.kind === 'swap' && trade.expected > 0n ? priceOf(trade.expected) : undefined;
  const lines: PriceLine[] = [
    {
      name: quote.kind === 'swap' ? 'Worst price' : 'Limit price',
      text: `${text(worst)} ${unit}`,
      from: 'bytes',
    },
  ];
  if (expected) lines.unshift({ name: 'Expected price', text: `${text(expected)} ${unit}`, from: 'service' });
  if (market) {
    const price = expected ?? worst;
    const away = priceNumber(price, token.decimals) / priceNumber(market, token.decimals) - 1;
    lines.push({
      name: 'Against the market',
      text: `${awayText(away)} ${text(market)} ${unit}`,
      from: 'service',
    });
  }
  return lines;
}

function sideOf({ intent: { pay, receive } }: Priced): Side | undefined {
  if (pay.asset === receive) return undefined;
  return pay.asset === ADA ? 'buy' : receive === ADA ? 'sell' : undefined;
}

/** `0.52 % above`; the market's price follows. */
function awayText(away: number): string {
  const percent = (Math.abs(away) * 100).toFixed(2);
  if (percent === '0.00') return 'the same,';
  return `${percent} % ${away > 0 ? 'above' : 'below'}`;
}
