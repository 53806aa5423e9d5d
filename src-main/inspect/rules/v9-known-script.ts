import { block, info, type Rule } from '../rule.ts';
import { shortened } from '../wording.ts';

export const knownScript: Rule = {
  id: 'V9',
  holds: "Every order is locked by a known exchange's script, where the scripts are known at all.",
  leavesOut: 'What the script allows.',
  judge: ({ orders, given }) => {
    if (!given.orderScripts)
      return orders.length > 0
        ? [info('V9', 'The script of the order is judged by its terms alone: no list of scripts is known.')]
        : [];
    return orders
      .filter((order) => order.exchange === undefined)
      .map((order) =>
        block(
          'V9',
          `Order ${order.index + 1} is locked by a script that no known exchange uses (${shortened(order.scriptHash)}).`,
        ),
      );
  },
};
