import type * as v from 'valibot';
import { ADA, assetInPath, type AssetId } from '../../src-preload/domain/asset.ts';
import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import type { Build, Estimate, SwapIntent } from '../../src-preload/domain/quote.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import type { DailyStats, PairInfo, PoolInfo, Token, TokenLinks } from '../../src-preload/domain/token.ts';
import type { AccessKey } from '../http/access-key.ts';
import type { BaseUrl } from '../http/base-url.ts';
import { HttpClient, type HttpAnswer, type HttpCall } from '../http/http-client.ts';
import type { RateLimits } from '../http/rate-gate.ts';
import { decode } from '../http/wire.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { DecimalsOf, Service } from '../ports/service.ts';
import { readSearchQuery } from './search-query.ts';
import { failureOfAnswer, failureOfTrouble, failureOfWords } from './service-failures.ts';
import { meansNoQuote } from './wire/figures.ts';
import {
  adaValueSchema,
  averagePriceSchema,
  dailyStatsOf,
  dailyStatsSchema,
  pairsOf,
  pairsSchema,
  poolsOf,
  poolsSchema,
} from './wire/market.ts';
import { buildOf, buildSchema, estimateOf, estimateSchema, signSchema, swapPayload } from './wire/swap.ts';
import { adaToken, linksOf, linksSchema, tokenOf, tokenSchema, tokensSchema } from './wire/token.ts';

const KEY_HEADER = 'X-Partner-Id';
const READ_MS = 15_000;
const BUILD_MS = 30_000;
const SCALAR_BYTES = 64 * 1024;
const LIST_BYTES = 1024 * 1024;

export interface ServiceClientOptions {
  readonly base: BaseUrl;
  readonly key: AccessKey;
  readonly clock: Clock;
  readonly random: Random;
  /** Pace of calls; the service publishes no limits, so the default is modest. */
  readonly rate?: RateLimits;
}

type Answered<T> = Promise<Result<T, Failure>>;

/** Client of the main API (service interface, "Endpoints"). The key goes to `base` and nowhere else. */
export class ServiceClient implements Service {
  readonly #http: HttpClient;

  constructor(options: ServiceClientOptions) {
    const { key, ...others } = options;
    this.#http = new HttpClient({ ...others, credential: { header: KEY_HEADER, key } });
  }

  /** Gives up the calls under way and closes the connections. */
  close(): Promise<void> {
    return this.#http.close();
  }

  async token(id: AssetId, signal?: AbortSignal): Answered<Token> {
    if (id === ADA) return ok(adaToken);
    const wire = await this.#read(['swap', 'token', assetInPath(id)], tokenSchema, SCALAR_BYTES, signal);
    if (!wire.ok) return wire.failure.code === 'service-not-found' ? failed(failure('token-unknown')) : wire;
    const token = tokenOf(wire.value);
    return token?.id === id ? ok(token) : failed(failure('service-answer-malformed', { path: 'token_id' }));
  }

  async links(id: AssetId, signal?: AbortSignal): Answered<TokenLinks> {
    const wire = await this.#read(
      ['external_stats', 'links', assetInPath(id)],
      linksSchema,
      SCALAR_BYTES,
      signal,
    );
    return wire.ok ? ok(linksOf(wire.value)) : wire;
  }

  async search(query: string, verified?: boolean, signal?: AbortSignal): Answered<readonly Token[]> {
    const asked = readSearchQuery(query);
    if (asked.kind === 'ada') return ok([adaToken]);
    if (asked.kind === 'nothing') return ok([]);
    const parameters = {
      query: asked.term,
      ...(verified === undefined ? {} : { verified: String(verified) }),
    };
    const wire = await this.#read(['swap', 'tokens'], tokensSchema, LIST_BYTES, signal, parameters);
    if (!wire.ok) return wire;
    return ok(wire.value.map(tokenOf).filter((token) => token !== undefined));
  }

  async adaValue(signal?: AbortSignal): Answered<number> {
    return this.#read(['swap', 'adaValue'], adaValueSchema, SCALAR_BYTES, signal);
  }

  async averagePrice(id: AssetId, signal?: AbortSignal): Answered<number> {
    if (id === ADA) return ok(1);
    const path = ['swap', 'averagePrice', 'ADA', assetInPath(id)];
    const wire = await this.#read(path, averagePriceSchema, SCALAR_BYTES, signal);
    if (!wire.ok) return wire;
    const price = Number(wire.value.price_ba);
    return price === 0 || meansNoQuote(wire.value.price_ba) ? failed(failure('no-pool')) : ok(price);
  }

  async pools(id: AssetId, signal?: AbortSignal): Answered<readonly PoolInfo[]> {
    if (id === ADA) return ok([]);
    const wire = await this.#read(
      ['stats', 'pools', 'ADA', assetInPath(id)],
      poolsSchema,
      LIST_BYTES,
      signal,
    );
    return wire.ok ? ok(poolsOf(wire.value)) : wire;
  }

  async pairs(id: AssetId, signal?: AbortSignal): Answered<readonly PairInfo[]> {
    const wire = await this.#read(['stats', 'pairs', assetInPath(id)], pairsSchema, LIST_BYTES, signal);
    return wire.ok ? ok(pairsOf(wire.value)) : wire;
  }

  async dailyStats(id: AssetId, signal?: AbortSignal): Answered<DailyStats> {
    const path = ['stats', 'daily_stats', 'ADA', assetInPath(id)];
    const wire = await this.#read(path, dailyStatsSchema, SCALAR_BYTES, signal);
    return wire.ok ? ok(dailyStatsOf(wire.value)) : wire;
  }

  async estimate(intent: SwapIntent, decimals: DecimalsOf, signal?: AbortSignal): Answered<Estimate> {
    const body = swapPayload(intent, decimals);
    const wire = await this.#post(['swap', 'estimate'], body, estimateSchema, signal, true);
    if (!wire.ok) return wire;
    const estimate = estimateOf(wire.value, intent, decimals);
    return estimate === undefined ? failed(failure('no-quote')) : ok(estimate);
  }

  async build(
    intent: SwapIntent,
    buyerAddress: string,
    decimals: DecimalsOf,
    signal?: AbortSignal,
  ): Answered<Build> {
    const body = swapPayload(intent, decimals, buyerAddress);
    const wire = await this.#post(['swap', 'build'], body, buildSchema, signal, false);
    if (!wire.ok) return wire;
    const cbor = transactionHex(wire.value.cbor);
    return cbor.ok ? ok(buildOf(cbor.value, wire.value, intent, decimals)) : cbor;
  }

  async sign(txCbor: string, signatures: string, signal?: AbortSignal): Answered<string> {
    const wire = await this.#post(
      ['swap', 'sign'],
      JSON.stringify({ txCbor, signatures }),
      signSchema,
      signal,
      false,
    );
    return wire.ok ? transactionHex(wire.value.cbor) : wire;
  }

  async #read<Schema extends v.GenericSchema>(
    segments: readonly string[],
    schema: Schema,
    maxBytes: number,
    signal: AbortSignal | undefined,
    query: Readonly<Record<string, string>> = {},
  ): Answered<v.InferOutput<Schema>> {
    return this.#call(
      { method: 'GET', segments, query, readOnly: true, timeoutMs: READ_MS, maxBytes, signal },
      schema,
    );
  }

  async #post<Schema extends v.GenericSchema>(
    segments: readonly string[],
    content: string,
    schema: Schema,
    signal: AbortSignal | undefined,
    readOnly: boolean,
  ): Answered<v.InferOutput<Schema>> {
    const body = { type: 'application/json', content } as const;
    const timeoutMs = readOnly ? READ_MS : BUILD_MS;
    return this.#call(
      { method: 'POST', segments, body, readOnly, timeoutMs, maxBytes: LIST_BYTES, signal },
      schema,
    );
  }

  async #call<Schema extends v.GenericSchema>(
    call: HttpCall,
    schema: Schema,
  ): Answered<v.InferOutput<Schema>> {
    const sent = await this.#http.send(call);
    if (!sent.ok) return failed(failureOfTrouble(sent.failure, this.#http.base.host));
    if (sent.value.status < 200 || sent.value.status > 299) return failed(failureOfAnswer(sent.value));
    const decoded = decode(sent.value.text, schema);
    return decoded.ok ? decoded : failed(misfitFailure(sent.value, decoded.failure.path));
  }
}

/** A success whose body does not fit may still say in words what went wrong. */
function misfitFailure(answer: HttpAnswer, path: string): Failure {
  return failureOfWords(answer) ?? failure('service-answer-malformed', { path }, answer.excerpt);
}

/** A transaction's hex in lower case; absent or empty means that nothing was made. */
function transactionHex(cbor: string | undefined): Result<string, Failure> {
  const plain = cbor?.trim().toLowerCase() ?? '';
  if (plain === '') return failed(failure('service-built-nothing'));
  if (!/^[0-9a-f]+$/.test(plain) || plain.length % 2 === 1)
    return failed(failure('service-answer-malformed', { path: 'cbor' }));
  return ok(plain);
}
