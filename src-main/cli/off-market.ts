import { failure, type Failure } from '#domain/failure.ts';
import type { LimitPrice } from '#domain/limit-price.ts';
import { offMarketWords, worstOffMarket } from '#domain/off-market.ts';
import { offMarketOf, type LimitMarket } from '../trading/kinds/limit-market.ts';

/**
 * Why these prices are not ordered at unless the command line names them as meant. Failures: `limit-off-market`,
 * `limit-market-unknown`.
 */
export function offMarketRefusal(
  market: Pick<LimitMarket, 'side' | 'spot' | 'token'>,
  prices: readonly LimitPrice[],
): Failure | undefined {
  const { side, spot, token } = market;
  const worst = worstOffMarket(prices.map((price) => offMarketOf(market, price)));
  if (worst === undefined) return undefined;
  if (worst.kind === 'unknown') return failure('limit-market-unknown', { token: token.ticker || token.id });
  return failure('limit-off-market', {
    away: offMarketWords(side, worst.bps),
    ...(spot === undefined ? {} : { market: spot }),
  });
}
