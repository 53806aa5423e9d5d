import type { Session, WebContents } from 'electron';
import type { Browser } from './browser.ts';

type RequestHandler = Parameters<Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Session['setPermissionCheckHandler']>[0];
type Permission = Parameters<NonNullable<RequestHandler>>[1];

/** Permissions by their names in the debugging protocol and in Electron. */
const PERMISSIONS = {
  ar: 'ar',
  audioCapture: 'media',
  automaticFullscreen: 'automatic-fullscreen',
  backgroundFetch: 'background-fetch',
  backgroundSync: 'background-sync',
  capturedSurfaceControl: 'captured-surface-control',
  clipboardReadWrite: 'clipboard-read',
  clipboardSanitizedWrite: 'clipboard-sanitized-write',
  displayCapture: 'display-capture',
  durableStorage: 'persistent-storage',
  geolocation: 'geolocation',
  handTracking: 'hand-tracking',
  idleDetection: 'idle-detection',
  keyboardLock: 'keyboardLock',
  localFonts: 'local-fonts',
  localNetwork: 'local-network',
  localNetworkAccess: 'local-network-access',
  loopbackNetwork: 'loopback-network',
  midi: 'midi',
  midiSysex: 'midiSysex',
  nfc: 'nfc',
  notifications: 'notifications',
  paymentHandler: 'payment-handler',
  periodicBackgroundSync: 'periodic-background-sync',
  pointerLock: 'pointerLock',
  protectedMediaIdentifier: 'mediaKeySystem',
  sensors: 'sensors',
  smartCard: 'smart-card',
  speakerSelection: 'speaker-selection',
  storageAccess: 'storage-access',
  topLevelStorageAccess: 'top-level-storage-access',
  videoCapture: 'media',
  vr: 'vr',
  wakeLockScreen: 'screen-wake-lock',
  wakeLockSystem: 'system-wake-lock',
  webAppInstallation: 'web-app-installation',
  webPrinting: 'web-printing',
  windowManagement: 'window-management',
} as const satisfies Readonly<Record<string, Permission>>;

type Send = Browser['root']['send'];
type Granted = NonNullable<Parameters<Send>[1]> & { permissions: never[] };

/** docs/api/session.md, "ses.setPermissionRequestHandler(handler)" and "ses.setPermissionCheckHandler(handler)". */
export class Permissions {
  requestHandler: RequestHandler = null;
  checkHandler: CheckHandler = null;

  /**
   * Has the browser grant what both handlers allow, and deny the rest. Without a handler Electron approves. The
   * handlers are asked about each permission before a page is loaded, and not when the page asks: a deviation from
   * Electron.
   */
  async apply(browser: Browser, context: string, contents: WebContents, origin: string): Promise<void> {
    const granted = Object.entries(PERMISSIONS)
      .filter(([, name]) => this.#allows(contents, name, origin))
      .map(([permission]) => permission);
    const known: string[] = [];
    for (const permission of granted)
      // The browser refuses a list containing a permission that it does not know.
      if (await this.#grant(browser, context, [permission])) known.push(permission);
    await this.#grant(browser, context, known);
  }

  #allows(contents: WebContents, name: Permission, origin: string): boolean {
    const details = { isMainFrame: true, requestingUrl: origin };
    let requested = this.requestHandler === null;
    this.requestHandler?.(contents, name, (granted) => (requested = granted), details);
    return requested && (this.checkHandler?.(contents, name, origin, details) ?? true);
  }

  #grant(browser: Browser, browserContextId: string, permissions: readonly string[]): Promise<boolean> {
    const wanted = { browserContextId, permissions } as unknown as Granted;
    return browser.root.send('Browser.grantPermissions', wanted).then(
      () => true,
      () => false,
    );
  }
}
