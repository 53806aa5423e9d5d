import type { makeCodec } from '../codec.ts';
import type { bridgeEnd } from './bridge-end.ts';

/** The `require` of the preload's module. */
type Require = (name: string) => unknown;

/** Names in the preload's world, out of sight of the page's scripts. */
export interface WorldNames {
  /** The browser's way from this world to the harness. */
  readonly binding: string;
  /** The harness's way into it. */
  readonly deliver: string;
  readonly hello: string;
}

/**
 * The preload's isolated world. docs/tutorial/sandbox.md, "Preload scripts": a sandboxed preload can require
 * `electron`, but only its renderer modules. Returns `require`, or nothing in a frame below the top one:
 * docs/api/structures/web-preferences.md, `nodeIntegrationInSubFrames`. Self-contained: it runs inside the page.
 */
export function installPreloadWorld(
  names: WorldNames,
  end: typeof bridgeEnd,
  make: typeof makeCodec,
): Require | undefined {
  if (globalThis.top !== globalThis.self) return undefined;
  type Holder = Record<string, (text: string) => void>;
  const holder = globalThis as unknown as Holder;
  const post = (message: unknown): void => holder[names.binding]?.(JSON.stringify(message));
  const cloned = make();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, ((event: object, ...args: unknown[]) => void)[]>();
  let lastId = 0;

  const port = new EventTarget();
  const bridge = end(port, { mine: 'to-preload', theirs: 'to-page' }, make, () => undefined);
  dispatchEvent(new MouseEvent(names.hello, { relatedTarget: port }));

  holder[names.deliver] = (text) => {
    const message = JSON.parse(text) as { reply?: number; error?: string; channel?: string; value: unknown };
    const value = cloned.decode(message.value);
    if (message.channel !== undefined) {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...(value as unknown[]));
      return;
    }
    const asked = waiting.get(message.reply ?? 0);
    waiting.delete(message.reply ?? 0);
    if (message.error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(message.error));
  };

  // docs/api/web-contents.md, "before-input-event" and "before-mouse-event": reported by the browser's own, trusted
  // events.
  const inputs = {
    keydown: 'keyDown',
    keyup: 'keyUp',
    pointerdown: 'mouseDown',
    pointerup: 'mouseUp',
    pointermove: 'mouseMove',
    wheel: 'mouseWheel',
  };
  for (const [type, input] of Object.entries(inputs)) {
    let told = -Infinity;
    addEventListener(
      type,
      (event) => {
        if (!event.isTrusted || performance.now() - told < 50) return;
        told = performance.now();
        post({
          kind: 'input',
          input,
          held: event instanceof MouseEvent && event.buttons !== 0,
          ...(event instanceof KeyboardEvent
            ? {
                repeat: event.repeat,
                key: event.key,
                control: event.ctrlKey,
                meta: event.metaKey,
                alt: event.altKey,
              }
            : {}),
        });
      },
      { capture: true, passive: true },
    );
  }

  const strict = <T extends object>(name: string, target: T): T =>
    new Proxy(target, {
      get(_target, key): unknown {
        if (typeof key === 'symbol' || key in target) return Reflect.get(target, key);
        post({ kind: 'not-provided', name: `${name}.${key}` });
        throw new Error(`the harness does not provide ${name}.${key}`);
      },
    });
  const electron = strict('electron (preload)', {
    // docs/api/context-bridge.md, "contextBridge.exposeInMainWorld(apiKey, api)"
    contextBridge: strict('contextBridge', {
      exposeInMainWorld: (key: string, api: unknown) =>
        void bridge.ask({ op: 'expose', key, api: bridge.encode(api) }),
    }),
    ipcRenderer: strict('ipcRenderer', {
      // docs/api/ipc-renderer.md, "ipcRenderer.invoke(channel, ...args)"
      invoke: (channel: string, ...args: unknown[]) => {
        lastId += 1;
        const asked = Promise.withResolvers<unknown>();
        waiting.set(lastId, asked);
        post({ kind: 'invoke', id: lastId, channel, args: cloned.encode(args) });
        return asked.promise;
      },
      // docs/api/ipc-renderer.md, "ipcRenderer.send(channel, ...args)"
      send: (channel: string, ...args: unknown[]) =>
        post({ kind: 'send', channel, args: cloned.encode(args) }),
      // docs/api/ipc-renderer.md, "ipcRenderer.on(channel, listener)"
      on: (channel: string, listener: (event: object, ...args: unknown[]) => void) =>
        void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    }),
  });
  return (name) => {
    if (name === 'electron') return electron;
    // docs/tutorial/sandbox.md, "Preload scripts": only electron and a few of Node's own modules, which ours does not
    // need.
    throw new Error(`module not found: ${name}`);
  };
}
