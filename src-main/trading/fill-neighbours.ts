import { failure } from '#domain/failure.ts';
import type { AuditedFill, MarketAtDecision, Neighbours, NeighboursEnd } from '#domain/fill-audit.ts';
import type { AuditScripts } from '../exchanges/audit.ts';
import { poolOfOrder } from '../exchanges/own-fill.ts';
import { neighboursOf } from '../exchanges/pool-line.ts';
import type { ReadTransaction } from '../exchanges/pool-states.ts';
import { BoundedReading, type ReadingSource } from './bounded-reading.ts';
import { readPoolLine, type LineBounds } from './pool-neighbours.ts';

/**
 * A batch of many orders has as many parents, each of which takes a request. A popular pool can have hundreds of
 * transactions between the placing of a limit order and its fill; trades aimed at an order come right before and after it.
 */
const BOUNDS: LineBounds = { before: 8, after: 2, reading: { requests: 100, digits: 4_000_000 } };

/**
 * Reads what others traded at the pool of an audited fill: from the pool's state at the decision to the fill, and after it.
 * If the decision did not see the pool, reading starts at the block of `placing`, the transaction that placed the order. The
 * result says what a back-end did not give, and why.
 */
export async function readNeighbours(
  { txHash, order, since }: Pick<AuditedFill, 'txHash' | 'order' | 'since'>,
  placing: string,
  decision: MarketAtDecision | undefined,
  parts: ReadingSource & { readonly scripts: AuditScripts },
  signal: AbortSignal,
): Promise<Neighbours> {
  const { scripts } = parts;
  const known = new Map<string, ReadTransaction>();
  const reading = new BoundedReading(parts, BOUNDS.reading, known, signal);
  const tx = await reading.transaction(txHash);
  if (!tx.ok) return nothing(tx.failure);
  const parents = await reading.parentsOf(tx.value);
  if (!parents.ok) return nothing(parents.failure);
  const { read, lacks } = parents.value;
  const spent = poolOfOrder(tx.value, order, read, scripts);
  if (spent === undefined)
    return nothing(lacks ?? { kind: 'failed', failure: failure('neighbours-no-pool') });
  const seen = new Set((decision?.pools ?? []).map(({ reference }) => reference));
  const line = await readPoolLine(
    { tx: tx.value, spent, parents: read },
    parts,
    scripts,
    since.kind === 'unknown' ? { seen, notBefore: placing } : { seen },
    BOUNDS,
    signal,
  );
  return neighboursOf(line, order, scripts);
}

/** Whether nobody had used the pool since the fill, so that there may be more to read by now. */
export function isOpen({ after }: Neighbours): boolean {
  return after.end.kind === 'open';
}

/** The later of two readings, or the earlier one if the later one failed on a side where that had not. */
export function withLater(earlier: Neighbours | undefined, later: Neighbours): Neighbours {
  if (!earlier) return later;
  const isWorse = (side: 'before' | 'after'): boolean =>
    later[side].end.kind === 'failed' && earlier[side].end.kind !== 'failed';
  return isWorse('before') || isWorse('after') ? earlier : later;
}

function nothing(end: NeighboursEnd): Neighbours {
  const part = { transactions: [], end };
  return { before: part, after: part };
}
