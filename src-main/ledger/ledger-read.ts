import * as v from 'valibot';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { NetworkName } from '#domain/network.ts';
import type { HttpCall, HttpClient } from '../http/http-client.ts';
import { failureOfTrouble } from '../http/trouble.ts';
import { decode, JsonNumber, safeInteger } from '../http/json.ts';
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

const NETWORKS: ReadonlyMap<number, NetworkName> = new Map([
  [764_824_073, 'mainnet'],
  [1, 'preprod'],
  [2, 'preview'],
]);

/** The network of a genesis file's magic number. Failure: `wrong-network` for one that is none of the three. */
export function networkOfMagic(magic: number): Result<NetworkName, Failure> {
  const name = NETWORKS.get(magic);
  return name === undefined ? failed(failure('wrong-network', { found: `magic ${magic}` })) : ok(name);
}

/** An unsigned 64-bit quantity: a string of digits, or a JSON number without losing one. */
export const unsigned = v.pipe(
  v.union([v.string(), v.instance(JsonNumber)]),
  v.transform((value) => (typeof value === 'string' ? value : value.source)),
  v.regex(/^\d{1,20}$/),
  v.transform((text) => BigInt(text)),
);

export const natural = v.pipe(safeInteger, v.minValue(0));

/** A transaction's or a block's hash. */
export const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** Bytes; lower case from here on. */
export const hex = v.pipe(
  v.string(),
  v.regex(/^[0-9a-fA-F]*$/),
  v.check((text) => text.length % 2 === 0),
  v.toLowerCase(),
);
