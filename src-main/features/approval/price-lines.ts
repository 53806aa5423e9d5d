import type { ApprovalTask } from '#contract/index.ts';
import { ADA } from '#domain/asset.ts';
import { grouped } from '#domain/decimal.ts';
import { marketRatio, priceNumber, ratioText, type LimitPrice, type Side } from '#domain/limit-price.ts';
import { assetText, shownAda, shownAmount } from '../../inspect/wording.ts';
import type { PriceOf } from '../../inspect/words/approval.en.ts';
import { sayIn, type Say } from '../../inspect/words/sentences.ts';
import { finiteOf } from '../../gate/wire.ts';
import type { Quote } from '../../trading/kinds/quote.ts';
import type { Review } from '../../trading/reviewer.ts';

type PriceLine = NonNullable<Extract<ApprovalTask, { readonly kind: 'transaction' }>['prices']>[number];

/** The source of the prices; `quote` if the trade was quoted here. */
type PricedReview = Pick<Review, 'inspection' | 'input'> & {
  readonly trade: Pick<Review['trade'], 'expected'>;
  readonly quote?: Quote;
};

/** Significant digits of a shown price. */
const DIGITS = 6;
const GLANCE_DIGITS = 4;
const ONE_ADA = 1_000_000n;

/** The quote of one trade between ADA and a token. */
type Priced = Extract<Quote, { readonly kind: 'swap' | 'limit' }>;

/**
 * The prices of a market swap or limit order: the one that its orders enforce, from the bytes, next to what the service
 * claims: the expected price, the market's, and what the trade's ADA is worth at `adaUsd`, dollars for one ADA. No
 * verdict rests on these lines. Empty if there is no price in ADA, and for a blocked transaction, whose bytes may say
 * anything.
 */
export function priceLines(
  { inspection, input, trade, quote }: PricedReview,
  adaUsd: number | undefined,
  say: Say = sayIn('en'),
): readonly PriceLine[] {
  if (quote?.kind !== 'swap' && quote?.kind !== 'limit') return [];
  const { summary, verdict } = inspection.report;
  const side = sideOf(quote);
  // The minimum in the sentences: no order counts for more than its share of the amount sold.
  if (side === undefined || verdict === 'block' || !summary.atLeast) return [];
  const { asset, quantity: paid } = quote.task.pay;
  const token = side === 'buy' ? quote.receiveToken : quote.payToken;
  const name = assetText(side === 'buy' ? quote.task.receive : asset, input.tokens);
  const priceOf = (received: bigint): LimitPrice =>
    side === 'buy' ? { lovelace: paid, units: received } : { lovelace: received, units: paid };
  // Rounded so that the worst price never looks better than it is.
  const rounding = side === 'buy' ? 'ceil' : 'floor';
  const shown = ({ lovelace, units }: LimitPrice): PriceOf => ({
    price: ratioText(lovelace * 10n ** BigInt(token.decimals), units * ONE_ADA, rounding, DIGITS) ?? '0',
    token: name,
  });
  const worst = priceOf(summary.atLeast);
  const market = marketRatio((side === 'buy' ? quote.spot.receive : quote.spot.pay) ?? 0, token.decimals);
  const expected = quote.kind === 'swap' && trade.expected > 0n ? priceOf(trade.expected) : undefined;
  const lines: PriceLine[] = [
    {
      name: say(quote.kind === 'swap' ? 'price/worst' : 'price/limit'),
      text: say('price/of', shown(worst)),
      from: 'bytes',
    },
  ];
  if (expected)
    lines.unshift({ name: say('price/expected'), text: say('price/of', shown(expected)), from: 'service' });
  if (market) {
    const price = expected ?? worst;
    const away = priceNumber(price, token.decimals) / priceNumber(market, token.decimals) - 1;
    lines.push({
      name: say('price/market'),
      text: awayText(away, shown(market), say),
      from: 'service',
    });
  }
  const lovelace = (expected ?? worst).lovelace;
  const worth = dollarsText((Number(lovelace) / Number(ONE_ADA)) * (adaUsd ?? NaN), say);
  if (worth !== undefined) lines.push({ name: say('price/worth'), text: worth, from: 'service' });
  return lines;
}

/** `undefined` for anything that is not an amount of money. */
function dollarsText(dollars: number, say: Say): string | undefined {
  if (!Number.isFinite(dollars) || dollars <= 0) return undefined;
  return dollars < 0.01
    ? say('price/less-than-a-cent')
    : say('price/dollars', { dollars: grouped(dollars.toFixed(2)) });
}

function sideOf({ task: { pay, receive } }: Priced): Side | undefined {
  if (pay.asset === receive) return undefined;
  return pay.asset === ADA ? 'buy' : receive === ADA ? 'sell' : undefined;
}

/**
 * `BUY about 504 AMBER at 0.4957 ADA (+0.5 % of mid), 1.08 ADA all in`: a swap or limit order at a glance. Amounts and costs
 * are those of the bytes, except where it says "about": that and the middle are the service's word, as the lines below
 * it mark them. `undefined` where `priceLines` has none.
 */
export function headline(review: PricedReview, say: Say = sayIn('en')): string | undefined {
  const { inspection, input, trade, quote } = review;
  if (quote?.kind !== 'swap' && quote?.kind !== 'limit') return undefined;
  const side = sideOf(quote);
  const { summary, verdict, totalCost } = inspection.report;
  if (side === undefined || verdict === 'block' || !summary.atLeast) return undefined;
  const expects = quote.kind === 'swap' && trade.expected > 0n;
  const received = expects ? trade.expected : summary.atLeast;
  const { asset, quantity: paid } = quote.task.pay;
  const token = side === 'buy' ? quote.receiveToken : quote.payToken;
  const price = ratioText(
    (side === 'buy' ? paid : received) * 10n ** BigInt(token.decimals),
    (side === 'buy' ? received : paid) * ONE_ADA,
    side === 'buy' ? 'ceil' : 'floor',
    GLANCE_DIGITS,
  );
  const away = fromMarket(quote, received);
  return say('approval/headline', {
    side,
    what:
      side === 'buy'
        ? shownAmount(quote.task.receive, received, input.tokens)
        : shownAmount(asset, paid, input.tokens),
    amountIs: side === 'sell' ? 'exact' : expects ? 'about' : 'at-least',
    price: price ?? '0',
    priceAbout: expects && side === 'sell',
    ...(away === undefined ? {} : { away: `${away < 0 ? '−' : '+'}${(Math.abs(away) * 100).toFixed(1)} %` }),
    costs: shownAda(totalCost.cost),
  });
}

/** The fraction by which the price for that amount received is above the service's market price; `undefined` if unknown. */
export function fromMarket(quote: Quote, received: bigint): number | undefined {
  if ((quote.kind !== 'swap' && quote.kind !== 'limit') || received <= 0n) return undefined;
  const side = sideOf(quote);
  if (side === undefined) return undefined;
  const { quantity: paid } = quote.task.pay;
  const token = side === 'buy' ? quote.receiveToken : quote.payToken;
  const market = marketRatio((side === 'buy' ? quote.spot.receive : quote.spot.pay) ?? 0, token.decimals);
  if (!market) return undefined;
  const price = side === 'buy' ? { lovelace: paid, units: received } : { lovelace: received, units: paid };
  return finiteOf(priceNumber(price, token.decimals) / priceNumber(market, token.decimals) - 1);
}

/** `0.52 % above`, and the market's price. */
function awayText(away: number, market: PriceOf, say: Say): string {
  const percent = (Math.abs(away) * 100).toFixed(2);
  if (percent === '0.00') return say('price/same', market);
  return say('price/away', { percent, above: away > 0, ...market });
}
