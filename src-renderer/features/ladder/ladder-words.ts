import type { BatchProgressView, LadderPlanView, PriceBothWays } from '#contract/limit-views.ts';
import type { TradeView } from '#contract/views.ts';
import { misreadWords } from '../../format/number-entry.ts';
import type { PriceReading } from '../../format/price-entry.ts';
import { showNumber, showPriceText } from '../../format/price.ts';
import { PRICE_DIGITS } from '../../order-entry/price-words.ts';

export type BatchTransaction = BatchProgressView['transactions'][number];

/** What is wrong with a price that was typed and means none. */
export function badPriceWords(reading: PriceReading): string {
  return reading.kind === 'ambiguous' ? misreadWords(reading.failure) : 'Not a price. Try 0.0125, or 1/80.';
}

/** From which price to which the ladder goes, and where the market is: `0.12 to 0.1 ADA · market 0.125`. */
export function spanWords(
  from: PriceBothWays | undefined,
  to: PriceBothWays | undefined,
  market: number | undefined,
): string {
  const ends = [from, to].map((price) =>
    price === undefined ? '\u2014' : showPriceText(price.adaPerToken, PRICE_DIGITS).text,
  );
  const span = from === undefined && to === undefined ? [] : [`${ends.join(' to ')} ADA`];
  const shown = market === undefined ? undefined : showNumber(market)?.text;
  return [...span, ...(shown === undefined ? [] : [`market ${shown}`])].join(' · ');
}

/** What the user should know of a plan, with how many of its orders fill at once. */
export function planNotices({ levels, notices }: LadderPlanView): readonly string[] {
  const atOnce = levels.filter(({ market }) => market.fillsAtOnce).length;
  const orders = atOnce === 1 ? 'One of the orders fills' : `${atOnce} of the orders fill`;
  return [...(atOnce > 0 ? [`${orders} at once: the market is there already.`] : []), ...notices];
}

/** The user's own doing, of which they know. */
const LEFT_BY_USER: readonly string[] = ['set-stopped', 'trade-declined'];

/** What ended the batch, where it was not the user. */
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
      return `A ladder of ${all} orders waits for you in the approval window.`;
    case 'running':
      return `Ladder: ${placed} of ${all} orders placed.`;
    case 'next':
      return `Ladder: ${placed} of ${all} orders placed. The next one can be exported.`;
    case 'stopping':
      return `Stopping: ${placed} of ${all} orders placed, one is being finished.`;
    case 'stopped':
      return sent === 0
        ? 'The ladder was cancelled. Nothing was placed.'
        : `The ladder stopped: ${sent} of ${all} orders placed. They stay.`;
    case 'done':
      return placed === all ? `Ladder: all ${all} orders placed.` : `Ladder: all ${all} orders sent.`;
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
  if (isNotPlaced(transaction)) return 'not placed';
  const words: Record<BatchTransaction['state'], string> = {
    planned: 'next',
    current: 'being made',
    sent: 'on its way',
    placed: 'placed',
    left: 'skipped',
  };
  return words[transaction.state];
}
