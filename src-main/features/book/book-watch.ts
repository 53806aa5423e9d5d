import { ADA, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { ServiceOrder } from '#domain/order.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { EpochMs } from '#domain/time.ts';
import type { PoolInfo, Token } from '#domain/token.ts';
import type { Trade } from '#domain/trade.ts';
import type { Listed } from '../../ports/listed.ts';
import type { Clock } from '../../ports/system.ts';
import type { Service } from '../../ports/service.ts';
import type { Polling, PollingGroup } from '../../market/polling.ts';
import { depthLevels, orderLevels, type BookSides } from './book-levels.ts';
import { poolDepth } from '../../market/pool-depth.ts';
import { isOnChain } from '../../trading/trade-machine.ts';

/** The sources that a book is read from. */
export interface BookSource {
  readonly service: Service;
  readonly clock: Clock;
  readonly token: (id: AssetId) => Promise<Result<Token, Failure>>;
  /** Whether a Bech32 address is the user's. */
  readonly isOwn: (address: string) => boolean;
  readonly learn: (orders: readonly ServiceOrder[]) => void;
}

export interface BookParts extends BookSource {
  readonly polling: Polling;
  /** Calls the listener with every trade of the user that changes. Answers the function that ends it. */
  readonly onTrade: (listener: (trade: Trade) => void) => () => void;
}

/** The book of one token against ADA, as of the last answers. */
export interface Book {
  readonly token: AssetId;
  readonly orders: BookSides;
  readonly depth: BookSides;
  readonly pools: readonly PoolInfo[];
  /** Why rows are missing, when some could not be read. */
  readonly leftOut: Failure | undefined;
  /** Both orders and pools were answered. */
  readonly whole: boolean;
  readonly at: EpochMs;
}

/** Milliseconds between two looks. */
const EVERY_MS = { active: 15_000, idle: 180_000 } as const;
const RANK = 2;
const NO_LEVELS: BookSides = { bids: [], asks: [] };

/** Keeps the book of one token fresh until it is stopped. */
export class BookWatch {
  readonly token: AssetId;
  readonly #parts: BookParts;
  readonly #polled: PollingGroup;
  readonly #onChange: (watch: BookWatch) => void;
  /** Own trades in this token as they were when the book was last asked for because of them. */
  readonly #ownTrades = new Map<string, string>();
  #unfollow: () => void = () => undefined;
  #book: Book | undefined;
  #failure: Failure | undefined;

  constructor(token: AssetId, parts: BookParts, onChange: (watch: BookWatch) => void) {
    this.token = token;
    this.#parts = parts;
    this.#onChange = onChange;
    this.#polled = parts.polling.group();
  }

  get book(): Book | undefined {
    return this.#book;
  }

  get failure(): Failure | undefined {
    return this.#failure;
  }

  start(): void {
    this.#polled.set([
      {
        key: `book:${this.token}`,
        host: 'service',
        every: EVERY_MS,
        rank: RANK,
        cost: 2,
        run: (signal) => this.#look(signal),
      },
    ]);
    this.#polled.poke(`book:${this.token}`);
    this.#unfollow = this.#parts.onTrade((trade) => this.#follow(trade));
  }

  stop(): Promise<void> {
    this.#unfollow();
    return this.#polled.leave();
  }

  /** An order of the user's that comes or goes is looked for at once: where it is missing, it seems lost. */
  #follow({ id, pay, receive, state, orders }: Trade): void {
    if (pay.asset !== this.token && receive !== this.token) return;
    const known = this.#ownTrades.get(id);
    const now = isOnChain(state)
      ? orders.map(({ closedBy, now: at }) => closedBy ?? at?.txHash).join()
      : state;
    this.#ownTrades.set(id, now);
    if (isOnChain(state) && known !== now) this.#polled.poke(`book:${this.token}`);
  }

  async #look(signal: AbortSignal): Promise<boolean> {
    const read = await readBook(this.token, this.#parts, signal);
    if (signal.aborted) return true;
    if (read.ok) this.#book = read.value;
    this.#failure = read.ok ? read.value.leftOut : read.failure;
    this.#onChange(this);
    return read.ok;
  }
}

/** The book of a token and ADA as it is now. Failures: `decimals-unknown`, those of the service. */
export async function readBook(
  id: AssetId,
  { service, clock, learn, isOwn, token }: BookSource,
  signal: AbortSignal,
): Promise<Result<Book, Failure>> {
  const known = await token(id);
  if (!known.ok) return known;
  const { decimals, decimalsSource, ticker } = known.value;
  if (decimalsSource === 'unknown') return failed(failure('decimals-unknown', { token: ticker || id }));
  const [orders, pools] = await Promise.all([restingOrders(id, service, signal), service.pools(id, signal)]);
  if (!orders.ok && !pools.ok) return orders;
  if (orders.ok) learn(orders.value);
  const depth = pools.ok ? poolDepth(pools.value) : undefined;
  return ok({
    token: id,
    orders: orders.ok ? orderLevels(orders.value, id, decimals, isOwn) : NO_LEVELS,
    depth: depth
      ? { bids: depthLevels(depth.bids, decimals), asks: depthLevels(depth.asks, decimals) }
      : NO_LEVELS,
    pools: pools.ok ? pools.value : [],
    leftOut: (orders.ok ? orders.leftOut : undefined) ?? (pools.ok ? pools.leftOut : undefined),
    whole: orders.ok && pools.ok,
    at: clock.now(),
  });
}

/** Where a service has no list of resting orders, the pair's orders are asked for. */
async function restingOrders(
  id: AssetId,
  service: Service,
  signal: AbortSignal,
): Promise<Listed<ServiceOrder>> {
  const resting = await service.limitOrders(id, signal);
  if (resting.ok || resting.failure.code !== 'service-not-found') return resting;
  return service.ordersByPair(ADA, id, signal);
}
