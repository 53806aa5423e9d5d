import type { Facts } from './facts.ts';
import type { Effect, SummaryFigures } from './inspection.ts';
import { recipientsLovelace } from './order-sums.ts';

/** What the transaction does to the wallet. */
export function effectOf(facts: Facts): Effect {
  const { tx, given, inputs, collateral } = facts;
  return {
    net: facts.net,
    networkFee: tx.body.fee,
    batcherFees: total(facts, (datum) => datum.batcherFee),
    deposits: total(facts, (datum) => datum.deposit),
    orders: facts.orders.map(({ index, exchange, scriptHash, addressText, output, datum }) => ({
      index,
      exchange,
      scriptHash,
      address: addressText,
      value: output.value,
      datum,
    })),
    recipients: facts.outputs
      .filter(({ role }) => role === 'foreign')
      .map(({ index, addressText, output }) => ({ index, address: addressText, value: output.value })),
    change: facts.returned,
    receive: given.intent.receive,
    minimumReceived: minimumReceived(facts),
    validFrom: slotNumber(tx.body.validFrom),
    validUntil: slotNumber(tx.body.validUntil),
    inputsProven: [...inputs, ...collateral].every((input) => input.resolved?.proven === true),
    ownSigners: facts.ownSigners,
    foreignSigners: facts.foreignSigners,
  };
}

/** The figures of the sentences that the user accepts. */
export function summaryOf(facts: Facts): SummaryFigures {
  const { intent, quote } = facts.given;
  return {
    pay: intent.pay,
    receive: intent.receive,
    expected: quote.expected,
    atLeast: minimumReceived(facts),
    networkFee: facts.tx.body.fee,
    batcherFees: total(facts, (datum) => datum.batcherFee),
    deposits: total(facts, (datum) => datum.deposit),
    otherRecipients: recipientsLovelace(facts),
    validUntil: slotNumber(facts.tx.body.validUntil),
  };
}

/** Base units of the asset bought that the orders together enforce; `undefined` when one is not understood. */
export function minimumReceived({ orders, given }: Facts): bigint | undefined {
  let minimum = 0n;
  for (const { datum } of orders) {
    if (!datum) return undefined;
    if (datum.wanted === given.intent.receive) minimum += datum.minimumReceived;
  }
  return minimum;
}

type Terms = NonNullable<Facts['orders'][number]['datum']>;

function total({ orders }: Facts, part: (datum: Terms) => bigint): bigint {
  return orders.reduce((sum, { datum }) => sum + (datum ? part(datum) : 0n), 0n);
}

function slotNumber(slot: bigint | undefined): number | undefined {
  return slot === undefined ? undefined : Number(slot);
}
