import { createHash } from 'node:crypto';
import type * as v from 'valibot';
import { failure, type Failure } from '#domain/failure.ts';
import type { RoundTrip } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { AccessKey } from '../http/access-key.ts';
import type { BaseUrl } from '../http/base-url.ts';
import { HttpClient, type HttpAnswer, type HttpCall } from '../http/http-client.ts';
import { decode, listed, listUnder, readRows } from '../http/json.ts';
import type { RateLimits } from '../http/pacing.ts';
import { failureOfTrouble } from '../http/trouble.ts';
import type { Listed } from '../ports/listed.ts';
import type { Clock, Random } from '../ports/system.ts';
import { failureOfAnswer, failureOfWords, transactionHex } from './service-failures.ts';

const KEY_HEADER = 'X-Partner-Id';
const READ_MS = 15_000;
const BUILD_MS = 30_000;
const ANSWER_BYTES = 1024 * 1024;
const ROWS_BYTES = 8 * 1024 * 1024;

export interface ServiceClientOptions {
  readonly base: BaseUrl;
  readonly key: AccessKey;
  readonly clock: Clock;
  readonly random: Random;
  /** Pace of calls; the service publishes no limits, so the default is modest. */
  readonly rate?: RateLimits;
}

export type Answered<T> = Promise<Result<T, Failure>>;

/** A decoded answer, and the hashes of what was sent and what came. */
interface Recorded<Wire> {
  readonly wire: Wire;
  readonly call: RoundTrip;
}

/** The request, by path segments that are not yet encoded. */
type Question = Pick<HttpCall, 'segments' | 'query' | 'signal'>;

/** Calls to the main API: JSON there and back, and every expected trouble a failure. */
export class ServiceCalls {
  readonly #http: HttpClient;

  constructor(options: ServiceClientOptions) {
    const { key, ...others } = options;
    this.#http = new HttpClient({ ...others, credential: { header: KEY_HEADER, key } });
  }

  /** Gives up the calls under way and closes the connections. */
  close(): Promise<void> {
    return this.#http.close();
  }

  async read<Schema extends v.GenericSchema>(
    question: Question,
    schema: Schema,
    maxBytes = ANSWER_BYTES,
  ): Answered<v.InferOutput<Schema>> {
    const call = { ...question, method: 'GET', readOnly: true, timeoutMs: READ_MS, maxBytes } as const;
    const answer = await this.#call(call, schema);
    return answer.ok ? ok(answer.value.wire) : answer;
  }

  /** A list whose rows are read one by one; it may come under the last word of its name. */
  async list<Row>(
    question: Question,
    name: string,
    read: (item: unknown) => Result<Row | undefined, string>,
  ): Promise<Listed<Row>> {
    const items = await this.read(question, listUnder(name.split(' ').at(-1) ?? name), ROWS_BYTES);
    return items.ok ? listed(readRows(items.value, read), name) : items;
  }

  /** A question with a body, which may be repeated. */
  async post<Schema extends v.GenericSchema>(
    question: Question,
    content: string,
    schema: Schema,
  ): Answered<v.InferOutput<Schema>> {
    const body = { type: 'application/json', content } as const;
    const limits = { readOnly: true, timeoutMs: READ_MS, maxBytes: ROWS_BYTES };
    const answer = await this.#call({ ...question, ...limits, method: 'POST', body }, schema);
    return answer.ok ? ok(answer.value.wire) : answer;
  }

  /** Asks for a transaction, once: `cbor` is its hex. Failures besides the usual: `service-built-nothing`. */
  async transaction<Schema extends v.GenericSchema<unknown, { readonly cbor?: string | undefined }>>(
    question: Question,
    content: string,
    schema: Schema,
  ): Answered<Recorded<v.InferOutput<Schema>> & { readonly cbor: string }> {
    const body = { type: 'application/json', content } as const;
    const limits = { readOnly: false, timeoutMs: BUILD_MS, maxBytes: ANSWER_BYTES };
    const answer = await this.#call({ ...question, ...limits, method: 'POST', body }, schema);
    if (!answer.ok) return answer;
    const cbor = transactionHex(answer.value.wire.cbor);
    return cbor.ok ? ok({ ...answer.value, cbor: cbor.value }) : cbor;
  }

  async #call<Schema extends v.GenericSchema>(
    call: HttpCall,
    schema: Schema,
  ): Answered<Recorded<v.InferOutput<Schema>>> {
    const sent = await this.#http.send(call);
    if (!sent.ok) return failed(failureOfTrouble('service', sent.failure, this.#http.base.host));
    if (sent.value.status < 200 || sent.value.status > 299) return failed(failureOfAnswer(sent.value));
    const decoded = decode(sent.value.text, schema);
    if (!decoded.ok) return failed(misfitFailure(sent.value, decoded.failure.path));
    const requestHash = sha256(call.body?.content ?? '');
    return ok({ wire: decoded.value, call: { requestHash, responseHash: sent.value.bodyHash } });
  }
}

/** A success whose body does not fit may still say in words what went wrong. */
function misfitFailure(answer: HttpAnswer, path: string): Failure {
  return failureOfWords(answer) ?? failure('service-answer-malformed', { path }, answer.excerpt);
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
