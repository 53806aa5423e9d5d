import { executionOf, scriptOf } from '../audit/execution.ts';
import type { AuditScripts } from '../audit/audit.ts';
import type { Executed } from '../audit/around.ts';
import { decodeTransaction, type OutputReference } from '../cardano/transaction.ts';
import type { OpenLedger } from '../ledger/back-ends.ts';
import type { Ledger, Utxo } from '../ports/ledger.ts';
import { resolveInputs } from '../trading/input-resolver.ts';

/** How many transactions are read on either side, at each pool. */
const EACH_WAY = 2;

/** Where transactions are read. */
interface Source {
  readonly ledger: Ledger;
  readonly secondSource: OpenLedger['secondSource'];
}

/**
 * A transaction together with those that used its pools just before and just after it, in chain order at each pool. Each is
 * proven by its hash, and its place by spending a pool as the previous one left it; otherwise a lying back-end could have a
 * bystander reported as a trader around an order. `undefined` if the ledger does not answer for one of them, or answers
 * falsely: nothing was seen then, which does not mean that nothing was there.
 */
export async function withNeighbours(
  subject: Executed,
  source: Source,
  scripts: AuditScripts,
  signal: AbortSignal,
): Promise<readonly Executed[] | undefined> {
  const before: Way = {
    next: (one) => poolParents(one, scripts),
    isNext: (one, found) => leadsTo(found, one, scripts),
  };
  const after: Way = {
    next: (one) => poolSpenders(one, source, scripts, signal),
    isNext: (one, found) => leadsTo(one, found, scripts),
  };
  const earlier = await walk(subject, before, source, signal);
  const later = await walk(subject, after, source, signal);
  return earlier && later && [...earlier.toReversed(), subject, ...later];
}

/** How to find a transaction's neighbours on one side, and whether a transaction that was read is one. */
interface Way {
  readonly next: (one: Executed) => Promise<readonly string[] | undefined> | readonly string[];
  readonly isNext: (one: Executed, found: Executed) => boolean;
}

/** The neighbours on one side, step by step, nearest first. */
async function walk(
  subject: Executed,
  { next, isNext }: Way,
  source: Source,
  signal: AbortSignal,
): Promise<readonly Executed[] | undefined> {
  const found = new Map<string, Executed>();
  let edge: readonly Executed[] = [subject];
  for (let step = 0; step < EACH_WAY; step += 1) {
    const reached: Executed[] = [];
    for (const one of edge) {
      const hashes = await next(one);
      if (!hashes) return undefined;
      for (const hash of hashes) {
        if (found.has(hash)) continue;
        const read = await readExecuted(hash, source, signal);
        if (!read || !isNext(one, read)) return undefined;
        found.set(hash, read);
        reached.push(read);
      }
    }
    edge = reached;
  }
  return [...found.values()];
}

/** The transactions that left the pools as one found them. */
function poolParents({ tx, resolved }: Executed, { pools }: AuditScripts): readonly string[] {
  const spent = executionOf(tx, resolved).inputs.filter(({ held }) => pools.has(scriptOf(held) ?? ''));
  return [...new Set(spent.map(({ reference }) => reference.slice(0, 64)))];
}

/** The transactions that used the pools next: at most one per pool, none for a pool that has not been used since. */
async function poolSpenders(
  one: Executed,
  { ledger }: Source,
  scripts: AuditScripts,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const left = poolOutputs(one, scripts);
  const isPool = ({ txHash, index }: Utxo): boolean => left.has(`${txHash}#${index}`);
  const placed = await ledger.transaction(one.tx.bodyHash, signal, isPool);
  if (!placed.ok || !placed.value) return undefined;
  const spenders = new Map(
    placed.value.outputs.filter(isPool).map(({ index, spentBy }) => [index, spentBy] as const),
  );
  return [...new Set([...spenders.values()].flatMap((spentBy) => spentBy ?? []))];
}

/** Whether, by the bytes of both, the later transaction spends a pool as the earlier one left it. */
function leadsTo(earlier: Executed, later: Executed, scripts: AuditScripts): boolean {
  const left = poolOutputs(earlier, scripts);
  return later.tx.body.inputs.some((input) => left.has(input));
}

function poolOutputs({ tx, resolved }: Executed, { pools }: AuditScripts): ReadonlySet<OutputReference> {
  return new Set(
    executionOf(tx, resolved).outputs.flatMap((output, index) =>
      pools.has(scriptOf(output) ?? '') ? [`${tx.bodyHash}#${index}` as const] : [],
    ),
  );
}

async function readExecuted(
  hash: string,
  { ledger, secondSource }: Source,
  signal: AbortSignal,
): Promise<Executed | undefined> {
  const cbor = await ledger.transactionCbor(hash, signal);
  const decoded =
    cbor.ok && cbor.value !== undefined ? decodeTransaction(cbor.value, { historic: true }) : undefined;
  if (decoded?.ok !== true || decoded.value.bodyHash !== hash) return undefined;
  const found = await resolveInputs(decoded.value.body.inputs, ledger, { second: secondSource, signal });
  return found.ok ? { tx: decoded.value, resolved: found.value.resolved } : undefined;
}
