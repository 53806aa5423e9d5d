import { failure, type Failure } from '../../src-preload/domain/failure.ts';
import { failed, ok, type Result } from '../../src-preload/domain/result.ts';
import { epochMs, slot } from '../../src-preload/domain/time.ts';
import type { ChainTx, Ledger } from '../../src-main/ports/ledger.ts';

/** A ledger whose tip and transactions a test sets, for turns of the chain that no real one takes on request. */
export class ScriptedLedger implements Ledger {
  tipSlot = 1_000;
  readonly chain = new Map<string, ChainTx>();
  readonly sent: string[] = [];
  answer: Result<string, Failure> = failed(failure('submission-unknown'));

  network() {
    return Promise.resolve(ok('preprod' as const));
  }
  tip() {
    return Promise.resolve(
      ok({ slot: slot(this.tipSlot), time: epochMs(this.tipSlot * 1_000), height: 1, hash: '00' }),
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
  inclusion() {
    return Promise.resolve(ok(undefined));
  }
  transaction(hash: string) {
    return Promise.resolve(ok(this.chain.get(hash)));
  }
  transactionCbor() {
    return Promise.resolve(ok(undefined));
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
