import { readSearchText } from '#domain/search-text.ts';
import { createHash } from 'node:crypto';
import type * as v from 'valibot';
import { ADA, assetInBody, assetInPath, type AssetId } from '#domain/asset.ts';
import { quantity } from '#domain/amount.ts';
import type { DcaIntent, ServicePlan } from '#domain/dca.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { LimitIntent, ServiceOrder } from '#domain/order.ts';
import type { Build, Estimate, RoundTrip, SignAnswer, SwapIntent } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import {
  ADA_TOKEN,
  type DailyStats,
  type PairInfo,
  type PoolInfo,
  type Token,
  type TokenLinks,
} from '#domain/token.ts';
import type { AccessKey } from '../http/access-key.ts';
import type { BaseUrl } from '../http/base-url.ts';
import { HttpClient, type HttpAnswer, type HttpCall } from '../http/http-client.ts';
import type { RateLimits } from '../http/pacing.ts';
import { failureOfTrouble } from '../http/trouble.ts';
import { decode } from '../http/json.ts';
import type { Clock, Random } from '../ports/system.ts';
import type { CancelBuild, DecimalsOf, OrderPages, Service } from '../ports/service.ts';
import { allPages, cancelSchema, orderOf, ordersSchema } from './wire/orders.ts';
import {
  adaValueSchema,
  averagePriceSchema,
  dailyStatsOf,
  dailyStatsSchema,
  linksOf,
  linksSchema,
  pairsOf,
  pairsSchema,
  poolsOf,
  poolsSchema,
  tokenOf,
  tokenSchema,
  tokensSchema,
} from './wire/market.ts';
import {
  failureOfAnswer,
  failureOfCancel,
  failureOfPlan,
  failureOfWords,
  transactionHex,
} from './service-failures.ts';
import { dcaPayload, planOf } from './wire/dca.ts';
import { meansNoQuote } from './wire/figures.ts';
import {
  buildOf,
  buildSchema,
  estimateOf,
  estimateSchema,
  limitBuildOf,
  limitEstimateOf,
  limitPayload,
  signSchema,
  swapPayload,
} from './wire/swap.ts';

const KEY_HEADER = 'X-Partner-Id';
const READ_MS = 15_000;
const BUILD_MS = 30_000;
const SCALAR_BYTES = 64 * 1024;
const LIST_BYTES = 1024 * 1024;
const ORDER_LIST_BYTES = 8 * 1024 * 1024;

export interface ServiceClientOptions {
  readonly base: BaseUrl;
  readonly key: AccessKey;
  readonly clock: Clock;
  readonly random: Random;
  /** Pace of calls; the service publishes no limits, so the default is modest. */
  readonly rate?: RateLimits;
}

type Answered<T> = Promise<Result<T, Failure>>;

/** A decoded answer, and the hashes of what was sent and what came. */
interface Recorded<Wire> {
  readonly wire: Wire;
  readonly call: RoundTrip;
}

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
    if (id === ADA) return ok(ADA_TOKEN);
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
    const asked = readSearchText(query);
    if (asked.mode === 'ada' || asked.mode === 'empty') return ok([ADA_TOKEN]);
    // Nothing has so long a name.
    if (asked.mode === 'fingerprint' || ('cut' in asked && asked.cut)) return ok([]);
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
    const answer = await this.#post(['swap', 'estimate'], body, estimateSchema, signal, true);
    if (!answer.ok) return answer;
    const estimate = estimateOf(answer.value.wire, intent, decimals);
    return estimate === undefined ? failed(failure('no-quote')) : ok(estimate);
  }

  async build(
    intent: SwapIntent,
    buyerAddress: string,
    decimals: DecimalsOf,
    signal?: AbortSignal,
  ): Answered<Build> {
    const body = swapPayload(intent, decimals, buyerAddress);
    const answer = await this.#post(['swap', 'build'], body, buildSchema, signal, false);
    if (!answer.ok) return answer;
    const { wire, call } = answer.value;
    const cbor = transactionHex(wire.cbor);
    return cbor.ok ? ok({ ...buildOf(cbor.value, wire, intent, decimals), call }) : cbor;
  }

  async limitEstimate(intent: LimitIntent, decimals: DecimalsOf, signal?: AbortSignal): Answered<Estimate> {
    const body = limitPayload(intent, decimals);
    const answer = await this.#post(['swap', 'limit', 'estimate'], body, estimateSchema, signal, true);
    if (!answer.ok) return answer;
    const estimate = limitEstimateOf(answer.value.wire, intent, decimals);
    return estimate === undefined ? failed(failure('no-quote')) : ok(estimate);
  }

  async limitBuild(
    intent: LimitIntent,
    buyerAddress: string,
    decimals: DecimalsOf,
    signal?: AbortSignal,
  ): Answered<Build> {
    const body = limitPayload(intent, decimals, buyerAddress);
    const answer = await this.#post(['swap', 'limit', 'build'], body, buildSchema, signal, false);
    if (!answer.ok) return answer;
    const { wire, call } = answer.value;
    const cbor = transactionHex(wire.cbor);
    return cbor.ok ? ok({ ...limitBuildOf(cbor.value, wire, intent, decimals), call }) : cbor;
  }

  async dcaCreate(
    intent: DcaIntent,
    userAddress: string,
    decimals: DecimalsOf,
    signal?: AbortSignal,
  ): Answered<Build> {
    const body = dcaPayload(intent, userAddress, decimals);
    if (!body.ok) return body;
    const answer = await this.#post(['dca', 'create'], body.value, signSchema, signal, false);
    if (!answer.ok) return failed(failureOfPlan(answer.failure, intent.cycles));
    const cbor = transactionHex(answer.value.wire.cbor);
    const { call } = answer.value;
    return cbor.ok ? ok({ cbor: cbor.value, expected: quantity(0n), splits: [], call }) : cbor;
  }

  async dcaPlans(address: string, signal?: AbortSignal): Answered<readonly ServicePlan[]> {
    const wire = await this.#read(['dca', address], ordersSchema, ORDER_LIST_BYTES, signal);
    return wire.ok ? ok(wire.value.map(planOf)) : wire;
  }

  async limitOrders(token: AssetId, signal?: AbortSignal): Answered<readonly ServiceOrder[]> {
    const path = ['swap', 'limit_orders', 'ADA', assetInPath(token)];
    const wire = await this.#read(path, ordersSchema, ORDER_LIST_BYTES, signal);
    return wire.ok ? ok(wire.value.map(orderOf)) : wire;
  }

  async orders(address: string, pages: OrderPages, signal?: AbortSignal): Answered<readonly ServiceOrder[]> {
    return this.#pages(['swap', 'orders', address], {}, pages, signal);
  }

  async ordersByPair(one: AssetId, other: AssetId, signal?: AbortSignal): Answered<readonly ServiceOrder[]> {
    const pair = { tokenId1: assetInBody(one), tokenId2: assetInBody(other) };
    return this.#pages(['swap', 'ordersByPair'], pair, 'newest', signal);
  }

  async cancel(ids: readonly string[], address: string, signal?: AbortSignal): Answered<CancelBuild> {
    const [only, ...others] = ids;
    const single = only !== undefined && others.length === 0;
    const body = JSON.stringify(single ? { order_id: only, address } : { order_ids: ids, address });
    const path = ['swap', single ? 'cancel' : 'bulkcancel'];
    const answer = await this.#post(path, body, cancelSchema, signal, false);
    if (!answer.ok) return failed(failureOfCancel(answer.failure));
    const { wire, call } = answer.value;
    const cbor = transactionHex(wire.cbor);
    return cbor.ok ? ok({ cbor: cbor.value, fee: wire.additional_cancellation_fee, call }) : cbor;
  }

  async sign(txCbor: string, signatures: string, signal?: AbortSignal): Answered<SignAnswer> {
    const body = JSON.stringify({ txCbor, signatures });
    const answer = await this.#post(['swap', 'sign'], body, signSchema, signal, false);
    if (!answer.ok) return answer;
    const cbor = transactionHex(answer.value.wire.cbor);
    return cbor.ok ? ok({ cbor: cbor.value, call: answer.value.call }) : cbor;
  }

  #pages(
    segments: readonly string[],
    subject: Readonly<Record<string, string>>,
    pages: OrderPages,
    signal: AbortSignal | undefined,
  ): Answered<readonly ServiceOrder[]> {
    return allPages(subject, pages, async (body) => {
      const answer = await this.#post(segments, body, ordersSchema, signal, true, ORDER_LIST_BYTES);
      return answer.ok ? ok(answer.value.wire.map(orderOf)) : answer;
    });
  }

  async #read<Schema extends v.GenericSchema>(
    segments: readonly string[],
    schema: Schema,
    maxBytes: number,
    signal: AbortSignal | undefined,
    query: Readonly<Record<string, string>> = {},
  ): Answered<v.InferOutput<Schema>> {
    const answer = await this.#call(
      { method: 'GET', segments, query, readOnly: true, timeoutMs: READ_MS, maxBytes, signal },
      schema,
    );
    return answer.ok ? ok(answer.value.wire) : answer;
  }

  async #post<Schema extends v.GenericSchema>(
    segments: readonly string[],
    content: string,
    schema: Schema,
    signal: AbortSignal | undefined,
    readOnly: boolean,
    maxBytes = LIST_BYTES,
  ): Answered<Recorded<v.InferOutput<Schema>>> {
    const body = { type: 'application/json', content } as const;
    const timeoutMs = readOnly ? READ_MS : BUILD_MS;
    return this.#call({ method: 'POST', segments, body, readOnly, timeoutMs, maxBytes, signal }, schema);
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
