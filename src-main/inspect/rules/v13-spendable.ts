import type { Facts, OrderFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { block, type Rule, unlistedScript } from '../rule.ts';

/**
 * A script of Plutus version 1 cannot be run over an output with an inline datum or a script of its own: it has no words
 * for either, so the ledger refuses every transaction that would spend one. What lies there is lost for ever.
 */
export const spendable: Rule = {
  id: 'V13',
  holds: 'Every order holds its terms in a form that its script can be run over.',
  leavesOut: 'Whether the script then agrees; and terms that are missing, or given by a hash alone (V6).',
  judge: (facts) => facts.orders.flatMap((order) => judgeSpendable(order, facts)),
};

function judgeSpendable(order: OrderFact, facts: Facts): readonly Finding[] {
  const { script, index, output } = order;
  const what =
    output.datum.kind === 'inline'
      ? 'its terms inline'
      : output.hasReferenceScript
        ? 'a script of its own'
        : undefined;
  if (what === undefined || (script !== undefined && script.plutus !== 1)) return [];
  const name = `Order ${index + 1}`;
  if (script)
    return [
      block(
        'V13',
        `${name} holds ${what}, and the script of ${script.exchange} is of Plutus version 1: nobody could ever spend it, and what lies in it would be lost.`,
      ),
    ];
  return [
    unlistedScript(facts)(
      'V13',
      `${name} holds ${what}, and the Plutus version of its script is not known: at a script of version 1, what lies in it would be lost.`,
    ),
  ];
}
