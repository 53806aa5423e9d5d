import type * as v from 'valibot';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { HttpCall, HttpClient } from '../http/http-client.ts';
import { failureOfTrouble } from '../http/trouble-failure.ts';
import { decode } from '../http/wire.ts';
import { failureOfStatus } from './ledger-failures.ts';

const READ_MS = 15_000;
export const MOST_BYTES = 1024 * 1024;

/** Asks a ledger back-end something that changes nothing. Failures: `ledger-…`. */
export async function readLedger<Schema extends v.GenericSchema>(
  http: HttpClient,
  call: Pick<HttpCall, 'method' | 'segments' | 'query' | 'body'>,
  schema: Schema,
  signal: AbortSignal | undefined,
): Promise<Result<v.InferOutput<Schema>, Failure>> {
  const sent = await http.send({ ...call, readOnly: true, timeoutMs: READ_MS, maxBytes: MOST_BYTES, signal });
  if (!sent.ok) return failed(failureOfTrouble('ledger', sent.failure, http.base.host));
  if (sent.value.status !== 200) return failed(failureOfStatus(sent.value));
  const decoded = decode(sent.value.text, schema);
  if (decoded.ok) return decoded;
  return failed(failure('ledger-answer-malformed', { path: decoded.failure.path }, sent.value.excerpt));
}
