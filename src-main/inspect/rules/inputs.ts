import { valuesEqual, valueOf, addValues, quantity, sumValues } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { shortened } from '#domain/words/names.ts';
import { block, info, type Rule, warn, described } from '../rule.ts';
import type { InputFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import type { Knowledge } from '../../cardano/resolution.ts';
import { sentence } from '../words/sentences.ts';

export const inputsResolved: Rule = {
  ...described('R1'),
  judge: ({ inputs, collateral, context }) => {
    const missing = [...inputs, ...collateral].filter((input) => input.resolved === undefined);
    if (context.missingInputs === 'block')
      return missing.map(({ reference }) =>
        block('R1', sentence('R1-not-found', { input: shortened(reference) })),
      );
    if (missing.length === 0) return [];
    return [warn('R1', sentence('R1-unknown', { inputs: missing.length }))];
  },
};

/**
 * Every sum that protects money counts inputs, so the app's own trades rest on proven ones alone: a ledger that reported an
 * own output poorer than it is, or as a stranger's, could hand the difference to others.
 */
export const inputsProven: Rule = {
  ...described('R2'),
  judge: ({ inputs, collateral, context }) => {
    const all = [...inputs, ...collateral];
    const own = context.missingInputs === 'block';
    const [once, twice] = own ? ([block, warn] as const) : ([warn, info] as const);
    return [
      ...unproven(all, 'told', (count) => once('R2', sentence('R2-unproven', { inputs: count }))),
      ...unproven(all, 'two-sources', (count) => twice('R2', sentence('R2-two-sources', { inputs: count }))),
    ];
  },
};

function unproven(
  inputs: readonly InputFact[],
  how: Knowledge,
  say: (count: number) => Finding,
): readonly Finding[] {
  const count = inputs.filter(({ resolved }) => resolved?.known === how).length;
  return count === 0 ? [] : [say(count)];
}

/** inputs + minted + withdrawn = outputs + fee + donation, per asset. Certificates carry deposits too, but block (F1). */
export const sumsMatch: Rule = {
  ...described('R3'),
  judge: ({ tx, inputs, complete }) => {
    if (!complete) return [];
    const resolved = new Map(inputs.map((input) => [input.reference, input.resolved?.value ?? new Map()]));
    const withdrawn = tx.body.withdrawals.reduce((total, withdrawal) => total + withdrawal.quantity, 0n);
    const lovelace = (amount: bigint) => valueOf({ asset: ADA, quantity: quantity(amount) });
    const entering = sumValues([...resolved.values(), tx.body.mint, lovelace(withdrawn)]);
    const outputs = sumValues(tx.body.outputs.map((output) => output.value));
    const leaving = addValues(outputs, lovelace(tx.body.fee + (tx.body.donation ?? 0n)));
    return valuesEqual(entering, leaving) ? [] : [block('R3', sentence('R3-sums'))];
  },
};

export const ownInputs: Rule = {
  ...described('R4'),
  judge: ({ inputs, complete }) => {
    const own = inputs.filter(({ ownHash, cancelled }) => ownHash !== undefined || cancelled).length;
    const others = inputs.filter(
      ({ ownHash, cancelled, resolved }) => resolved && !ownHash && !cancelled,
    ).length;
    if (own === 0 && complete) return [block('R4', sentence('R4-nothing'))];
    return others === 0 ? [] : [info('R4', sentence('R4-others', { others, inputs: inputs.length }))];
  },
};
