import { failure } from '#domain/failure.ts';
import type { NeighboursEnd } from '#domain/fill-audit.ts';
import type { OutputName } from '#domain/trade.ts';
import type { AuditScripts } from '../exchanges/audit.ts';
import { parentsOf } from '../exchanges/own-fill.ts';
import type { PoolLine, PoolLinePart, PoolStep } from '../exchanges/pool-line.ts';
import {
  hashOf,
  poolLeft,
  poolName,
  poolsSpent,
  provenBy,
  resolvedBy,
  type ReadTransaction,
  type ReadTransactions,
} from '../exchanges/pool-states.ts';
import { BoundedReading, unproven, type ReadingBounds, type ReadingSource } from './bounded-reading.ts';

/** How far a pool is followed from one of its transactions. */
export interface LineBounds {
  /** Most transactions before it and after it. */
  readonly before: number;
  readonly after: number;
  /** For each side. */
  readonly reading: ReadingBounds;
}

/** A transaction that used a pool, from which the pool is followed. */
export interface LineSubject {
  readonly tx: ReadTransaction;
  /** The output that held the pool, which it spends. */
  readonly spent: OutputName;
  /** The transactions that made its inputs, as far as they were read. */
  readonly parents: ReadTransactions;
}

/** Where following the pool back ends, besides at the bounds. */
export interface LineStart {
  /** States of the pool that were seen before: it is followed back no further than one of these. */
  readonly seen: ReadonlySet<OutputName>;
  /** A transaction: the pool is followed back no further than the block of this one. */
  readonly notBefore?: string;
}

/**
 * Follows a pool from one transaction to those that used it before and after. Each earlier transaction made the pool output
 * that the next one spends, so bytes prove its place. Each later one must spend the pool as the previous one left it; only
 * the back-end says that it is on chain. Never fails: each side says where its reading ended, and why.
 */
export async function readPoolLine(
  subject: LineSubject,
  source: ReadingSource,
  scripts: AuditScripts,
  start: LineStart,
  bounds: LineBounds,
  signal: AbortSignal,
): Promise<PoolLine> {
  const { tx, spent, parents } = subject;
  const known = new Map<string, ReadTransaction>([...parents, [tx.bodyHash, tx]]);
  const held = provenBy(spent, parents);
  const name = held && poolName(held, scripts);
  const isRead = parentsOf(tx).every((hash) => parents.has(hash));
  const step = stepOf(tx, spent, parents, isRead);
  if (name === undefined) {
    const nothing = { steps: [], end: noPool() };
    return { before: nothing, subject: step, after: nothing };
  }
  const walk = (): Walk => ({
    name,
    scripts,
    bounds,
    reading: new BoundedReading(source, bounds.reading, known, signal),
  });
  const before = await backwards(spent, start, walk());
  const after = await forwards(tx, walk());
  return { before, subject: step, after };
}

interface Walk {
  /** See `poolName`. */
  readonly name: string;
  readonly reading: BoundedReading;
  readonly scripts: AuditScripts;
  readonly bounds: LineBounds;
}

async function backwards(
  from: OutputName,
  { seen, notBefore }: LineStart,
  { name, reading, scripts, bounds }: Walk,
): Promise<PoolLinePart> {
  const steps: PoolStep[] = [];
  const until = (end: NeighboursEnd): PoolLinePart => ({ steps: steps.toReversed(), end });
  let earliest: number | undefined;
  for (let state = from; !seen.has(state);) {
    if (steps.length >= bounds.before) return until({ kind: 'bound' });
    if (notBefore !== undefined && earliest === undefined) {
      const placed = await reading.slotOf(notBefore);
      if (!placed.ok) return until(placed.failure);
      earliest = placed.value;
    }
    const maker = await reading.transaction(hashOf(state));
    if (!maker.ok) return until(maker.failure);
    if (earliest !== undefined) {
      const slot = await reading.slotOf(maker.value.bodyHash);
      if (!slot.ok) return until(slot.failure);
      if (slot.value < earliest) return until({ kind: 'placing' });
    }
    const parents = await reading.parentsOf(maker.value);
    if (!parents.ok) return until(parents.failure);
    const { read, lacks } = parents.value;
    const [spent, ...others] = poolsSpent(maker.value, read, name, scripts);
    if (others.length > 0) return until(noPool());
    if (spent === undefined) return until(lacks ?? { kind: 'created' });
    steps.push(stepOf(maker.value, spent, read, lacks === undefined));
    state = spent;
  }
  return until({ kind: 'review' });
}

async function forwards(
  from: ReadTransaction,
  { name, reading, scripts, bounds }: Walk,
): Promise<PoolLinePart> {
  const steps: PoolStep[] = [];
  const until = (end: NeighboursEnd): PoolLinePart => ({ steps, end });
  for (let tx = from; ;) {
    if (steps.length >= bounds.after) return until({ kind: 'bound' });
    const left = poolLeft(tx, name, scripts);
    if (left === undefined) return until(noPool());
    const spender = await reading.spenderOf(tx.bodyHash, Number(left.slice(left.indexOf('#') + 1)));
    if (!spender.ok) return until(spender.failure);
    if (spender.value === undefined) return until({ kind: 'open' });
    const next = await reading.transaction(spender.value);
    if (!next.ok) return until(next.failure);
    if (!next.value.isValid || !next.value.body.inputs.includes(left)) return until(unproven('not-next'));
    const parents = await reading.parentsOf(next.value);
    if (!parents.ok) return until(parents.failure);
    const { read, lacks } = parents.value;
    steps.push(stepOf(next.value, left, read, lacks === undefined));
    tx = next.value;
  }
}

function stepOf(
  tx: ReadTransaction,
  spent: OutputName,
  parents: ReadTransactions,
  complete: boolean,
): PoolStep {
  return { tx, resolved: resolvedBy(tx.body.inputs, parents), spent, complete };
}

function noPool(): NeighboursEnd {
  return { kind: 'failed', failure: failure('neighbours-no-pool') };
}
