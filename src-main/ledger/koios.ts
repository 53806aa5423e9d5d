import * as v from 'valibot';
import type { Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { ok, type Result } from '#domain/result.ts';
import { ADA, parseAssetId, type AssetId } from '#domain/asset.ts';
import type { BaseUrl } from '../http/base-url.ts';
import { HttpClient } from '../http/http-client.ts';
import type { RateLimits } from '../http/pacing.ts';
import type { Clock, Random } from '../ports/system.ts';
import type { OutputRef, ReferenceSource, Utxo } from '../ports/ledger.ts';
import { hash, hex, natural, networkOfMagic, readLedger, unsigned } from './ledger-read.ts';
import { objectOf, optional } from '../http/json.ts';

const asset = v.pipe(
  objectOf({ policy_id: hex, asset_name: optional(hex), quantity: unsigned }),
  v.transform((wire) => ({
    id: parseAssetId(wire.policy_id + (wire.asset_name ?? '')),
    quantity: wire.quantity,
  })),
  v.custom<{ readonly id: AssetId; readonly quantity: bigint }>(
    (held) => (held as { readonly id: AssetId | undefined }).id !== undefined,
  ),
);

/** `GET /genesis`: one row; the magic number is a string of digits. */
const genesisSchema = v.pipe(
  v.array(objectOf({ networkmagic: unsigned })),
  v.minLength(1),
  v.transform((rows) => Number(rows[0]?.networkmagic)),
);

/** `POST /utxo_info` with `_extended`: a row for each output that is known. */
const outputsSchema: v.GenericSchema<unknown, readonly Utxo[]> = v.array(
  v.pipe(
    objectOf({
      tx_hash: hash,
      tx_index: natural,
      address: v.string(),
      value: unsigned,
      asset_list: optional(v.array(asset)),
      inline_datum: optional(objectOf({ bytes: hex })),
    }),
    v.transform((wire): Utxo => {
      const value = new Map<AssetId, bigint>([[ADA, wire.value]]);
      for (const { id, quantity } of wire.asset_list ?? []) value.set(id, (value.get(id) ?? 0n) + quantity);
      return {
        txHash: wire.tx_hash,
        index: wire.tx_index,
        address: wire.address,
        value,
        ...(wire.inline_datum === undefined ? {} : { inlineDatum: wire.inline_datum.bytes }),
      };
    }),
  ),
);

/** `POST /tx_cbor`: a row for each transaction that is known. */
const bytesSchema = v.array(objectOf({ tx_hash: hash, cbor: v.pipe(hex, v.nonEmpty()) }));

/** The public instances refuse request bodies above one kilobyte. */
const MOST_BODY_BYTES = 1_000;
/** The public instances allow a hundred calls in ten seconds. */
const RATE: RateLimits = { concurrency: 2, perSecond: 5, burst: 10 };

export interface KoiosOptions {
  readonly base: BaseUrl;
  readonly clock: Clock;
  readonly random: Random;
  readonly rate?: RateLimits;
}

type Answered<T> = Promise<Result<T, Failure>>;

/** Outputs and transaction bytes by way of the Koios API (its OpenAPI description, v1). Needs no account and no key. */
export class KoiosSource implements ReferenceSource {
  readonly #http: HttpClient;

  constructor(options: KoiosOptions) {
    this.#http = new HttpClient({ rate: RATE, ...options });
  }

  /** Gives up the calls under way and closes the connections. */
  close(): Promise<void> {
    return this.#http.close();
  }

  async network(signal?: AbortSignal): Answered<NetworkName> {
    const magic = await readLedger(
      this.#http,
      { method: 'GET', segments: ['genesis'] },
      genesisSchema,
      signal,
    );
    return magic.ok ? networkOfMagic(magic.value) : magic;
  }

  outputs(references: readonly OutputRef[], signal?: AbortSignal): Answered<readonly Utxo[]> {
    const wanted = [...new Set(references.map(({ txHash, index }) => `${txHash}#${index}`))];
    const bodyOf = (part: readonly string[]): unknown => ({ _utxo_refs: part, _extended: true });
    return this.#inParts('utxo_info', wanted, bodyOf, outputsSchema, signal);
  }

  async transactionBytes(
    txHashes: readonly string[],
    signal?: AbortSignal,
  ): Answered<ReadonlyMap<string, string>> {
    const bodyOf = (part: readonly string[]): unknown => ({ _tx_hashes: part });
    const found = await this.#inParts('tx_cbor', [...new Set(txHashes)], bodyOf, bytesSchema, signal);
    return found.ok ? ok(new Map(found.value.map((one) => [one.tx_hash, one.cbor]))) : found;
  }

  /** Asks for a list in as many calls as the limit of a request's body demands, one after the other. */
  async #inParts<Row>(
    path: string,
    wanted: readonly string[],
    bodyOf: (part: readonly string[]) => unknown,
    schema: v.GenericSchema<unknown, readonly Row[]>,
    signal: AbortSignal | undefined,
  ): Answered<readonly Row[]> {
    const rows: Row[] = [];
    for (const content of bodies(wanted, bodyOf)) {
      const body = { type: 'application/json', content } as const;
      const answer = await readLedger(this.#http, { method: 'POST', segments: [path], body }, schema, signal);
      if (!answer.ok) return answer;
      rows.push(...answer.value);
    }
    return ok(rows);
  }
}

/** JSON bodies that together name everything that is wanted, none of them above the limit. All of it is ASCII. */
function bodies(wanted: readonly string[], bodyOf: (part: readonly string[]) => unknown): readonly string[] {
  const made: string[] = [];
  let part: string[] = [];
  for (const one of wanted) {
    if (part.length > 0 && JSON.stringify(bodyOf([...part, one])).length > MOST_BODY_BYTES) {
      made.push(JSON.stringify(bodyOf(part)));
      part = [];
    }
    part.push(one);
  }
  return part.length === 0 ? made : [...made, JSON.stringify(bodyOf(part))];
}
