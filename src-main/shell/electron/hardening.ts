import type { App, Session, WebContents } from 'electron';

/** Switches that would open the application to others. No fuse covers Chromium's own switches, so main refuses to run. */
export const REFUSED_SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'load-extension',
  'disable-web-security',
  'ignore-certificate-errors',
  'proxy-server',
  'proxy-pac-url',
  'host-resolver-rules',
  'js-flags',
  'user-data-dir',
  'inspect',
  'inspect-brk',
  'no-sandbox',
  'enable-blink-features',
  // Each of these has another program start the browser's processes, or removes their separation.
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'zygote-cmd-prefix',
  'gpu-launcher',
  'single-process',
] as const;

/** The first refused switch on the command line, or `undefined`. `allowed` is for tests of a real runtime only. */
export function refusedSwitch(
  commandLine: Pick<App['commandLine'], 'hasSwitch'>,
  allowed: readonly string[] = [],
): string | undefined {
  return REFUSED_SWITCHES.find((name) => !allowed.includes(name) && commandLine.hasSwitch(name));
}

/** Why there will be no window; for the switch that others add, also what helps. */
export function refusalText(name: string): string {
  const refusal = `Touchstone does not run with --${name}.`;
  return name === 'no-sandbox'
    ? `${refusal} An AppImage adds it where the system lets no program of a user build a sandbox. Install the .deb instead, or allow the AppImage user namespaces: docs/PACKAGING.md says how.`
    : refusal;
}

/**
 * Prevents navigation, new windows, web views and peer connections in every web contents that is ever made. No page moves
 * its window or keeps it from closing.
 */
export function lockAllContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    lockContents(contents);
  });
}

/** Addresses from the system are always rejected: the app has no deep links. */
export function refuseLinks(app: App): void {
  app.on('open-url', (event) => {
    event.preventDefault();
  });
}

/** `loadURL` from main is not affected by these events. */
function lockContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  // `window.moveTo` and `resizeTo`: a page could lay its window over another one.
  contents.on('content-bounds-updated', (event) => {
    event.preventDefault();
  });
  // A page may object to being closed (`beforeunload`); here this lets it be closed all the same.
  contents.on('will-prevent-unload', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // Peer connections ask neither the content security policy nor the session's request filter.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** Writing text and pictures to the clipboard: Electron grants it without asking whether the user acted. */
const COPYING = 'clipboard-sanitized-write';

/**
 * Denies every permission, device, capture and download of a session, and turns the spell checker off. `copies`: whether
 * its pages may write to the clipboard now; all others copy only what is selected, and only just after a click or a key.
 */
export function lockSession(session: Session, { copies }: { readonly copies: () => boolean }): void {
  const isGranted = (permission: string): boolean => permission === COPYING && copies();
  session.setPermissionRequestHandler((_contents, permission, callback) => {
    callback(isGranted(permission));
  });
  session.setPermissionCheckHandler((_contents, permission) => isGranted(permission));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => {
    callback(null);
  });
  session.setBluetoothPairingHandler((_details, callback) => {
    callback({ confirmed: false });
  });
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => {
    event.preventDefault();
  });
}
