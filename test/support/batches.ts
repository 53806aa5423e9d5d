import type { AssetId } from '#domain/asset.ts';
import { systemClock } from '../../src-main/system/clock.ts';
import type { LadderRequest } from '../../src-main/trading/kinds/ladder.ts';
import type { BatchQuotes } from '../../src-main/trading/kinds/quote.ts';
import { Batch } from '../../src-main/trading/batch.ts';
import { selling } from './sales.ts';
import { must, type Trader } from './trader.ts';

/** Three orders that buy the token for 60 ADA, at a price that falls, and what a test wants otherwise. */
export function ladderBuying(receive: AssetId, change: Partial<LadderRequest> = {}): LadderRequest {
  return {
    ...selling(60_000_000n),
    receive,
    from: { form: 'percent', text: '-10' },
    to: { form: 'percent', text: '-20' },
    count: 3,
    sizes: 'linear',
    spacing: 'linear',
    exchange: undefined,
    excluded: [],
    ...change,
  };
}

/** Plans a ladder and makes a batch of its orders. */
export async function ladderBatch(trader: Pick<Trader, 'trading' | 'account'>, request: LadderRequest) {
  const plan = must(await trader.trading.estimators.ladders.plan(request));
  const quotes = plan.levels.map(({ quote }) => quote);
  return { plan, batch: batchOf(trader, { kind: 'ladder', quotes }) };
}

export function batchOf(
  { trading, account }: Pick<Trader, 'trading' | 'account'>,
  batch: BatchQuotes,
): Batch {
  const parts = { trading, clock: systemClock, account, patienceMs: 60_000, retryMs: 200 };
  return new Batch('batch-1', batch, parts);
}
