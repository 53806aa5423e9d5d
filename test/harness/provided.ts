/**
 * Everything that the harness provides of Electron, each part with its place in Electron's documentation (`docs/api`).
 * `strict` and `Emitter` allow nothing without a row here, and `docs/ELECTRON.md` shows the same table.
 */

export interface ProvidedPart {
  /** Page in `docs/api`, without its extension. */
  readonly page: string;
  /** Its name in `electron.d.ts`. */
  readonly type: string;
  readonly members: readonly string[];
  readonly events?: readonly string[];
}

const part = (
  page: string,
  type: string,
  members: readonly string[],
  events?: readonly string[],
): ProvidedPart => ({ page, type, members, ...(events === undefined ? {} : { events }) });

export const PROVIDED = {
  app: part(
    'app',
    'App',
    [
      'commandLine',
      'enableSandbox',
      'exit',
      'isPackaged',
      'on',
      'quit',
      'relaunch',
      'requestSingleInstanceLock',
      'setAppUserModelId',
      'setPath',
      'whenReady',
    ],
    [
      'ready',
      'window-all-closed',
      'before-quit',
      'will-quit',
      'quit',
      'open-url',
      'second-instance',
      'web-contents-created',
    ],
  ),
  'app.commandLine': part('command-line', 'CommandLine', ['appendSwitch', 'hasSwitch']),
  BrowserWindow: part(
    'browser-window',
    'BrowserWindow',
    [
      'destroy',
      'focus',
      'getBounds',
      'getNormalBounds',
      'isDestroyed',
      'isMinimized',
      'loadURL',
      'on',
      'once',
      'restore',
      'setBounds',
      'setContentProtection',
      'setFullScreen',
      'setMenuBarVisibility',
      'setTitle',
      'show',
      'showInactive',
      'webContents',
    ],
    // Windows here have the titles of their pages: the last one is never emitted.
    ['ready-to-show', 'close', 'closed', 'page-title-updated'],
  ),
  webContents: part(
    'web-contents',
    'WebContents',
    [
      'ipc',
      'isDestroyed',
      'mainFrame',
      'on',
      'once',
      'send',
      'setWebRTCIPHandlingPolicy',
      'setWindowOpenHandler',
    ],
    [
      'did-start-navigation',
      'will-navigate',
      'will-frame-navigate',
      'will-redirect',
      // For pages with web views, which a window here cannot have: it is never emitted.
      'will-attach-webview',
      // No page is let through to its window's place, and none objects to being closed: neither is emitted.
      'content-bounds-updated',
      'will-prevent-unload',
      'did-navigate',
      'did-finish-load',
      'preload-error',
      'render-process-gone',
      'before-input-event',
      'before-mouse-event',
      'destroyed',
    ],
  ),
  Input: part('web-contents', 'Input', ['alt', 'control', 'isAutoRepeat', 'key', 'meta', 'type']),
  MouseInputEvent: part('structures/mouse-input-event', 'MouseInputEvent', ['modifiers', 'type']),
  'webContents.ipc': part('ipc-main', 'IpcMain', ['handle', 'on']),
  IpcMainEvent: part('structures/ipc-main-event', 'IpcMainEvent', ['sender', 'senderFrame']),
  WebFrameMain: part('web-frame-main', 'WebFrameMain', ['origin', 'url']),
  'did-start-navigation': part('web-contents', 'WebContentsDidStartNavigationEventParams', [
    'isMainFrame',
    'isSameDocument',
    'url',
  ]),
  RenderProcessGoneDetails: part('structures/render-process-gone-details', 'RenderProcessGoneDetails', [
    'reason',
  ]),
  session: part('session', 'Session', ['fromPartition']),
  Session: part(
    'session',
    'Session',
    [
      'on',
      'protocol',
      'setBluetoothPairingHandler',
      'setDevicePermissionHandler',
      'setDisplayMediaRequestHandler',
      'setPermissionCheckHandler',
      'setPermissionRequestHandler',
      'setSpellCheckerEnabled',
      'webRequest',
    ],
    ['will-download'],
  ),
  'Session.protocol': part('protocol', 'Protocol', ['handle', 'isProtocolHandled']),
  'Session.webRequest': part('web-request', 'WebRequest', ['onBeforeRequest']),
  OnBeforeRequestListenerDetails: part('web-request', 'OnBeforeRequestListenerDetails', [
    'method',
    'resourceType',
    'url',
  ]),
  DownloadItem: part('download-item', 'DownloadItem', []),
  protocol: part('protocol', 'Protocol', ['registerSchemesAsPrivileged']),
  dialog: part('dialog', 'Dialog', ['showErrorBox', 'showMessageBox', 'showSaveDialog']),
  Menu: part('menu', 'Menu', ['buildFromTemplate', 'setApplicationMenu']),
  'Menu (built)': part('menu', 'Menu', []),
  Notification: part('notification', 'Notification', ['isSupported']),
  'Notification (shown)': part(
    'notification',
    'Notification',
    ['on', 'show'],
    ['click', 'close', 'failed', 'show'],
  ),
  screen: part('screen', 'Screen', ['getDisplayMatching', 'getPrimaryDisplay']),
  Display: part('structures/display', 'Display', ['workArea']),
  shell: part('shell', 'Shell', ['openExternal']),
  powerMonitor: part('power-monitor', 'PowerMonitor', ['on'], ['suspend', 'resume']),
  utilityProcess: part('utility-process', 'UtilityProcess', ['fork']),
  UtilityProcess: part(
    'utility-process',
    'UtilityProcess',
    ['kill', 'on', 'once', 'pid', 'postMessage'],
    ['spawn', 'exit', 'message', 'error'],
  ),
} as const satisfies Readonly<Record<string, ProvidedPart>>;

export type PartName = keyof typeof PROVIDED;

/** The objects that a preload gets, in the page (`page/preload-world.ts`). */
export const PROVIDED_TO_PRELOADS: Readonly<Record<string, ProvidedPart>> = {
  contextBridge: part('context-bridge', 'ContextBridge', ['exposeInMainWorld']),
  ipcRenderer: part('ipc-renderer', 'IpcRenderer', ['invoke', 'on', 'send']),
};

/** The objects that a helper gets (`parent-port.ts`). */
export const PROVIDED_TO_HELPERS: Readonly<Record<string, ProvidedPart>> = {
  'process.parentPort': part('parent-port', 'ParentPort', ['on', 'postMessage'], ['message']),
};
