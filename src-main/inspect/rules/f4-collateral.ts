import { lovelaceIn } from '../../../src-preload/domain/amount.ts';
import { ADA } from '../../../src-preload/domain/asset.ts';
import { parseAddressBytes } from '../../cardano/address.ts';
import { roleOf } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { block, info, type Rule } from '../rule.ts';
import { amountText } from '../wording.ts';

const LEAST_CAP = 5_000_000n;

/** Own collateral is lost when a script fails: its rest must come back, and what is at risk is bounded. */
export const collateral: Rule = {
  id: 'F4',
  holds: 'No collateral of yours is at risk beyond a small bound, and its rest returns to you.',
  leavesOut: 'Collateral that someone else puts up.',
  judge: ({ tx, collateral: inputs, given }) => {
    const { collateralReturn, totalCollateral, fee } = tx.body;
    if (!inputs.some((input) => input.ownKey !== undefined))
      return collateralReturn || totalCollateral !== undefined
        ? [block('F4', 'The transaction returns collateral that is not yours, or that it does not have.')]
        : [];
    if (!collateralReturn || totalCollateral === undefined)
      return [block('F4', 'All of your collateral could be lost if a script fails.')];
    const findings: Finding[] = [];
    const address = parseAddressBytes(collateralReturn.addressBytes);
    if (!address.ok || roleOf(address.value, given.own) !== 'own')
      findings.push(block('F4', 'The rest of your collateral would go to someone else.'));
    const put = inputs.reduce(
      (total, input) => total + (input.resolved ? lovelaceIn(input.resolved.value) : 0n),
      0n,
    );
    const risk = put - lovelaceIn(collateralReturn.value);
    const cap = LEAST_CAP > 3n * fee ? LEAST_CAP : 3n * fee;
    if (risk !== totalCollateral || risk > cap)
      findings.push(block('F4', `Up to ${amountText(ADA, risk)} could be lost if a script fails.`));
    return findings.length > 0
      ? findings
      : [info('F4', `Up to ${amountText(ADA, risk)} can be lost if the script fails.`)];
  },
};
