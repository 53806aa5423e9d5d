import { ADA, type AssetId } from '#domain/asset.ts';
import { buildBulkCancel } from '../../src-main/practice/api/cancellations.ts';
import { quoteLimit } from '../../src-main/practice/api/limit-orders.ts';
import { buildPlacement } from '../../src-main/practice/api/placement.ts';
import { buildSwap, quoteSwap } from '../../src-main/practice/api/swaps.ts';
import type { OrderRecord } from '../../src-main/practice/orders/order-history.ts';
import type { Practice } from '../../src-main/practice/practice.ts';
import { bytesOf, sendBuilt } from './built-by-practice.ts';
import { practiceWallet, type PracticeWallet } from './practice-wallet.ts';

/** A limit order as one asks for it; the amount in whole units of what is sold. */
export interface LimitWish {
  readonly token: AssetId;
  readonly buys: boolean;
  readonly amount: number;
  readonly price: number;
  readonly dex?: string;
  readonly multiples?: number;
}

/** A wallet that trades in a practice world by the service's own builders, without sockets. */
export class PracticeTrader {
  readonly wallet: PracticeWallet;
  readonly #practice: Practice;

  constructor(practice: Practice, seed: number) {
    this.#practice = practice;
    this.wallet = practiceWallet(seed);
  }

  /** Sends limit orders. Answers the transaction's hash, or the service's word for why not. */
  place({ token, buys, amount, price, dex, multiples }: LimitWish): string {
    return sendBuilt(this.#practice, this.wallet, 'both', () => {
      const body = {
        token_in: buys ? '' : token,
        token_out: buys ? token : '',
        amount_in: amount,
        wanted_price: price,
        dex,
        multiples,
      };
      const limit = quoteLimit(this.#practice, bytesOf(body));
      return buildPlacement(this.#practice, limit.plan, this.wallet.address);
    });
  }

  /** Sends a swap of ADA for a token. */
  swap(wish: { token: AssetId; amount: number; slippage: number; excluded: readonly string[] }): string {
    return sendBuilt(this.#practice, this.wallet, 'both', () => {
      const body = {
        token_in: '',
        token_out: wish.token,
        amount_in: wish.amount,
        slippage: wish.slippage,
        blacklisted_dexes: wish.excluded,
      };
      const quote = quoteSwap(this.#practice.market, bytesOf(body), 'spec');
      return buildSwap(this.#practice, quote, this.wallet.address);
    });
  }

  /** Sends a cancellation of these orders. Answers its hash, or why not. */
  cancel(ids: readonly string[]): string {
    return sendBuilt(this.#practice, this.wallet, 'payment', () =>
      buildBulkCancel(this.#practice, bytesOf({ order_ids: ids, address: this.wallet.address })),
    );
  }

  /** Its orders, oldest first. */
  orders(): readonly OrderRecord[] {
    return this.#practice.orders.all().filter((order) => order.owner === this.wallet.address);
  }

  holds(asset: AssetId): bigint {
    return this.#practice.chain.state
      .unspentAt(this.wallet.address)
      .reduce((sum, { output }) => sum + (output.value.get(asset) ?? 0n), 0n);
  }

  get lovelace(): bigint {
    return this.holds(ADA);
  }
}
