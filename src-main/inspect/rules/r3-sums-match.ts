import { valuesEqual, valueOf, addValues, quantity, sumValues } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { block, type Rule } from '../rule.ts';

/** inputs + minted + withdrawn = outputs + fee + donation, per asset. Certificates carry deposits too, but block (F1). */
export const sumsMatch: Rule = {
  id: 'R3',
  holds: 'What goes in equals what comes out and the fee, asset by asset.',
  leavesOut: 'Deposits of certificates and proposals, which are refused altogether (F1).',
  judge: ({ tx, inputs, complete }) => {
    if (!complete) return [];
    const resolved = new Map(inputs.map((input) => [input.reference, input.resolved?.value ?? new Map()]));
    const withdrawn = tx.body.withdrawals.reduce((total, withdrawal) => total + withdrawal.quantity, 0n);
    const lovelace = (amount: bigint) => valueOf({ asset: ADA, quantity: quantity(amount) });
    const entering = sumValues([...resolved.values(), tx.body.mint, lovelace(withdrawn)]);
    const outputs = sumValues(tx.body.outputs.map((output) => output.value));
    const leaving = addValues(outputs, lovelace(tx.body.fee + (tx.body.donation ?? 0n)));
    return valuesEqual(entering, leaving) ? [] : [block('R3', 'The sums of the transaction do not match.')];
  },
};
