import * as v from 'valibot';
import { TRENDING_PERIODS } from '#domain/trending.ts';
import {
  assetId,
  count,
  epoch,
  exchangeCode,
  finite,
  identifier,
  none,
  plainName,
  savedFile,
  shortText,
} from './codec.ts';
import { acting, type DeskTable, quiet, topic } from './table.ts';
import { token } from './tokens.ts';

const MOST_WATCH_LISTS = 20;

const MOST_WATCHED = 200;

const MOST_ATTENDED = 100;

const trendingPeriod = v.picklist(TRENDING_PERIODS);

const watchListName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40));

const watchedTokens = v.pipe(v.array(assetId), v.maxLength(MOST_WATCHED));

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

const trending = v.strictObject({ rows: v.array(trendingRow), at: epoch });

/** A token's page: every figure carries its own age through `at`. */
export const market = v.strictObject({
  token,
  priceAda: v.optional(finite),
  pools: v.array(v.strictObject({ exchange: exchangeCode, ada: finite, tokens: finite, poolId: shortText })),
  /** `liquidity` in ADA; absent where the service does not state it. */
  pairs: v.array(v.strictObject({ quote: assetId, ticker: shortText, liquidity: v.optional(finite) })),
  daily: v.optional(v.strictObject({ buys: finite, sales: finite, volumeAda: finite })),
  links: v.strictObject({
    twitter: v.optional(shortText),
    discord: v.optional(shortText),
    website: v.optional(shortText),
  }),
  at: epoch,
});
export type MarketView = v.InferOutput<typeof market>;

/** The trading window's calls and topics for markets and watch lists. */
export const deskMarkets = {
  /** The watch lists in the user's order. */
  watchLists: topic(v.array(watchList)),
  /** Tokens that were looked at last, newest first. */
  recentTokens: topic(v.array(token)),
  /** Figures of the tokens that `market.attend` named, and of others known so far. */
  marketFigures: topic(v.array(marketFigures)),
  'market.get': quiet(v.strictObject({ id: assetId }), market),
  /** Figures of one token, at most a quarter of a minute old. */
  'market.stats': quiet(v.strictObject({ id: assetId }), marketFigures),
  /** Tokens by volume, with what is known of their liquidity; at most a minute old. */
  'market.trending': quiet(v.strictObject({ period: trendingPeriod }), trending),
  /**
   * The tokens that the page shows now: main keeps their figures fresh, the first ones first, and polls for none while
   * the page is hidden.
   */
  'market.attend': quiet(
    v.strictObject({
      visible: v.boolean(),
      tokens: v.pipe(v.array(assetId), v.maxLength(MOST_ATTENDED)),
    }),
    none,
  ),
  /** The user chose a token: it becomes the newest of the recent ones. */
  'market.visited': quiet(v.strictObject({ id: assetId }), none),
  'watchLists.create': quiet(v.strictObject({ name: plainName }), v.strictObject({ id: identifier })),
  'watchLists.rename': quiet(v.strictObject({ id: identifier, name: plainName }), none),
  'watchLists.remove': quiet(v.strictObject({ id: identifier }), none),
  /** Sets all tokens of a list in their order: this adds, removes and moves. */
  'watchLists.setTokens': quiet(v.strictObject({ id: identifier, tokens: watchedTokens }), none),
  /** Saves all lists as a file where the user wants it. */
  'watchLists.export': acting(none, savedFile, 300_000),
  /**
   * Adds the lists of a file that the user chooses, all or none, and says how many; nothing where none was chosen.
   * Failures: `watch-list-file-unreadable`, `watch-lists-full`, `release-choosing`.
   */
  'watchLists.import': acting(none, v.strictObject({ added: v.optional(count) }), 300_000),
  /** Sets the order of the lists; those not named come after. */
  'watchLists.order': quiet(
    v.strictObject({ ids: v.pipe(v.array(identifier), v.maxLength(MOST_WATCH_LISTS)) }),
    none,
  ),
} as const satisfies DeskTable;
