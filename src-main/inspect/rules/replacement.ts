import { quantityIn } from '#domain/amount.ts';
import type { AgreedTransaction, LimitTask, Replaced } from '../../agreement/agreement.ts';
import type { Facts } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { block, type Rule, described } from '../rule.ts';
import { inEnglish, sentence } from '../words/sentences.ts';

const ID = 'V17';
/** The one objection that may pass: a service that sees what came back a moment later builds from it then. */
export const INDEPENDENT = inEnglish(sentence('V17-independent'));

/**
 * An order that replaces another may exist only where that one was taken back. Who spends an output of the cancellation
 * needs no word of anybody for that: the ledger refuses it wherever the cancellation lost the race to a fill, was never
 * on chain, or was undone.
 */
export const replacement: Rule = {
  ...described(ID),
  judge: (facts) => {
    const { agreed } = facts.context;
    if (!agreed) return [];
    const { transactions } = agreed.agreement;
    const task = transactions[agreed.at]?.task;
    if (task?.kind === 'limit' && task.replaces) return judgeReplacement(facts, task.replaces);
    return task?.kind === 'cancel' ? transactions.flatMap((one) => judgeReplaced(facts, one)) : [];
  },
};

/**
 * Where the order is taken back that another is to replace: it is that order, it is where the new one will be, and it
 * holds what that one sells. All of it was read from a ledger before, and is proven here.
 */
function judgeReplaced({ inputs }: Facts, { task }: AgreedTransaction): readonly Finding[] {
  if (task.kind !== 'limit' || !task.replaces) return [];
  const { order, script } = task.replaces;
  const old = inputs.find(({ reference, cancelled }) => cancelled && reference === order);
  if (old?.resolved?.known !== 'proven') return [block(ID, sentence('V17-not-that-order'))];
  const at = old.address?.payment;
  return [
    ...(at?.kind === 'script' && at.hash === script ? [] : [block(ID, sentence('V17-elsewhere'))]),
    ...(sellsMore(task, quantityIn(old.resolved.value, task.pay.asset))
      ? [block(ID, sentence('V17-more'))]
      : []),
  ];
}

function sellsMore({ pay }: LimitTask, held: bigint): boolean {
  return pay.quantity > held;
}

function judgeReplacement({ inputs, orders }: Facts, { cancellation, script }: Replaced): readonly Finding[] {
  // A cancellation whose script failed is on chain, too, and takes nothing back: only its collateral is spent.
  const dependent = inputs.some(
    ({ reference, ownHash, resolved }) =>
      ownHash !== undefined &&
      reference.slice(0, 64) === cancellation &&
      resolved?.known === 'proven' &&
      resolved.restOfFailed !== true,
  );
  const elsewhere = orders.filter(({ scriptHash }) => scriptHash !== script);
  return [
    ...(dependent ? [] : [block(ID, sentence('V17-independent'))]),
    ...elsewhere.map(({ index }) => block(ID, sentence('V17-output-elsewhere', { output: index + 1 }))),
  ];
}
