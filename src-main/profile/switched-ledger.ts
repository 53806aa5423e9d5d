import type { AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { Ledger } from '../ports/ledger.ts';

/** A ledger whose client comes and goes; see `SwitchedService`. A submission that meets none was not sent. */
export class SwitchedLedger implements Ledger {
  #client: Ledger | undefined;
  #absence: Failure = failure('practice-unavailable');

  use(client: Ledger): void {
    this.#client = client;
  }

  drop(why: Failure): void {
    this.#client = undefined;
    this.#absence = why;
  }

  network(signal?: AbortSignal) {
    return this.#call((client) => client.network(signal));
  }
  tip(signal?: AbortSignal) {
    return this.#call((client) => client.tip(signal));
  }
  parameters(signal?: AbortSignal) {
    return this.#call((client) => client.parameters(signal));
  }
  utxos(address: string, signal?: AbortSignal) {
    return this.#call((client) => client.utxos(address, signal));
  }
  inclusion(txHash: string, signal?: AbortSignal) {
    return this.#call((client) => client.inclusion(txHash, signal));
  }
  transaction(txHash: string, signal?: AbortSignal) {
    return this.#call((client) => client.transaction(txHash, signal));
  }
  transactionCbor(txHash: string, signal?: AbortSignal) {
    return this.#call((client) => client.transactionCbor(txHash, signal));
  }
  transactions(address: string, limit: number, signal?: AbortSignal) {
    return this.#call((client) => client.transactions(address, limit, signal));
  }
  datum(hash: string, signal?: AbortSignal) {
    return this.#call((client) => client.datum(hash, signal));
  }
  asset(id: AssetId, signal?: AbortSignal) {
    return this.#call((client) => client.asset(id, signal));
  }
  submit(cbor: string, signal?: AbortSignal) {
    return this.#call((client) => client.submit(cbor, signal));
  }

  #call<T>(ask: (client: Ledger) => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
    return this.#client ? ask(this.#client) : Promise.resolve(failed(this.#absence));
  }
}
