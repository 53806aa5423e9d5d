import type { TradeTask } from '../agreement/agreement.ts';
import type { ProofFigures } from './proof.ts';
import {
  ADA,
  atLeastZero,
  larger,
  lovelace,
  minus,
  of,
  positive,
  sumIfAll,
  sumOfStated,
  total,
} from './sums.ts';
import type { Survey } from './survey.ts';
import type { Value } from '#domain/amount.ts';

/** The figures of a transaction, with the change of the wallet that its sentences state. */
export interface Figures extends ProofFigures {
  readonly net: Value;
  readonly feesStated: boolean;
  /** The value of the agreed orders that a cancellation takes back. */
  readonly held: Value;
}

/** Right only where every input is known. */
export function figuresOf(survey: Survey): Figures {
  const { agreed, tx, inputs, ownOutputs, orders, otherOutputs } = survey;
  const { task } = agreed;
  const sumOf = (values: readonly { readonly value: Value }[]): Value =>
    total(values.map(({ value }) => value));
  const spent = sumOf(inputs.filter(({ own }) => own));
  const held = sumOf(inputs.filter((input) => input.agreed));
  const returned = sumOf(ownOutputs);
  const locked = sumOf(orders.map(({ output }) => output));
  const paidToOthers = of(sumOf(otherOutputs), ADA);
  const net = minus(returned, spent);
  const shared = {
    bodyHash: tx.bodyHash,
    networkFee: tx.fee,
    locked,
    orders: orders.length,
    ordersRead: orders.every(({ terms }) => terms?.wanted !== undefined),
    signers: signersOf(survey),
    net,
    held,
    feesStated: orders.every(({ terms }) => terms?.fee !== undefined),
  };
  if (task.kind === 'cancel') {
    const gone = positive(minus(total([spent, held]), returned));
    const others = atLeastZero(paidToOthers - of(broughtByOthers(survey), ADA));
    const cost = of(gone, ADA);
    return { ...shared, others, keeps: 0n, comesBack: 0n, cost, gone, back: positive(net) };
  }
  if (task.kind === 'send')
    return {
      ...shared,
      others: paidToOthers,
      keeps: 0n,
      comesBack: 0n,
      cost: tx.fee,
      gone: positive(minus(spent, returned)),
      back: new Map(),
    };
  const overhead = of(locked, ADA) - (task.pay.asset === ADA ? task.pay.quantity : 0n);
  const keeps = keptOf(orders, overhead);
  const comesBack = atLeastZero(overhead - keeps);
  return {
    ...shared,
    others: paidToOthers,
    keeps,
    comesBack,
    cost: tx.fee + keeps + paidToOthers,
    gone: positive(minus(spent, returned, lovelace(comesBack))),
    back: enforced(orders, task),
  };
}

/**
 * The value that others put into a cancellation and may take out again. An input merely reported as somebody else's may
 * be the user's own, so only inputs proven by their parents' bytes count.
 */
export function broughtByOthers({ inputs }: Pick<Survey, 'inputs'>): Value {
  return total(
    inputs.filter(({ own, agreed, proven }) => !own && !agreed && proven).map(({ value }) => value),
  );
}

/**
 * The most that those who fill the orders may keep: the stated fees or, where some are not stated, everything that no
 * order states as returned.
 */
function keptOf(orders: Survey['orders'], overhead: bigint): bigint {
  const all = sumIfAll(orders, ({ terms }) => terms?.fee);
  const allDeposits = sumIfAll(orders, ({ terms }) => terms?.deposit);
  if (all !== undefined && allDeposits === undefined) return all;
  const fees = sumOfStated(orders, ({ terms }) => terms?.fee);
  const deposits = sumOfStated(orders, ({ terms }) => terms?.deposit);
  return larger(larger(overhead - deposits, fees), 0n);
}

/** The least that the orders together bring; nothing where one of them cannot be read, or is filled at any price. */
function enforced(orders: Survey['orders'], task: TradeTask): Value {
  if (task.kind === 'dca') return new Map();
  const least = sumIfAll(orders, ({ terms }) => {
    if (terms?.wanted === undefined) return undefined;
    return terms.wanted === task.receive ? terms.least : 0n;
  });
  return least === undefined || least === 0n ? new Map() : new Map([[task.receive, least]]);
}

function signersOf({ tx, inputs, collateral, context }: Survey): readonly string[] {
  const { paymentKeyHashes, stakeKeyHashes, script } = context.account;
  const together = [...inputs, ...collateral].some(({ own, holder }) => own && holder?.kind === 'script');
  const keys = [...inputs, ...collateral]
    .map(({ holder }) => holder)
    .filter((holder) => holder !== undefined)
    .filter(({ kind }) => kind === 'key')
    .map(({ hash }) => hash);
  const needed = new Set([...keys, ...tx.requiredSigners, ...(together ? (script?.signers ?? []) : [])]);
  const mine = (key: string): boolean =>
    paymentKeyHashes.has(key) || stakeKeyHashes.has(key) || script?.signers.has(key) === true;
  return [...needed].filter(mine).toSorted();
}
