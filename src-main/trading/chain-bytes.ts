import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Ledger, ReferenceSource } from '../ports/ledger.ts';

/** Most hex digits of a transaction: several times as many as the ledger allows. */
const MOST_DIGITS = 131_072;

/** Where the bytes of transactions are read: from one back-end, and from a second one what the first lacks. */
export interface BytesSource {
  readonly ledger: Pick<Ledger, 'transactionCbor'>;
  readonly second?: Pick<ReferenceSource, 'transactionBytes'> | undefined;
}

/**
 * A transaction's bytes (hex), as a back-end gives them; `undefined` if neither has them. Failures: `fill-too-large`, those
 * of the first back-end.
 */
export async function bytesOf(
  hash: string,
  { ledger, second }: BytesSource,
  signal: AbortSignal,
): Promise<Result<string | undefined, Failure>> {
  const first = await ledger.transactionCbor(hash, signal);
  const found = first.ok ? first.value : undefined;
  const other = found === undefined ? await second?.transactionBytes([hash], signal) : undefined;
  const bytes = found ?? (other?.ok === true ? other.value.get(hash) : undefined);
  if (bytes === undefined) return first;
  if (bytes.length > MOST_DIGITS)
    return failed(failure('fill-too-large', { kilobytes: Math.ceil(bytes.length / 2_048) }));
  return ok(bytes);
}
