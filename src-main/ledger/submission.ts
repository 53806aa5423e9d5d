import * as v from 'valibot';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { decode, objectOf } from '../http/json.ts';
import type { HttpAnswer, HttpClient } from '../http/http-client.ts';
import { failureOfTrouble } from '../http/trouble.ts';
import { failureOfStatus, submitFailure } from './ledger-failures.ts';
import { type Answered, hash, MOST_BYTES } from './ledger-read.ts';

export const SUBMIT_MS = 30_000;

/**
 * Posts a signed transaction (hex) as `application/cbor`, once, the way in which Blockfrost, Koios and cardano-submit-api
 * take it. Failures: those of `Ledger.submit`.
 */
export async function submitOverHttp(
  http: HttpClient,
  segments: readonly string[],
  cbor: string,
  signal: AbortSignal | undefined,
): Answered<string> {
  const sent = await http.send({
    method: 'POST',
    segments,
    body: { type: 'application/cbor', content: Buffer.from(cbor, 'hex') },
    readOnly: false,
    timeoutMs: SUBMIT_MS,
    maxBytes: MOST_BYTES,
    signal,
  });
  if (sent.ok) return submitOutcome(sent.value);
  const { sent: left, kind } = sent.failure;
  if (left && kind !== 'redirected') return failed(failure('submission-unknown'));
  return failed(failureOfTrouble('ledger', sent.failure, http.base.host));
}

/**
 * The meaning of the answer to a submission. Only an answer that says "refused" is a refusal: a broken answer, or one
 * of a gateway in front, leaves it open whether the transaction is on its way.
 */
function submitOutcome(answer: HttpAnswer): Result<string, Failure> {
  if (answer.status === 200 || answer.status === 202) {
    const stated = decode(answer.text, hash);
    return stated.ok ? stated : failed(failure('submission-unknown', {}, answer.excerpt));
  }
  if (answer.status >= 500 || answer.status < 400 || answer.status === 408)
    return failed(failure('submission-unknown', { status: answer.status }, answer.excerpt));
  if (answer.status !== 400) return failed(failureOfStatus(answer));
  const body = decode(answer.text, objectOf({ message: v.string() }));
  return failed(submitFailure(body.ok ? body.value.message : answer.text, answer.excerpt));
}

/**
 * The outcome of a submission, once it is clear whose inputs are gone: a back-end that has this very transaction, on
 * chain or in its queue, took it earlier. Where that cannot be found out the inputs count as gone.
 */
export async function orHadBefore(
  sent: Result<string, Failure>,
  txHash: string | undefined,
  has: (txHash: string) => Answered<boolean>,
): Answered<string> {
  if (sent.ok || sent.failure.code !== 'inputs-spent' || txHash === undefined) return sent;
  const known = await has(txHash);
  return known.ok && known.value ? ok(txHash) : sent;
}
