import { block, type Rule, warn } from '../rule.ts';
import { shortened } from '../wording.ts';

export const knownScript: Rule = {
  id: 'V9',
  holds: "Every order is locked by a known exchange's script.",
  leavesOut: 'What the script allows.',
  judge: ({ orders, given, trade }) =>
    orders
      .filter(({ script }) => script === undefined)
      .map(({ index, scriptHash }) => {
        const message = `Order ${index + 1} is locked by a script that no known exchange uses (${shortened(scriptHash)}).`;
        const asks = !trade || !given.scripts.complete || given.policy?.limits.expert === true;
        return asks ? warn('V9', message) : block('V9', message);
      }),
};
