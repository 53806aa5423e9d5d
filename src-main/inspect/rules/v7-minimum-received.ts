import type { Finding } from '../inspection.ts';
import { minimumReceived } from '../effect.ts';
import { block, type Rule, warn } from '../rule.ts';
import { amountText, assetText } from '../wording.ts';

export const minimumReceivedEnforced: Rule = {
  id: 'V7',
  holds: 'The orders want what you buy, and together enforce at least what you accepted.',
  leavesOut: 'When the orders are filled: one whose minimum cannot be met waits.',
  judge: (facts) => {
    const { given, orders } = facts;
    const findings: Finding[] = orders
      .filter(({ datum }) => datum !== undefined && datum.wanted !== given.intent.receive)
      .map((order) =>
        block(
          'V7',
          `Order ${order.index + 1} buys another token than ${assetText(given.intent.receive, given.tokens)}.`,
        ),
      );
    if (orders.some(({ datum }) => datum === undefined))
      return [...findings, warn('V7', 'What an order enforces as the least to receive cannot be read.')];
    const minimum = minimumReceived(facts) ?? 0n;
    if (minimum < given.quote.atLeast) {
      const { receive } = given.intent;
      findings.push(
        block(
          'V7',
          `The orders enforce only ${amountText(receive, minimum, given.tokens)}; you accepted at least ${amountText(receive, given.quote.atLeast, given.tokens)}.`,
        ),
      );
    }
    return findings;
  },
};
