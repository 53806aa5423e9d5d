import { lovelaceIn } from '#domain/amount.ts';
import { minimumAda } from '../../cardano/fees.ts';
import { block, type Rule } from '../rule.ts';

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
