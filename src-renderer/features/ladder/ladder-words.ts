import type { BatchProgressView } from '#contract/limit-views.ts';
import type { TradeView } from '#contract/views.ts';

export type BatchTransaction = BatchProgressView['members'][number];

export const NOT_PLACED = 'not placed';
/** The user's own doing, of which they know. */
const LEFT_BY_USER: readonly string[] = ['set-stopped', 'trade-declined'];

/** What ended the set, where it was not the user. */
export function troubleOf(set: BatchProgressView): BatchProgressView['failure'] {
  const failures = [set.failure, ...set.members.map(({ failure }) => failure)];
  return failures.find((failure) => failure !== undefined && !LEFT_BY_USER.includes(failure.code));
}

const ON_CHAIN: readonly TradeView['state'][] = ['placed', 'partly-filled', 'filled', 'closed'];

/** The members as their trades are now: one that was sent last may be placed after the set has ended. */
export function membersNow(
  set: BatchProgressView,
  tradeOf: (id: string) => TradeView | undefined,
): readonly BatchTransaction[] {
  return set.members.map((member) => {
    const trade = member.tradeId === undefined ? undefined : tradeOf(member.tradeId);
    return member.state === 'sent' && trade && ON_CHAIN.includes(trade.state)
      ? { ...member, state: 'placed' }
      : member;
  });
}

/** The state of a ladder, in a sentence. */
export function batchWords(state: BatchProgressView['state'], members: readonly BatchTransaction[]): string {
  const all = members.length;
  const placed = members.filter((member) => member.state === 'placed').length;
  const sent = placed + members.filter((member) => member.state === 'sent').length;
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

export function memberWords({ state, failure }: BatchTransaction): string {
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
