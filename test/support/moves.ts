import type { AssetId } from '#domain/asset.ts';
import type { TypedPrice } from '#domain/limit-order.ts';
import type { Trade } from '#domain/trade.ts';
import type { Batch } from '../../src-main/trading/batch.ts';
import type { MovedOrder } from '../../src-main/trading/kinds/quote.ts';
import type { MoveRequest } from '../../src-main/trading/kinds/replace.ts';
import { batchOf } from './batches.ts';
import { selling } from './sales.ts';
import { agreementTo, cancelTargets, must, tradeIn, type Trader } from './trader.ts';

/** Places one limit order that buys the token for 30 ADA far below the market. */
export async function restingOrder(trader: Trader, receive: AssetId, percent = '-40'): Promise<Trade> {
  const { trading, account, sign } = trader;
  const { quote } = must(
    await trading.estimators.limits.quote({
      ...selling(30_000_000n),
      receive,
      price: { form: 'percent', text: percent },
      multiples: 1,
      exchange: 'EXH',
      excluded: [],
    }),
  );
  const review = must(await trading.review(quote.id, account));
  must(await trading.accept(review.trade.id, agreementTo(review), sign));
  return tradeIn(trader, review.trade.id, 'placed');
}

const LOWER: TypedPrice = { form: 'percent', text: '-45' };

/** The request to move that order. */
export async function moveRequest(
  trader: Trader,
  trade: Trade,
  change: Partial<MoveRequest> = {},
): Promise<MoveRequest> {
  const [target] = await cancelTargets(trader, trade.bodyHash);
  if (!target) throw new Error('the service does not list the order');
  return { target, trade, exchange: 'EXH', price: LOWER, account: trader.account, ...change };
}

/** A move that was prepared, as a batch that waits for its approval. */
export async function preparedMove(
  trader: Trader,
  trade: Trade,
): Promise<{ readonly moved: MovedOrder; readonly batch: Batch }> {
  const moved = must(await trader.trading.estimators.replacements.prepare(await moveRequest(trader, trade)));
  return { moved, batch: batchOf(trader, { kind: 'replace', ...moved }) };
}
