/** Periods over which the service ranks tokens by volume (service interface, "Trending"), shortest first. */
export const TRENDING_PERIODS = ['5min', '30min', '1hour', '4hour', '1day'] as const;
export type TrendingPeriod = (typeof TRENDING_PERIODS)[number];
