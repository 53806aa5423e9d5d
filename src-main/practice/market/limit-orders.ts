import { lovelace, type Lovelace } from '#domain/amount.ts';
import { ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import { parseDecimal } from '#domain/decimal.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { poolOut } from './pools.ts';
import type { MarketView } from './quoting.ts';
import type { Exchange, Pool } from './types.ts';

/** Where a limit order is placed: an exchange that accepts limit orders, and its pool for the pair. */
export interface LimitVenue {
  readonly exchange: Exchange;
  readonly pool: Pool;
}

export type LimitVenueFailure =
  /** There is no exchange with that code. */
  | 'unknown-exchange'
  | 'takes-no-limit-orders'
  /** The requested exchange is excluded, or all are. */
  | 'excluded'
  | 'no-pool';

export interface LimitVenueRequest {
  /** The one that is not ADA. */
  readonly token: AssetId;
  readonly sells: 'ADA' | 'token';
  /** Base units of the sold asset. */
  readonly amountIn: bigint;
  /** The requested exchange, if any. */
  readonly exchange?: string | undefined;
  readonly excluded: readonly string[];
}

/** An exact price: ADA for one whole token is `scaled / 10^PRICE_PLACES`. */
export interface LimitPrice {
  readonly scaled: bigint;
}

const LEAST_ORDER: Lovelace = lovelace(1_000_000n);
const PRICE_PLACES = 40;

/** Lovelace that a limit order must be worth at its own price: at least 1 ADA and twice the exchange's fee. */
export function leastOrderWorth({ batcherFee }: Exchange): Lovelace {
  const twice = lovelace(2n * batcherFee);
  return twice > LEAST_ORDER ? twice : LEAST_ORDER;
}

/**
 * The requested exchange; without one, the exchange whose pool currently gives the most for the amount, net of its
 * fee.
 */
export function limitVenue(
  view: MarketView,
  request: LimitVenueRequest,
): Result<LimitVenue, LimitVenueFailure> {
  const { token, exchange: code } = request;
  const excluded = new Set(request.excluded);
  if (code !== undefined) {
    const exchange = view.exchanges.find((item) => item.code === code);
    if (!exchange) return failed('unknown-exchange');
    if (!exchange.limit) return failed('takes-no-limit-orders');
    if (excluded.has(code)) return failed('excluded');
  }
  const open = view.exchanges.filter(
    (exchange) =>
      exchange.limit && !excluded.has(exchange.code) && (code === undefined || exchange.code === code),
  );
  if (open.length === 0) return failed('excluded');
  const pools = view.poolsOf(token);
  const venues = open.flatMap((exchange) => {
    const pool = pools.find((item) => item.exchange === exchange.code);
    return pool ? [{ exchange, pool, net: netOf(pool, exchange, request) }] : [];
  });
  const [first, ...others] = venues;
  if (!first) return failed('no-pool');
  return ok(others.reduce((best, venue) => (venue.net > best.net ? venue : best), first));
}

/** Base units that the pool gives, net of the fee (at the pool's price when a token is bought). */
function netOf(pool: Pool, { batcherFee }: Exchange, { sells, amountIn }: LimitVenueRequest): bigint {
  const out = poolOut(pool, sells === 'ADA' ? 'buy' : 'sell', amountIn);
  return sells === 'ADA' ? out - (batcherFee * pool.tokens) / pool.ada : out - batcherFee;
}

/** The exact decimal price that a JSON number stands for; `undefined` unless it is positive. */
export function limitPrice(adaPerToken: number): LimitPrice | undefined {
  const scaled = parseDecimal(String(adaPerToken), PRICE_PLACES);
  return scaled === undefined || scaled <= 0n ? undefined : { scaled };
}

/** The minimum base units to receive for `part` at a price, rounded up: an order is never filled below its price. */
export function leastAt(
  { scaled }: LimitPrice,
  part: bigint,
  sells: 'ADA' | 'token',
  decimals: number,
): bigint {
  const lovelacePerToken = scaled * 10n ** BigInt(ADA_DECIMALS);
  const unitsPerToken = 10n ** BigInt(decimals + PRICE_PLACES);
  return sells === 'ADA'
    ? mulDivCeil(part, unitsPerToken, lovelacePerToken)
    : mulDivCeil(part, lovelacePerToken, unitsPerToken);
}
