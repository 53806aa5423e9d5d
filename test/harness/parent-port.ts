import { EventEmitter } from 'node:events';

/**
 * Loaded before a helper's own module: docs/api/parent-port.md, `process.parentPort`. The equivalent in a Node fork is
 * removed, since a utility process has none of it.
 */
const send = process.send?.bind(process);
const port = new EventEmitter();
/** "Messages received on this port will be queued up until a handler is registered for this event." */
let queue: unknown[] | undefined = [];

port.on('newListener', (event: string) => {
  if (event !== 'message' || queue === undefined) return;
  const waiting = queue;
  queue = undefined;
  queueMicrotask(() => {
    for (const data of waiting) port.emit('message', { data, ports: [] });
  });
});

const emit = process.emit.bind(process) as (event: string, ...args: unknown[]) => boolean;
Object.defineProperty(process, 'emit', {
  value: (event: string, ...args: unknown[]): boolean => {
    if (event === 'message') {
      const [data] = args;
      if (queue === undefined) port.emit('message', { data, ports: [] });
      else queue.push(data);
      return true;
    }
    // A utility process ends at once without its parent.
    if (event === 'disconnect') process.kill(process.pid, 'SIGKILL');
    return emit(event, ...args);
  },
});
// A channel without a listener would not be read.
process.on('message', () => undefined);
Reflect.deleteProperty(process, 'send');
Object.defineProperty(process, 'type', { value: 'utility' });
Object.defineProperty(process, 'parentPort', {
  value: Object.assign(port, { postMessage: (message: unknown) => send?.(message) }),
});
