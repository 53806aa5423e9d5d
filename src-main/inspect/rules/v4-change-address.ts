import { block, type Rule } from '../rule.ts';
import { valueText } from '../wording.ts';

/** A change address with a foreign stake part leaves the funds spendable but gives their staking away. */
export const changeAddress: Rule = {
  id: 'V4',
  holds: 'Change goes to addresses whose payment and stake parts are both yours.',
  leavesOut: 'Which of your addresses it is.',
  judge: ({ outputs, given }) =>
    outputs
      .filter(({ role }) => role === 'half-own')
      .map(({ output }) =>
        block(
          'V4',
          `${valueText(output.value, given.tokens)} of change goes to an address with a foreign stake part.`,
        ),
      ),
};
