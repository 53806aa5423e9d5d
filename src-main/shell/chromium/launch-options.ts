import { failure, type Failure } from '#domain/failure.ts';
import type { LaunchOptions } from 'playwright-core';
import { BLINK_FEATURES_OFF } from '../renderer-files.ts';
import type { WindowBounds } from '../windows.ts';

export interface LaunchWishes {
  readonly executable: string;
  readonly headless: boolean;
  readonly bounds: WindowBounds;
  /** How long a browser may take to start before it counts as hung. */
  readonly patienceMs: number;
  /** Whether pages run in Chromium's own sandbox; the driver leaves it off by default. */
  readonly sandboxed: boolean;
}

/** How every window's browser is started. */
export function launchOptions(wishes: LaunchWishes): LaunchOptions {
  const { executable, headless, patienceMs, sandboxed } = wishes;
  return {
    executablePath: executable,
    timeout: patienceMs,
    headless,
    chromiumSandbox: sandboxed,
    // The driver would close the browsers at once and end this process before the application has stopped.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Without a GPU, the second would emulate one: slower than drawing without it, and needless attack surface.
    ignoreDefaultArgs: ['--enable-automation', '--enable-unsafe-swiftshader'],
    args: chromiumArguments(wishes),
  };
}

/**
 * Takes from a page, before any script of its own and in each of its frames, what no policy and no switch turns off: text that
 * comes without an event of the document, lists and calendars that open above other windows, and the window's place.
 */
export const TAKE_FROM_PAGE = `
  for (const name of ['EditContext', 'moveBy', 'moveTo', 'resizeBy', 'resizeTo']) delete globalThis[name];
  for (const field of [HTMLInputElement, HTMLSelectElement]) delete field.prototype.showPicker;
  delete Navigator.prototype.registerProtocolHandler;
`;

/** The content of a window before its page is loaded. */
export const FIRST_PAGE = 'data:text/html,<title>Touchstone</title>';

/** Arguments that have the browser which runs in this folder open a window of another of its profiles. */
export function anotherWindow(
  profile: string,
  url: string,
  { profileFolder, sandboxed }: RunningBrowser,
): string[] {
  return [
    `--user-data-dir=${profileFolder}`,
    `--profile-directory=${profile}`,
    `--app=${url}`,
    '--no-first-run',
    ...(sandboxed ? [] : ['--no-sandbox', '--test-type']),
  ];
}

interface RunningBrowser {
  readonly profileFolder: string;
  readonly sandboxed: boolean;
}

function chromiumArguments({ bounds, sandboxed }: LaunchWishes): string[] {
  const { width, height, left, top } = bounds;
  return [
    `--app=${FIRST_PAGE}`,
    `--window-size=${width},${height}`,
    ...(left === undefined || top === undefined ? [] : [`--window-position=${left},${top}`]),
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    // Peer connections ask neither the content security policy nor the interception of requests.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-extensions',
    `--disable-blink-features=${BLINK_FEATURES_OFF}`,
    '--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication',
    '--no-first-run',
    '--no-default-browser-check',
    '--password-store=basic',
    '--deny-permission-prompts',
    // Hides Chromium's own notice about the missing sandbox: whoever started Touchstone has been warned.
    ...(sandboxed ? [] : ['--test-type']),
  ];
}

/** The driver's message for a browser that could not set up its sandbox. */
const NO_SANDBOX =
  /Chromium sandboxing failed|No usable sandbox|SUID sandbox helper binary|crbug\.com\/(357670|638180)/;

/**
 * The messages of a browser that may not write to its profile: Chromium's own, or those of Snap's launcher before it.
 */
const NO_PROFILE = /SingletonLock: Permission denied|cannot create (?:user data directory|snap home dir)/;

/** Why this system keeps a browser from starting, where its words say so; `undefined` for another error. */
export function launchObstacle(error: unknown, browser: string): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  if (NO_SANDBOX.test(error.message)) return failure('sandbox-missing');
  return NO_PROFILE.test(error.message) ? failure('browser-confined', { browser }) : undefined;
}
