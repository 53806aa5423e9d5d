import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron';
import { BLINK_FEATURES_OFF } from '../../src-main/shell/renderer-files.ts';
import { checkOptions } from './strict.ts';

const is =
  (wanted: unknown) =>
  (value: unknown): boolean =>
    value === wanted;
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string';
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

type Known<T> = Partial<Record<keyof T, (value: unknown) => boolean>>;

/** docs/api/structures/base-window-options.md and browser-window-options.md. */
const WINDOW: Known<BrowserWindowConstructorOptions> = {
  title: isText,
  width: isNumber,
  height: isNumber,
  minWidth: isNumber,
  minHeight: isNumber,
  x: isNumber,
  y: isNumber,
  center: is(true),
  show: is(false),
  backgroundColor: isText,
  autoHideMenuBar: isFlag,
  parent: isObject,
  modal: is(false),
  webPreferences: isObject,
};

/**
 * docs/api/structures/web-preferences.md. The harness offers sandboxed pages, a preload in an isolated world and
 * Chromium's own protections, and nothing else: it cannot show a window with any other value for these.
 */
const PREFERENCES: Known<WebPreferences> = {
  preload: isText,
  session: isObject,
  sandbox: is(true),
  contextIsolation: is(true),
  nodeIntegration: is(false),
  nodeIntegrationInWorker: is(false),
  nodeIntegrationInSubFrames: is(false),
  webviewTag: is(false),
  webSecurity: is(true),
  allowRunningInsecureContent: is(false),
  experimentalFeatures: is(false),
  // The harness starts its browser without them.
  disableBlinkFeatures: is(BLINK_FEATURES_OFF),
  navigateOnDragDrop: is(false),
  // The pages' own policy keeps dialogs from them, in this browser as in Electron's.
  disableDialogs: is(true),
  spellcheck: is(false),
  devTools: is(false),
};

/** @throws NotProvided for an unknown option, or for a value that is not provided. */
export function checkWindowOptions(options: BrowserWindowConstructorOptions): {
  readonly preload: string;
  readonly session: object;
} {
  checkOptions('BrowserWindow', { ...options }, WINDOW);
  const preferences = options.webPreferences ?? {};
  checkOptions('webPreferences', { ...preferences }, PREFERENCES);
  const { preload, session } = preferences;
  if (preload === undefined || session === undefined)
    throw new Error('a window here has a preload and a session of its own');
  return { preload, session };
}
