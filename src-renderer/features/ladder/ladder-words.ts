import type { BatchProgressView } from '#contract/limit-views.ts';
import type { TradeView } from '#contract/views.ts';

export type BatchTransaction = BatchProgressView['transactions'][number];

export const NOT_PLACED = 'not placed';
/** The user's own doing, of which they know. */
const LEFT_BY_USER: readonly string[] = ['set-stopped', 'trade-declined'];

/** What ended the batch, where it was not the user. */
export function troubleOf(batch: BatchProgressView): BatchProgressView['failure'] {
  const failures = [batch.failure, ...batch.transactions.map(({ failure }) => failure)];
  return failures.find((failure) => failure !== undefined && !LEFT_BY_USER.includes(failure.code));
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
    case 'stopping':
      return `Stopping: ${placed} of ${all} orders placed, one is being finished.`;
    case 'stopped':
      return sent === 0
        ? 'The ladder was left. Nothing was placed.'
        : `The ladder stopped: ${sent} of ${all} orders placed. They stay.`;
    case 'done':
      return placed === all ? `Ladder: all ${all} orders placed.` : `Ladder: all ${all} orders sent.`;
  }
}

export function transactionWords({ state, failure }: BatchTransaction): string {
  if (failure !== undefined && !LEFT_BY_USER.includes(failure.code)) return NOT_PLACED;
  const words: Record<BatchTransaction['state'], string> = {
    planned: 'next',
    current: 'being made',
    sent: 'on its way',
    placed: 'placed',
    left: 'left out',
  };
  return words[state];
}
