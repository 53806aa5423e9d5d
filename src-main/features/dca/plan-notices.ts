import type { AssetId } from '#domain/asset.ts';
import type { Token } from '#domain/token.ts';
import { amountText, tokenName } from '../../market/amount-words.ts';
import type { NoticeWords } from '../notices/notice-writer.ts';
import type { PlanEvent, PlanEventKind } from './plan-events.ts';

/** Which kinds the user wants to be told of. */
export type PlanWishes = Readonly<Record<PlanEventKind, boolean>>;

const COUNTED: Readonly<Record<PlanEventKind, string>> = {
  cycle: 'traded',
  late: 'late',
  finished: 'finished',
};

export const planNoticeWords: NoticeWords<PlanEvent> = {
  titles: { cycle: 'Plan traded', late: 'Plan is late', finished: 'Plan finished' },
  text: textOf,
  severalTitle: (count) => `${count} plans moved on`,
  counted: (kind) => COUNTED[kind],
};

export function wantedPlanEvents(events: readonly PlanEvent[], wishes: PlanWishes): readonly PlanEvent[] {
  // The end says all that its last trade would.
  const ended = new Set(events.flatMap(({ kind, row }) => (kind === 'finished' ? [row.id] : [])));
  return events.filter(
    ({ kind, row }) => wishes[kind] && !(kind === 'cycle' && wishes.finished && ended.has(row.id)),
  );
}

function textOf({ kind, row }: PlanEvent, token: (id: AssetId) => Token): string {
  const { side, completed, cycles, pay, receive, sold, received, late } = row;
  const plan = `${side === 'buy' ? 'Buying' : 'Selling'} ${tokenName(token(row.token))}`;
  if (kind === 'late') return `${plan}, trade ${completed + 1} of ${cycles}: ${late?.reason ?? 'it is due.'}`;
  const paid = amountText(sold, token(pay.asset));
  const sums =
    received === undefined ? `${paid} traded` : `${paid} for ${amountText(received, token(receive))}`;
  return kind === 'finished'
    ? `${plan}: all ${cycles} trades were made, ${sums}.`
    : `${plan}, trade ${completed} of ${cycles} was made; ${sums} so far.`;
}
