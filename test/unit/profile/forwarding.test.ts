import { describe, expect, it } from 'vitest';
import { failure, type Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { overriding, reconnecting } from '../../../src-main/profile/forwarding.ts';

interface Counter {
  add(amount: number): Promise<Result<number, Failure>>;
  tip(): Promise<Result<string, Failure>>;
}

/** It keeps a private field, as the real clients do. */
class CountingClient implements Counter {
  readonly #name: string;
  #total = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(amount: number) {
    this.#total += amount;
    return Promise.resolve(ok(this.#total));
  }

  tip(): Promise<Result<string, Failure>> {
    return Promise.resolve(ok(this.#name));
  }
}

describe('a client that comes and goes', () => {
  it('forwards every call to the client in use, and returns why there is none', async () => {
    const { client, use, drop } = reconnecting<Counter>(failure('practice-unavailable'));
    expect(await client.add(1)).toMatchObject({ failure: { code: 'practice-unavailable' } });
    use(new CountingClient('one'));
    expect(await client.add(2)).toEqual(ok(2));
    expect(await client.add(3)).toEqual(ok(5));
    use(new CountingClient('other'));
    expect(await client.add(4)).toEqual(ok(4));
    expect(await client.tip()).toEqual(ok('other'));
    drop(failure('service-unreachable', { host: 'api.example' }));
    expect(await client.tip()).toMatchObject({ failure: { code: 'service-unreachable' } });
  });

  it('leaves a call under way with the client that it went to', async () => {
    const answer = Promise.withResolvers<Result<string, Failure>>();
    const { client, use, drop } = reconnecting<Counter>(failure('practice-unavailable'));
    const slow = new CountingClient('practice');
    slow.tip = () => answer.promise;
    use(slow);
    const asked = client.tip();
    use(new CountingClient('live'));
    expect(await client.tip()).toEqual(ok('live'));
    drop(failure('practice-unavailable'));
    answer.resolve(ok('practice'));
    expect(await asked).toEqual(ok('practice'));
  });

  it('is no promise, so that it can be awaited and returned', async () => {
    const { client, use } = reconnecting<Counter>(failure('practice-unavailable'));
    use(new CountingClient('one'));
    expect(await Promise.resolve(client)).toBe(client);
  });
});

describe('a client with other methods', () => {
  it('calls those in place of its own, and its own otherwise', async () => {
    const client = overriding<Counter>(new CountingClient('one'), {
      tip: () => Promise.resolve(ok('replaced')),
    });
    expect(await client.tip()).toEqual(ok('replaced'));
    expect(await client.add(2)).toEqual(ok(2));
    expect(await client.add(2)).toEqual(ok(4));
  });
});
