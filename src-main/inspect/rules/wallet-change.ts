import { lovelaceIn, quantityIn, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { shortened } from '#domain/words/names.ts';
import { formatAddress } from '../../cardano/address.ts';
import { type Facts, keysOfInputs } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { ordersOverhead, recipientsLovelace } from '../order-sums.ts';
import { block, info, type Rule, warn, described } from '../rule.ts';
import type { TradeTerms } from '../terms.ts';
import { shownAda, shownAmount, shownValue } from '../wording.ts';
import { minimumAda } from '../../cardano/fees.ts';
import { sentence } from '../words/sentences.ts';

/** The wallet may lose what is sold, the network fee, what the orders hold besides it, and nothing else. */
export const netChange: Rule = {
  ...described('V1'),
  judge: (facts) => {
    if (!facts.complete || facts.cancel || facts.send) return [];
    return facts.trade ? judgeTradeChange(facts, facts.trade) : describeLoss(facts);
  },
};

function judgeTradeChange(facts: Facts, { pay }: TradeTerms): readonly Finding[] {
  const { net, context, tx } = facts;
  const findings = [...net]
    .filter(([asset, change]) => change < 0n && asset !== ADA && asset !== pay.asset)
    .map(([asset, change]) =>
      block('V1', sentence('V1-also-takes', { what: shownAmount(asset, -change, context.tokens) })),
    );
  const sold = pay.asset === ADA ? pay.quantity : 0n;
  const explained = sold + tx.body.fee + ordersOverhead(facts) + recipientsLovelace(facts);
  const lost = -lovelaceIn(net);
  if (lost > explained)
    findings.push(
      block('V1', sentence('V1-unexplained', { lost: shownAda(lost), more: shownAda(lost - explained) })),
    );
  if (pay.asset !== ADA && -quantityIn(net, pay.asset) !== pay.quantity)
    findings.push(
      block(
        'V1',
        sentence('V1-other-amount', {
          lost: shownAmount(pay.asset, -quantityIn(net, pay.asset), context.tokens),
          sold: shownAmount(pay.asset, pay.quantity, context.tokens),
        }),
      ),
    );
  return findings;
}

function describeLoss({ net, context }: Facts): readonly Finding[] {
  const lost: Value = new Map(
    [...net].filter(([, change]) => change < 0n).map(([asset, change]) => [asset, -change]),
  );
  return lost.size === 0
    ? []
    : [info('V1', sentence('V1-takes', { lost: shownValue(lost, context.tokens) }))];
}

/**
 * A change address with a foreign stake part leaves the funds spendable but gives their staking away. Another address
 * of the account's is as safe, but other wallets look for funds at its first addresses only.
 */
export const changeAddress: Rule = {
  ...described('V4'),
  judge: (facts) => {
    const { outputs, context } = facts;
    const usual = keysOfInputs(facts);
    return [
      ...ofScript(facts),
      ...outputs.flatMap(({ role, output, address, addressText }) => {
        const what = shownValue(output.value, context.tokens);
        if (role === 'half-own') return [block('V4', sentence('V4-foreign-stake', { what }))];
        if (role === 'bare-own') return [warn('V4', sentence('V4-no-rewards', { what }))];
        if (role !== 'own' || usual.size === 0 || usual.has(address?.payment.hash ?? '')) return [];
        return [info('V4', sentence('V4-other-own', { what, to: shortened(addressText) }))];
      }),
    ];
  },
};

/**
 * A script has one address per stake part: whoever substitutes another stake part takes the rewards on the moved funds.
 */
function ofScript({ inputs, context }: Facts): readonly Finding[] {
  const { script } = context.own;
  if (!script) return [];
  const elsewhere = inputs.filter(
    ({ ownHash, address }) => ownHash === script.hash && address && formatAddress(address) !== script.address,
  ).length;
  return elsewhere === 0
    ? []
    : [warn('V4', sentence('V4-script-moves', { inputs: elsewhere, to: shortened(script.address) }))];
}

/** That every own token comes back is V1's sum; here each output must hold the ADA that the ledger asks for. */
export const leastAda: Rule = {
  ...described('V5'),
  judge: ({ outputs, context }) =>
    outputs
      .filter(({ output }) => {
        const least = minimumAda(output.span.end - output.span.start, context.parameters.coinsPerUtxoByte);
        return lovelaceIn(output.value) < least;
      })
      .map(({ index }) => block('V5', sentence('V5-least', { output: index + 1 }))),
};
