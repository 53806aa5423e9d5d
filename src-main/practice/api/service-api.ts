import { ADA, ADA_DECIMALS, assetInBody, parseAssetId, type AssetId } from '#domain/asset.ts';
import type { PracticeToken } from '../market/types.ts';
import type { Practice } from '../practice.ts';
import { buildBulkCancel, buildCancel, buildPlanCancel } from './cancellations.ts';
import { limitBuildReply, limitEstimateReply, quoteLimit } from './limit-orders.ts';
import { limitOrders, ordersByPair, ordersOf } from './order-lists.ts';
import { buildPlacement } from './placement.ts';
import { activeDca, buildDca } from './recurring-orders.ts';
import { guarded, malformed, routesOf, ServiceError, type ServiceOptions, textField } from './requests.ts';
import type { Api, ApiRequest, Route } from './server.ts';
import {
  buildReply,
  buildSwap,
  estimateReply,
  quoteReverse,
  quoteSwap,
  reverseReply,
  signSwap,
} from './swaps.ts';
import { adaReply, decimalsOf, displayNumber, isAdaName, searchTokens, tokenReply } from './tokens.ts';
import type { Dialect, Wire } from './wire.ts';

/** The main API of the aggregation service (service interface specification). */
export function serviceApi(practice: Practice, options: ServiceOptions): Api {
  const { market } = practice;
  const { wire } = options;
  const { dialect } = wire;
  const route = routesOf(practice, wire);
  const routes: Route[] = [
    route('GET', '/swap/token/:token', (request) => {
      const id = assetIn(request);
      return id === ADA ? adaReply(dialect) : tokenReply(knownToken(practice, id, dialect), dialect, market);
    }),
    route('GET', '/external_stats/links/:token', (request) => {
      const id = assetIn(request);
      return id === ADA ? {} : knownToken(practice, id).links;
    }),
    route('GET', '/swap/tokens', ({ query }) => search(practice, query, dialect)),
    route('GET', '/swap/adaValue', () => market.adaUsd()),
    route('GET', '/stats/pairs/:token', (request) => pairs(practice, assetIn(request))),
    route('GET', '/stats/daily_stats/ADA/:token', (request) =>
      dailyStats(practice, tokenIn(practice, request)),
    ),
    route('POST', '/swap/estimate', ({ body }) => {
      const swap = quoteSwap(market, body, dialect);
      practice.quoted([swap.request.tokenIn, swap.request.tokenOut]);
      return estimateReply(market, swap, dialect);
    }),
    route('POST', '/swap/build', ({ body }) => {
      const swap = quoteSwap(market, body, dialect);
      const cbor = buildSwap(practice, swap, textField(swap.request.fields, 'buyer_address'));
      return buildReply(market, swap, cbor, dialect);
    }),
    route('POST', '/swap/sign', ({ body }) => ({ cbor: signSwap(practice.chain, body) })),
    route('POST', '/swap/limit/estimate', ({ body }) => {
      const limit = quoteLimit(practice, body);
      practice.quoted([limit.plan.tokenIn, limit.plan.tokenOut]);
      return limitEstimateReply(market, limit, dialect);
    }),
    route('POST', '/swap/limit/build', ({ body }) => {
      const limit = quoteLimit(practice, body);
      const cbor = buildPlacement(practice, limit.plan, textField(limit.fields, 'buyer_address'));
      return limitBuildReply(market, limit, cbor, dialect);
    }),
    route('GET', '/swap/limit_orders/ADA/:token', ({ parameters }) =>
      limitOrders(practice, parameters['token'] ?? '', dialect),
    ),
    route('GET', '/swap/orders/:address', ({ parameters }) =>
      ordersOf(practice, parameters['address'] ?? '', undefined, dialect),
    ),
    route('POST', '/swap/orders/:address', ({ parameters, body }) =>
      ordersOf(practice, parameters['address'] ?? '', body, dialect),
    ),
    route('POST', '/swap/ordersByPair', ({ body }) => ordersByPair(practice, body, dialect)),
    route('POST', '/swap/cancel', ({ body }) => ({
      cbor: buildCancel(practice, body, wire.uses('plans-apart', '/swap/cancel')),
    })),
    route('POST', '/swap/bulkcancel', ({ body }) => ({ cbor: buildBulkCancel(practice, body) })),
    route('POST', '/dca/create', ({ body }) => ({ cbor: buildDca(practice, body) })),
    route('GET', '/dca/:address', ({ parameters }) =>
      activeDca(practice, parameters['address'] ?? '', dialect),
    ),
    ...(dialect === 'spec' ? specRoutes(practice, wire) : wildRoutes(practice, wire)),
  ];
  return guarded(routes, options);
}

/** Routes that the specification has in one direction only. */
function specRoutes(practice: Practice, wire: Wire): readonly Route[] {
  const route = routesOf(practice, wire);
  return [
    route('GET', '/swap/averagePrice/ADA/:token', (request) => averagePrice(practice, assetIn(request))),
    route('GET', '/stats/pools/ADA/:token', (request) => pools(practice, tokenIn(practice, request))),
  ];
}

/** Routes that public clients use in both directions, or in addition. */
function wildRoutes(practice: Practice, wire: Wire): readonly Route[] {
  const route = routesOf(practice, wire);
  const { market } = practice;
  return [
    route('GET', '/swap/averagePrice/:one/:other', (request) => {
      const [one, other] = ['one', 'other'].map((name) => adaFor(practice, assetIn(request, name))) as [
        number,
        number,
      ];
      return { price_ab: one / other, price_ba: other / one };
    }),
    route('GET', '/stats/pools/:one/:other', (request) => poolsBetween(practice, request)),
    route('POST', '/swap/reverseEstimate', ({ body }) => reverseReply(market, quoteReverse(market, body))),
    route('POST', '/dca/cancel', ({ body }) => ({ cbor: buildPlanCancel(practice, body) })),
  ];
}

function assetIn({ parameters }: ApiRequest, name = 'token'): AssetId {
  const id = parseAssetId(parameters[name] ?? '');
  if (id === undefined)
    throw malformed('token_id', 'must be a policy id of 56 hex digits followed by the asset name in hex');
  return id;
}

function knownToken({ market }: Practice, id: AssetId, dialect: Dialect = 'spec'): PracticeToken {
  const token = market.token(id);
  if (token) return token;
  // Services of this kind answer unknown ids with invented metadata.
  if (dialect === 'wild')
    return { id, ticker: '', name: '', decimals: 0, verified: false, supply: 1n, description: '', links: {} };
  throw new ServiceError(404, 'token_not_found', 'No such token.', { token_id: id });
}

/** The token in the path, which must not be ADA. */
function tokenIn(practice: Practice, request: ApiRequest): PracticeToken {
  const id = assetIn(request);
  if (id === ADA) throw malformed('token_id', 'must be a token other than ADA');
  return knownToken(practice, id);
}

function search({ market }: Practice, query: URLSearchParams, dialect: Dialect): object[] {
  const text = (query.get('query') ?? '').trim();
  const verified = query.get('verified');
  // Clients in public ask for all tokens so.
  if (text === '' && dialect === 'spec') throw malformed('query', 'is missing');
  if (verified !== null && !/^(?:true|false)$/i.test(verified))
    throw malformed('verified', 'must be true or false');
  const only = verified === null ? undefined : verified.toLowerCase() === 'true';
  const found = (text === '' ? market.tokens : searchTokens(market.tokens, text))
    .filter((token) => only === undefined || token.verified === only)
    .map((token) => tokenReply(token, dialect, market));
  return isAdaName(text.toLowerCase()) && only !== false ? [adaReply(dialect), ...found] : found;
}

function averagePrice(practice: Practice, id: AssetId): object {
  return { price_ba: adaFor(practice, id) };
}

/** ADA for one whole token. @throws ServiceError where there is no pool. */
function adaFor(practice: Practice, id: AssetId): number {
  if (id === ADA) return 1;
  const price = practice.market.averagePrice(knownToken(practice, id).id);
  if (!price) throw new ServiceError(404, 'pool_not_found', 'The token has no pool.', { token_id: id });
  return price.adaPerToken;
}

/** The pools of ADA and a token; the first amount is of the asset named first. */
function poolsBetween(practice: Practice, request: ApiRequest): object[] {
  const [one, other] = [assetIn(request, 'one'), assetIn(request, 'other')];
  const token = one === ADA ? other : one;
  if (token === ADA || (one !== ADA && other !== ADA)) return [];
  const { market } = practice;
  return market.poolsOf(knownToken(practice, token).id).map((pool) => {
    const ada = displayNumber(pool.ada, ADA_DECIMALS);
    const tokens = displayNumber(pool.tokens, decimalsOf(market, token));
    const [first, second] = one === ADA ? [ada, tokens] : [tokens, ada];
    const amounts = { token_1_amount: first, token_2_amount: second };
    return { dex_name: pool.exchange, ...amounts, pool_id: pool.id, pool_fee: pool.feePpm / 1_000_000 };
  });
}

function pools({ market }: Practice, token: PracticeToken): object[] {
  return market.poolsOf(token.id).map((pool) => ({
    dex_name: pool.exchange,
    token_1_amount: displayNumber(pool.ada, ADA_DECIMALS),
    token_2_amount: displayNumber(pool.tokens, token.decimals),
    pool_id: pool.id,
  }));
}

function pairs(practice: Practice, id: AssetId): object[] {
  if (id !== ADA) knownToken(practice, id);
  return practice.market.pairsOf(id).map((pair) => ({
    token_id: assetInBody(pair.token),
    ticker: pair.ticker,
    liquidity: displayNumber(pair.liquidity, decimalsOf(practice.market, ADA)),
  }));
}

function dailyStats({ market }: Practice, token: PracticeToken): object {
  const { buys, sales, volume } = market.dailyStats(token.id);
  return {
    daily_buys_count: buys,
    daily_sales_count: sales,
    daily_volume: displayNumber(volume, ADA_DECIMALS),
  };
}
