import type { SendTask } from '../agreement/agreement.ts';
import { holderOfText } from './address.ts';
import { objection, type Objection, when } from './proof.ts';
import { minus } from './sums.ts';
import { isOwn, type Survey } from './survey.ts';
import type { Output } from './transaction.ts';
import { amounts, shortText } from './words.ts';

/** Fields of a body that serve scripts, other signers or attached data: a plain payment has none of them. */
const NOT_OF_A_PAYMENT: readonly number[] = [5, 7, 11, 13, 14, 16, 17, 18];

/** A payment is one output of exactly what was agreed to exactly that address; the rest goes back to the wallet. */
export function paymentObjections(task: SendTask, survey: Survey): readonly Objection[] {
  const { tx, inputs, orders, otherOutputs, context } = survey;
  const { tokens } = context.agreement;
  const recipient = holderOfText(task.to);
  const toSelf = isOwn(recipient, context);
  const paid = tx.outputs.filter((output) => output.holder.text === task.to && paysExactly(output, task));
  const most = toSelf ? 0 : 1;
  return [
    ...when(
      recipient.text !== task.to || (recipient.kind !== 'key' && !toSelf),
      'recipient-odd',
      `${shortText(task.to)} is no address of a key that a payment can go to.`,
    ),
    ...when(
      paid.length === 0,
      'not-paid',
      `It does not pay ${amounts(task.pays, tokens)} to ${shortText(task.to)} in one output.`,
    ),
    ...when(
      otherOutputs.length > most || paid.length + otherOutputs.length < 1,
      'paid-elsewhere',
      'It pays somebody else, or more than once.',
    ),
    ...otherOutputs
      .filter(({ holder }) => holder.text !== task.to)
      .map(({ holder }) => objection('paid-elsewhere', `It pays ${shortText(holder.text)}.`)),
    ...when(orders.length > 0, 'locked-in-script', 'It locks funds in a script.'),
    ...when(
      tx.outputs.some(({ datumHash, inlineDatum }) => datumHash !== undefined || inlineDatum !== undefined),
      'carries-datum',
      'It attaches data to an output.',
    ),
    ...when(
      inputs.some(({ own }) => !own),
      'input-foreign',
      'It spends something that is not of this wallet.',
    ),
    ...when(
      NOT_OF_A_PAYMENT.some((field) => tx.fields.has(field)) || tx.attached !== undefined,
      'not-plain',
      'It does something besides the payment.',
    ),
    ...when(tx.validUntil === undefined, 'no-end', 'It would stay valid forever.'),
  ];
}

function paysExactly({ value }: Output, { pays }: SendTask): boolean {
  return minus(value, pays).size === 0;
}
