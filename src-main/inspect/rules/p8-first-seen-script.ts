import { warn, type Rule } from '../rule.ts';
import { shortened } from '../wording.ts';

export const firstSeenScript: Rule = {
  id: 'P8',
  holds: "Every order is locked by a known exchange's script, or by one that you placed an order at before.",
  leavesOut: 'What the script allows; and whether an unknown script may be used at all (V9).',
  judge: ({ given: { policy }, orders }) => {
    if (!policy) return [];
    const fresh = orders.filter(({ script, scriptHash }) => !script && !policy.seenScripts.has(scriptHash));
    return [...new Set(fresh.map(({ scriptHash }) => scriptHash))].map((hash) =>
      warn('P8', `You have not placed an order at the script ${shortened(hash)} before.`),
    );
  },
};
