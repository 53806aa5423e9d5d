import { quantity } from '#domain/amount.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { TypedPrice } from '#domain/limit-order.ts';
import { readPrice, type LimitPrice } from '#domain/limit-price.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { PlacedOrder, Trade } from '#domain/trade.ts';
import type { Replaced } from '../../agreement/agreement.ts';
import { UNSTATED_OVERHEAD } from '../../agreement/bounds.ts';
import { parseAddress } from '../../cardano/address.ts';
import type { FoundOrder } from '../order-finder.ts';
import type { Cancellations, CancelTarget } from './cancel.ts';
import { offMarketOf, type LimitMarket } from './limit-market.ts';
import type { LimitOrders } from './limit.ts';
import type { CancelQuote, MovedOrder, TradingAccount } from './quote.ts';

/** An open limit order, to be moved to another price. */
export interface MoveRequest {
  readonly target: CancelTarget;
  /** The trade of the journal that placed it. */
  readonly trade: Trade;
  /** The code by which the service is asked for its exchange. */
  readonly exchange: string | undefined;
  readonly price: TypedPrice;
  readonly account: TradingAccount;
}

/** Its cancellation, found on the ledger. */
interface Cancelled {
  readonly quote: CancelQuote;
  readonly found: FoundOrder;
}

/**
 * Prepares the move of a limit order to another price: its cancellation, and a new order at the same exchange for what it
 * has left to sell. Whatever could only be objected to once the order is cancelled is refused here.
 */
export class Replacements {
  readonly #cancellations: Cancellations;
  readonly #limits: LimitOrders;

  constructor(cancellations: Cancellations, limits: LimitOrders) {
    this.#cancellations = cancellations;
    this.#limits = limits;
  }

  /**
   * Nothing is built. Failures: `order-not-movable` for what this program did not place as a limit order, what was
   * filled in part, or whose terms do not say what it sells, `move-same-price`, `move-off-market`; those of a cancellation and of a limit order.
   */
  async prepare(request: MoveRequest, signal?: AbortSignal): Promise<Result<MovedOrder, Failure>> {
    const { trade, target, price: typed, exchange } = request;
    const before = trade.limit?.price;
    const at = target.placed?.txHash === trade.bodyHash ? target.placed.index : undefined;
    const placed = trade.orders.find(({ index }) => index === at);
    if (trade.kind !== 'limit' || !before || !placed) return failed(failure('order-not-movable'));
    const cancelled = await this.#cancelled(request, signal);
    if (!cancelled.ok) return cancelled;
    const { quote: cancel, found } = cancelled.value;
    // Only a ledger's word says which order the rest of a partly filled one is: it might be another one of the user's.
    if (found.parts > 0) return failed(failure('order-not-movable'));
    const replaces = replacedBy(trade, placed, found);
    const left = found.order.sells?.asset === trade.pay.asset ? found.order.sells.quantity : 0n;
    // The journal has what was placed from our own bytes: what the ledger reports can only be less of it.
    const amount = quantity(placed.pay === undefined || left < placed.pay ? left : placed.pay);
    if (!replaces || amount <= 0n) return failed(failure('order-not-movable'));
    const sale = {
      pay: { asset: trade.pay.asset, quantity: amount },
      receive: trade.receive,
      payDecimals: cancel.tokens.find(({ id }) => id === trade.pay.asset)?.decimals ?? 0,
    };
    const market = await this.#limits.market(sale, signal);
    if (!market.ok) return market;
    const price = readPrice(typed, market.value.token.decimals, market.value.spot);
    if (!price.ok) return price;
    const objection = objectionTo(price.value, before, market.value);
    if (objection) return failed(objection);
    const subject = { ...sale, exchange, excluded: [] };
    const estimate = await this.#limits.priced(
      subject,
      market.value,
      { typed, price: price.value },
      1,
      signal,
    );
    if (!estimate.ok) return estimate;
    const replacement = { pay: sale.pay, receive: sale.receive, typed };
    const { quote } = estimate.value;
    const next = { ...quote, task: { ...quote.task, replaces }, owner: found.owner };
    return ok({ from: before, quotes: [{ ...cancel, replacement, next }, next] });
  }

  async #cancelled(
    { target, account }: MoveRequest,
    signal: AbortSignal | undefined,
  ): Promise<Result<Cancelled, Failure>> {
    const prepared = await this.#cancellations.prepare({ targets: [target], account }, signal);
    if (!prepared.ok) return prepared;
    const [quote] = prepared.value.quotes;
    const [found] = prepared.value.found;
    return quote && found ? ok({ quote, found }) : failed(failure('nothing-to-cancel'));
  }
}

/**
 * Bound on the new order's costs, taken from the order that it replaces; `undefined` unless that one is at a script and
 * buys the same asset.
 */
function replacedBy(
  { costs, receive }: Trade,
  placed: PlacedOrder,
  { output, address, order: { terms } }: FoundOrder,
): Replaced | undefined {
  const parsed = parseAddress(address);
  if (!parsed.ok || parsed.value.payment.kind !== 'script' || terms.wanted !== receive) return undefined;
  const [fee, deposit] = [placed.batcherFee, placed.deposit];
  const stated = fee !== undefined && deposit !== undefined;
  return {
    order: output,
    script: parsed.value.payment.hash,
    ...(stated ? { fee, deposit } : { fee: UNSTATED_OVERHEAD, deposit: 0n }),
    others: costs.otherRecipients,
  };
}

/** A price that would only be objected to when the order is cancelled already. */
function objectionTo(price: LimitPrice, before: LimitPrice, market: LimitMarket): Failure | undefined {
  if (price.lovelace * before.units === before.lovelace * price.units) return failure('move-same-price');
  const off = offMarketOf(market, price);
  if (!off) return undefined;
  return failure('move-off-market', off.kind === 'off' ? { bps: off.bps, side: market.side } : {});
}
