import { quantityIn } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { activeDca, buildDca, type DcaReply } from '../../src-main/practice/api/recurring-orders.ts';
import { buildBulkCancel } from '../../src-main/practice/api/cancellations.ts';
import { decodePlanDatum } from '../../src-main/practice/orders/datum.ts';
import type { ChainedTx } from '../../src-main/practice/chain/ledger-state.ts';
import type { TxInput, TxOutput } from '../../src-main/practice/chain/transaction.ts';
import type { OrderRecord } from '../../src-main/practice/orders/order-history.ts';
import type { Practice } from '../../src-main/practice/practice.ts';
import { bytesOf, sendBuilt } from './built-by-practice.ts';
import { practiceWallet, type PracticeWallet } from './practice-wallet.ts';

/** The body of `POST /dca/create` but for the address. */
export interface PlanWish {
  readonly token_in: string;
  readonly token_out: string;
  readonly amount_in: number;
  readonly interval: string;
  readonly interval_length: number;
  readonly slippage: number;
  readonly cycles: number;
  readonly dex_allowlist?: readonly string[];
}

/** A wallet with recurring orders in a practice world, by the service's own builders, without sockets. */
export class PracticePlanner {
  readonly wallet: PracticeWallet;
  /** Replaced when the world is opened again. */
  practice: Practice;

  constructor(practice: Practice, seed: number) {
    this.practice = practice;
    this.wallet = practiceWallet(seed);
  }

  /** Sends a recurring order. Answers the transaction's hash, or the service's word for why not. */
  create(wish: PlanWish): string {
    return sendBuilt(this.practice, this.wallet, 'both', () =>
      buildDca(this.practice, bytesOf({ user_address: this.wallet.address, ...wish })),
    );
  }

  cancel(ids: readonly string[]): string {
    return sendBuilt(this.practice, this.wallet, 'payment', () =>
      buildBulkCancel(this.practice, bytesOf({ order_ids: ids, address: this.wallet.address })),
    );
  }

  /** As `GET /dca/{address}` lists them. */
  active(): readonly DcaReply[] {
    return activeDca(this.practice, this.wallet.address, 'spec') as readonly DcaReply[];
  }

  /** All its recurring orders, ended ones too, oldest first. */
  records(): readonly OrderRecord[] {
    return this.practice.orders
      .all()
      .filter(
        ({ owner, first, state }) => owner === this.wallet.address && first.plan && state !== 'mempool',
      );
  }

  holds(asset: AssetId): bigint {
    return this.practice.chain.state
      .unspentAt(this.wallet.address)
      .reduce((sum, { output }) => sum + quantityIn(output.value, asset), 0n);
  }
}

/** One spend of an order's output on chain, and what went on of the order, if anything. */
export interface PlanSpend {
  readonly chained: ChainedTx;
  readonly before: TxOutput;
  readonly after: TxOutput | undefined;
}

/** The transactions on chain that spent an order's output, one after the other: its cycles, and what ended it. */
export function spendsOf({ chain }: Practice, order: OrderRecord): readonly PlanSpend[] {
  const spends: PlanSpend[] = [];
  for (let ref: TxInput | undefined = order.placed; ref;) {
    const before: TxOutput | undefined = chain.state.transaction(ref.txHash)?.tx.outputs[ref.index];
    const chained: ChainedTx | undefined = chain.state.transaction(chain.state.spentBy(ref) ?? '');
    if (!before || !chained) break;
    const index: number = chained.tx.outputs.findIndex(
      ({ address, inlineDatum }) => address === before.address && decodePlanDatum(inlineDatum ?? '').ok,
    );
    spends.push({ chained, before, after: chained.tx.outputs[index] });
    ref = index < 0 ? undefined : { txHash: chained.tx.hash, index };
  }
  return spends;
}
