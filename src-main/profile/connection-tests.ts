import type { TestLine } from '#domain/connection-test.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { LiveSettings } from '../features/vault/live-settings.ts';
import type { ConnectionTester } from './profile-parts.ts';

export type TestedPart = 'service' | 'ledger';

/** Tests of the configured live connections, one at a time: a page that asks again and again burdens nobody. */
export class ConnectionTests {
  readonly #live: Pick<LiveSettings, 'addresses' | 'key'>;
  readonly #test: ConnectionTester;
  #busy = false;

  constructor(live: Pick<LiveSettings, 'addresses' | 'key'>, test: ConnectionTester) {
    this.#live = live;
    this.#test = test;
  }

  /** Failures: `test-under-way`, `not-configured`, those of addresses and keys. */
  async run(part: TestedPart): Promise<Result<readonly TestLine[], Failure>> {
    if (this.#busy) return failed(failure('test-under-way'));
    this.#busy = true;
    try {
      const addresses = this.#live.addresses();
      if (!addresses) return failed(failure('not-configured', { missing: 'its addresses' }));
      if (part === 'service') return await this.#test.service(addresses, await this.#live.key('api-key'));
      return await this.#test.ledger(addresses, await this.#live.key('ledger-key'), addresses.network);
    } finally {
      this.#busy = false;
    }
  }
}
