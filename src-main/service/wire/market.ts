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
import { decimalText, objectOf, optional, plainNumber } from '../../http/json.ts';
import { httpsLink, shownFigure, shownText } from './figures.ts';

/** `GET /swap/adaValue`: a bare number, USD for one ADA. */
export const adaValueSchema = v.pipe(plainNumber, v.gtValue(0));

/** `GET /swap/averagePrice/ADA/{token}`: ADA for one whole token. */
export const averagePriceSchema = objectOf({ price_ba: decimalText });

/** `GET /stats/pools/ADA/{token}`. */
export const poolsSchema = v.array(
  objectOf({
    dex_name: v.string(),
    token_1_amount: decimalText,
    token_2_amount: decimalText,
    pool_id: optional(v.string()),
  }),
);

/** Pools whose figures mean nothing (negative, int64 maximum) are left out. */
export function poolsOf(wire: v.InferOutput<typeof poolsSchema>): readonly PoolInfo[] {
  return wire.flatMap((pool) => {
    const ada = shownFigure(pool.token_1_amount);
    const tokens = shownFigure(pool.token_2_amount);
    if (ada === undefined || tokens === undefined) return [];
    return [
      { exchange: shownText(pool.dex_name, 40), ada, tokens, poolId: shownText(pool.pool_id ?? '', 200) },
    ];
  });
}

/** `GET /stats/pairs/{token}`. */
export const pairsSchema = v.array(
  objectOf({ token_id: v.string(), ticker: optional(v.string()), liquidity: optional(decimalText) }),
);

/** Pairs whose other side is not an asset's id are left out. */
export function pairsOf(wire: v.InferOutput<typeof pairsSchema>): readonly PairInfo[] {
  return wire.flatMap((pair) => {
    const quote = parseAssetId(pair.token_id);
    if (quote === undefined) return [];
    return [{ quote, ticker: shownText(pair.ticker ?? '', 40), liquidity: shownFigure(pair.liquidity) ?? 0 }];
  });
}

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

/** Token (service interface, "Token"), with the decimals that some services add. */
export const tokenSchema = objectOf({
  token_id: v.string(),
  token_ascii: optional(v.string()),
  ticker: optional(v.string()),
  is_verified: optional(v.boolean()),
  token_decimals: optional(plainNumber),
  decimals: optional(plainNumber),
});

/** `undefined` when the id is not an asset's. */
export function tokenOf(wire: v.InferOutput<typeof tokenSchema>): Token | undefined {
  const id = parseAssetId(wire.token_id);
  if (id === undefined) return undefined;
  if (id === ADA) return ADA_TOKEN;
  const stated = wire.token_decimals ?? wire.decimals;
  const known = stated !== undefined && Number.isInteger(stated) && stated >= 0 && stated <= MOST_DECIMALS;
  return {
    id,
    ticker: shownText(wire.ticker ?? '', 40),
    name: shownText(wire.token_ascii ?? '', 80),
    verified: wire.is_verified ?? false,
    decimals: known ? stated : 0,
    decimalsSource: known ? 'service' : 'unknown',
  };
}

export const tokensSchema = v.array(tokenSchema);

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
