import { executionOf, scriptOf } from '../exchanges/execution.ts';
import type { AuditScripts } from '../exchanges/audit.ts';
import { readWithHash } from '../exchanges/own-fill.ts';
import type { PoolLine } from '../exchanges/pool-line.ts';
import type { OutputReference, Transaction } from '../cardano/transaction.ts';
import type { OpenLedger } from '../ledger/back-ends.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Resolution } from '../trading/input-resolver.ts';
import { readPoolLine, type LineBounds } from '../trading/pool-neighbours.ts';

/** At most two transactions on each side, at each pool. */
const BOUNDS: LineBounds = { before: 2, after: 2, reading: { requests: 100, digits: 4_000_000 } };

/** Where transactions are read. */
interface Source {
  readonly ledger: Ledger;
  readonly secondSource: OpenLedger['secondSource'];
}

/** The transactions that used one of a transaction's pools before and after it. */
export interface LineAtPool {
  /** The output that held the pool. */
  readonly pool: OutputReference;
  readonly line: PoolLine;
}

/**
 * Reads, pool by pool, the transactions that used a transaction's pools just before and just after it. Its hash proves each
 * of them, and spending the pool as the previous one left it proves its place: otherwise a lying back-end could make a
 * bystander look like a trader around an order. Where a back-end gives nothing more, a line ends with the reason.
 */
export async function neighboursAt(
  tx: Transaction,
  { resolved, parents }: Resolution,
  { ledger, secondSource: second }: Source,
  scripts: AuditScripts,
  signal: AbortSignal,
): Promise<readonly LineAtPool[]> {
  const read = new Map(
    [...parents].flatMap(([hash, cbor]) => {
      const parent = readWithHash(hash, cbor);
      return parent.ok ? [[hash, parent.value] as const] : [];
    }),
  );
  const pools = executionOf(tx, resolved).inputs.filter(({ held }) =>
    scripts.pools.has(scriptOf(held) ?? ''),
  );
  const lines: LineAtPool[] = [];
  for (const { reference } of pools) {
    const subject = { tx, spent: reference, parents: read };
    const source = { ledger, second };
    const line = await readPoolLine(subject, source, scripts, { seen: new Set() }, BOUNDS, signal);
    lines.push({ pool: reference, line });
  }
  return lines;
}
