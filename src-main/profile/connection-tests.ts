import type { TestLine } from '#domain/connection-test.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { LiveSettings } from '../features/vault/live-settings.ts';
import type { Clock } from '../ports/system.ts';
import type { ConnectionTester } from './profile-parts.ts';

export type TestedPart = 'service' | 'ledger';

/** Milliseconds between two tests of a part. */
const PAUSE_MS = 1_000;

/** Tests of the configured live connections, one at a time and not too often: a page that asks and asks burdens nobody. */
export class ConnectionTests {
  readonly #live: Pick<LiveSettings, 'addresses' | 'key'>;
  readonly #test: ConnectionTester;
  readonly #clock: Clock;
  readonly #endedAt = new Map<TestedPart, number>();
  #busy = false;

  constructor(live: Pick<LiveSettings, 'addresses' | 'key'>, test: ConnectionTester, clock: Clock) {
    this.#live = live;
    this.#test = test;
    this.#clock = clock;
  }

  /** Failures: `test-under-way`, `not-configured`, those of addresses and keys. */
  async run(part: TestedPart): Promise<Result<readonly TestLine[], Failure>> {
    if (this.#busy) return failed(failure('test-under-way'));
    this.#busy = true;
    try {
      const wait = (this.#endedAt.get(part) ?? -Infinity) + PAUSE_MS - this.#clock.monotonic();
      if (wait > 0) await this.#clock.sleep(wait);
      const addresses = this.#live.addresses();
      if (!addresses) return failed(failure('not-configured', { missing: 'its addresses' }));
      if (part === 'service') return await this.#test.service(addresses, await this.#live.key('api-key'));
      return await this.#test.ledger(addresses, await this.#live.key('ledger-key'), addresses.network);
    } finally {
      this.#endedAt.set(part, this.#clock.monotonic());
      this.#busy = false;
    }
  }
}
