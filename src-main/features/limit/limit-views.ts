import type { LadderPlanView, LimitQuoteView } from '#contract/limit.ts';
import { ADA } from '#domain/asset.ts';
import { bothWays, type LimitPrice } from '#domain/limit-price.ts';
import { inLanguage, sentence, type Sentence } from '#domain/sentences/sentence.ts';
import type { Language } from '#domain/words/catalogue.ts';
import {
  distanceOf,
  feeShare,
  LARGE_FEE_SHARE,
  type LimitMarket,
  offMarketOf,
  type StatedOrderFees,
} from '../../trading/kinds/limit-market.ts';
import type { LimitEstimate } from '../../trading/kinds/limit.ts';
import { ladderLeast, type LadderPlan, type Level } from '../../trading/kinds/ladder.ts';
import {
  amountView,
  exchangeView,
  finiteOf,
  routesView,
  SHORT,
  textOf,
  USUAL_NETWORK_FEE,
} from '../../gate/wire.ts';

/* Limit orders and ladders as the trading window shows them. */

const LARGE_FEES_NOTICE: Extract<Sentence, { readonly id: string }>['id'] = 'quote/large-fees';

/** `language`: what the window speaks. */
export function limitQuoteView(
  { quote, market, price, parts, fees }: LimitEstimate,
  language: Language,
): LimitQuoteView {
  const { terms, task, routes } = quote;
  return {
    id: quote.id,
    side: market.side,
    token: market.token.id,
    pay: amountView(task.pay.asset, task.pay.quantity),
    receive: task.receive,
    typed: terms.typed,
    price: bothWays(market.side, price, market.token.decimals),
    atLeast: String(task.atLeast),
    parts: parts.map(({ pay, atLeast }) => ({ pay: String(pay), atLeast: String(atLeast) })),
    routes: routesView(routes),
    market: gapView(market, price),
    fees: feesView(fees),
    notices: quote.notices.map((notice) => inLanguage(language, notice).slice(0, SHORT)),
    at: quote.at,
    expiresAt: quote.expiresAt,
  };
}

/** `language`: what the window speaks. */
export function ladderPlanView(plan: LadderPlan, language: Language): LadderPlanView {
  const { request, market, levels, smallest } = plan;
  const { side, token, amount } = market;
  const atLeast = ladderLeast(plan);
  const average =
    side === 'buy' ? { lovelace: amount, units: atLeast } : { lovelace: atLeast, units: amount };
  const count = BigInt(levels.length);
  const [batcher, deposits] = [smallest.fees.batcher, smallest.fees.deposits].map((each) =>
    each === undefined ? undefined : each * count,
  );
  const worth = side === 'buy' ? amount : atLeast;
  const share = feeShare(batcher, worth);
  const networkFees = USUAL_NETWORK_FEE * count;
  const sold = market.payToken.id === ADA ? amount : 0n;
  return {
    id: plan.id,
    side,
    token: token.id,
    pay: amountView(market.payToken.id, amount),
    receive: market.receiveToken.id,
    from: request.from,
    to: request.to,
    sizes: request.sizes,
    spacing: request.spacing,
    exchange: exchangeView(plan.exchange),
    levels: levels.map((level) => levelView(level, plan, language)),
    signatures: levels.length,
    totals: {
      atLeast: String(atLeast),
      average: bothWays(side, average, token.decimals),
      fees: feesView({ batcher, deposits, share }),
      networkFeesAbout: String(networkFees),
      adaLocked:
        batcher === undefined || deposits === undefined
          ? undefined
          : String(sold + batcher + deposits + networkFees),
    },
    notices: [
      // The share of the fees is given for the whole ladder, not for its smallest order.
      ...smallest.quote.notices.filter((notice) => 'failure' in notice || notice.id !== LARGE_FEES_NOTICE),
      ...(share !== undefined && share > LARGE_FEE_SHARE
        ? [sentence('ladder/fees', { percent: percentText(share) })]
        : []),
    ].map((notice) => inLanguage(language, notice).slice(0, SHORT)),
    at: plan.at,
    expiresAt: plan.expiresAt,
  };
}

function levelView(
  { price, pay, atLeast }: Level,
  { market, smallest }: LadderPlan,
  language: Language,
): LadderPlanView['levels'][number] {
  const { batcher, deposits } = smallest.fees;
  const worth = market.side === 'buy' ? pay : atLeast;
  const share = feeShare(batcher, worth);
  return {
    price: bothWays(market.side, price, market.token.decimals),
    pay: String(pay),
    atLeast: String(atLeast),
    market: gapView(market, price),
    fees: feesView({ batcher, deposits, share }),
    notices:
      share !== undefined && share > LARGE_FEE_SHARE
        ? [inLanguage(language, sentence('ladder/level-fee', { percent: percentText(share) }))]
        : [],
  };
}

function percentText(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function gapView(market: LimitMarket, price: LimitPrice): LimitQuoteView['market'] {
  const distance = finiteOf(distanceOf(market, price));
  return {
    adaPerToken: market.spot,
    distance,
    fillsAtOnce: distance !== undefined && distance <= 0,
    offMarket: offMarketOf(market, price),
  };
}

function feesView({ batcher, deposits, share }: StatedOrderFees): LimitQuoteView['fees'] {
  return {
    batcher: textOf(batcher),
    deposits: textOf(deposits),
    share: finiteOf(share),
  };
}
