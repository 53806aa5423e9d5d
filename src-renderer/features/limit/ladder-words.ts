import type { BatchProgressView } from '#contract/approval.ts';
import type { LadderPlanView } from '#contract/limit.ts';
import type { PriceBothWays } from '#contract/order-entry.ts';
import type { TradeView } from '#contract/trades.ts';
import { misreadWords } from '../../format/number-entry.ts';
import type { PriceReading } from '../../format/price-entry.ts';
import { showNumber, showPriceText } from '../../format/price.ts';
import { EXAMPLES, PRICE_DIGITS } from '../../order-entry/price-words.ts';
import { words } from './ladder-texts.ts';

export type BatchTransaction = BatchProgressView['transactions'][number];

/** Error of a typed price that cannot be read. */
export function badPriceWords(reading: PriceReading): string {
  return reading.kind === 'ambiguous'
    ? misreadWords(reading.failure)
    : words.notPrice({ example: EXAMPLES.price });
}

/** From which price to which the ladder goes, and where the market is: `0.12 to 0.1 ADA · market 0.125`. */
export function spanWords(
  from: PriceBothWays | undefined,
  to: PriceBothWays | undefined,
  market: number | undefined,
): string {
  const end = (price: PriceBothWays | undefined): string =>
    price === undefined ? '\u2014' : showPriceText(price.adaPerToken, PRICE_DIGITS).text;
  const span = from === undefined && to === undefined ? [] : [words.fromTo({ from: end(from), to: end(to) })];
  const shown = market === undefined ? undefined : showNumber(market)?.text;
  return [...span, ...(shown === undefined ? [] : [words.marketAt({ price: shown })])].join(' · ');
}

/** Notices about a plan, including how many of its orders fill at once. */
export function planNotices({ levels, notices }: LadderPlanView): readonly string[] {
  const atOnce = levels.filter(({ market }) => market.fillsAtOnce).length;
  return [...(atOnce > 0 ? [words.fillAtOnce({ orders: atOnce })] : []), ...notices];
}

/** The user's own doing, of which they know. */
const LEFT_BY_USER: readonly string[] = ['set-stopped', 'trade-declined'];

/** The failure that ended the batch, unless the user ended it. */
export function troubleOf(batch: BatchProgressView): BatchProgressView['failure'] {
  const failures = [batch.failure, ...batch.transactions.map(({ failure }) => failure)];
  return failures.find((failure) => failure !== undefined && !LEFT_BY_USER.includes(failure.code));
}

/** The transaction exported last, if it has yet to be signed where its key is. */
export function exportedOf(
  batch: BatchProgressView,
  tradeOf: (id: string) => TradeView | undefined,
): string | undefined {
  return batch.transactions
    .map(({ tradeId }) => tradeId)
    .find((id) => id !== undefined && tradeOf(id)?.state === 'exported');
}

const ON_CHAIN: readonly TradeView['state'][] = ['placed', 'partly-filled', 'filled', 'closed'];

/** The transactions as their trades are now: one that was sent last may be placed after the batch has ended. */
export function transactionsNow(
  batch: BatchProgressView,
  tradeOf: (id: string) => TradeView | undefined,
): readonly BatchTransaction[] {
  return batch.transactions.map((transaction) => {
    const trade = transaction.tradeId === undefined ? undefined : tradeOf(transaction.tradeId);
    return transaction.state === 'sent' && trade && ON_CHAIN.includes(trade.state)
      ? { ...transaction, state: 'placed' }
      : transaction;
  });
}

/** The state of a ladder, in a sentence. */
export function batchWords(
  state: BatchProgressView['state'],
  transactions: readonly BatchTransaction[],
): string {
  const all = transactions.length;
  const placed = transactions.filter((transaction) => transaction.state === 'placed').length;
  const sent = placed + transactions.filter((transaction) => transaction.state === 'sent').length;
  switch (state) {
    case 'waiting':
      return words.waiting({ all });
    case 'running':
      return words.running({ placed, all });
    case 'next':
      return words.next({ placed, all });
    case 'stopping':
      return words.stopping({ placed, all });
    case 'stopped':
      return sent === 0 ? words.cancelled : words.stopped({ placed: sent, all });
    case 'done':
      return placed === all ? words.allPlaced({ all }) : words.allSent({ all });
  }
}

/** Whether it was to be placed and failed. */
function isNotPlaced({ failure }: BatchTransaction): boolean {
  return failure !== undefined && !LEFT_BY_USER.includes(failure.code);
}

/** How the step of a transaction is marked. */
export function transactionMark(transaction: BatchTransaction): 'done' | 'now' | 'ahead' | 'undone' {
  if (isNotPlaced(transaction)) return 'undone';
  if (transaction.state === 'placed') return 'done';
  return transaction.state === 'current' || transaction.state === 'sent' ? 'now' : 'ahead';
}

export function transactionWords(transaction: BatchTransaction): string {
  if (isNotPlaced(transaction)) return words.notPlaced;
  const states: Record<BatchTransaction['state'], string> = {
    planned: words.isNext,
    current: words.beingMade,
    sent: words.onItsWay,
    placed: words.isPlaced,
    left: words.skipped,
  };
  return states[transaction.state];
}
