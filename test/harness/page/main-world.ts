import type { makeCodec } from '../codec.ts';
import type { bridgeEnd } from './bridge-end.ts';

/**
 * The page's own world: receives the objects that the preload exposes. Self-contained: it runs inside the page, before
 * any of its scripts. docs/api/context-bridge.md, "API": exposed objects are copied and frozen, and cannot be
 * replaced.
 */
export function installMainWorld(hello: string, end: typeof bridgeEnd, make: typeof makeCodec): void {
  function freeze(value: unknown): unknown {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
    if (!Object.isFrozen(value) && !ArrayBuffer.isView(value)) Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
    return value;
  }

  addEventListener(
    hello,
    (event) => {
      event.stopImmediatePropagation();
      const port = (event as MouseEvent).relatedTarget;
      if (port === null) return;
      const bridge = end(port, { mine: 'to-page', theirs: 'to-preload' }, make, ({ key, api }) => {
        if (Object.hasOwn(globalThis, key as string))
          throw new Error('Cannot bind an API on top of an existing property on the window object');
        Object.defineProperty(globalThis, key as string, {
          value: freeze(bridge.decode(api)),
          enumerable: true,
        });
        return undefined;
      });
    },
    { once: true, capture: true },
  );
}
