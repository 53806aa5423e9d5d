import { MOST_UNITS, quantity } from '#domain/amount.ts';
import type {
  AroundSeparately,
  Neighbours,
  NeighboursEnd,
  PoolTransaction,
  TradedSum,
} from '#domain/fill-audit.ts';
import type { OutputReference } from '../cardano/transaction.ts';
import { aroundOrders, tradesOf, type Executed, type PoolTrade, type TradesAround } from './around.ts';
import type { AuditScripts } from './audit.ts';

/** A transaction that used a pool. */
export interface PoolStep extends Executed {
  /** The output that held the pool before this transaction. */
  readonly spent: OutputReference;
  /** Whether bytes prove all its inputs. If they do not, who traded is unknown. */
  readonly complete: boolean;
}

/** Consecutive transactions at one pool, oldest first: each spends the pool as the previous one left it. */
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
 * Sums up what others traded at an order's pool before and after the order, and finds an owner who traded on both sides of
 * it. States what the transactions show, not why they were made. Pure, and never throws.
 */
export function neighboursOf(line: PoolLine, order: OutputReference, scripts: AuditScripts): Neighbours {
  const read = (step: PoolStep): StepTrades => ({ step, trades: tradesAt(step, scripts) });
  const before = line.before.steps.map(read);
  const subject = read(line.subject);
  const after = line.after.steps.map(read);
  const own = subject.trades.find((trade) => trade.order === order);
  const [seen] = own ? aroundIn([...before, subject, ...after], subject, [own]) : [];
  const around = seen && separately(seen, line.subject);
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

/**
 * Most inputs and outputs of a transaction whose trades are read, which bounds the trades too. The ledger takes no transaction
 * above 16 KB, which has room for fewer; one with more, made up by a back-end, would only keep the application busy.
 */
const MOST_INPUTS_AND_OUTPUTS = 500;

/**
 * A transaction's trades with the pool; none if an input is unproven, if it is larger than the ledger takes, or if a figure is
 * more than the ledger can hold.
 */
function tradesAt(step: PoolStep, scripts: AuditScripts): readonly PoolTrade[] {
  const { inputs, outputs } = step.tx.body;
  if (!step.complete || inputs.length + outputs.length > MOST_INPUTS_AND_OUTPUTS) return [];
  const trades = tradesOf(step, scripts).flatMap(({ spent, trade }) => (spent === step.spent ? [trade] : []));
  return trades.every(isPossible) ? trades : [];
}

/** A datum can state any number, even one that the ledger cannot hold. */
function isPossible({ sold, bought }: PoolTrade): boolean {
  return [sold, bought].every(({ quantity: size }) => size >= 0n && size <= MOST_UNITS);
}

function sumsOf(
  trades: readonly PoolTrade[],
  { sold: { asset } }: PoolTrade,
): Pick<PoolTransaction, 'same' | 'opposite'> {
  // A trade without an order is listed once for each key that took part in it.
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

/** Trades around an order that the line's subject fills. */
export interface SeenAround extends Omit<TradesAround, 'lost'> {
  /** `undefined` if a trade in between cannot be read: the pool cannot be replayed then. */
  readonly lost: bigint | undefined;
}

/** Finds the nearest trades around each order that the line's subject fills at this pool. */
export function seenAround(
  { before, subject: filling, after }: PoolLine,
  scripts: AuditScripts,
): readonly SeenAround[] {
  const read = (step: PoolStep): StepTrades => ({ step, trades: tradesAt(step, scripts) });
  const subject = read(filling);
  const line = [...before.steps.map(read), subject, ...after.steps.map(read)];
  return aroundIn(line, subject, subject.trades);
}

/** Finds the nearest trades around the orders of `asked`, which are trades of `subject`. */
function aroundIn(
  line: readonly StepTrades[],
  subject: StepTrades,
  asked: readonly PoolTrade[],
): readonly SeenAround[] {
  const own = new Set(asked);
  return aroundOrders(
    line.flatMap(({ trades }) => trades),
    (trade) => own.has(trade),
  ).map((seen) => {
    const first = line.findIndex(({ step }) => step.tx.bodyHash === seen.before.txHash);
    const moves = line.slice(first, line.indexOf(subject));
    const isKnown = moves.every(({ trades }) => trades.length > 0) && seen.lost <= MOST_UNITS;
    return { ...seen, lost: isKnown ? seen.lost : undefined };
  });
}

/** `undefined` if both trades are in the fill's own transaction: the audit of the fill covers those. */
function separately(
  { trader, before, after, lost }: SeenAround,
  { tx }: PoolStep,
): AroundSeparately | undefined {
  if (before.txHash === tx.bodyHash && after.txHash === tx.bodyHash) return undefined;
  return {
    ...{ trader, before: shortOf(before), after: shortOf(after) },
    ...(lost !== undefined && { lost: quantity(lost) }),
  };
}

function shortOf({ txHash, sold, bought }: PoolTrade): AroundSeparately['before'] {
  return { txHash, sold: quantity(sold.quantity), bought: quantity(bought.quantity) };
}
