import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { OutputRef } from '../ports/ledger.ts';
import type { ReferenceSource } from '../ports/reference-source.ts';

/** A second back-end that comes and goes. While there is none, every call says so. */
export class SwitchedReferenceSource implements ReferenceSource {
  #client: ReferenceSource | undefined;

  use(client: ReferenceSource | undefined): void {
    this.#client = client;
  }

  network(signal?: AbortSignal) {
    return this.#call((client) => client.network(signal));
  }
  outputs(references: readonly OutputRef[], signal?: AbortSignal) {
    return this.#call((client) => client.outputs(references, signal));
  }
  transactionBytes(txHashes: readonly string[], signal?: AbortSignal) {
    return this.#call((client) => client.transactionBytes(txHashes, signal));
  }

  #call<T>(ask: (client: ReferenceSource) => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
    if (this.#client) return ask(this.#client);
    return Promise.resolve(failed(failure('not-configured', { missing: 'a second ledger back-end' })));
  }
}
