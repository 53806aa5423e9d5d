import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import { mulDivFloor, WHOLE_PPM } from '#domain/ratio.ts';
import { fromHex } from '../../cardano/hex.ts';
import { parseWitnessSet, spliceWitnesses, verifyWitness } from '../../cardano/witness.ts';
import type { Chain } from '../chain/chain.ts';
import { keysWithPlace } from '../chain/rules.ts';
import { decodeTransaction } from '../chain/transaction.ts';
import type { Market } from '../market/market.ts';
import { applySwap } from '../market/pools.ts';
import type { MarketFailure, MarketQuote, QuotedOrder } from '../market/types.ts';
import type { Practice } from '../practice.ts';
import { buildPlacement } from './placement.ts';
import {
  amountField,
  assetField,
  codesField,
  jsonObject,
  malformed,
  optionalTextField,
  percentField,
  ServiceError,
  textField,
} from './requests.ts';
import { decimalsOf, displayNumber } from './tokens.ts';
import type { Dialect } from './wire.ts';

/** A requested swap: the fields that estimate and build share. */
export interface SwapRequest {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tokenIn: AssetId;
  readonly tokenOut: AssetId;
  /** Base units of `tokenIn`. */
  readonly amountIn: bigint;
  readonly slippagePpm: bigint;
  readonly excluded: readonly string[];
}

/** One order of the route with its minimum. */
export interface PricedOrder extends QuotedOrder {
  /** Base units of the output: the expected figure less the slippage, rounded down, at least one. */
  readonly minimumOut: bigint;
}

export interface SwapQuote {
  readonly request: SwapRequest;
  readonly quote: MarketQuote;
  readonly orders: readonly PricedOrder[];
  /** Sum of the orders' minima: what the transaction enforces. */
  readonly minimumOut: bigint;
}

/**
 * Reads and prices a swap. The wild dialect keeps to a preferred exchange where that one can fill it. @throws
 * ServiceError naming the field at fault, or why no route exists.
 */
export function quoteSwap(market: Market, body: Uint8Array, dialect: Dialect): SwapQuote {
  const fields = jsonObject(body);
  const tokenIn = assetField(fields, 'token_in');
  const wish = wishOf(fields, tokenIn);
  const amountIn = amountField(fields, 'amount_in', decimalsOf(market, tokenIn));
  const preferred = dialect === 'wild' ? preferredOnly(market, fields, wish.excluded) : undefined;
  const request = { ...wish, amountIn };
  const alone = preferred && market.quote({ ...request, excluded: preferred });
  if (preferred && alone?.ok) return pricedSwap({ ...request, excluded: preferred }, alone.value);
  const quoted = market.quote(request);
  if (!quoted.ok) throw noRoute(quoted.failure, market, tokenIn);
  return pricedSwap(request, quoted.value);
}

/**
 * The swap that is expected to give at least a wanted output, for the least input to a millionth. @throws ServiceError
 * as `quoteSwap` does.
 */
export function quoteReverse(market: Market, body: Uint8Array): SwapQuote {
  const fields = jsonObject(body);
  const tokenIn = assetField(fields, 'token_in');
  const wish = wishOf(fields, tokenIn);
  const wanted = amountField(fields, 'amount_out', decimalsOf(market, wish.tokenOut));
  const excluded = preferredOnly(market, fields, wish.excluded) ?? wish.excluded;
  const quoteFor = (amountIn: bigint) => market.quote({ ...wish, excluded, amountIn });
  let [less, enough] = [0n, 1n];
  for (;;) {
    const quoted = quoteFor(enough);
    if (quoted.ok && quoted.value.expectedOut >= wanted) break;
    if (!quoted.ok && quoted.failure.code !== 'amount-too-small')
      throw noRoute(quoted.failure, market, tokenIn);
    [less, enough] = [enough, enough * 2n];
  }
  while (enough - less > enough / WHOLE_PPM) {
    const middle = (less + enough) / 2n;
    const quoted = quoteFor(middle);
    if (quoted.ok && quoted.value.expectedOut >= wanted) enough = middle;
    else less = middle;
    if (enough - less <= 1n) break;
  }
  const quoted = quoteFor(enough);
  if (!quoted.ok) throw noRoute(quoted.failure, market, tokenIn);
  return pricedSwap({ ...wish, excluded, amountIn: enough }, quoted.value);
}

function wishOf(fields: SwapRequest['fields'], tokenIn: AssetId): Omit<SwapRequest, 'amountIn'> {
  return {
    fields,
    tokenIn,
    tokenOut: assetField(fields, 'token_out'),
    slippagePpm: percentField(fields, 'slippage'),
    excluded: codesField(fields, 'blacklisted_dexes'),
  };
}

/** Everything but the preferred exchange, as excluded; `undefined` where none that exists is preferred. */
function preferredOnly(
  { exchanges }: Market,
  fields: SwapRequest['fields'],
  excluded: readonly string[],
): readonly string[] | undefined {
  const preferred = optionalTextField(fields, 'single_preferred_dex');
  const codes = exchanges.map(({ code }) => code);
  if (preferred === undefined || !codes.includes(preferred) || excluded.includes(preferred)) return undefined;
  return codes.filter((code) => code !== preferred);
}

function pricedSwap(request: SwapRequest, quote: MarketQuote): SwapQuote {
  const orders = quote.orders.map((order) => ({
    ...order,
    minimumOut: atLeastOne(mulDivFloor(order.expectedOut, WHOLE_PPM - request.slippagePpm, WHOLE_PPM)),
  }));
  return { request, quote, orders, minimumOut: orders.reduce((sum, order) => sum + order.minimumOut, 0n) };
}

/**
 * The response to an estimate. `total_output` is the guaranteed amount, `total_output_without_slippage` the
 * expected one.
 */
export function estimateReply(market: Market, swap: SwapQuote, dialect: Dialect): object {
  const { quote, request } = swap;
  const decimals = decimalsOf(market, request.tokenOut);
  const plain = {
    total_output: displayNumber(swap.minimumOut, decimals),
    total_output_without_slippage: displayNumber(quote.expectedOut, decimals),
  };
  const routes = splitsReply(market, swap, dialect);
  if (dialect === 'spec') return { ...plain, possible_routes: routes };
  return { ...plain, ...totals(market, swap), splits: routes, possible_routes: {} };
}

/** The response to a reverse estimate: what to sell for a wanted output. */
export function reverseReply(market: Market, swap: SwapQuote): object {
  const { request } = swap;
  const input = displayNumber(request.amountIn, decimalsOf(market, request.tokenIn));
  const { total_output_without_slippage: expected, ...estimate } = estimateReply(
    market,
    swap,
    'wild',
  ) as Readonly<Record<string, unknown>>;
  return {
    ...estimate,
    total_input: input,
    total_input_without_slippage: input,
    total_output: expected,
  };
}

/** The unsigned transaction that places a quote's orders, as hex. @throws ServiceError as `buildPlacement` does. */
export function buildSwap(practice: Practice, { request, orders }: SwapQuote, address: string): string {
  const { tokenIn, tokenOut, excluded } = request;
  return buildPlacement(practice, { kind: 'swap', tokenIn, tokenOut, excluded, orders }, address);
}

/** The response to a build. */
export function buildReply(market: Market, swap: SwapQuote, cbor: string, dialect: Dialect): object {
  const { quote, request } = swap;
  const decimals = decimalsOf(market, request.tokenOut);
  const plain = {
    cbor,
    total_input: displayNumber(request.amountIn, decimalsOf(market, request.tokenIn)),
    total_output: displayNumber(swap.minimumOut, decimals),
    splits: splitsReply(market, swap, dialect),
  };
  if (dialect === 'spec') return plain;
  return {
    ...plain,
    total_output_without_slippage: displayNumber(quote.expectedOut, decimals),
    ...totals(market, swap),
  };
}

/**
 * Adds a wallet's signatures to a transaction, leaving every other byte unchanged. Returns the signed transaction
 * as hex. @throws ServiceError when a field cannot be read, a signature is not over this transaction's body, or its
 * key is not one that the transaction needs.
 */
export function signSwap(chain: Chain, body: Uint8Array): string {
  const fields = jsonObject(body);
  const cbor = textField(fields, 'txCbor').trim().toLowerCase();
  const name = 'signatures' in fields ? 'signatures' : 'Signatures' in fields ? 'Signatures' : 'signatures';
  const signatures = textField(fields, name).trim();
  const bytes = fromHex(cbor);
  if (!bytes) throw malformed('txCbor', 'must be hex');
  const tx = decodeTransaction(bytes);
  if (!tx.ok) throw malformed('txCbor', `is not a transaction: ${tx.failure}`);
  const witnesses = parseWitnessSet(signatures);
  if (!witnesses.ok) throw malformed(name, `must be the hex of a witness set: ${witnesses.failure}`);
  if (witnesses.value.length === 0) throw malformed(name, 'holds no signature');
  const needed = keysWithPlace(tx.value, (ref) => chain.resolve(ref));
  for (const witness of witnesses.value) {
    if (!verifyWitness(tx.value.hash, witness))
      throw new ServiceError(400, 'invalid_signature', 'A signature is not over this transaction.', {
        field: name,
        key_hash: witness.keyHash,
      });
    if (!needed.has(witness.keyHash))
      throw new ServiceError(
        400,
        'foreign_signature',
        'The transaction does not need a signature of this key.',
        {
          field: name,
          key_hash: witness.keyHash,
        },
      );
  }
  const spliced = spliceWitnesses(cbor, witnesses.value);
  if (!spliced.ok) throw malformed('txCbor', `cannot be signed: ${spliced.failure}`);
  return spliced.value;
}

/** Why there is no route, as an error response. `tokenIn`: the input asset. */
export function noRoute(failure: MarketFailure, market: Market, tokenIn: AssetId): ServiceError {
  switch (failure.code) {
    case 'token-unknown':
      return new ServiceError(404, 'token_not_found', 'No such token.', { token_id: failure.token });
    case 'same-token':
      return new ServiceError(400, 'same_token', 'token_in and token_out are the same.', {
        field: 'token_out',
      });
    case 'no-pool':
      return new ServiceError(
        400,
        'pool_not_found',
        'None of the exchanges allowed has a pool for the token.',
        {
          token_id: failure.token,
        },
      );
    case 'all-exchanges-excluded':
      return new ServiceError(400, 'no_valid_pools_for_trade', 'Every exchange is excluded.', {
        field: 'blacklisted_dexes',
      });
    case 'amount-too-small': {
      const decimals = decimalsOf(market, tokenIn);
      const least =
        failure.minimum === undefined ? {} : { minimum: displayNumber(failure.minimum, decimals) };
      return new ServiceError(400, 'input_too_small', 'The amount is too small to trade.', {
        field: 'amount_in',
        ...least,
      });
    }
    default:
      return new ServiceError(400, 'not_enough_liquidity', 'The pools do not hold enough for this amount.', {
        field: 'amount_in',
      });
  }
}

function splitsReply(market: Market, { request, orders }: SwapQuote, dialect: Dialect): object[] {
  const [decimalsIn, decimalsOut] = [
    decimalsOf(market, request.tokenIn),
    decimalsOf(market, request.tokenOut),
  ];
  return orders.map((order) => {
    const plain = {
      dex: order.exchange,
      amount_in: displayNumber(order.amountIn, decimalsIn),
      expected_output: displayNumber(order.minimumOut, decimalsOut),
    };
    if (dialect === 'spec') return plain;
    const batcherFee = displayNumber(order.batcherFee, ADA_DECIMALS);
    const deposits = displayNumber(order.deposit, ADA_DECIMALS);
    return {
      ...plain,
      expected_output_without_slippage: displayNumber(order.expectedOut, decimalsOut),
      batcher_fee: batcherFee,
      deposits,
      fee: displayNumber(sum(order.batcherFee, order.deposit), ADA_DECIMALS),
      ...poolFigures(market, order.poolId, request.tokenIn, order.amountIn),
    };
  });
}

/**
 * A split's figures about its pool: prices in ADA for one token before and after it, how far it moves them in percent,
 * and the fee as a fraction of one.
 */
export function poolFigures(market: Market, poolId: string, tokenIn: AssetId, amountIn: bigint): object {
  const pool = market.pool(poolId);
  if (!pool) return { pool_id: poolId };
  const after = applySwap(pool, tokenIn === ADA ? 'buy' : 'sell', amountIn);
  const decimals = decimalsOf(market, pool.token);
  const [initial, final] = [pool, after].map(
    ({ ada, tokens }) => displayNumber(ada, ADA_DECIMALS) / displayNumber(tokens, decimals),
  ) as [number, number];
  return {
    initial_price: initial,
    final_price: final,
    price_impact: Math.abs(final / initial - 1) * 100,
    price_distortion: 0,
    pool_fee: pool.feePpm / 1_000_000,
    pool_id: poolId,
  };
}

/** A trade's prices: ADA for one token whichever of them is sold, and the other way round. */
export function netPrices(
  market: Market,
  [tokenIn, amountIn]: readonly [AssetId, bigint],
  [tokenOut, amountOut]: readonly [AssetId, bigint],
): object {
  const sold = displayNumber(amountIn, decimalsOf(market, tokenIn));
  const bought = displayNumber(amountOut, decimalsOf(market, tokenOut));
  const price = tokenOut === ADA ? bought / sold : sold / bought;
  return { net_price: price, net_price_reverse: 1 / price, average_price: price };
}

function totals(market: Market, { quote, request }: SwapQuote): object {
  return {
    ...netPrices(market, [request.tokenIn, request.amountIn], [request.tokenOut, quote.expectedOut]),
    batcher_fee: displayNumber(quote.batcherFees, ADA_DECIMALS),
    deposits: displayNumber(quote.deposits, ADA_DECIMALS),
    dexhunter_fee: 0,
    partner_fee: 0,
    total_fee: displayNumber(sum(quote.batcherFees, quote.deposits), ADA_DECIMALS),
  };
}

function atLeastOne(units: bigint): bigint {
  return units > 0n ? units : 1n;
}

function sum(left: bigint, right: bigint): bigint {
  return left + right;
}
