import { ADA, type AssetId } from '#domain/asset.ts';
import type { ServiceOrder } from '#domain/order.ts';
import type { RestingSale } from '#domain/resting-sale.ts';
import type { Trade } from '#domain/trade.ts';
import { cancellationsOf, replacedBy, rowsOfAll } from '../../market/listed-rows.ts';
import type { Listed } from '../../ports/listed.ts';
import { WalletBoard, type WalletBoardParts } from '../../market/wallet-board.ts';
import { pairOrders, rowOf, type MergeContext, type OrderPair } from './merge-orders.ts';
import { restingOrder, type OrderRow } from './order-row.ts';
import { isEnd } from '../../market/order-status.ts';

/** Prices requested at one poll, and how often the whole list of orders is requested. */
const PRICES_A_LOOK = 2;
const WHOLE_LIST_MS = 10 * 60_000;

export interface OrderBoardParts extends WalletBoardParts {
  /** Called with the service's records, for what they say besides the orders. */
  readonly learn: (orders: readonly ServiceOrder[]) => void;
}

/** Changes since the last time: rows that are new or changed, and ids that are gone. */
export interface OrderChanges {
  readonly rows: readonly OrderRow[];
  readonly gone: readonly string[];
}

/** A row and its sources: it is built again only when one of them has changed. */
interface BoardRow {
  readonly from: readonly unknown[];
  readonly row: OrderRow;
}

/** The orders of a profile's wallet. Its listeners get what changed. */
export class OrderBoard extends WalletBoard<OrderChanges> {
  readonly #parts: OrderBoardParts;
  /** By address, and by the order's name. */
  readonly #reported = new Map<string, Map<string, ServiceOrder>>();
  readonly #prices = new Map<AssetId, number>();
  #built = new Map<string, BoardRow>();
  /** When an address's whole list was read. */
  readonly #whole = new Map<string, number>();
  #nextPrice = 0;

  constructor(parts: OrderBoardParts) {
    super(parts, 'orders');
    this.#parts = parts;
  }

  get rows(): readonly OrderRow[] {
    return Array.from(this.#built.values(), ({ row }) => row);
  }

  row(id: string): OrderRow | undefined {
    return this.#built.get(id)?.row;
  }

  protected override forget(address: string): void {
    this.#reported.delete(address);
    this.#whole.delete(address);
  }

  protected override async load(address: string, signal: AbortSignal): Promise<Listed<unknown>> {
    const { service, clock, learn, polling } = this.#parts;
    // The whole list takes several requests, and nobody sees it while the page is hidden.
    const all =
      polling.state !== 'hidden' &&
      clock.monotonic() - (this.#whole.get(address) ?? -Infinity) >= WHOLE_LIST_MS;
    const reported = await service.orders(address, all ? 'all' : 'newest', signal);
    if (!reported.ok || signal.aborted) return reported;
    this.#note(address, reported.value, all);
    if (all) this.#whole.set(address, clock.monotonic());
    learn(reported.value);
    return reported;
  }

  /** Prices of the tokens of live orders in turn, a few at each look. */
  protected override async explain(signal: AbortSignal): Promise<void> {
    const live = this.rows.filter(({ status }) => !isEnd(status));
    const tokens = [...new Set(live.map(({ token }) => token))].filter((token) => token !== ADA);
    for (let asked = 0; asked < Math.min(PRICES_A_LOOK, tokens.length); asked += 1) {
      const token = tokens[this.#nextPrice % tokens.length] ?? ADA;
      this.#nextPrice += 1;
      const price = await this.#parts.service.averagePrice(token, signal);
      if (price.ok) this.#prices.set(token, price.value);
    }
  }

  protected override merge(trades: readonly Trade[]): OrderChanges {
    const reported = rowsOfAll(this.#inOrder());
    const context = this.#context(trades, reported);
    const built = new Map<string, BoardRow>();
    const rows: OrderRow[] = [];
    for (const pair of pairOrders(trades, [...reported.keys()])) {
      const elsewhere = this.elsewhereOf(pair.id);
      const from = [...this.#sourcesOf(pair, context), elsewhere];
      const before = this.#built.get(pair.id);
      const same = before?.from.length === from.length && before.from.every((one, at) => one === from[at]);
      const next =
        before && same ? before : { from, row: { ...this.listable(rowOf(pair, context)), elsewhere } };
      built.set(pair.id, next);
      if (next !== before) rows.push(next.row);
    }
    const gone = [...this.#built.keys()].filter((id) => !built.has(id));
    this.#built = built;
    this.learn(rows.flatMap(({ pay, receive }) => [pay.asset, receive]));
    return { rows, gone };
  }

  protected override resting(): readonly RestingSale[] {
    return this.rows.flatMap((row) => restingOrder(row) ?? []);
  }

  /** Those of the address that trades first. */
  #inOrder(): ReadonlyMap<string, readonly ServiceOrder[]> {
    const known = this.#parts.addresses().filter((address) => this.#reported.has(address));
    return new Map(known.map((address) => [address, [...(this.#reported.get(address)?.values() ?? [])]]));
  }

  /** A record that says the same as before stays the same object, so that its row is not made again. */
  #note(address: string, orders: readonly ServiceOrder[], all: boolean): void {
    const before = this.#reported.get(address) ?? new Map<string, ServiceOrder>();
    const noted = all ? new Map<string, ServiceOrder>() : before;
    for (const [at, order] of orders.entries()) {
      const name = order.id || `${order.txHash ?? `row ${at}`}#${order.outputIndex ?? ''}`;
      const known = before.get(name);
      const same = known && JSON.stringify(known.record) === JSON.stringify(order.record);
      noted.set(name, same ? known : order);
    }
    this.#reported.set(address, noted);
  }

  #context(trades: readonly Trade[], reported: ReadonlyMap<ServiceOrder, string>): MergeContext {
    const [trading = ''] = this.#parts.addresses();
    const cancels = cancellationsOf(trades);
    const replaced = replacedBy(trades);
    return {
      walletOf: (service) => (service && reported.get(service)) ?? trading,
      token: this.#parts.known,
      priceOf: (id) => this.#prices.get(id),
      cancelOf: (output) => cancels.get(output),
      replaced: (output) => replaced.has(output),
    };
  }

  /** Everything that a row of this pair depends on. An order that has ended does not follow the market. */
  #sourcesOf({ trade, order, service }: OrderPair, context: MergeContext): readonly unknown[] {
    const pay = trade?.pay.asset ?? service?.sells ?? ADA;
    const receive = trade?.receive ?? service?.buys ?? ADA;
    const token = pay === ADA ? receive : pay;
    const placed =
      order?.now ?? (trade && order ? { txHash: trade.bodyHash, index: order.index } : undefined);
    const output = placed ?? { txHash: service?.txHash ?? '', index: service?.outputIndex ?? 0 };
    const name = `${output.txHash}#${output.index}`;
    const cancel = context.cancelOf(name);
    const over = order?.closedBy !== undefined;
    return [
      trade,
      service,
      context.walletOf(service),
      context.token(pay),
      context.token(receive),
      over ? undefined : context.priceOf(token),
      cancel?.tradeId,
      cancel?.underWay,
      context.replaced?.(name),
    ];
  }
}
