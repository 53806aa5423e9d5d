import { type Rule, unlistedScript } from '../rule.ts';
import { shortened } from '../wording.ts';

export const knownScript: Rule = {
  id: 'V9',
  holds: "Every order is locked by a known exchange's script.",
  leavesOut: 'What the script allows.',
  judge: (facts) =>
    facts.orders
      .filter(({ script }) => script === undefined)
      .map(({ index, scriptHash }) => {
        const message = `Order ${index + 1} is locked by a script that no known exchange uses (${shortened(scriptHash)}).`;
        return unlistedScript(facts)('V9', message);
      }),
};
