import { lovelaceIn, quantityIn, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { Facts } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { ordersOverhead, recipientsLovelace } from '../order-sums.ts';
import { block, info, type Rule } from '../rule.ts';
import type { TradeTerms } from '../terms.ts';
import { amountText, valueText } from '../wording.ts';

/** The wallet may lose what is sold, the network fee, what the orders hold beside it, and nothing else. */
export const netChange: Rule = {
  id: 'V1',
  holds: 'Your wallet loses exactly what you sell and the costs shown, and no other token.',
  leavesOut: 'Whether the costs are fair (V2, V3, F5), and cancellations (V10).',
  judge: (facts) => {
    if (!facts.complete || facts.cancel) return [];
    return facts.trade ? judgeTradeChange(facts, facts.trade) : describeLoss(facts);
  },
};

function judgeTradeChange(facts: Facts, { pay }: TradeTerms): readonly Finding[] {
  const { net, given, tx } = facts;
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
}

function describeLoss({ net, given }: Facts): readonly Finding[] {
  const lost: Value = new Map(
    [...net].filter(([, change]) => change < 0n).map(([asset, change]) => [asset, -change]),
  );
  return lost.size === 0 ? [] : [info('V1', `It takes ${valueText(lost, given.tokens)} from your wallet.`)];
}
