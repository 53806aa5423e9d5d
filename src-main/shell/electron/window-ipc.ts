import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import { channels } from '../../../src-preload/channels.ts';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import type { WindowGate } from '../gates.ts';
import { APP_ORIGIN } from './app-protocol.ts';

const MAX_SUBSCRIPTIONS = 64;

/**
 * Carries one window's messages to its gate. Handlers sit on the window's own `webContents.ipc`, so a window has
 * no channel but its own; each message is taken only from that window's live top frame on our origin.
 */
export function connectWindow(contents: WebContents, path: string, gate: WindowGate): void {
  const open = new Map<number, () => void>();
  const endAll = (): void => {
    for (const end of open.values()) end();
    open.clear();
  };
  const trusted = (event: IpcMainInvokeEvent | IpcMainEvent): boolean =>
    isTrustedSender(event, contents, path);

  contents.ipc.handle(channels.call, (event, name: unknown, input: unknown) =>
    trusted(event)
      ? gate.call(name, input)
      : failed(failure('request-refused', { name: 'sender', reason: 'it came from elsewhere' })),
  );
  contents.ipc.on(channels.open, (event, id: unknown, name: unknown) => {
    if (!trusted(event) || typeof id !== 'number' || open.has(id) || open.size >= MAX_SUBSCRIPTIONS) return;
    const end = gate.subscribe(name, (message) => {
      if (!contents.isDestroyed()) contents.send(channels.topic, id, message);
    });
    if (end !== undefined) open.set(id, end);
  });
  contents.ipc.on(channels.close, (event, id: unknown) => {
    if (!trusted(event) || typeof id !== 'number') return;
    open.get(id)?.();
    open.delete(id);
  });
  contents.on('did-start-navigation', (details) => {
    if (details.isMainFrame) endAll();
  });
  contents.on('destroyed', endAll);
}

/** A frame that navigated or died has no `senderFrame`; about:blank children inherit the origin, hence the identity check. */
export function isTrustedSender(
  event: Pick<IpcMainEvent, 'senderFrame' | 'sender'>,
  contents: WebContents,
  path: string,
): boolean {
  const frame = event.senderFrame;
  if (frame === null || event.sender !== contents) return false;
  return frame === contents.mainFrame && frame.origin === APP_ORIGIN && frame.url === APP_ORIGIN + path;
}
