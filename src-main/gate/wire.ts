import type { CandleColumns } from '#contract/charts.ts';
import type { QuoteView } from '#contract/swap.ts';
import type { TokenView } from '#contract/tokens.ts';
import type { TradeView } from '#contract/trades.ts';
import { quantity } from '#domain/amount.ts';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import type { Candle } from '#domain/candle.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { RouteShare, Sale } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import { withoutHidden } from '#domain/words/hidden.ts';

/*
 * Between the application's objects and what crosses to the windows: base units are decimal text there, and texts are
 * cut to size.
 */

/** Characters of a short text of the contract. */
export const SHORT = 300;
/** And of a long one. */
export const LONG = 4_000;
/** Roughly the network fee of a transaction that places one order, lovelace; the one that counts is read from each. */
export const USUAL_NETWORK_FEE = 250_000n;

/** An exchange as it is named to the user. */
export interface ExchangeName {
  readonly code: string;
  readonly name: string;
}

/** Failure: `token-unknown`. */
export function readAsset(id: string): Result<AssetId, Failure> {
  const asset = parseAssetId(id);
  return asset === undefined ? failed(failure('token-unknown')) : ok(asset);
}

/** The assets that a ticket sells and buys. Failure: `token-unknown`. */
export function readSale({
  pay,
  payDecimals,
  receive,
}: {
  readonly pay: { readonly asset: string; readonly quantity: string };
  readonly payDecimals: number;
  readonly receive: string;
}): Result<Sale, Failure> {
  const [sold, bought] = [readAsset(pay.asset), readAsset(receive)];
  if (!sold.ok) return sold;
  if (!bought.ok) return bought;
  const amount = { asset: sold.value, quantity: quantity(BigInt(pay.quantity)) };
  return ok({ pay: amount, payDecimals, receive: bought.value });
}

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

/** A code that the wire would not carry keeps its readable characters. */
export function exchangeView(code: string): string;
export function exchangeView(code: string | undefined): string | undefined;
export function exchangeView(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return code.replace(/[^A-Za-z0-9_.:-]/g, '_').slice(0, 64) || 'unknown';
}

export function routesView(routes: readonly RouteShare[]): QuoteView['routes'] {
  return routes.map(({ exchange, amountIn, expectedOut }) => ({
    exchange: exchangeView(exchange),
    amountIn: String(amountIn),
    expectedOut: String(expectedOut),
  }));
}

export function amountView(asset: string, quantity: bigint): { asset: string; quantity: string } {
  return { asset, quantity: String(quantity) };
}

export function textOf(quantity: bigint | undefined): string | undefined {
  return quantity === undefined ? undefined : String(quantity);
}

/** The figure, unless it is infinite or no number. */
export function finiteOf(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

/** Candles as the contract carries them: one array for each figure. */
export function columnsOf(candles: readonly Candle[]): CandleColumns {
  return {
    time: candles.map(({ time }) => time),
    open: candles.map(({ open }) => open),
    high: candles.map(({ high }) => high),
    low: candles.map(({ low }) => low),
    close: candles.map(({ close }) => close),
    volume: candles.map(({ volume = null }) => volume),
  };
}

/** Text of at most 300 UTF-16 units in which every character is what it looks like. */
export function shortWords(text: string): string {
  return cut(text, SHORT);
}

/** The same with at most 4,000 units. */
export function longWords(text: string): string {
  return cut(text, LONG);
}

function cut(text: string, most: number): string {
  // Nothing beyond this can be shown, however many characters are removed.
  const plain = withoutHidden(text.slice(0, most * 4));
  if (plain.length <= most) return plain;
  return `${plain.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
