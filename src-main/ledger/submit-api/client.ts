import { HttpClient } from '../../http/http-client.ts';
import type { Answered, BackEndOptions } from '../ledger-read.ts';
import { submitOverHttp } from '../submission.ts';

/**
 * A node's submit API (cardano-submit-api of IntersectMBO/cardano-node, its `swagger.yaml`): takes a signed transaction,
 * answers 202 with its hash or 400 with the ledger's words, and knows nothing else. Asked without a key.
 */
export class SubmitApi {
  readonly #http: HttpClient;

  constructor({ base, clock, random, rate }: Omit<BackEndOptions, 'key'>) {
    this.#http = new HttpClient({ base, clock, random, ...(rate === undefined ? {} : { rate }) });
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  /** Failures: those of `Ledger.submit`. */
  submit(cbor: string, signal?: AbortSignal): Answered<string> {
    return submitOverHttp(this.#http, ['api', 'submit', 'tx'], cbor, signal);
  }
}
