import * as v from 'valibot';
import { TRENDING_PERIODS } from '#domain/trending.ts';
import { assetId, epoch, finite, identifier, plainName } from './codec.ts';
import { token } from './views.ts';

export const MOST_WATCH_LISTS = 20;
const MOST_WATCHED = 200;
export const MOST_ATTENDED = 100;

export const trendingPeriod = v.picklist(TRENDING_PERIODS);

const watchListName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40));
export const watchedTokens = v.pipe(v.array(assetId), v.maxLength(MOST_WATCHED));

/** A watch list; the tokens are in the user's order. */
export const watchList = v.strictObject({ id: identifier, name: watchListName, tokens: v.array(token) });
export type WatchListView = v.InferOutput<typeof watchList>;

/** Watch lists as a file: names, and the ids of their tokens. */
export const watchListsFile = v.strictObject({
  format: v.literal('touchstone-watch-lists'),
  version: v.literal(1),
  lists: v.pipe(
    v.array(v.strictObject({ name: plainName, tokens: watchedTokens })),
    v.minLength(1),
    v.maxLength(MOST_WATCH_LISTS),
  ),
});

/** The figures of a token against ADA. Each is absent until the service has stated it. */
export const marketFigures = v.strictObject({
  id: assetId,
  /** ADA for one whole token. */
  priceAda: v.optional(finite),
  priceAt: v.optional(epoch),
  /** Fraction by which the price moved in 24 hours: 0.05 is 5 % up. */
  change24h: v.optional(finite),
  high24h: v.optional(finite),
  low24h: v.optional(finite),
  volume24hAda: v.optional(finite),
  buys24h: v.optional(finite),
  sales24h: v.optional(finite),
  /** ADA in the pools of the token and ADA. */
  liquidityAda: v.optional(finite),
  /** Hourly closes of the last 24 hours, oldest first; an hour without trades repeats the one before. */
  spark: v.optional(v.pipe(v.array(finite), v.maxLength(48))),
});
export type MarketFiguresView = v.InferOutput<typeof marketFigures>;

export const trendingRow = v.strictObject({
  token,
  /** ADA that changed hands in the period. */
  volumeAda: finite,
  /** Fraction: 0.05 is 5 % up in the period; absent where the service does not state it. */
  change: v.optional(finite),
  /** ADA in its pools; absent while it is not known. */
  liquidityAda: v.optional(finite),
  priceAda: v.optional(finite),
});
export type TrendingRowView = v.InferOutput<typeof trendingRow>;

export const trending = v.strictObject({ rows: v.array(trendingRow), at: epoch });
