import { isLockedByScript, type Facts } from '../facts.ts';
import { block, type Rule } from '../rule.ts';

/** The body's script data hash binds redeemers and datums, which stand outside of the signed body. */
export const scriptData: Rule = {
  id: 'F11',
  holds:
    'What the transaction hands to scripts is bound by the signed body, and nothing is bound that is not there.',
  leavesOut:
    'Whether the hash is right: it also covers cost parameters of the network, and the ledger checks it.',
  judge: (facts) => {
    const { tx } = facts;
    if (tx.witnesses.hasRedeemers && !runsScripts(facts))
      return [
        block('F11', 'The transaction brings along what starts a script, but nothing in it needs one.'),
      ];
    const present = tx.witnesses.hasRedeemers || tx.witnesses.data.size > 0;
    const bound = tx.body.scriptDataHash !== undefined;
    if (present === bound) return [];
    return [
      block(
        'F11',
        present
          ? 'What the transaction hands to scripts is not bound by what you sign.'
          : 'The transaction binds data for scripts that it does not bring along.',
      ),
    ];
  },
};

/** Body fields that may run scripts beside inputs: certificates, withdrawals, mints, votes, proposals. */
const RUNNING_FIELDS = [4, 5, 9, 19, 20];

/** Whether anything may need a redeemer, as far as its inputs could be looked up. */
function runsScripts({ tx, inputs }: Facts): boolean {
  if (RUNNING_FIELDS.some((key) => tx.body.keys.has(key))) return true;
  return inputs.some((input) => input.address === undefined || isLockedByScript(input));
}
