import { ADA_DECIMALS } from '#domain/asset.ts';
import { parseDecimal } from '#domain/decimal.ts';
import type { ServiceOrder } from '#domain/order.ts';

/** What one order at an exchange holds beside what it sells. Lovelace. */
export interface OrderFees {
  /** Kept for filling it. */
  readonly batcher: bigint;
  /** Comes back when it closes. */
  readonly deposit: bigint;
}

/**
 * Fees of the exchanges as the service's own records of orders state them: estimates in the specification's form state
 * none. Only for what is shown beforehand; what counts is read from the transaction.
 */
export class ExchangeFees {
  readonly #known = new Map<string, OrderFees>();

  learn(orders: readonly ServiceOrder[]): void {
    for (const { exchange, batcherFee, deposit } of orders) {
      if (exchange === undefined || batcherFee === undefined || deposit === undefined) continue;
      const [fee, held] = [batcherFee, deposit].map((text) => parseDecimal(text, ADA_DECIMALS, 'ceil'));
      if (fee === undefined || held === undefined || fee < 0n || held < 0n) continue;
      this.#known.set(exchange, { batcher: fee, deposit: held });
    }
  }

  of(exchange: string): OrderFees | undefined {
    return this.#known.get(exchange);
  }
}
