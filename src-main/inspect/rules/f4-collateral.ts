import { quantityIn, sumValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { parseAddressBytes } from '../../cardano/address.ts';
import { collateralAtRisk } from '../effect.ts';
import { isLockedByScript, roleOf, type Facts } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { block, info, type Rule, warn } from '../rule.ts';
import { amountText } from '../wording.ts';

const LEAST_CAP = 5_000_000n;

/** Own collateral is lost when a script fails: its rest must come back, and what is at risk is bounded. */
export const collateral: Rule = {
  id: 'F4',
  holds: 'No collateral of yours is at risk beyond a small bound, and its rest returns to you.',
  leavesOut: 'Collateral that someone else puts up.',
  judge: (facts) => {
    const { tx, collateral: inputs, given } = facts;
    const { collateralReturn, totalCollateral } = tx.body;
    if (inputs.length === 0)
      return collateralReturn || totalCollateral !== undefined
        ? [block('F4', 'The transaction returns collateral that it does not have.')]
        : [];
    if (inputs.some(isLockedByScript))
      return [block('F4', 'The collateral is locked by a script, which no ledger takes.')];
    if (inputs.some(({ ownKey }) => ownKey !== undefined)) return judgeOwnCollateral(facts);
    if (inputs.every(({ resolved }) => resolved !== undefined))
      return [info('F4', 'Someone else puts up the collateral.')];
    const returns = collateralReturn && returnsToMe(facts);
    if (given.missingInputs === 'block') return [];
    return returns && totalCollateral !== undefined && totalCollateral <= collateralCap(facts)
      ? [info('F4', `If the collateral is yours, up to ${amountText(ADA, totalCollateral)} can be lost.`)]
      : [warn('F4', 'Whose the collateral is cannot be seen; if it is yours, all of it could be lost.')];
  },
};

function judgeOwnCollateral(facts: Facts): readonly Finding[] {
  const { collateralReturn, totalCollateral } = facts.tx.body;
  if (!collateralReturn || totalCollateral === undefined)
    return [block('F4', 'All of your collateral could be lost if a script fails.')];
  const findings: Finding[] = [];
  if (!returnsToMe(facts))
    findings.push(block('F4', 'The rest of your collateral would go to someone else.'));
  if (holdsTokensBeyond(facts, collateralReturn.value))
    findings.push(block('F4', 'Tokens of your collateral would not come back if a script fails.'));
  const risk = collateralAtRisk(facts);
  if (risk !== totalCollateral || risk > collateralCap(facts))
    findings.push(block('F4', `Up to ${amountText(ADA, risk)} could be lost if a script fails.`));
  return findings.length > 0
    ? findings
    : [info('F4', `Up to ${amountText(ADA, risk)} can be lost if the script fails.`)];
}

function holdsTokensBeyond({ collateral: inputs }: Facts, returned: Value): boolean {
  const put = sumValues(
    inputs.flatMap(({ resolved, ownKey }) => (ownKey && resolved ? [resolved.value] : [])),
  );
  return [...put].some(([asset, held]) => asset !== ADA && held > quantityIn(returned, asset));
}

function collateralCap({ tx }: Facts): bigint {
  const threeFees = 3n * tx.body.fee;
  return LEAST_CAP > threeFees ? LEAST_CAP : threeFees;
}

function returnsToMe({ tx, given }: Facts): boolean {
  const { collateralReturn } = tx.body;
  const address = collateralReturn && parseAddressBytes(collateralReturn.addressBytes);
  return address?.ok === true && roleOf(address.value, given.own) === 'own';
}
