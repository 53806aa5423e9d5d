import { ADA } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import type { OrderClosing } from '../../cardano/order-forms/order-form.ts';
import type { Facts, OrderFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { block, info, type Rule, warn } from '../rule.ts';
import { amountText, timeText } from '../wording.ts';

/** An order may have a time of its own, after which others may end it, and some pay those who do. */
export const orderTime: Rule = {
  id: 'V14',
  holds: 'No order ends by itself before it can be filled, and none pays those who send it back.',
  leavesOut: 'How long an order waits until it is filled, where it ends much later or not at all.',
  judge: (facts) => facts.orders.flatMap((order) => judgeOrder(order, facts)),
};

function judgeOrder({ index, terms }: OrderFact, facts: Facts): readonly Finding[] {
  const name = `Order ${index + 1}`;
  return [
    ...(terms?.closing ? judgeClosing(terms.closing, name, facts) : []),
    ...(terms?.killable === true
      ? [
          info(
            'V14',
            `${name} may be sent back to you unfilled, less the fee for filling it, once its least cannot be met.`,
          ),
        ]
      : []),
  ];
}

function judgeClosing(closing: OrderClosing, name: string, facts: Facts): readonly Finding[] {
  const { at, then, tip } = closing;
  const end = timeText(at);
  const tipped = tip > 0n ? `, and keep up to ${amountText(ADA, tip)} of it` : '';
  const means =
    then === 'sent-back'
      ? `${name} ends at ${end}: after that, anybody may send it back to you${tipped}.`
      : `${name} ends at ${end}: after that, nobody fills it, and it waits until you take it back.`;
  const { now, last } = moments(facts);
  const object = facts.trade ? block : warn;
  if (now !== undefined && at <= now) return [object('V14', `${means} That time has passed.`)];
  // A transaction without an end can always be held back until then; only where somebody is paid for that, it would be.
  if (last === undefined ? tip > 0n : at <= last)
    return [object('V14', `${means} This transaction can still enter the chain then.`)];
  if (now === undefined)
    return [warn('V14', `${means} Whether that time has passed cannot be said: the time is not known.`)];
  return [(tip > 0n ? warn : info)('V14', means)];
}

/**
 * What time it is, and until when the transaction can enter the chain, in milliseconds since 1970. Of the ledger's time
 * and this computer's the later one counts: a ledger that lies about it must not bring an order back to life.
 */
function moments({ tx, given }: Facts): {
  readonly now: bigint | undefined;
  readonly last: bigint | undefined;
} {
  const timeOf = (slot: bigint): bigint => (BigInt(slotToUnix(given.network, 0)) + slot) * 1_000n;
  const { tipSlot, clockSlot } = given;
  const known = [tipSlot, clockSlot].flatMap((slot) => (slot === undefined ? [] : timeOf(BigInt(slot))));
  const now = known.reduce<bigint | undefined>(
    (latest, time) => (latest === undefined || time > latest ? time : latest),
    undefined,
  );
  const { validUntil } = tx.body;
  return { now, last: validUntil === undefined ? undefined : timeOf(validUntil) };
}
