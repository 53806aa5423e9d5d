import type { Failure } from '../../src-preload/domain/failure.ts';
import { ok, type Result } from '../../src-preload/domain/result.ts';
import { proveInput, type ResolvedInput, type ResolvedInputs } from '../inspect/resolution.ts';
import type { Ledger, OutputRef } from '../ports/ledger.ts';

type Reference = `${string}#${number}`;

/**
 * Looks up what inputs spend. The parent transaction's bytes prove it where the ledger has them; else the ledger's
 * word is taken and marked so. What cannot be found is left out: the inspector blocks it. Failures: of the ledger.
 */
export async function resolveInputs(
  references: readonly Reference[],
  ledger: Ledger,
  signal?: AbortSignal,
): Promise<Result<ResolvedInputs, Failure>> {
  const resolved = new Map<string, ResolvedInput>();
  const byParent = Map.groupBy(new Set(references), (reference) => splitReference(reference).txHash);
  for (const [txHash, outputs] of byParent) {
    const bytes = await ledger.transactionCbor(txHash, signal);
    if (!bytes.ok) return bytes;
    const open: Reference[] = [];
    for (const reference of outputs) {
      const proven = bytes.value === undefined ? undefined : proveInput(reference, bytes.value);
      if (proven?.ok) resolved.set(reference, proven.value);
      else open.push(reference);
    }
    if (open.length === 0) continue;
    const told = await ledger.transaction(txHash, signal);
    if (!told.ok) return told;
    for (const reference of open) {
      const { index } = splitReference(reference);
      const output = told.value?.outputs.find((one) => one.index === index);
      if (output) resolved.set(reference, { address: output.address, value: output.value, proven: false });
    }
  }
  return ok(resolved);
}

export function splitReference(reference: Reference): OutputRef {
  const cut = reference.indexOf('#');
  return { txHash: reference.slice(0, cut), index: Number(reference.slice(cut + 1)) };
}
