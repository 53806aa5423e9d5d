import type { makeCodec } from '../codec.ts';

/** One world's end of the bridge between a page's own world and its preload's. */
export interface BridgeEnd {
  /** Sends to the other end, and returns its answer. */
  ask(message: Readonly<Record<string, unknown>>): unknown;
  encode(value: unknown): unknown;
  decode(encoded: unknown): unknown;
}

/**
 * docs/api/context-bridge.md, "Parameter / Error / Return Type support": functions are called through to the other
 * world, promises settle there, everything else is copied. Both worlds share a `port`, an event target out of reach of
 * the page's scripts. Events carry only text and are handled before `dispatchEvent` returns, so calls are synchronous,
 * as in Electron. Self-contained: it runs inside the page.
 */
export function bridgeEnd(
  port: EventTarget,
  names: { readonly mine: string; readonly theirs: string },
  make: typeof makeCodec,
  answer: (message: Readonly<Record<string, unknown>>) => unknown,
): BridgeEnd {
  type Fn = (...args: unknown[]) => unknown;
  const functions = new Map<number, Fn>();
  const promises = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let reply = '';

  const codec = make({
    dropsSymbols: true,
    encode(value) {
      lastId += 1;
      if (typeof value === 'function') {
        functions.set(lastId, value as Fn);
        return ['function', lastId];
      }
      if (!(value instanceof Promise)) return undefined;
      const id = lastId;
      value.then(
        (result) => settle(id, true, result),
        (error: unknown) => settle(id, false, error),
      );
      return ['promise', id];
    },
    decode(tag, [id]) {
      if (tag === 'function')
        return (...args: unknown[]) => codec.decode(ask({ op: 'call', id, args: codec.encode(args) }));
      const promise = Promise.withResolvers<unknown>();
      promises.set(id as number, promise);
      return promise.promise;
    },
  });

  function settle(id: number, ok: boolean, value: unknown): void {
    try {
      ask({ op: 'settle', id, ok, value: codec.encode(value) });
    } catch (error) {
      ask({ op: 'settle', id, ok: false, value: codec.encode(error) });
    }
  }

  /** Thrown values cross too: an error keeps its message and nothing else. */
  function ask(message: Readonly<Record<string, unknown>>): unknown {
    port.dispatchEvent(new CustomEvent(names.theirs, { detail: JSON.stringify(message) }));
    const { value, threw } = JSON.parse(reply) as { value?: unknown; threw?: unknown };
    if (threw !== undefined) throw codec.decode(threw);
    return value;
  }

  function handle(message: Readonly<Record<string, unknown>>): unknown {
    const { op, id, args } = message;
    if (op === 'call') {
      const called = functions.get(id as number);
      return codec.encode(called?.(...(codec.decode(args) as unknown[])));
    }
    if (op !== 'settle') return answer(message);
    const promise = promises.get(id as number);
    promises.delete(id as number);
    const value = codec.decode(message['value']);
    if (message['ok'] === true) promise?.resolve(value);
    else promise?.reject(value);
    return undefined;
  }

  port.addEventListener(names.mine, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail) as Record<string, unknown>;
    let said: unknown;
    try {
      said = { value: handle(message) };
    } catch (error) {
      said = { threw: codec.encode(error) };
    }
    port.dispatchEvent(new CustomEvent(`${names.theirs}:reply`, { detail: JSON.stringify(said) }));
  });
  port.addEventListener(`${names.mine}:reply`, (event) => (reply = (event as CustomEvent<string>).detail));
  return { ask, encode: codec.encode, decode: codec.decode };
}
