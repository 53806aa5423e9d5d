import type { TrendingPeriod } from '#domain/trending.ts';

export const trendingWords: Readonly<Record<TrendingPeriod, string>> = {
  '5min': '5 m',
  '30min': '30 m',
  '1hour': '1 h',
  '4hour': '4 h',
  '1day': '1 d',
};
