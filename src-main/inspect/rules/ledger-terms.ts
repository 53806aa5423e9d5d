import { quantityIn, sumValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { networkId } from '#domain/network.ts';
import { parseAddressBytes } from '../../cardano/address.ts';
import { collateralAtRisk } from '../figures.ts';
import { roleOf, signaturesToCome, type Facts } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import { block, info, type Rule, warn, described } from '../rule.ts';
import { shownAda } from '../wording.ts';
import { minimumFeeSigned } from '../../cardano/fees.ts';
import { sentence } from '../words/sentences.ts';

const LEAST_CAP = 5_000_000n;

/** Own collateral is lost when a script fails: its rest must come back, and what is at risk is bounded. */
export const collateral: Rule = {
  ...described('F4'),
  judge: (facts) => {
    const { tx, collateral: inputs, context } = facts;
    const { collateralReturn, totalCollateral } = tx.body;
    if (inputs.length === 0)
      return collateralReturn || totalCollateral !== undefined
        ? [block('F4', sentence('F4-returns-none'))]
        : [];
    if (inputs.some(({ address }) => address?.payment.kind === 'script'))
      return [block('F4', sentence('F4-script'))];
    if (inputs.some(({ ownHash }) => ownHash !== undefined)) return judgeOwnCollateral(facts);
    if (inputs.every(({ resolved }) => resolved !== undefined))
      return [info('F4', sentence('F4-someone-else'))];
    const returns = collateralReturn && returnsToMe(facts);
    if (context.missingInputs === 'block') return [];
    return returns && totalCollateral !== undefined && totalCollateral <= collateralCap(facts)
      ? [info('F4', sentence('F4-if-yours', { risk: shownAda(totalCollateral) }))]
      : [warn('F4', sentence('F4-whose'))];
  },
};

function judgeOwnCollateral(facts: Facts): readonly Finding[] {
  const { collateralReturn, totalCollateral } = facts.tx.body;
  if (!collateralReturn || totalCollateral === undefined) return [block('F4', sentence('F4-all'))];
  const findings: Finding[] = [];
  if (!returnsToMe(facts)) findings.push(block('F4', sentence('F4-rest')));
  if (holdsTokensBeyond(facts, collateralReturn.value)) findings.push(block('F4', sentence('F4-tokens')));
  const risk = collateralAtRisk(facts);
  if (risk !== totalCollateral || risk > collateralCap(facts))
    findings.push(block('F4', sentence('F4-too-much', { risk: shownAda(risk) })));
  return findings.length > 0 ? findings : [info('F4', sentence('F4-risk', { risk: shownAda(risk) }))];
}

function holdsTokensBeyond({ collateral: inputs }: Facts, returned: Value): boolean {
  const put = sumValues(
    inputs.flatMap(({ resolved, ownHash }) => (ownHash && resolved ? [resolved.value] : [])),
  );
  return [...put].some(([asset, held]) => asset !== ADA && held > quantityIn(returned, asset));
}

function collateralCap({ tx }: Facts): bigint {
  const threeFees = 3n * tx.body.fee;
  return LEAST_CAP > threeFees ? LEAST_CAP : threeFees;
}

function returnsToMe({ tx, context }: Facts): boolean {
  const { collateralReturn } = tx.body;
  const address = collateralReturn && parseAddressBytes(collateralReturn.addressBytes);
  return address?.ok === true && roleOf(address.value, context.own) === 'own';
}

const ONE_ADA = 1_000_000n;

/** Bounds from real trades: none without scripts paid more than 0.7 ADA, none with scripts more than 1.5. */
export const networkFee: Rule = {
  ...described('F5'),
  judge: (facts) => {
    const { tx, context } = facts;
    const { fee } = tx.body;
    const scripts = tx.witnesses.hasRedeemers;
    const most = (scripts ? 5n : 2n) * ONE_ADA;
    const usual = (scripts ? 2n : 1n) * ONE_ADA;
    const least = minimumFeeSigned(tx.bytes.length, signaturesToCome(facts), context.parameters);
    if (fee > most) return [block('F5', sentence('F5-far-too-high', { fee: shownAda(fee) }))];
    if (fee > usual) return [warn('F5', sentence('F5-high', { fee: shownAda(fee) }))];
    // A service that does not know the script may allow for too few signatures, and everyone would have signed in vain.
    if (context.own.script && fee < least)
      return [block('F5', sentence('F5-low', { fee: shownAda(fee), least: shownAda(least) }))];
    if (!scripts && fee > 2n * least)
      return [warn('F5', sentence('F5-twice', { fee: shownAda(fee), least: shownAda(least) }))];
    return [];
  },
};

export const network: Rule = {
  ...described('F6'),
  judge: ({ tx, context }) => {
    const expected = networkId(context.network);
    const findings: Finding[] = [];
    if (tx.body.networkId !== undefined && tx.body.networkId !== expected)
      findings.push(block('F6', sentence('F6-network')));
    const { outputs, collateralReturn } = tx.body;
    for (const { addressBytes } of collateralReturn ? [...outputs, collateralReturn] : outputs) {
      const address = parseAddressBytes(addressBytes);
      if (!address.ok) findings.push(block('F6', sentence('F6-address', { why: address.failure })));
      else if (address.value.network !== expected) findings.push(block('F6', sentence('F6-address-network')));
      else if (address.value.stake === 'pointer') findings.push(block('F6', sentence('F6-pointer')));
    }
    return findings;
  },
};

const TWO_HOURS = 7_200n;
const ONE_DAY = 86_400n;
/** Slots that a ledger may be ahead of this computer's clock before the user is warned. */
const CLOCK_SPREAD = 1_200n;

/** A signed transaction can be submitted by whoever holds it until it expires. Slots last one second. */
export const validity: Rule = {
  ...described('F7'),
  judge: ({ tx, context }) => {
    const { validFrom, validUntil } = tx.body;
    const tip = context.tipSlot === undefined ? undefined : BigInt(context.tipSlot);
    const findings: Finding[] = [];
    if (
      tip !== undefined &&
      context.clockSlot !== undefined &&
      tip - BigInt(context.clockSlot) > CLOCK_SPREAD
    )
      findings.push(warn('F7', sentence('F7-clock', { minutes: (tip - BigInt(context.clockSlot)) / 60n })));
    if (tip !== undefined && validFrom !== undefined && validFrom > tip)
      findings.push(warn('F7', sentence('F7-not-yet', { seconds: validFrom - tip })));
    if (validFrom !== undefined && validUntil !== undefined && validFrom >= validUntil)
      findings.push(block('F7', sentence('F7-never')));
    if (validUntil === undefined) return [...findings, warn('F7', sentence('F7-forever'))];
    // Without the present slot, how long it stays valid is measured from its own start.
    const from = tip ?? validFrom;
    if (from === undefined) return findings;
    const left = validUntil - from;
    if (left <= 0n) findings.push(block('F7', sentence('F7-over')));
    else if (left > ONE_DAY) findings.push(block('F7', sentence('F7-day')));
    else if (left > TWO_HOURS) findings.push(warn('F7', sentence('F7-long', { minutes: left / 60n })));
    return findings;
  },
};
