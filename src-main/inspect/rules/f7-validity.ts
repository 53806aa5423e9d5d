import type { Finding } from '../inspection.ts';
import { block, type Rule, warn } from '../rule.ts';

const TWO_HOURS = 7_200n;
const ONE_DAY = 86_400n;
/** Slots that a ledger may be ahead of this computer's clock before it is told. */
const CLOCK_SPREAD = 1_200n;

/** A signed transaction can be submitted by whoever holds it until it expires. Slots last one second. */
export const validity: Rule = {
  id: 'F7',
  holds: 'The transaction can enter the chain now, and not much later.',
  leavesOut:
    "How long an order waits once it is placed; and a computer's clock that is itself ahead, by as much as a lying ledger.",
  judge: ({ tx, given }) => {
    const { validFrom, validUntil } = tx.body;
    const tip = given.tipSlot === undefined ? undefined : BigInt(given.tipSlot);
    const findings: Finding[] = [];
    if (tip !== undefined && given.clockSlot !== undefined && tip - BigInt(given.clockSlot) > CLOCK_SPREAD)
      findings.push(
        warn(
          'F7',
          `The ledger says that it is ${(tip - BigInt(given.clockSlot)) / 60n} minutes later than this computer's clock: the transaction may stay valid for as much longer than is said here.`,
        ),
      );
    if (tip !== undefined && validFrom !== undefined && validFrom > tip)
      findings.push(warn('F7', `The transaction is not valid yet, but in ${validFrom - tip} seconds.`));
    if (validFrom !== undefined && validUntil !== undefined && validFrom >= validUntil)
      findings.push(block('F7', 'The transaction is never valid.'));
    if (validUntil === undefined)
      return [...findings, warn('F7', 'The transaction stays valid for ever once it is signed.')];
    // Without the present slot, how long it stays valid is measured from its own start.
    const from = tip ?? validFrom;
    if (from === undefined) return findings;
    const left = validUntil - from;
    if (left <= 0n) findings.push(block('F7', 'The transaction is no longer valid.'));
    else if (left > ONE_DAY)
      findings.push(block('F7', 'The transaction would stay valid for more than a day.'));
    else if (left > TWO_HOURS)
      findings.push(warn('F7', `The transaction stays valid for ${left / 60n} minutes.`));
    return findings;
  },
};
