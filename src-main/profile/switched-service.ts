import type { AssetId } from '#domain/asset.ts';
import type { DcaIntent } from '#domain/dca.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { LimitIntent } from '#domain/order.ts';
import type { SwapIntent } from '#domain/quote.ts';
import { failed, type Result } from '#domain/result.ts';
import type { DecimalsOf, OrderPages, Service } from '../ports/service.ts';

/**
 * A service whose client comes and goes: the practice exchange is started anew, addresses and keys change. While
 * there is none, every call answers why. Whoever holds it never holds a stale client.
 */
export class SwitchedService implements Service {
  #client: Service | undefined;
  #absence: Failure = failure('practice-unavailable');

  use(client: Service): void {
    this.#client = client;
  }

  drop(why: Failure): void {
    this.#client = undefined;
    this.#absence = why;
  }

  token(id: AssetId, signal?: AbortSignal) {
    return this.#call((client) => client.token(id, signal));
  }
  links(id: AssetId, signal?: AbortSignal) {
    return this.#call((client) => client.links(id, signal));
  }
  search(query: string, verified?: boolean, signal?: AbortSignal) {
    return this.#call((client) => client.search(query, verified, signal));
  }
  adaValue(signal?: AbortSignal) {
    return this.#call((client) => client.adaValue(signal));
  }
  averagePrice(id: AssetId, signal?: AbortSignal) {
    return this.#call((client) => client.averagePrice(id, signal));
  }
  pools(id: AssetId, signal?: AbortSignal) {
    return this.#call((client) => client.pools(id, signal));
  }
  pairs(id: AssetId, signal?: AbortSignal) {
    return this.#call((client) => client.pairs(id, signal));
  }
  dailyStats(id: AssetId, signal?: AbortSignal) {
    return this.#call((client) => client.dailyStats(id, signal));
  }
  estimate(intent: SwapIntent, decimals: DecimalsOf, signal?: AbortSignal) {
    return this.#call((client) => client.estimate(intent, decimals, signal));
  }
  build(intent: SwapIntent, buyerAddress: string, decimals: DecimalsOf, signal?: AbortSignal) {
    return this.#call((client) => client.build(intent, buyerAddress, decimals, signal));
  }
  limitEstimate(intent: LimitIntent, decimals: DecimalsOf, signal?: AbortSignal) {
    return this.#call((client) => client.limitEstimate(intent, decimals, signal));
  }
  limitBuild(intent: LimitIntent, buyerAddress: string, decimals: DecimalsOf, signal?: AbortSignal) {
    return this.#call((client) => client.limitBuild(intent, buyerAddress, decimals, signal));
  }
  dcaCreate(intent: DcaIntent, userAddress: string, decimals: DecimalsOf, signal?: AbortSignal) {
    return this.#call((client) => client.dcaCreate(intent, userAddress, decimals, signal));
  }
  dcaPlans(address: string, signal?: AbortSignal) {
    return this.#call((client) => client.dcaPlans(address, signal));
  }
  limitOrders(token: AssetId, signal?: AbortSignal) {
    return this.#call((client) => client.limitOrders(token, signal));
  }
  orders(address: string, pages: OrderPages, signal?: AbortSignal) {
    return this.#call((client) => client.orders(address, pages, signal));
  }
  ordersByPair(one: AssetId, other: AssetId, signal?: AbortSignal) {
    return this.#call((client) => client.ordersByPair(one, other, signal));
  }
  cancel(ids: readonly string[], address: string, signal?: AbortSignal) {
    return this.#call((client) => client.cancel(ids, address, signal));
  }
  sign(txCbor: string, signatures: string, signal?: AbortSignal) {
    return this.#call((client) => client.sign(txCbor, signatures, signal));
  }

  #call<T>(ask: (client: Service) => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
    return this.#client ? ask(this.#client) : Promise.resolve(failed(this.#absence));
  }
}
