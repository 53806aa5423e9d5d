import { ADA, type AssetId } from '#domain/asset.ts';
import type { Series } from '../charts/charts.ts';
import type { Practice } from '../practice.ts';
import { ServiceError } from './requests.ts';

/** The candles of a pair. @throws ServiceError for the same asset twice, an unknown token, and one without a pool. */
export function chartOf({ market, charts }: Practice, base: AssetId, quote: AssetId): Series {
  if (base === quote) throw new ServiceError(400, 'same_token', 'Both sides of the pair are the same.');
  for (const id of [base, quote]) {
    if (id === ADA) continue;
    if (!market.token(id)) throw new ServiceError(404, 'token_not_found', 'No such token.', { token_id: id });
    if (market.poolsOf(id).length === 0)
      throw new ServiceError(404, 'pool_not_found', 'The token has no pool.', { token_id: id });
  }
  const series = charts.series(base, quote);
  if (!series) throw new RangeError(`no charts of ${base} and ${quote}`);
  return series;
}
