import { readSearchText } from '#domain/search-text.ts';
import { ADA, assetInBody, assetInPath, type AssetId } from '#domain/asset.ts';
import { quantity } from '#domain/amount.ts';
import type { DcaIntent, ServicePlan } from '#domain/dca.ts';
import { failure, type FailureCode } from '#domain/failure.ts';
import type { LimitIntent, ServiceOrder } from '#domain/order.ts';
import type { Build, Estimate, SignAnswer, SwapIntent } from '#domain/quote.ts';
import { failed, ok } from '#domain/result.ts';
import {
  ADA_TOKEN,
  type DailyStats,
  type PairInfo,
  type PoolInfo,
  type Token,
  type TokenLinks,
} from '#domain/token.ts';
import { listed, listUnder, readRows } from '../http/json.ts';
import type { Listed } from '../ports/listed.ts';
import type { CancelBuild, DecimalsOf, OrderPages, Service } from '../ports/service.ts';
import { OrderPager } from './wire/order-pages.ts';
import { cancelSchema, orderOf } from './wire/orders.ts';
import {
  adaValueSchema,
  averagePriceSchema,
  dailyStatsOf,
  dailyStatsSchema,
  linksOf,
  linksSchema,
  pairOf,
  poolOf,
  tokenOf,
  tokenRow,
  tokenSchema,
} from './wire/market.ts';
import { ServiceCalls, type Answered, type ServiceClientOptions } from './service-calls.ts';
import { failureOfCancel, failureOfPlan } from './service-failures.ts';
import { dcaPayload, planOf } from './wire/dca.ts';
import { meansNoQuote } from './wire/figures.ts';
import {
  buildOf,
  buildSchema,
  estimateOf,
  estimateSchema,
  limitPayload,
  signSchema,
  swapPayload,
} from './wire/swap.ts';

const SCALAR_BYTES = 64 * 1024;
/** Addresses whose plans are remembered. */
const MOST_ADDRESSES = 50;
/** How a service says that it does not know an order. */
const UNKNOWN: readonly FailureCode[] = ['order-unknown', 'service-not-found'];

/** Client of the main API (service interface, "Endpoints"). The key goes to `base` and nowhere else. */
export class ServiceClient implements Service {
  readonly #calls: ServiceCalls;
  readonly #pager = new OrderPager();
  /** The service's ids of the recurring orders that it listed last, by address: others are looked at, too. */
  readonly #plans = new Map<string, ReadonlySet<string>>();

  constructor(options: ServiceClientOptions) {
    this.#calls = new ServiceCalls(options);
  }

  /** Gives up the calls under way and closes the connections. */
  close(): Promise<void> {
    return this.#calls.close();
  }

  async token(id: AssetId, signal?: AbortSignal): Answered<Token> {
    if (id === ADA) return ok(ADA_TOKEN);
    const wire = await this.#calls.read(
      { segments: ['swap', 'token', assetInPath(id)], signal },
      tokenSchema,
      SCALAR_BYTES,
    );
    if (!wire.ok) return wire.failure.code === 'service-not-found' ? failed(failure('token-unknown')) : wire;
    const token = tokenOf(wire.value);
    return token?.id === id ? ok(token) : failed(failure('service-answer-malformed', { path: 'token_id' }));
  }

  async links(id: AssetId, signal?: AbortSignal): Answered<TokenLinks> {
    const segments = ['external_stats', 'links', assetInPath(id)];
    const wire = await this.#calls.read({ segments, signal }, linksSchema, SCALAR_BYTES);
    return wire.ok ? ok(linksOf(wire.value)) : wire;
  }

  async search(query: string, verified?: boolean, signal?: AbortSignal): Promise<Listed<Token>> {
    const asked = readSearchText(query);
    if (asked.mode === 'ada' || asked.mode === 'empty') return ok([ADA_TOKEN]);
    // Nothing has so long a name.
    if (asked.mode === 'fingerprint' || ('cut' in asked && asked.cut)) return ok([]);
    const terms = {
      query: asked.term,
      ...(verified === undefined ? {} : { verified: String(verified) }),
    };
    return this.#calls.list({ segments: ['swap', 'tokens'], query: terms, signal }, 'tokens', tokenRow);
  }

  async adaValue(signal?: AbortSignal): Answered<number> {
    return this.#calls.read({ segments: ['swap', 'adaValue'], signal }, adaValueSchema, SCALAR_BYTES);
  }

  async averagePrice(id: AssetId, signal?: AbortSignal): Answered<number> {
    if (id === ADA) return ok(1);
    const segments = ['swap', 'averagePrice', 'ADA', assetInPath(id)];
    const wire = await this.#calls.read({ segments, signal }, averagePriceSchema, SCALAR_BYTES);
    if (!wire.ok) return wire;
    const price = Number(wire.value.price_ba);
    return price === 0 || meansNoQuote(wire.value.price_ba) ? failed(failure('no-pool')) : ok(price);
  }

  async pools(id: AssetId, signal?: AbortSignal): Promise<Listed<PoolInfo>> {
    if (id === ADA) return ok([]);
    const segments = ['stats', 'pools', 'ADA', assetInPath(id)];
    return this.#calls.list({ segments, signal }, 'pools', poolOf);
  }

  async pairs(id: AssetId, signal?: AbortSignal): Promise<Listed<PairInfo>> {
    const segments = ['stats', 'pairs', assetInPath(id)];
    const pairs = await this.#calls.list({ segments, signal }, 'pairs', pairOf);
    if (!pairs.ok) return pairs;
    return { ...pairs, value: [...new Map(pairs.value.map((pair) => [pair.quote, pair])).values()] };
  }

  async dailyStats(id: AssetId, signal?: AbortSignal): Answered<DailyStats> {
    const segments = ['stats', 'daily_stats', 'ADA', assetInPath(id)];
    const wire = await this.#calls.read({ segments, signal }, dailyStatsSchema, SCALAR_BYTES);
    return wire.ok ? ok(dailyStatsOf(wire.value)) : wire;
  }

  async estimate(intent: SwapIntent, decimals: DecimalsOf, signal?: AbortSignal): Answered<Estimate> {
    const body = swapPayload(intent, decimals);
    const wire = await this.#calls.post({ segments: ['swap', 'estimate'], signal }, body, estimateSchema);
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
    const answer = await this.#calls.transaction({ segments: ['swap', 'build'], signal }, body, buildSchema);
    if (!answer.ok) return answer;
    const { cbor, wire, call } = answer.value;
    return ok({ ...buildOf(cbor, wire, intent, decimals), call });
  }

  async limitEstimate(intent: LimitIntent, decimals: DecimalsOf, signal?: AbortSignal): Answered<Estimate> {
    const body = limitPayload(intent, decimals);
    const segments = ['swap', 'limit', 'estimate'];
    const wire = await this.#calls.post({ segments, signal }, body, estimateSchema);
    if (!wire.ok) return wire;
    const estimate = estimateOf(wire.value, intent, decimals);
    return estimate === undefined ? failed(failure('no-quote')) : ok(estimate);
  }

  async limitBuild(
    intent: LimitIntent,
    buyerAddress: string,
    decimals: DecimalsOf,
    signal?: AbortSignal,
  ): Answered<Build> {
    const body = limitPayload(intent, decimals, buyerAddress);
    const segments = ['swap', 'limit', 'build'];
    const answer = await this.#calls.transaction({ segments, signal }, body, buildSchema);
    if (!answer.ok) return answer;
    const { cbor, wire, call } = answer.value;
    return ok({ ...buildOf(cbor, wire, intent, decimals), call });
  }

  async dcaCreate(
    intent: DcaIntent,
    userAddress: string,
    decimals: DecimalsOf,
    signal?: AbortSignal,
  ): Answered<Build> {
    const body = dcaPayload(intent, userAddress, decimals);
    if (!body.ok) return body;
    const segments = ['dca', 'create'];
    const answer = await this.#calls.transaction({ segments, signal }, body.value, signSchema);
    if (!answer.ok) return failed(failureOfPlan(answer.failure, intent.cycles));
    const { cbor, call } = answer.value;
    return ok({ cbor, expected: quantity(0n), splits: [], call });
  }

  async dcaPlans(address: string, signal?: AbortSignal): Promise<Listed<ServicePlan>> {
    const plans = await this.#calls.list({ segments: ['dca', address], signal }, 'recurring orders', planOf);
    if (plans.ok) this.#notePlans(address, new Set(plans.value.map(({ id }) => id)));
    return plans;
  }

  async limitOrders(token: AssetId, signal?: AbortSignal): Promise<Listed<ServiceOrder>> {
    const segments = ['swap', 'limit_orders', 'ADA', assetInPath(token)];
    return this.#calls.list({ segments, signal }, 'orders', orderOf);
  }

  async orders(address: string, pages: OrderPages, signal?: AbortSignal): Promise<Listed<ServiceOrder>> {
    return this.#pages(['swap', 'orders', address], {}, pages, signal);
  }

  async ordersByPair(one: AssetId, other: AssetId, signal?: AbortSignal): Promise<Listed<ServiceOrder>> {
    const pair = { tokenId1: assetInBody(one), tokenId2: assetInBody(other) };
    return this.#pages(['swap', 'ordersByPair'], pair, 'newest', signal);
  }

  async cancel(ids: readonly string[], address: string, signal?: AbortSignal): Answered<CancelBuild> {
    const [only, ...others] = ids;
    if (only === undefined || others.length > 0)
      return this.#cancelAt(['swap', 'bulkcancel'], { order_ids: ids, address }, signal);
    const build = await this.#cancelAt(['swap', 'cancel'], { order_id: only, address }, signal);
    if (build.ok || this.#plans.get(address)?.has(only) !== true || !UNKNOWN.includes(build.failure.code))
      return build;
    // Some services know plans only where they are listed. Whoever builds it, the transaction is judged alike.
    const plan = { dca_id: only, user_address: address };
    const again = await this.#cancelAt(['dca', 'cancel'], plan, signal);
    return again.ok || ![...UNKNOWN, 'service-error'].includes(again.failure.code) ? again : build;
  }

  async sign(txCbor: string, signatures: string, signal?: AbortSignal): Answered<SignAnswer> {
    const body = JSON.stringify({ txCbor, signatures });
    const answer = await this.#calls.transaction({ segments: ['swap', 'sign'], signal }, body, signSchema);
    return answer.ok ? ok({ cbor: answer.value.cbor, call: answer.value.call }) : answer;
  }

  /** Of the addresses asked for last. */
  #notePlans(address: string, ids: ReadonlySet<string>): void {
    this.#plans.delete(address);
    this.#plans.set(address, ids);
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > MOST_ADDRESSES && oldest !== undefined) this.#plans.delete(oldest);
  }

  async #cancelAt(
    segments: readonly string[],
    content: object,
    signal: AbortSignal | undefined,
  ): Answered<CancelBuild> {
    const answer = await this.#calls.transaction({ segments, signal }, JSON.stringify(content), cancelSchema);
    if (!answer.ok) return failed(failureOfCancel(answer.failure));
    const { cbor, wire, call } = answer.value;
    return ok({ cbor, fee: wire.additional_cancellation_fee, call });
  }

  async #pages(
    segments: readonly string[],
    subject: Readonly<Record<string, string>>,
    pages: OrderPages,
    signal: AbortSignal | undefined,
  ): Promise<Listed<ServiceOrder>> {
    const records = await this.#pager.all(subject, pages, (body) =>
      this.#calls.post({ segments, signal }, body, listUnder('orders')),
    );
    return records.ok ? listed(readRows(records.value, orderOf), 'orders') : records;
  }
}
