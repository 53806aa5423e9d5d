import { failure, type Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { Ledger } from '../ports/ledger.ts';

/**
 * What it means for a cancellation that a transaction on chain spent its inputs before it. When that transaction took
 * orders which the cancellation was to take back, and nothing of the owner's, the exchange was faster: the trade went
 * through. `undefined` when the entry is no cancellation, or lost other funds. Failures: those of the ledger.
 */
export async function cancelOvertaken(
  { trade, bytes }: JournalEntry,
  rival: string,
  ledger: Ledger,
  signal?: AbortSignal,
): Promise<Result<Failure | undefined, Failure>> {
  const { cancels } = trade;
  if (cancels === undefined) return ok(undefined);
  const faster = await ledger.transaction(rival, signal);
  if (!faster.ok) return faster;
  const inputs = faster.value?.inputs ?? [];
  const taken = inputs.filter(({ txHash, index }) => cancels.includes(`${txHash}#${index}`));
  if (taken.length === 0) return ok(undefined);
  if (inputs.some(({ address }) => address === bytes.owner)) return ok(failure('order-already-closed'));
  const orders = cancels.length === 1 ? 'the order' : 'one of the orders';
  return ok(failure('order-filled-first', { orders }));
}
