import {
  readMarkets,
  type MarketReading,
  type MarketTask,
  type OwnMarketParts,
} from '../../src-main/trading/own-market.ts';

/** The reading of one task. */
export async function readMarket(
  task: MarketTask,
  parts: OwnMarketParts,
  until: number,
): Promise<MarketReading> {
  const [reading] = await readMarkets([task], parts, until);
  if (!reading) throw new Error('every task has a reading');
  return reading;
}
