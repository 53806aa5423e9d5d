import type { TestLine } from '#domain/connection-test.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import type { KeyOwner, LiveKeys } from '../features/vault/live-keys.ts';
import type { Clock } from '../ports/system.ts';
import type { ConnectionTester } from './profile-parts.ts';

export type TestedPart = 'service' | 'ledger';

/** Milliseconds between two tests of a part. */
const PAUSE_MS = 1_000;

/** Tests of a live profile's connections, one at a time and not too often: a page that asks and asks burdens nobody. */
export class ConnectionTests {
  readonly #keys: Pick<LiveKeys, 'key'>;
  readonly #test: ConnectionTester;
  readonly #clock: Clock;
  readonly #endedAt = new Map<TestedPart, number>();
  #busy = false;

  constructor(keys: Pick<LiveKeys, 'key'>, test: ConnectionTester, clock: Clock) {
    this.#keys = keys;
    this.#test = test;
    this.#clock = clock;
  }

  /**
   * Tests the profile as it was when this was called: its addresses with its own keys, each of which is kept for the
   * hosts of just these addresses. Failures: `test-under-way`, those of addresses and keys.
   */
  async run(owner: KeyOwner, part: TestedPart): Promise<Result<readonly TestLine[], Failure>> {
    if (this.#busy) return failed(failure('test-under-way'));
    this.#busy = true;
    try {
      const wait = (this.#endedAt.get(part) ?? -Infinity) + PAUSE_MS - this.#clock.monotonic();
      if (wait > 0) await this.#clock.sleep(wait);
      const { addresses } = owner;
      if (part === 'service')
        return await this.#test.service(addresses, await this.#keys.key(owner, 'api-key'));
      return await this.#test.ledger(addresses, await this.#keys.key(owner, 'ledger-key'), addresses.network);
    } finally {
      this.#endedAt.set(part, this.#clock.monotonic());
      this.#busy = false;
    }
  }
}
