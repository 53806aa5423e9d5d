import type { Finding } from '../inspection.ts';
import { block, type Rule, warn } from '../rule.ts';

const TWO_HOURS = 7_200n;
const ONE_DAY = 86_400n;

/** A signed transaction can be submitted by whoever holds it until it expires. Slots last one second. */
export const validity: Rule = {
  id: 'F7',
  holds: 'The transaction can enter the chain now, and not much later.',
  leavesOut: 'How long an order waits once it is placed.',
  judge: ({ tx, given }) => {
    const { validFrom, validUntil } = tx.body;
    const tip = BigInt(given.tipSlot);
    const findings: Finding[] = [];
    if (validFrom !== undefined && validFrom > tip)
      findings.push(warn('F7', `The transaction is not valid yet, but in ${validFrom - tip} seconds.`));
    if (validFrom !== undefined && validUntil !== undefined && validFrom >= validUntil)
      findings.push(block('F7', 'The transaction is never valid.'));
    if (validUntil === undefined)
      return [...findings, warn('F7', 'The transaction stays valid for ever once it is signed.')];
    const left = validUntil - tip;
    if (left <= 0n) findings.push(block('F7', 'The transaction is no longer valid.'));
    else if (left > ONE_DAY)
      findings.push(block('F7', 'The transaction would stay valid for more than a day.'));
    else if (left > TWO_HOURS)
      findings.push(warn('F7', `The transaction stays valid for ${left / 60n} minutes.`));
    return findings;
  },
};
