import type { App } from 'electron';

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
] as const;

/** The first refused switch on the command line, or `undefined`. `allowed` is for tests of a real runtime only. */
export function refusedSwitch(
  commandLine: Pick<App['commandLine'], 'hasSwitch'>,
  allowed: readonly string[] = [],
): string | undefined {
  return REFUSED_SWITCHES.find((name) => !allowed.includes(name) && commandLine.hasSwitch(name));
}
