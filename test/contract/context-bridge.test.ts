import { expect, it } from 'vitest';
import { makeCodec } from '../harness/codec.ts';
import { bridgeEnd } from '../harness/page/bridge-end.ts';

/**
 * Checks the harness's bridge between a page's world and its preload's against the table in docs/api/context-bridge.md,
 * "Parameter / Error / Return Type support". Both ends share one port, as in a page, but run in a single world, so a
 * difference in prototypes between two real worlds would not show here.
 */

/** The API as the page receives it when the preload calls `exposeInMainWorld`. */
function crossed(api: unknown): unknown {
  const port = new EventTarget();
  let received: unknown;
  const page = bridgeEnd(port, { mine: 'to-page', theirs: 'to-preload' }, makeCodec, (message) => {
    received = page.decode(message['api']);
    return undefined;
  });
  const preload = bridgeEnd(port, { mine: 'to-preload', theirs: 'to-page' }, makeCodec, () => undefined);
  preload.ask({ op: 'expose', api: preload.encode(api) });
  return received;
}

it('copies plain data: numbers of every kind, nested objects and lists, bytes, dates', () => {
  const given = {
    none: null,
    missing: undefined,
    numbers: [0, -0, 1.5, Number.NaN, Number.POSITIVE_INFINITY],
    quantity: 2n ** 70n,
    nested: { list: [[1], [{ deep: true }]] },
    bytes: new Uint8Array([0, 255]),
    date: new Date(1_700_000_000_000),
  };
  const received = crossed(given) as typeof given;
  expect(received).toEqual(given);
  expect(Object.is(received.numbers[1], -0)).toBe(true);
  received.nested.list.length = 0;
  expect(given.nested.list).toHaveLength(2);
});

it('drops prototypes and what is not enumerable, and takes no prototype from a name', () => {
  class Wallet {
    readonly name = 'cold';
    readonly #secret = 'words';
    words(): string {
      return this.#secret;
    }
  }
  const wallet = new Wallet();
  Object.defineProperty(wallet, 'hidden', { value: 1, enumerable: false });
  const received = crossed(wallet) as Record<string, unknown>;
  expect(Object.getPrototypeOf(received)).toBe(Object.prototype);
  expect(Object.getOwnPropertyNames(received)).toEqual(['name']);

  const named = crossed(JSON.parse('{"__proto__":{"polluted":true}}')) as Record<string, unknown>;
  expect(named['polluted']).toBeUndefined();
  expect(Object.getPrototypeOf(named)).toBe(Object.prototype);
});

it('drops symbols, and of an error all but its message', () => {
  const failure = Object.assign(new TypeError('no such pool'), { code: 'not-found' });
  const received = crossed({ sign: Symbol('a'), failure }) as { sign: unknown; failure: Error };
  expect(received.sign).toBeUndefined();
  expect(received.failure).toBeInstanceOf(Error);
  expect(received.failure.message).toBe('no such pool');
  expect(received.failure).not.toBeInstanceOf(TypeError);
  expect('code' in received.failure).toBe(false);
});

it('calls functions through, both ways, with copies of what they are given and return', () => {
  const kept: unknown[] = [];
  const api = crossed({
    quote: (amount: { value: number }, tell: (line: string) => string) => {
      kept.push(amount);
      return { told: tell(`about ${amount.value}`) };
    },
  }) as { quote: (amount: object, tell: (line: string) => string) => unknown };
  const amount = { value: 5 };
  expect(api.quote(amount, (line) => `${line}, heard`)).toEqual({ told: 'about 5, heard' });
  amount.value = 6;
  expect(kept).toEqual([{ value: 5 }]);
});

it('throws on the other side what is thrown on this one', () => {
  const api = crossed({
    refuse: () => {
      throw new Error('not while locked');
    },
  }) as { refuse: () => void };
  expect(() => api.refuse()).toThrow('not while locked');
});

it('settles promises on the other side, as they were settled on this one', async () => {
  const api = crossed({
    later: Promise.resolve({ filled: true }),
    never: () => Promise.reject(new Error('expired')),
    nested: [Promise.resolve(1)],
  }) as { later: Promise<unknown>; never: () => Promise<unknown>; nested: readonly Promise<unknown>[] };
  expect(await api.later).toEqual({ filled: true });
  await expect(api.never()).rejects.toThrow('expired');
  expect(await Promise.all(api.nested)).toEqual([1]);
});

it('refuses what cannot be cloned, and what contains itself', () => {
  expect(() => crossed({ kept: new WeakMap() })).toThrow('An object could not be cloned.');
  const loop: { self?: unknown } = {};
  loop.self = loop;
  expect(() => crossed(loop)).toThrow(/recursion depth/);
});
