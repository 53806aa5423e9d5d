import { lovelaceIn, quantityIn, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { formatAddress } from '../../cardano/address.ts';
import { type Facts, keysOfInputs } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { ordersOverhead, recipientsLovelace } from '../order-sums.ts';
import { block, info, type Rule, warn } from '../rule.ts';
import type { TradeTerms } from '../terms.ts';
import { amountText, shortened, valueText } from '../wording.ts';
import { minimumAda } from '../../cardano/fees.ts';

/** The wallet may lose what is sold, the network fee, what the orders hold besides it, and nothing else. */
export const netChange: Rule = {
  id: 'V1',
  holds: 'Your wallet loses exactly what you sell and the costs shown, and no other token.',
  leavesOut: 'Whether the costs are fair (V2, V3, F5), and cancellations (V10), and payments (V18).',
  judge: (facts) => {
    if (!facts.complete || facts.cancel || facts.send) return [];
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

/**
 * A change address with a foreign stake part leaves the funds spendable but gives their staking away. Another address
 * of the account's is as safe, but other wallets look for funds at its first addresses only.
 */
export const changeAddress: Rule = {
  id: 'V4',
  holds:
    'Change goes to addresses whose payment and stake parts are both yours, and where what you spend came from.',
  leavesOut: 'Into how many outputs it is cut.',
  judge: (facts) => {
    const { outputs, given } = facts;
    const usual = keysOfInputs(facts);
    return [
      ...ofScript(facts),
      ...outputs.flatMap(({ role, output, address, addressText }) => {
        const text = valueText(output.value, given.tokens);
        if (role === 'half-own')
          return [block('V4', `${text} of change goes to an address with a foreign stake part.`)];
        if (role === 'bare-own')
          return [warn('V4', `${text} of change goes to an address of yours that earns no staking rewards.`)];
        if (role !== 'own' || usual.size === 0 || usual.has(address?.payment.hash ?? '')) return [];
        return [info('V4', `${text} goes to another address of yours, ${shortened(addressText)}.`)];
      }),
    ];
  },
};

/**
 * A script has one address per stake part: whoever substitutes another stake part takes the rewards on the moved funds.
 */
function ofScript({ inputs, given }: Facts): readonly Finding[] {
  const { script } = given.own;
  if (!script) return [];
  const elsewhere = inputs.filter(
    ({ ownHash, address }) => ownHash === script.hash && address && formatAddress(address) !== script.address,
  ).length;
  return elsewhere === 0
    ? []
    : [
        warn(
          'V4',
          `${elsewhere} of what it spends was at another address of this script: with ${shortened(script.address)} its stake part changes.`,
        ),
      ];
}

/** That every own token comes back is V1's sum; here each output must hold the ADA that the ledger asks for. */
export const leastAda: Rule = {
  id: 'V5',
  holds: 'Every output holds the least ADA that the ledger asks for.',
  leavesOut: 'Which output holds which token.',
  judge: ({ outputs, given }) =>
    outputs
      .filter(({ output }) => {
        const least = minimumAda(output.span.end - output.span.start, given.parameters.coinsPerUtxoByte);
        return lovelaceIn(output.value) < least;
      })
      .map(({ index }) => block('V5', `Output ${index + 1} holds less ADA than the ledger asks for.`)),
};
