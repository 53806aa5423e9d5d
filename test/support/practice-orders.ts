import type { OrderReply } from '../../src-main/practice/api/order-lists.ts';
import { until, type Answer, type PracticeCalls } from './practice-service.ts';
import type { PracticeWallet } from './practice-wallet.ts';

/** One wallet's use of limit orders at a running practice service, through real sockets. */
export class OrderDesk {
  readonly calls: PracticeCalls;
  readonly wallet: PracticeWallet;

  constructor(calls: PracticeCalls, wallet: PracticeWallet) {
    this.calls = calls;
    this.wallet = wallet;
  }

  /** Builds, signs and submits limit orders, and waits until they are on chain. Answers the transaction's hash. */
  async place(order: object): Promise<string> {
    const built = await this.calls.post('/swap/limit/build', {
      buyer_address: this.wallet.address,
      ...order,
    });
    if (built.status !== 200) throw new Error(JSON.stringify(built.json));
    const hash = await this.send((built.json as { cbor: string }).cbor);
    await this.calls.onChain(hash);
    return hash;
  }

  /** Signs and submits a built transaction. Answers its hash. @throws when it is refused. */
  async send(cbor: string, which: 'both' | 'payment' = 'both'): Promise<string> {
    const { status, json } = await this.trySend(cbor, which);
    if (status !== 200) throw new Error(JSON.stringify(json));
    return json as string;
  }

  async trySend(cbor: string, which: 'both' | 'payment' = 'both'): Promise<Answer> {
    const signatures = this.wallet.sign(cbor, which);
    const signed = await this.calls.post('/swap/sign', { txCbor: cbor, signatures });
    return signed.status === 200 ? this.calls.submit((signed.json as { cbor: string }).cbor) : signed;
  }

  cancel(id: string, address = this.wallet.address): Promise<Answer> {
    return this.calls.post('/swap/cancel', { order_id: id, address });
  }

  bulkCancel(ids: readonly string[], address = this.wallet.address): Promise<Answer> {
    return this.calls.post('/swap/bulkcancel', { order_ids: ids, address });
  }

  /** The wallet's orders, newest first. */
  async orders(body?: object): Promise<readonly OrderReply[]> {
    const path = `/swap/orders/${this.wallet.address}`;
    const { status, json } = body ? await this.calls.post(path, body) : await this.calls.get(path);
    if (status !== 200) throw new Error(JSON.stringify(json));
    return json as OrderReply[];
  }

  async ordersOf(hash: string): Promise<readonly OrderReply[]> {
    const orders = (await this.orders()).filter((order) => order.tx_hash === hash);
    return orders.toSorted((left, right) => left.output_index - right.output_index);
  }

  /** Waits until every order of a transaction has that status. */
  async untilAll(hash: string, status: string): Promise<readonly OrderReply[]> {
    let orders: readonly OrderReply[] = [];
    await until(async () => {
      orders = await this.ordersOf(hash);
      return orders.length > 0 && orders.every((order) => order.status === status);
    }, `orders ${status}`);
    return orders;
  }

  async lovelace(): Promise<bigint> {
    return (await this.calls.balance(this.wallet.address)).get('lovelace') ?? 0n;
  }

  /** The network's fee of a transaction on chain. */
  async fee(hash: string): Promise<bigint> {
    const { json } = await this.calls.ledger(`/txs/${hash}`);
    return BigInt((json as { fees: string }).fees);
  }
}
