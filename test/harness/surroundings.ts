import { Browser } from './browser.ts';
import { OPTIONS_VARIABLE, type HarnessOptions } from './options.ts';
import { notProvided } from './strict.ts';

/** The test's options, removed from the environment so that neither the application nor a helper finds them. */
export const options = JSON.parse(process.env[OPTIONS_VARIABLE] ?? '{}') as HarnessOptions;
Reflect.deleteProperty(process.env, OPTIONS_VARIABLE);

let peerConnections: string | undefined;
let browser: Promise<Browser> | undefined;

/**
 * Chromium has one policy for all pages, set at its start: every window must ask for the same one before the first is
 * shown.
 */
export function wishPeerConnections(policy: string): void {
  if (peerConnections !== undefined && peerConnections !== policy)
    throw notProvided('a policy of peer connections of a window’s own');
  if (peerConnections === undefined && browser !== undefined)
    throw notProvided('a policy of peer connections after the first window');
  peerConnections = policy;
}

/** The browser, which starts with the first window. */
export function theBrowser(): Promise<Browser> {
  return (browser ??= Browser.launch(options, peerConnections ?? 'default'));
}

/** Kills the browser at once if it is running. */
export function endBrowser(): void {
  void browser?.then((running) => running.end()).catch(() => undefined);
}
