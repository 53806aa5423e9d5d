import type { Asked, Told } from './options.ts';

/**
 * The harness's channel to the test. It is removed from the process before the application runs, which must not find a
 * parent to talk to: under Electron it has none.
 */

const send = process.send?.bind(process);
const listeners = new Map<string, (asked: never) => unknown>();

export function tell(told: Told): void {
  if (process.connected) send?.(told);
}

/** Does what a test asks for, and returns the function's result. */
export function whenAsked<Ask extends Asked['ask']>(
  ask: Ask,
  listener: (asked: Extract<Asked, { readonly ask: Ask }>) => unknown,
): void {
  listeners.set(ask, listener);
}

/** Starts listening, and hides the channel from the application. */
export function openControl(): void {
  process.on('message', (asked: Asked) => void answer(asked));
  // The test has ended: exit as if the machine went down.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  Reflect.deleteProperty(process, 'send');
}

async function answer(asked: Asked): Promise<void> {
  const listener = listeners.get(asked.ask) as ((asked: Asked) => unknown) | undefined;
  const value = await listener?.(asked);
  tell({ what: 'answer', id: asked.id, value: value ?? null });
}
