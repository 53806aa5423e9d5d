import { lovelaceIn, quantityIn } from '../../../src-preload/domain/amount.ts';
import { ADA } from '../../../src-preload/domain/asset.ts';
import { ordersOverhead, recipientsLovelace } from '../order-sums.ts';
import { block, type Rule } from '../rule.ts';
import { amountText } from '../wording.ts';

/** The wallet may lose what is sold, the network fee, what the orders hold beside it, and nothing else. */
export const netChange: Rule = {
  id: 'V1',
  holds: 'Your wallet loses exactly what you sell and the costs shown, and no other token.',
  leavesOut: 'Whether the costs are fair (V2, V3, F5).',
  judge: (facts) => {
    const { net, given, tx } = facts;
    const { pay } = given.intent;
    const findings = [...net]
      .filter(([asset, change]) => change < 0n && asset !== ADA && asset !== pay.asset)
      .map(([asset, change]) =>
        block('V1', `It also takes ${amountText(asset, -change, given.tokens)} from your wallet.`),
      );
    const sold = pay.asset === ADA ? pay.quantity : 0n;
    const explained = sold + tx.body.fee + ordersOverhead(facts) + recipientsLovelace(facts);
    const lost = -lovelaceIn(net);
    if (lost > explained)
      findings.push(
        block(
          'V1',
          `It takes ${amountText(ADA, lost)} from your wallet, ${amountText(ADA, lost - explained)} more than can be explained.`,
        ),
      );
    if (pay.asset !== ADA && -quantityIn(net, pay.asset) !== pay.quantity)
      findings.push(
        block(
          'V1',
          `It takes ${amountText(pay.asset, -quantityIn(net, pay.asset), given.tokens)}, not the ${amountText(pay.asset, pay.quantity, given.tokens)} that you sell.`,
        ),
      );
    return findings;
  },
};
