import type { MarketFiguresView } from '#contract/market-views.ts';
import type {
  MarketView,
  QuoteView,
  ReviewView,
  TokenView,
  TradeView,
  WalletStatusView,
} from '#contract/views.ts';
import type { Failure } from '#domain/failure.ts';
import type { RouteShare } from '#domain/quote.ts';
import type { Token } from '#domain/token.ts';
import type { Trade, TradeCosts } from '#domain/trade.ts';
import type { MarketFigures } from '../features/markets/market-board.ts';
import type { TokenPage } from '../features/tokens/token-page.ts';
import type { SwapQuote } from '../trading/kinds/quote.ts';
import type { Review } from '../trading/review-desk.ts';
import type { WalletStatus } from '../wallet/wallet-state.ts';

/** Characters of a short text of the contract. */
export const SHORT = 300;
/** About what the network takes for a transaction that places one order, lovelace; what counts is read from each. */
export const USUAL_NETWORK_FEE = 250_000n;

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

/** Figures as they are shown: what no number can tell is left out. */
export function figuresView({ id, spark, ...figures }: MarketFigures): MarketFiguresView {
  const told = Object.fromEntries(Object.entries(figures).filter(([, value]) => Number.isFinite(value)));
  return { ...told, id, ...(spark?.every(Number.isFinite) === true ? { spark: [...spark] } : {}) };
}

export function quoteView(quote: SwapQuote): QuoteView {
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

export function reviewView({ trade, inspection }: Review): ReviewView {
  return { tradeId: trade.id, bodyHash: trade.bodyHash, verdict: inspection.report.verdict };
}

export function tradeView(trade: Trade): TradeView {
  return {
    id: trade.id,
    kind: trade.kind,
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
    hasReceipt: trade.hasReceipt === true,
    confirmations: trade.confirmations,
    confirmationsWanted: trade.confirmationsWanted,
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

export function textOf(quantity: bigint | undefined): string | undefined {
  return quantity === undefined ? undefined : String(quantity);
}

/** A figure, where it is one: infinities and what is no number are left out. */
export function finiteOf(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}
