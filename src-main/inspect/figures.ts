import { lovelaceIn, subtractValues, sumValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { OrderTerms } from '../cardano/order-forms/order-form.ts';
import type { Facts, InputFact } from './facts.ts';
import { ordersOverhead, recipientsLovelace } from './order-sums.ts';

/**
 * What a transaction does to the wallet, in the terms of an agreement. Base units; lovelace where there is no asset.
 * The second proof computes the same figures by itself, and the two are compared.
 */
export interface Figures {
  readonly networkFee: bigint;
  /** To others at once; in a cancellation less what they brought themselves. */
  readonly others: bigint;
  /** Most that whoever fills the orders may keep. */
  readonly keeps: bigint;
  /** Held by the orders besides what is sold and what may be kept: it comes back when they close. */
  readonly comesBack: bigint;
  /** All that never comes back, whoever keeps it. */
  readonly cost: bigint;
  /** Whether every order states what may be kept for filling it; else `keeps` is the most that it can be. */
  readonly feesStated: boolean;
  readonly gone: Value;
  readonly locked: Value;
}

export function figuresOf(facts: Facts): Figures {
  const { tx, orders, trade, cancel } = facts;
  const networkFee = tx.body.fee;
  const locked = sumValues(orders.map(({ output }) => output.value));
  const lost = subtractValues(sumValues([facts.spent, heldOf(facts)]), facts.returned);
  if (cancel || !trade) {
    const gone = positive(lost);
    const others = notBelowZero(recipientsLovelace(facts) - lovelaceIn(sumValues(broughtBy(facts))));
    const cost = cancel ? lovelaceIn(gone) : networkFee;
    return { networkFee, others, keeps: 0n, comesBack: 0n, cost, feesStated: true, gone, locked };
  }
  const others = recipientsLovelace(facts);
  const overhead = notBelowZero(ordersOverhead(facts));
  const feesStated = orders.every(({ terms }) => terms?.batcherFee !== undefined);
  const depositsStated = orders.every(({ terms }) => terms?.deposit !== undefined);
  const fees = stated(facts, ({ batcherFee }) => batcherFee);
  // What no order says comes back is a cost, unless all of them say what of it may be kept.
  const unstated = notBelowZero(overhead - stated(facts, ({ deposit }) => deposit));
  const keeps = (feesStated && !depositsStated) || fees > unstated ? fees : unstated;
  const comesBack = notBelowZero(overhead - keeps);
  return {
    networkFee,
    others,
    keeps,
    comesBack,
    cost: networkFee + keeps + others,
    feesStated,
    gone: positive(subtractValues(lost, new Map([[ADA, comesBack]]))),
    locked,
  };
}

/** What inputs bring that are neither the account's nor orders to be taken back, as far as that is proven. */
export function broughtBy({ inputs }: Facts): readonly Value[] {
  return distinct(inputs).flatMap(({ resolved, ownKey, cancelled }) =>
    resolved?.known === 'proven' && ownKey === undefined && !cancelled ? [resolved.value] : [],
  );
}

/** What the orders hold that are to be taken back. */
export function heldOf({ inputs }: Facts): Value {
  return sumValues(
    distinct(inputs).flatMap(({ resolved, cancelled, ownKey }) =>
      resolved && cancelled && ownKey === undefined ? [resolved.value] : [],
    ),
  );
}

function distinct(inputs: readonly InputFact[]): readonly InputFact[] {
  return [...new Map(inputs.map((input) => [input.reference, input])).values()];
}

function stated({ orders }: Facts, part: (terms: OrderTerms) => bigint | undefined): bigint {
  return orders.reduce((sum, { terms }) => sum + ((terms && part(terms)) ?? 0n), 0n);
}

function positive(value: Value): Value {
  return new Map([...value].filter(([, quantity]) => quantity > 0n));
}

function notBelowZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
