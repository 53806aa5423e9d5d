import { lovelaceIn } from '../../../src-preload/domain/amount.ts';
import { ADA } from '../../../src-preload/domain/asset.ts';
import type { Facts, OutputFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { block, info, type Rule } from '../rule.ts';
import { amountText, shortened, valueText } from '../wording.ts';

export const recipients: Rule = {
  id: 'V3',
  holds: 'Everything goes to you, to an order, or to a fee address that you allowed, within its cap.',
  leavesOut: 'Whether an order is safe (V2, V6, V7).',
  judge: (facts) => {
    const foreign = facts.outputs.filter(({ role }) => role === 'foreign');
    return foreign.flatMap((output) => judgeRecipient(output, foreign, facts));
  },
};

function judgeRecipient(
  output: OutputFact,
  foreign: readonly OutputFact[],
  facts: Facts,
): readonly Finding[] {
  const value = output.output.value;
  const text = valueText(value, facts.given.tokens);
  if (!facts.limits.feeRecipients.has(output.addressText))
    return [block('V3', `${text} would go to an unknown address, ${shortened(output.addressText)}.`)];
  const total = foreign.reduce((sum, each) => sum + lovelaceIn(each.output.value), 0n);
  const cap = serviceFeeCap(facts);
  if ([...value.keys()].some((asset) => asset !== ADA) || total > cap)
    return [
      block(
        'V3',
        `${text} would go to the service's fee address, more than the ${amountText(ADA, cap)} allowed.`,
      ),
    ];
  return [info('V3', `${text} goes to the service's fee address.`)];
}

function serviceFeeCap({ given, limits }: Facts): bigint {
  const { pay } = given.intent;
  return limits.serviceFee + (pay.asset === ADA ? pay.quantity / 100n : 0n);
}
