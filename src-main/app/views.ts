import type {
  MarketView,
  QuoteView,
  ReviewView,
  TokenView,
  TradeView,
  WalletStatusView,
} from '../../src-preload/contract/views.ts';
import type { Value } from '../../src-preload/domain/amount.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';
import type { RouteShare } from '../../src-preload/domain/quote.ts';
import type { Token } from '../../src-preload/domain/token.ts';
import type { Trade, TradeCosts } from '../../src-preload/domain/trade.ts';
import type { TokenPage } from '../market/token-page.ts';
import type { Quote } from '../trading/quote-desk.ts';
import type { Review } from '../trading/review-desk.ts';
import type { WalletStatus } from '../wallet/wallet-state.ts';

const SHORT = 300;
const LONG = 4_000;

/** Makes of the application's objects what the windows are shown: base units as decimal text, texts cut to size. */

export function failureView(item: Failure): NonNullable<TradeView['failure']> {
  return {
    code: item.code,
    ...(item.data === undefined ? {} : { data: { ...item.data } }),
    ...(item.detail === undefined ? {} : { detail: item.detail }),
  };
}

export function tokenView(token: Token): TokenView {
  return { ...token, ticker: token.ticker.slice(0, SHORT), name: token.name.slice(0, SHORT) };
}

export function quoteView(quote: Quote): QuoteView {
  const { intent, estimate } = quote;
  return {
    id: quote.id,
    pay: amountView(intent.pay.asset, intent.pay.quantity),
    receive: intent.receive,
    slippageBps: intent.slippageBps,
    expected: String(estimate.expected),
    atLeast: String(estimate.atLeast),
    routes: routesView(estimate.routes),
    priceImpact: quote.priceImpact,
    notices: quote.notices.map((notice) => notice.slice(0, SHORT)),
    at: quote.at,
    expiresAt: quote.expiresAt,
  };
}

export function reviewView(review: Review): ReviewView {
  const { trade, inspection, worseThanQuote } = review;
  const { effect, findings, rulesRun } = inspection.report;
  return {
    tradeId: trade.id,
    bodyHash: trade.bodyHash,
    pay: amountView(trade.pay.asset, trade.pay.quantity),
    receive: trade.receive,
    expected: String(trade.expected),
    atLeast: String(trade.atLeast),
    sentence: review.sentence.slice(0, LONG),
    costsSentence: review.costsSentence.slice(0, LONG),
    costs: costsView(trade.costs),
    orders: effect.orders.map((order, at) => ({
      exchange: exchangeView(trade.orders[at]?.exchange),
      address: order.address.slice(0, SHORT),
      value: valueView(order.value),
      minimum: order.datum && String(order.datum.minimumReceived),
      // Rule V6 blocks every order that does not name the owner, and a blocked transaction has no review.
      namesOwner: true,
    })),
    netChange: valueView(effect.net),
    findings: findings.map(({ rule, severity, message }) => ({
      rule,
      severity,
      sentence: message.slice(0, LONG),
    })),
    rulesRun: rulesRun.length,
    ...(worseThanQuote === undefined
      ? {}
      : {
          worseThanQuote: {
            quotedExpected: String(worseThanQuote.quotedExpected),
            quotedAtLeast: String(worseThanQuote.quotedAtLeast),
          },
        }),
    validUntil: trade.validUntil,
    expiresAt: review.expiresAt,
  };
}

export function tradeView(trade: Trade): TradeView {
  return {
    id: trade.id,
    state: trade.state,
    pay: amountView(trade.pay.asset, trade.pay.quantity),
    receive: trade.receive,
    slippageBps: trade.slippageBps,
    expected: String(trade.expected),
    atLeast: String(trade.atLeast),
    routes: routesView(trade.routes),
    costs: costsView(trade.costs),
    bodyHash: trade.bodyHash,
    validUntil: trade.validUntil,
    orders: trade.orders.map((order) => ({
      index: order.index,
      exchange: exchangeView(order.exchange),
      minimum: textOf(order.minimum),
      closedBy: order.closedBy,
      received: textOf(order.received),
    })),
    createdAt: trade.createdAt,
    updatedAt: trade.updatedAt,
    failure: trade.failure && failureView(trade.failure),
    assembledBy: trade.assembledBy,
    filledTotal: textOf(trade.filledTotal),
  };
}

export function walletView(status: WalletStatus): WalletStatusView {
  return { ...status, failure: status.failure && failureView(status.failure) };
}

export function marketView(page: TokenPage): MarketView {
  return {
    token: tokenView(page.token),
    priceAda: page.priceAda,
    pools: page.pools.map((pool) => ({
      exchange: exchangeView(pool.exchange) ?? 'unknown',
      ada: pool.ada,
      tokens: pool.tokens,
      poolId: pool.poolId.slice(0, SHORT),
    })),
    pairs: page.pairs.map(({ quote, ticker, liquidity }) => ({
      quote,
      ticker: ticker.slice(0, SHORT),
      liquidity,
    })),
    daily: page.daily && { ...page.daily },
    links: { ...page.links },
    at: page.at,
  };
}

/** A code that the wire would not carry keeps its readable characters. */
export function exchangeView(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return code.replace(/[^A-Za-z0-9_.:-]/g, '_').slice(0, 64) || 'unknown';
}

function routesView(routes: readonly RouteShare[]): QuoteView['routes'] {
  return routes.map(({ exchange, amountIn, expectedOut }) => ({
    exchange: exchangeView(exchange) ?? 'unknown',
    amountIn: String(amountIn),
    expectedOut: String(expectedOut),
  }));
}

function costsView(costs: TradeCosts): TradeView['costs'] {
  return {
    networkFee: String(costs.networkFee),
    exchangeFees: String(costs.exchangeFees),
    deposits: String(costs.deposits),
    otherRecipients: String(costs.otherRecipients),
  };
}

function amountView(asset: string, quantity: bigint): { asset: string; quantity: string } {
  return { asset, quantity: String(quantity) };
}

function valueView(value: Value): { asset: string; quantity: string }[] {
  return Array.from(value, ([asset, quantity]) => amountView(asset, quantity));
}

function textOf(quantity: bigint | undefined): string | undefined {
  return quantity === undefined ? undefined : String(quantity);
}
