import * as v from 'valibot';
import { ADA, parseAssetId } from '#domain/asset.ts';
import {
  ADA_TOKEN,
  type DailyStats,
  type PairInfo,
  type PoolInfo,
  type Token,
  type TokenLinks,
} from '#domain/token.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { decimalText, objectOf, optional, rowBy, wholeNumber } from '../../http/json.ts';
import { shownText } from '../../http/shown-text.ts';
import { httpsLink, shownFigure } from './figures.ts';
import { isVenue } from './routes.ts';

/** `GET /swap/adaValue`: a bare number, USD for one ADA; some services write it as text. */
export const adaValueSchema = v.pipe(decimalText, v.transform(Number), v.gtValue(0));

/** `GET /swap/averagePrice/ADA/{token}`: ADA for one whole token. */
export const averagePriceSchema = objectOf({ price_ba: decimalText });

const poolSchema = objectOf({
  dex_name: v.string(),
  token_1_amount: decimalText,
  token_2_amount: decimalText,
  pool_id: optional(v.string()),
});

/** A row of `GET /stats/pools/ADA/{token}`. A pool whose figures mean nothing (negative, int64 maximum) is none. */
export const poolOf = rowBy(poolSchema, (pool): Result<PoolInfo | undefined, string> => {
  const ada = shownFigure(pool.token_1_amount);
  const tokens = shownFigure(pool.token_2_amount);
  if (ada === undefined || tokens === undefined || !isVenue(pool.dex_name)) return ok(undefined);
  const poolId = shownText(pool.pool_id ?? '', 200);
  return ok({ exchange: shownText(pool.dex_name, 40), ada, tokens, poolId });
});

const sideSchema = objectOf({ token_id: v.string(), ticker: optional(v.string()) });
const pairSchema = v.union([
  objectOf({ otherToken: sideSchema, liquidity: optional(decimalText) }),
  v.pipe(
    objectOf({ token_id: v.string(), ticker: optional(v.string()), liquidity: optional(decimalText) }),
    v.transform(({ liquidity, ...otherToken }) => ({ otherToken, liquidity })),
  ),
]);

/** A row of `GET /stats/pairs/{token}`: the other side flat, or as `otherToken`. */
export const pairOf = rowBy(pairSchema, ({ otherToken, liquidity }): Result<PairInfo, string> => {
  const quote = parseAssetId(otherToken.token_id);
  if (quote === undefined) return failed('token_id');
  return ok({
    quote,
    ticker: shownText(otherToken.ticker ?? '', 40),
    liquidity: shownFigure(liquidity),
  });
});

/** `GET /stats/daily_stats/ADA/{token}`; a day without trades may come as `null`s. */
export const dailyStatsSchema = objectOf({
  daily_buys_count: optional(decimalText),
  daily_sales_count: optional(decimalText),
  daily_volume: optional(decimalText),
});

export function dailyStatsOf(wire: v.InferOutput<typeof dailyStatsSchema>): DailyStats {
  return {
    buys: shownFigure(wire.daily_buys_count) ?? 0,
    sales: shownFigure(wire.daily_sales_count) ?? 0,
    volumeAda: shownFigure(wire.daily_volume) ?? 0,
  };
}

/** The most decimals that are believed; a token whose service states more counts as one without. */
const MOST_DECIMALS = 30;
/** A value that is not a whole number counts as not stated: the decimals are then unknown. */
const decimalsStated = v.fallback(optional(wholeNumber), undefined);

/** Token (service interface, "Token"), with the decimals that some services add. */
export const tokenSchema = objectOf({
  token_id: v.string(),
  token_ascii: optional(v.string()),
  ticker: optional(v.string()),
  is_verified: optional(v.boolean()),
  token_decimals: decimalsStated,
  decimals: decimalsStated,
});

/** `undefined` when the id is not an asset's. */
export function tokenOf(wire: v.InferOutput<typeof tokenSchema>): Token | undefined {
  const id = parseAssetId(wire.token_id);
  if (id === undefined) return undefined;
  if (id === ADA) return ADA_TOKEN;
  const stated = wire.token_decimals ?? wire.decimals;
  const known = stated !== undefined && stated >= 0 && stated <= MOST_DECIMALS;
  const ticker = shownText(wire.ticker ?? '', 40);
  return {
    id,
    ticker,
    tickerSource: ticker === '' ? 'unknown' : 'service',
    name: shownText(wire.token_ascii ?? '', 80),
    verified: wire.is_verified ?? false,
    decimals: known ? stated : 0,
    decimalsSource: known ? 'service' : 'unknown',
  };
}

/** A row of `GET /swap/tokens`. */
export const tokenRow = rowBy(tokenSchema, (wire): Result<Token, string> => {
  const token = tokenOf(wire);
  return token === undefined ? failed('token_id') : ok(token);
});

/** Social links (service interface, "Social links"); services answer `null` for none. */
export const linksSchema = v.nullable(
  objectOf({ twitter: optional(v.string()), discord: optional(v.string()), website: optional(v.string()) }),
);

export function linksOf(wire: v.InferOutput<typeof linksSchema>): TokenLinks {
  const twitter = httpsLink(wire?.twitter);
  const discord = httpsLink(wire?.discord);
  const website = httpsLink(wire?.website);
  return {
    ...(twitter === undefined ? {} : { twitter }),
    ...(discord === undefined ? {} : { discord }),
    ...(website === undefined ? {} : { website }),
  };
}
