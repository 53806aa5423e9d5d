import { executionOf, scriptOf } from '../audit/execution.ts';
import type { AuditScripts } from '../audit/audit.ts';
import type { Executed } from '../audit/around.ts';
import { parseAddress } from '../cardano/address.ts';
import { decodeTransaction } from '../cardano/transaction.ts';
import type { OpenLedger } from '../ledger/back-ends.ts';
import type { ChainOutput, Utxo } from '../ports/ledger.ts';
import { resolveInputs } from '../trading/input-resolver.ts';

/** How many transactions are read on either side, at each pool. */
const EACH_WAY = 2;

type Source = Pick<OpenLedger, 'ledger' | 'secondSource'>;

/**
 * A transaction among those that used its pools just before and just after it, in the chain's order at each pool. Each
 * proves itself by its hash. `undefined` where the ledger does not answer for one of them: then nothing was seen, which is
 * not the same as that there was nothing.
 */
export async function withNeighbours(
  subject: Executed,
  source: Source,
  scripts: AuditScripts,
  signal: AbortSignal,
): Promise<readonly Executed[] | undefined> {
  const earlier = await walk(subject, (one) => poolParents(one, scripts), source, signal);
  const later = await walk(subject, (one) => poolSpenders(one, source, scripts, signal), source, signal);
  return earlier && later && [...earlier.toReversed(), subject, ...later];
}

/** The transactions that `next` leads to, step by step, the nearest first. */
async function walk(
  subject: Executed,
  next: (one: Executed) => Promise<readonly string[] | undefined> | readonly string[],
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
        if (!read) return undefined;
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

/** The transactions that used the pools next; none for a pool that was not used since. */
async function poolSpenders(
  { tx }: Executed,
  { ledger }: Source,
  { pools }: AuditScripts,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const isPool = ({ address }: Utxo): boolean => {
    const parsed = parseAddress(address);
    return parsed.ok && parsed.value.payment.kind === 'script' && pools.has(parsed.value.payment.hash);
  };
  const placed = await ledger.transaction(tx.bodyHash, signal, isPool);
  if (!placed.ok || !placed.value) return undefined;
  const spenders = placed.value.outputs.filter(isPool).flatMap(({ spentBy }: ChainOutput) => spentBy ?? []);
  return [...new Set(spenders)];
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
