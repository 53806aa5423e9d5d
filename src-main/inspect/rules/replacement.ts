import type { Replaced } from '../../agreement/agreement.ts';
import type { Facts } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { block, type Rule } from '../rule.ts';

const ID = 'V17';
/** The one objection that may pass: a service that sees what came back a moment later builds from it then. */
export const INDEPENDENT =
  'It spends nothing that the cancellation gave back: it could be placed even if the order that it replaces was filled.';

/**
 * An order that replaces another may exist only where that one was taken back. Who spends an output of the cancellation
 * needs no word of anybody for that: the ledger refuses it wherever the cancellation lost the race to a fill, was never
 * on chain, or was undone.
 */
export const replacement: Rule = {
  id: ID,
  holds:
    'An order that replaces another spends what its cancellation gave back, and is placed where that one was.',
  leavesOut: 'What the new order sells, for how much and for whom: as for any order (V1, V2, V6, V7).',
  judge: (facts) => {
    const { agreed } = facts.given;
    const task = agreed?.agreement.transactions[agreed.at]?.task;
    return task?.kind === 'limit' && task.replaces ? judgeReplacement(facts, task.replaces) : [];
  },
};

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
    ...(dependent ? [] : [block(ID, INDEPENDENT)]),
    ...elsewhere.map(({ index }) =>
      block(ID, `Output ${index + 1} is not placed where the order that it replaces was.`),
    ),
  ];
}
