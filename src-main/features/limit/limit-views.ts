import type { LadderPlanView, LimitQuoteView, SetProgressView } from '#contract/limit-views.ts';
import { ADA } from '#domain/asset.ts';
import { bothWays, type LimitPrice } from '#domain/limit-price.ts';
import type { LimitEstimate } from '../../trading/kinds/limit.ts';
import {
  distanceOf,
  feeNotices,
  feeShare,
  LARGE_FEE_SHARE,
  type LimitMarket,
  offMarketOf,
  type StatedOrderFees,
} from '../../trading/kinds/limit-market.ts';
import { ladderLeast, type LadderPlan, type Rung } from '../../trading/kinds/ladder.ts';
import type { TransactionSet } from '../../trading/transaction-set.ts';
import { exchangeView, failureView, finiteOf, SHORT, textOf, USUAL_NETWORK_FEE } from '../../gate/wire.ts';

/** Makes of limit quotes, ladders and sets what the trading window is shown. */

export function limitQuoteView({ quote, market, price, parts, fees }: LimitEstimate): LimitQuoteView {
  const { terms, intent, estimate } = quote;
  return {
    id: quote.id,
    side: market.side,
    token: market.token.id,
    pay: { asset: intent.pay.asset, quantity: String(intent.pay.quantity) },
    receive: intent.receive,
    typed: terms.typed,
    price: bothWays(market.side, price, market.token.decimals),
    atLeast: String(estimate.atLeast),
    parts: parts.map(({ pay, atLeast }) => ({ pay: String(pay), atLeast: String(atLeast) })),
    routes: estimate.routes.map(({ exchange, amountIn, expectedOut }) => ({
      exchange: exchangeView(exchange) ?? 'unknown',
      amountIn: String(amountIn),
      expectedOut: String(expectedOut),
    })),
    market: gapView(market, price),
    fees: feesView(fees),
    notices: quote.notices.map((notice) => notice.slice(0, SHORT)),
    at: quote.at,
    expiresAt: quote.expiresAt,
  };
}

export function ladderPlanView(plan: LadderPlan): LadderPlanView {
  const { request, market, rungs, smallest } = plan;
  const { side, token, amount } = market;
  const atLeast = ladderLeast(plan);
  const average =
    side === 'buy' ? { lovelace: amount, units: atLeast } : { lovelace: atLeast, units: amount };
  const count = BigInt(rungs.length);
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
    pay: { asset: market.payToken.id, quantity: String(amount) },
    receive: market.receiveToken.id,
    from: request.from,
    to: request.to,
    sizes: request.sizes,
    spacing: request.spacing,
    exchange: exchangeView(plan.exchange),
    rungs: rungs.map((rung) => rungView(rung, plan)),
    signatures: rungs.length,
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
      // What the fees take of the smallest order is told of the whole ladder instead.
      ...smallest.quote.notices.filter((notice) => !feeNotices(smallest.fees).includes(notice)),
      ...(share !== undefined && share > LARGE_FEE_SHARE
        ? [`The exchange fees take ${(share * 100).toFixed(1)} % of the ladder. Consider fewer orders.`]
        : []),
    ].map((notice) => notice.slice(0, SHORT)),
    at: plan.at,
    expiresAt: plan.expiresAt,
  };
}

export function setView(set: TransactionSet): SetProgressView {
  return {
    id: set.id,
    kind: set.kind,
    state: set.state,
    members: set.members.map(({ state, tradeId, bodyHash, failure }) => ({
      state,
      tradeId,
      bodyHash,
      failure: failure && failureView(failure),
    })),
    failure: set.failure && failureView(set.failure),
  };
}

function rungView(
  { price, pay, atLeast }: Rung,
  { market, smallest }: LadderPlan,
): LadderPlanView['rungs'][number] {
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
        ? [`The exchange fee takes ${(share * 100).toFixed(1)} % of this order.`]
        : [],
  };
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
