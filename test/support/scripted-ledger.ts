import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs, slot } from '#domain/time.ts';
import type { ChainTx, Ledger, TxInclusion, Utxo } from '../../src-main/ports/ledger.ts';

/** A ledger whose tip and transactions a test sets, for turns of the chain that no real one takes on request. */
export class ScriptedLedger implements Ledger {
  tipSlot = 1_000;
  height = 1;
  /** Heights of the blocks that hold transactions, by the transactions' hashes. */
  readonly heights = new Map<string, number>();
  /** How often each method was called. */
  readonly calls = { tip: 0, transaction: 0, inclusion: 0 };
  served: NetworkName = 'preprod';
  readonly chain = new Map<string, ChainTx>();
  /** Bytes of transactions, and data, by hash; none unless a test puts them there. */
  readonly bytes = new Map<string, string>();
  readonly data = new Map<string, string>();
  /** The outputs locked by scripts. */
  pools: readonly Utxo[] = [];
  readonly sent: string[] = [];
  answer: Result<string, Failure> = failed(failure('submission-unknown'));

  network() {
    return Promise.resolve(ok(this.served));
  }
  tip() {
    this.calls.tip += 1;
    const hash = this.height.toString(16).padStart(64, '0');
    return Promise.resolve(
      ok({ slot: slot(this.tipSlot), time: epochMs(this.tipSlot * 1_000), height: this.height, hash }),
    );
  }
  parameters() {
    return Promise.resolve(
      ok({ minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4_310n, maxTxSize: 16_384 }),
    );
  }
  utxos() {
    return Promise.resolve(ok([]));
  }
  utxosAt() {
    return Promise.resolve(ok([]));
  }
  accountAddresses() {
    return Promise.resolve(ok({ addresses: [], complete: true }));
  }
  scriptOutputs() {
    return Promise.resolve(ok({ outputs: this.pools, complete: true }));
  }
  inclusion(hash: string): Promise<Result<TxInclusion | undefined, Failure>> {
    this.calls.inclusion += 1;
    const blockHeight = this.heights.get(hash);
    if (blockHeight === undefined || !this.chain.has(hash)) return Promise.resolve(ok(undefined));
    return Promise.resolve(
      ok({ hash, blockHeight, slot: slot(this.tipSlot), time: epochMs(this.tipSlot * 1_000), fees: 0n }),
    );
  }
  transaction(hash: string): Promise<Result<ChainTx | undefined, Failure>> {
    this.calls.transaction += 1;
    return Promise.resolve(ok(this.chain.get(hash)));
  }
  transactionCbor(hash: string): Promise<Result<string | undefined, Failure>> {
    return Promise.resolve(ok(this.bytes.get(hash)));
  }
  datum(hash: string): Promise<Result<string | undefined, Failure>> {
    return Promise.resolve(ok(this.data.get(hash)));
  }
  transactions() {
    return Promise.resolve(ok([]));
  }
  asset() {
    return Promise.resolve(ok(undefined));
  }
  submit(cbor: string) {
    this.sent.push(cbor);
    return Promise.resolve(this.answer);
  }
}
