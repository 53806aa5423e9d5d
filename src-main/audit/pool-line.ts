import { MOST_UNITS, quantity } from '#domain/amount.ts';
import type {
  AroundSeparately,
  Neighbours,
  NeighboursEnd,
  PoolTransaction,
  TradedSum,
} from '#domain/fill-audit.ts';
import type { OutputReference } from '../cardano/transaction.ts';
import { aroundOrders, tradesOf, type Executed, type PoolTrade } from './around.ts';
import type { AuditScripts } from './audit.ts';

/** A transaction that used a pool. */
export interface PoolStep extends Executed {
  /** The output that held the pool before it. */
  readonly spent: OutputReference;
  /** Whether bytes prove everything that it spends. Without that, who traded is not known. */
  readonly complete: boolean;
}

/** Transactions that used one pool, each spending it as the previous one left it; oldest first. */
export interface PoolLine {
  readonly before: PoolLinePart;
  readonly subject: PoolStep;
  readonly after: PoolLinePart;
}

export interface PoolLinePart {
  readonly steps: readonly PoolStep[];
  readonly end: NeighboursEnd;
}

interface StepTrades {
  readonly step: PoolStep;
  readonly trades: readonly PoolTrade[];
}

/**
 * What others traded at the pool of an order before and after it, and whether one owner traded on both sides of it. Pure,
 * and never throws. States what the transactions show, and not why they were made.
 */
export function neighboursOf(line: PoolLine, order: OutputReference, scripts: AuditScripts): Neighbours {
  const read = (step: PoolStep): StepTrades => ({ step, trades: tradesAt(step, scripts) });
  const before = line.before.steps.map(read);
  const subject = read(line.subject);
  const after = line.after.steps.map(read);
  const own = subject.trades.find((trade) => trade.order === order);
  const around = own && aroundIn([...before, subject, ...after], subject, order);
  const shown = ({ step, trades }: StepTrades): PoolTransaction => ({
    txHash: step.tx.bodyHash,
    ...(own && sumsOf(trades, own)),
  });
  return {
    before: { transactions: before.map(shown), end: line.before.end },
    after: { transactions: after.map(shown), end: line.after.end },
    ...(around && { around }),
  };
}

/** One transaction's trades with the pool; none if anything is unknown that who traded depends on. */
function tradesAt(step: PoolStep, scripts: AuditScripts): readonly PoolTrade[] {
  if (!step.complete) return [];
  const trades = tradesOf(step, scripts).flatMap(({ spent, trade }) => (spent === step.spent ? [trade] : []));
  return trades.every(isPossible) ? trades : [];
}

/** A datum can state any number, also one that the ledger cannot hold. */
function isPossible({ sold, bought }: PoolTrade): boolean {
  return [sold, bought].every(({ quantity: size }) => size >= 0n && size <= MOST_UNITS);
}

function sumsOf(
  trades: readonly PoolTrade[],
  { sold: { asset } }: PoolTrade,
): Pick<PoolTransaction, 'same' | 'opposite'> {
  // Several keys may have a part in one trade without an order.
  const each = [...new Map(trades.map((trade) => [trade.order ?? '', trade])).values()];
  const same = sumOf(each.filter(({ sold }) => sold.asset === asset));
  const opposite = sumOf(each.filter(({ bought }) => bought.asset === asset));
  return { ...(same && { same }), ...(opposite && { opposite }) };
}

function sumOf(trades: readonly PoolTrade[]): TradedSum | undefined {
  const sold = trades.reduce((sum, trade) => sum + trade.sold.quantity, 0n);
  const bought = trades.reduce((sum, trade) => sum + trade.bought.quantity, 0n);
  if (trades.length === 0 || sold > MOST_UNITS || bought > MOST_UNITS) return undefined;
  return { trades: trades.length, sold: quantity(sold), bought: quantity(bought) };
}

function aroundIn(
  line: readonly StepTrades[],
  subject: StepTrades,
  order: OutputReference,
): AroundSeparately | undefined {
  const seen = aroundOrders(line.flatMap(({ trades }) => trades)).find((one) => one.order === order);
  if (!seen) return undefined;
  const { trader, before, after, lost } = seen;
  const own = subject.step.tx.bodyHash;
  // The audit of the fill itself tells of those.
  if (before.txHash === own && after.txHash === own) return undefined;
  const first = line.findIndex(({ step }) => step.tx.bodyHash === before.txHash);
  // What the pool would have paid is only known if everything that moved it in between is.
  const allRead = line.slice(first, line.indexOf(subject)).every(({ trades }) => trades.length > 0);
  return {
    trader,
    before: shortOf(before),
    after: shortOf(after),
    ...(allRead && lost <= MOST_UNITS && { lost: quantity(lost) }),
  };
}

function shortOf({ txHash, sold, bought }: PoolTrade): AroundSeparately['before'] {
  return { txHash, sold: quantity(sold.quantity), bought: quantity(bought.quantity) };
}
