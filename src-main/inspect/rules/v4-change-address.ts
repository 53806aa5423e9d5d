import { keysOfInputs } from '../facts.ts';
import { block, info, type Rule, warn } from '../rule.ts';
import { shortened, valueText } from '../wording.ts';

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
    return outputs.flatMap(({ role, output, address, addressText }) => {
      const text = valueText(output.value, given.tokens);
      if (role === 'half-own')
        return [block('V4', `${text} of change goes to an address with a foreign stake part.`)];
      if (role === 'bare-own')
        return [warn('V4', `${text} of change goes to an address of yours that earns no staking rewards.`)];
      if (role !== 'own' || usual.size === 0 || usual.has(address?.payment.hash ?? '')) return [];
      return [info('V4', `${text} goes to another address of yours, ${shortened(addressText)}.`)];
    });
  },
};
