import { lovelaceIn, subtractValues, sumValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { WHOLE_BPS } from '#domain/ratio.ts';
import type { OrderTerms } from '../exchanges/order-form.ts';
import type { Facts, InputFact } from './facts.ts';
import type { Effect, Figures, Inspection, SummaryFigures, TotalCost } from './inspection.ts';
import { effectiveMinimum, minimumReceived, ordersOverhead, recipientsLovelace } from './order-sums.ts';
import type { AgreedTransaction, Task } from '../agreement/agreement.ts';
import { adaTraded, smaller } from '../agreement/bounds.ts';
import { shownAda } from './wording.ts';
import { inEnglish, sentence, type InspectionSentence } from './words/sentences.ts';

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
  // Any amount that no order states as returned is a cost, unless all of them state how much of it may be kept.
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

/** Value from inputs that belong neither to the account nor to the cancelled orders, as far as that is proven. */
export function broughtBy({ inputs }: Facts): readonly Value[] {
  return distinct(inputs).flatMap(({ resolved, ownHash, cancelled }) =>
    resolved?.known === 'proven' && ownHash === undefined && !cancelled ? [resolved.value] : [],
  );
}

/** The total value of the orders to be taken back. */
export function heldOf({ inputs }: Facts): Value {
  return sumValues(
    distinct(inputs).flatMap(({ resolved, cancelled, ownHash }) =>
      resolved && cancelled && ownHash === undefined ? [resolved.value] : [],
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

/** The transaction's effect on the wallet. */
export function effectOf(facts: Facts): Effect {
  const { tx, inputs, collateral } = facts;
  return {
    net: facts.net,
    complete: facts.complete,
    networkFee: tx.body.fee,
    batcherFees: totalStated(facts, ({ batcherFee }) => batcherFee) ?? 0n,
    deposits: totalStated(facts, ({ deposit }) => deposit) ?? 0n,
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
  const { context } = facts;
  const { cancellationFee } = context.claims ?? {};
  return {
    ...figuresOf(facts),
    terms: facts.trade ?? context.terms,
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
  const own = collateral.filter(({ ownHash }) => ownHash !== undefined);
  if (own.length === 0) return 0n;
  const put = own.reduce((sum, { resolved }) => sum + (resolved ? lovelaceIn(resolved.value) : 0n), 0n);
  const { collateralReturn } = tx.body;
  return put - (collateralReturn ? lovelaceIn(collateralReturn.value) : 0n);
}

/** `undefined` as soon as one order does not state its part. */
function totalStated({ orders }: Facts, part: (terms: OrderTerms) => bigint | undefined): bigint | undefined {
  let sum = 0n;
  for (const { terms } of orders) {
    const stated = terms && part(terms);
    if (stated === undefined) return undefined;
    sum += stated;
  }
  return sum;
}

/**
 * The value that the orders hold besides the amount sold, or the fee that may be kept for filling them if that is more.
 */
function costsOfOrders(facts: Facts): bigint {
  const held = ordersOverhead(facts);
  const fees = facts.orders.reduce((sum, { terms }) => sum + (terms?.batcherFee ?? 0n), 0n);
  return fees > held ? fees : held;
}

function slotNumber(slot: bigint | undefined): number | undefined {
  return slot === undefined ? undefined : Number(slot);
}

/** Network fees differ with sizes: a later transaction of a batch may pay half as much again as the first. */
const LATER_FEE_NUMERATOR = 3n;
const LATER_FEE_DENOMINATOR = 2n;

/**
 * The cost of a transaction, and with it, where it is the first of a batch, that of all the others, which cannot cost more
 * in fees than it does.
 */
export function totalCostOf(facts: Facts): TotalCost {
  const { agreed } = facts.context;
  const { networkFee, cost } = figuresOf(facts);
  const all = agreed?.at === 0 ? agreed.agreement.transactions : [];
  const replaces = all.some(isReplacement);
  const later = all
    .slice(1)
    .map((one) =>
      isReplacement(one)
        ? one.bounds.cost -
          one.bounds.networkFee +
          smaller(one.bounds.networkFee, laterNetworkFee(networkFee))
        : cost - networkFee + laterNetworkFee(networkFee),
    );
  const whole = later.reduce((sum, one) => sum + one, cost);
  // The funds that a moved order gives back are the ones that the new order sells: they count once.
  const tasks = all.map(({ task }) => task).filter(({ kind }) => !replaces || kind !== 'cancel');
  const traded = all.length > 1 ? tradedBy(tasks) : tradedHere(facts);
  const cycles = facts.trade?.recurring?.cycles ?? facts.trade?.cycles;
  return {
    cost: whole,
    traded,
    shareBps:
      traded === undefined || traded <= 0n ? undefined : Number((whole * WHOLE_BPS + traded - 1n) / traded),
    perCycle: cycles === undefined ? undefined : (whole + BigInt(cycles) - 1n) / BigInt(cycles),
    transactions: Math.max(all.length, 1),
    cancels: facts.cancel !== undefined && !replaces,
  };
}

/** The same of transactions that are all there, each by its own bytes. */
export function costOfAll(first: Inspection, others: readonly Inspection[]): TotalCost {
  const all = [first, ...others];
  return {
    ...first.report.totalCost,
    cost: all.reduce((sum, { report }) => sum + report.summary.cost, 0n),
    transactions: all.length,
    traded: undefined,
    shareBps: undefined,
    perCycle: undefined,
  };
}

/** Its costs are bounded by the order that it replaces, not by the cancellation before it. */
function isReplacement({ task }: AgreedTransaction): boolean {
  return task.kind === 'limit' && task.replaces !== undefined;
}

/** The most network fee for a later transaction of a batch, derived from the first one's. */
export function laterNetworkFee(first: bigint): bigint {
  return (first * LATER_FEE_NUMERATOR + LATER_FEE_DENOMINATOR - 1n) / LATER_FEE_DENOMINATOR;
}

/** "In all, 2.23 ADA does not come back: 2.23 % of the ADA traded." */
export function totalCostText(total: TotalCost): string {
  return inEnglish(totalCostSentence(total));
}

/** The same as data. */
export function totalCostSentence({
  cost,
  shareBps,
  perCycle,
  transactions,
  cancels,
}: TotalCost): InspectionSentence {
  return sentence('total-cost', {
    transactions,
    cost: shownAda(cost),
    ...(shareBps === undefined ? {} : { shareBps }),
    cancels,
    ...(perCycle === undefined ? {} : { perCycle: shownAda(perCycle) }),
  });
}

function tradedBy(tasks: readonly Task[]): bigint | undefined {
  let sum = 0n;
  for (const task of tasks) {
    const part =
      task.kind === 'cancel' ? lovelaceIn(task.holds) : task.kind === 'send' ? undefined : adaTraded(task);
    if (part === undefined) return undefined;
    sum += part;
  }
  return sum;
}

/** Prices that a service states prove nothing: only ADA that is paid, taken back, or enforced as the least counts. */
function tradedHere(facts: Facts): bigint | undefined {
  const { trade, send } = facts;
  if (send) return undefined;
  if (!trade) return lovelaceIn(heldOf(facts));
  if (trade.pay.asset === ADA) return trade.pay.quantity;
  if (trade.receive !== ADA || trade.kind === 'dca') return undefined;
  return trade.atLeast ?? effectiveMinimum(facts);
}
