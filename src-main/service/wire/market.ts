import * as v from 'valibot';
import { parseAssetId } from '#domain/asset.ts';
import type { DailyStats, PairInfo, PoolInfo } from '#domain/token.ts';
import { decimalText, objectOf, optional, plainNumber } from '../../http/wire.ts';
import { shownFigure } from './figures.ts';
import { shownText } from './text.ts';

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
