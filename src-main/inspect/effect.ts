import { lovelaceIn } from '#domain/amount.ts';
import type { OrderTerms } from '../cardano/order-forms/order-form.ts';
import type { Facts } from './facts.ts';
import type { Effect, SummaryFigures } from './inspection.ts';
import { figuresOf } from './figures.ts';
import { effectiveMinimum, minimumReceived, ordersOverhead } from './order-sums.ts';

/** What the transaction does to the wallet. */
export function effectOf(facts: Facts): Effect {
  const { tx, inputs, collateral } = facts;
  return {
    net: facts.net,
    complete: facts.complete,
    networkFee: tx.body.fee,
    batcherFees: total(facts, ({ batcherFee }) => batcherFee) ?? 0n,
    deposits: total(facts, ({ deposit }) => deposit) ?? 0n,
    orders: facts.orders.map(({ index, script, scriptHash, addressText, output, rawDatum, terms }) => ({
      index,
      exchange: script?.exchange,
      scriptHash,
      address: addressText,
      value: output.value,
      form: terms && script?.form?.name,
      rawDatum,
      terms,
    })),
    recipients: facts.outputs
      .filter(({ role }) => role === 'foreign')
      .map(({ index, addressText, output }) => ({ index, address: addressText, value: output.value })),
    change: facts.returned,
    receive: facts.trade?.receive,
    minimumReceived: minimumReceived(facts),
    collateralAtRisk: collateralAtRisk(facts),
    validFrom: slotNumber(tx.body.validFrom),
    validUntil: slotNumber(tx.body.validUntil),
    inputsProven: [...inputs, ...collateral].every((input) => input.resolved?.known === 'proven'),
    ownSigners: facts.ownSigners,
    foreignSigners: facts.foreignSigners,
  };
}

/** The figures of the sentences that the user accepts. */
export function summaryOf(facts: Facts): SummaryFigures {
  const { given } = facts;
  const { cancellationFee } = given.claims ?? {};
  return {
    ...figuresOf(facts),
    terms: given.terms,
    net: facts.net,
    orders: facts.orders.length,
    atLeast: effectiveMinimum(facts),
    overhead: costsOfOrders(facts),
    validUntil: slotNumber(facts.tx.body.validUntil),
    ...(cancellationFee === undefined ? {} : { claimedFee: cancellationFee }),
  };
}

/** Lovelace of the account's collateral, without what returns of it. */
export function collateralAtRisk({ collateral, tx }: Facts): bigint {
  const own = collateral.filter(({ ownKey }) => ownKey !== undefined);
  if (own.length === 0) return 0n;
  const put = own.reduce((sum, { resolved }) => sum + (resolved ? lovelaceIn(resolved.value) : 0n), 0n);
  const { collateralReturn } = tx.body;
  return put - (collateralReturn ? lovelaceIn(collateralReturn.value) : 0n);
}

/** `undefined` as soon as one order does not state its part. */
function total({ orders }: Facts, part: (terms: OrderTerms) => bigint | undefined): bigint | undefined {
  let sum = 0n;
  for (const { terms } of orders) {
    const stated = terms && part(terms);
    if (stated === undefined) return undefined;
    sum += stated;
  }
  return sum;
}

/** What the orders hold beside what is sold, or what may be kept for filling them where that is more. */
function costsOfOrders(facts: Facts): bigint {
  const held = ordersOverhead(facts);
  const kept = facts.orders.reduce((sum, { terms }) => sum + (terms?.batcherFee ?? 0n), 0n);
  return kept > held ? kept : held;
}

function slotNumber(slot: bigint | undefined): number | undefined {
  return slot === undefined ? undefined : Number(slot);
}
