import type { Session } from 'electron';

/** The one permission that pages have: writing plain text to the clipboard after the user's own click. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write';

/** Denies every permission, device, capture and download of a session, and turns the spell checker off. */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, callback) => {
    callback(permission === ALLOWED_PERMISSION);
  });
  session.setPermissionCheckHandler((_contents, permission) => permission === ALLOWED_PERMISSION);
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
