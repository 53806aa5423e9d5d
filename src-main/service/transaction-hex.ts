import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';

/** A transaction's hex in lower case; absent or empty means that nothing was made. */
export function transactionHex(cbor: string | undefined): Result<string, Failure> {
  const plain = cbor?.trim().toLowerCase() ?? '';
  if (plain === '') return failed(failure('service-built-nothing'));
  if (!/^[0-9a-f]+$/.test(plain) || plain.length % 2 === 1)
    return failed(failure('service-answer-malformed', { path: 'cbor' }));
  return ok(plain);
}
