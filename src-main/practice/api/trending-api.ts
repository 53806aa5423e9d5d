import { ADA_DECIMALS, assetInBody } from '#domain/asset.ts';
import { TRENDING_PERIODS } from '#domain/trending.ts';
import { periodBegan, trendingSince } from '../charts/trending.ts';
import type { Practice } from '../practice.ts';
import { jsonObject, wordField } from './request-body.ts';
import { displayNumber } from './tokens.ts';

const SORTS = ['VOLUME_AMOUNT'] as const;

/** The answer of `POST /trending`: tokens that traded against ADA in the period, most ADA first. */
export function trendingReply({ market, charts }: Practice, body: Uint8Array): object[] {
  const fields = jsonObject(body);
  wordField(fields, 'sort', SORTS);
  const period = wordField(fields, 'period', TRENDING_PERIODS);
  return trendingSince(charts, periodBegan(period, market.time)).map(({ token, lovelace, priceChange }) => ({
    token_id: assetInBody(token),
    token_symbol: market.token(token)?.ticker ?? '',
    current_period_volume: displayNumber(BigInt(lovelace), ADA_DECIMALS),
    price_change: priceChange,
  }));
}
