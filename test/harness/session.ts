import type { Protocol, Session, WebRequest } from 'electron';
import type { Browser } from './browser.ts';
import { tell } from './control.ts';
import { Permissions } from './permissions.ts';
import { checkRegistered } from './protocol.ts';
import { Emitter, notProvided, Preventable, strict } from './strict.ts';

type ProtocolHandler = Parameters<Protocol['handle']>[1];
type BeforeRequest = (
  details: { readonly url: string; readonly method: string; readonly resourceType: string },
  callback: (response: { readonly cancel?: boolean }) => void,
) => void;

/** The parts of a session that the harness itself needs, beyond those visible to the application. */
export interface SessionParts {
  readonly partition: string;
  readonly permissions: Permissions;
  readonly downloads: Emitter;
  readonly schemes: ReadonlyMap<string, ProtocolHandler>;
  readonly beforeRequest: () => BeforeRequest | undefined;
  /** This session's browser partition, made when first used. */
  context(browser: Browser): Promise<string>;
}

const parts = new WeakMap<object, SessionParts>();

export function partsOf(session: object): SessionParts {
  const found = parts.get(session);
  if (found === undefined) throw notProvided('a session that is not of fromPartition');
  return found;
}

type Provided = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setBluetoothPairingHandler'
  | 'setSpellCheckerEnabled'
>;

/** docs/api/session.md, "Class: Session". */
class HarnessSession implements Provided {
  readonly #permissions: Permissions;
  readonly #downloads: Emitter;
  readonly protocol: object;
  readonly webRequest: object;

  constructor(permissions: Permissions, downloads: Emitter, protocol: object, webRequest: object) {
    this.#permissions = permissions;
    this.#downloads = downloads;
    this.protocol = protocol;
    this.webRequest = webRequest;
  }

  setPermissionRequestHandler(handler: Permissions['requestHandler']): void {
    this.#permissions.requestHandler = handler;
  }

  setPermissionCheckHandler(handler: Permissions['checkHandler']): void {
    this.#permissions.checkHandler = handler;
  }

  /** "ses.setDevicePermissionHandler(handler)". No device can be granted here, so a handler must refuse. */
  setDevicePermissionHandler(handler: Parameters<Session['setDevicePermissionHandler']>[0]): void {
    for (const deviceType of ['hid', 'serial', 'usb'] as const)
      if (handler?.({ deviceType, origin: 'https://stranger.invalid', device: {} as never }) !== false)
        throw notProvided(`a granted device (${deviceType})`);
  }

  /** "ses.setDisplayMediaRequestHandler(handler[, opts])". No screen can be captured here, so a handler must refuse. */
  setDisplayMediaRequestHandler(handler: Parameters<Session['setDisplayMediaRequestHandler']>[0]): void {
    const request = { frame: null, securityOrigin: 'https://stranger.invalid' } as never;
    handler?.(request, (streams: unknown) => {
      if (streams !== null) throw notProvided('a captured display');
    });
    if (handler === null) throw notProvided('display capture without a handler');
  }

  /** "ses.setBluetoothPairingHandler(handler)". */
  setBluetoothPairingHandler(handler: Parameters<Session['setBluetoothPairingHandler']>[0]): void {
    handler?.({ deviceId: 'stranger', pairingKind: 'confirm', frame: null } as never, ({ confirmed }) => {
      if (confirmed) throw notProvided('bluetooth pairing');
    });
  }

  /** "ses.setSpellCheckerEnabled(enable)". Chromium here has none, so it can only be turned off. */
  setSpellCheckerEnabled(enable: boolean): void {
    if (enable) throw notProvided('a spell checker');
  }

  /** "Event: 'will-download'". */
  on(event: string, listener: (...args: never[]) => void): void {
    this.#downloads.on(event, listener);
  }
}

const sessions = new Map<string, object>();

/**
 * docs/api/session.md, "session.fromPartition(partition[, options])": kept in memory unless it begins with `persist:`.
 */
export function fromPartition(partition: string, ...rest: readonly unknown[]): object {
  if (partition.startsWith('persist:') || partition === '' || rest.length > 0)
    throw notProvided(`the partition "${partition}"`);
  const session = sessions.get(partition) ?? makeSession(partition);
  sessions.set(partition, session);
  return session;
}

function makeSession(partition: string): object {
  const permissions = new Permissions();
  const downloads = new Emitter('Session');
  const schemes = new Map<string, ProtocolHandler>();
  let beforeRequest: BeforeRequest | undefined;
  let context: Promise<string> | undefined;
  // docs/api/protocol.md, "protocol.handle(scheme, handler)" and "protocol.isProtocolHandled(scheme)"
  const protocol: Pick<Protocol, 'handle' | 'isProtocolHandled'> = {
    handle: (scheme, handler) => {
      checkRegistered(scheme);
      if (schemes.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
      schemes.set(scheme, handler);
    },
    isProtocolHandled: (scheme) => schemes.has(scheme),
  };
  // docs/api/web-request.md, "webRequest.onBeforeRequest([filter, ]listener)": only the last listener is asked.
  const webRequest: Pick<WebRequest, 'onBeforeRequest'> = {
    onBeforeRequest: (listener: unknown) => {
      if (typeof listener !== 'function') throw notProvided('a filter of onBeforeRequest');
      beforeRequest = listener as BeforeRequest;
    },
  };
  const session = strict(
    'Session',
    new HarnessSession(
      permissions,
      downloads,
      strict('Session.protocol', protocol),
      strict('Session.webRequest', webRequest),
    ),
  );
  parts.set(session, {
    partition,
    permissions,
    downloads,
    schemes,
    beforeRequest: () => beforeRequest,
    context: (browser) => (context ??= openContext(browser, downloads)),
  });
  return session;
}

/** Passes downloads to the listener as they begin; one that it does not prevent is not provided for. */
async function openContext(browser: Browser, downloads: Emitter): Promise<string> {
  const browserContextId = await browser.newContext();
  await browser.root.send('Browser.setDownloadBehavior', {
    behavior: 'default',
    browserContextId,
    eventsEnabled: true,
  });
  browser.onDownload(browserContextId, (guid) => {
    const event = new Preventable();
    downloads.emit('will-download', event, strict('DownloadItem', {}));
    tell({ what: 'download', prevented: event.defaultPrevented });
    if (event.defaultPrevented)
      void browser.root.send('Browser.cancelDownload', { guid, browserContextId }).catch(() => undefined);
  });
  return browserContextId;
}
