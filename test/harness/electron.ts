import { beginApplication } from './application.ts';
import { whenAsked } from './control.ts';
import { fromPartition } from './session.ts';
import { strict } from './strict.ts';
import { beginSystem } from './system.ts';
import { HarnessWindow, windowOf } from './window.ts';

/**
 * The `electron` module of the main process, on top of the installed Chromium. Each part behaves as described in
 * Electron's documentation, at the place named in its comment; `docs/ELECTRON.md` lists them all. Anything missing
 * throws.
 */
export { app } from './application.ts';
export { protocol } from './protocol.ts';
export { dialog, menu as Menu, notification as Notification, powerMonitor, screen, shell } from './system.ts';
export { utilityProcess } from './utility-process.ts';

export const BrowserWindow = strict('BrowserWindow', HarnessWindow);

export const session = strict('session', { fromPartition });

whenAsked('close', ({ window }) => windowOf(window).close());
whenAsked('crash', ({ window }) => windowOf(window).crash());
whenAsked('send-below', ({ window, from, kind, channel, args }) =>
  windowOf(window).contents.sendBelow(from, kind, channel, args),
);
beginSystem();
beginApplication();
