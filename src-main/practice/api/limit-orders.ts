import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import {
  leastAt,
  leastOrderWorth,
  limitPrice,
  type LimitPrice,
  limitVenue,
  type LimitVenue,
  type LimitVenueFailure,
} from '../market/limit-orders.ts';
import type { Market } from '../market/market.ts';
import type { OrderPlan } from '../orders/order-output.ts';
import type { Practice } from '../practice.ts';
import { mostOrders, type PlacementPlan } from './placement.ts';
import {
  amountField,
  assetField,
  codesField,
  countField,
  jsonObject,
  malformed,
  numberField,
  optionalTextField,
  ServiceError,
} from './requests.ts';
import { netPrices, poolFigures } from './swaps.ts';
import { decimalsOf, displayNumber } from './tokens.ts';
import type { Dialect } from './wire.ts';

/** Requested limit orders, and what each of them enforces. */
export interface LimitQuote {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly plan: PlacementPlan;
  /** Base units of the sold asset. */
  readonly amountIn: bigint;
  /** Base units of the wanted asset that the orders enforce in total. */
  readonly minimumOut: bigint;
}

const MOST_UNITS = 1n << 63n;

/** Reads and prices limit orders. @throws ServiceError naming the field at fault, or why no exchange accepts them. */
export function quoteLimit(practice: Practice, body: Uint8Array): LimitQuote {
  const { market } = practice;
  const fields = jsonObject(body);
  const tokenIn = knownAsset(market, fields, 'token_in');
  const tokenOut = knownAsset(market, fields, 'token_out');
  const token = pairToken(tokenIn, tokenOut);
  const amountIn = amountField(fields, 'amount_in', decimalsOf(market, tokenIn));
  const price = priceField(fields);
  const multiples = countField(fields, 'multiples');
  const excluded = codesField(fields, 'blacklisted_dexes');
  const dex = optionalTextField(fields, 'dex');
  const found = limitVenue(market, {
    token,
    sells: tokenIn === ADA ? 'ADA' : 'token',
    amountIn,
    exchange: dex,
    excluded,
  });
  if (!found.ok) throw noVenue(found.failure, token, dex);
  const venue = found.value;
  const decimals = decimalsOf(market, token);
  const orders = equalParts(amountIn, multiples, fields).map((part): OrderPlan => {
    const minimumOut = leastWanted(part, tokenIn, price, decimals);
    checkWorth(part, minimumOut, tokenIn, venue, decimals);
    const { code, batcherFee, deposit } = venue.exchange;
    return { exchange: code, poolId: venue.pool.id, amountIn: part, minimumOut, batcherFee, deposit };
  });
  const plan: PlacementPlan = { kind: 'limit', tokenIn, tokenOut, excluded, orders };
  const most = mostOrders(practice, plan);
  if (orders.length > most)
    throw new ServiceError(400, 'too_many_orders', `At most ${most} such orders fit into one transaction.`, {
      field: 'multiples',
      maximum: most,
    });
  const minimumOut = orders.reduce((sum, order) => sum + order.minimumOut, 0n);
  return { fields, plan, amountIn, minimumOut };
}

/** The response to an estimate. */
export function limitEstimateReply(market: Market, limit: LimitQuote, dialect: Dialect): object {
  const totalOutput = displayNumber(limit.minimumOut, decimalsOf(market, limit.plan.tokenOut));
  const routes = splitsReply(market, limit, dialect);
  if (dialect === 'spec') return { total_output: totalOutput, possible_routes: routes };
  return { ...wildTotals(market, limit), splits: routes, possible_routes: {} };
}

/** The response to a build. */
export function limitBuildReply(market: Market, limit: LimitQuote, cbor: string, dialect: Dialect): object {
  const splits = splitsReply(market, limit, dialect);
  if (dialect === 'spec') return { cbor, splits };
  return { cbor, splits, ...wildTotals(market, limit) };
}

function splitsReply(market: Market, { plan }: LimitQuote, dialect: Dialect): object[] {
  return plan.orders.map((order) => {
    const plain = {
      dex: order.exchange,
      amount_in: displayNumber(order.amountIn, decimalsOf(market, plan.tokenIn)),
      expected_output: displayNumber(order.minimumOut, decimalsOf(market, plan.tokenOut)),
    };
    if (dialect === 'spec') return plain;
    return {
      ...plain,
      expected_output_without_slippage: plain.expected_output,
      batcher_fee: displayNumber(order.batcherFee, ADA_DECIMALS),
      deposits: displayNumber(order.deposit, ADA_DECIMALS),
      fee: displayNumber(order.batcherFee + order.deposit, ADA_DECIMALS),
      ...poolFigures(market, order.poolId, plan.tokenIn, order.amountIn),
    };
  });
}

function wildTotals(market: Market, { plan, amountIn, minimumOut }: LimitQuote): object {
  const { tokenIn, tokenOut } = plan;
  const fees = plan.orders.reduce((sum, order) => sum + order.batcherFee, 0n);
  const deposits = plan.orders.reduce((sum, order) => sum + order.deposit, 0n);
  return {
    total_input: displayNumber(amountIn, decimalsOf(market, tokenIn)),
    total_output: displayNumber(minimumOut, decimalsOf(market, tokenOut)),
    ...netPrices(market, [tokenIn, amountIn], [tokenOut, minimumOut]),
    batcher_fee: displayNumber(fees, ADA_DECIMALS),
    deposits: displayNumber(deposits, ADA_DECIMALS),
    dexhunter_fee: 0,
    partner_fee: 0,
    total_fee: displayNumber(fees + deposits, ADA_DECIMALS),
  };
}

function knownAsset(market: Market, fields: LimitQuote['fields'], name: string): AssetId {
  const asset = assetField(fields, name);
  if (asset === ADA || market.token(asset)) return asset;
  throw new ServiceError(404, 'token_not_found', 'No such token.', { token_id: asset });
}

/** The side that is not ADA: a limit price is in ADA, so the other side must be ADA. */
function pairToken(tokenIn: AssetId, tokenOut: AssetId): AssetId {
  if (tokenIn === tokenOut)
    throw new ServiceError(400, 'same_token', 'token_in and token_out are the same.', { field: 'token_out' });
  if (tokenIn !== ADA && tokenOut !== ADA)
    throw new ServiceError(400, 'no_ada_side', 'A limit order needs ADA on one side.', {
      field: 'token_out',
    });
  return tokenIn === ADA ? tokenOut : tokenIn;
}

function priceField(fields: LimitQuote['fields']): LimitPrice {
  const price = limitPrice(numberField(fields, 'wanted_price'));
  if (!price) throw malformed('wanted_price', 'must be more than zero');
  return price;
}

function leastWanted(part: bigint, tokenIn: AssetId, price: LimitPrice, decimals: number): bigint {
  const least = leastAt(price, part, tokenIn === ADA ? 'ADA' : 'token', decimals);
  if (least >= MOST_UNITS) throw malformed('wanted_price', 'asks for more than there is');
  return least;
}

/** Equal parts; the last one takes the remainder. */
function equalParts(amount: bigint, count: number, fields: LimitQuote['fields']): readonly bigint[] {
  const part = amount / BigInt(count);
  if (part === 0n)
    throw new ServiceError(400, 'input_too_small', 'The amount cannot be divided into so many orders.', {
      field: fields['multiples'] === undefined ? 'amount_in' : 'multiples',
    });
  // Far more than fit into any transaction: the exact limit is reported once the size of one order is known.
  const listed = Math.min(count, 10_000);
  return Array.from({ length: listed }, (_, index) =>
    index === count - 1 ? amount - part * BigInt(count - 1) : part,
  );
}

function checkWorth(
  part: bigint,
  minimumOut: bigint,
  tokenIn: AssetId,
  { exchange }: LimitVenue,
  decimals: number,
): void {
  const least = leastOrderWorth(exchange);
  const worth = tokenIn === ADA ? part : minimumOut;
  if (worth >= least) return;
  const minimum =
    tokenIn === ADA
      ? displayNumber(least, ADA_DECIMALS)
      : displayNumber(mulDivCeil(part, least, minimumOut), decimals);
  const worthText = displayNumber(least, ADA_DECIMALS);
  throw new ServiceError(
    400,
    'input_too_small',
    `${exchange.code} takes orders from ${worthText} ADA worth on: each needs an amount of at least ${minimum}.`,
    { field: 'amount_in', dex: exchange.code, minimum },
  );
}

function noVenue(failure: LimitVenueFailure, token: AssetId, dex: string | undefined): ServiceError {
  switch (failure) {
    case 'unknown-exchange':
      return new ServiceError(400, 'dex_not_found', `There is no exchange ${dex}.`, { field: 'dex' });
    case 'takes-no-limit-orders':
      return new ServiceError(400, 'no_limit_orders', `${dex} takes no limit orders.`, { field: 'dex' });
    case 'excluded':
      return new ServiceError(400, 'no_valid_pools_for_trade', 'Every exchange allowed is excluded.', {
        field: 'blacklisted_dexes',
      });
    default:
      return new ServiceError(
        400,
        'pool_not_found',
        'None of the exchanges allowed that take limit orders has a pool for the token.',
        { token_id: token },
      );
  }
}
