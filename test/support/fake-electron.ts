import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Display, Rectangle, Session, WebContents } from 'electron';

/** A session that records what was installed on it. Its shape is checked against electron's own types. */
export class FakeSession implements FakeSessionShape {
  permissionRequest: Parameters<Session['setPermissionRequestHandler']>[0] = null;
  permissionCheck: Parameters<Session['setPermissionCheckHandler']>[0] = null;
  device: Parameters<Session['setDevicePermissionHandler']>[0] = null;
  display: Parameters<Session['setDisplayMediaRequestHandler']>[0] = null;
  bluetooth: Parameters<Session['setBluetoothPairingHandler']>[0] = null;
  spellChecker = true;
  beforeRequest:
    ((details: { url: string }, callback: (r: { cancel?: boolean }) => void) => void) | undefined;
  schemes = new Map<string, (request: Request) => Response | Promise<Response>>();
  readonly events = new EventEmitter();
  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>) => {
      this.schemes.set(scheme, handler);
    },
    isProtocolHandled: (scheme: string) => this.schemes.has(scheme),
  };
  readonly webRequest = {
    onBeforeRequest: (listener: NonNullable<FakeSession['beforeRequest']>) => {
      this.beforeRequest = listener;
    },
  };
  setPermissionRequestHandler(handler: Parameters<Session['setPermissionRequestHandler']>[0]): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: Parameters<Session['setPermissionCheckHandler']>[0]): void {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: Parameters<Session['setDevicePermissionHandler']>[0]): void {
    this.device = handler;
  }
  setDisplayMediaRequestHandler(handler: Parameters<Session['setDisplayMediaRequestHandler']>[0]): void {
    this.display = handler;
  }
  setBluetoothPairingHandler(handler: Parameters<Session['setBluetoothPairingHandler']>[0]): void {
    this.bluetooth = handler;
  }
  setSpellCheckerEnabled(enable: boolean): void {
    this.spellChecker = enable;
  }
  on(event: string, listener: (...args: unknown[]) => void): this {
    this.events.on(event, listener);
    return this;
  }
}

type Handlers =
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setBluetoothPairingHandler'
  | 'setSpellCheckerEnabled';
type FakeSessionShape = Pick<Session, Handlers>;

export interface FakeFrame {
  origin: string;
  url: string;
}

type InvokeListener = (event: unknown, ...args: unknown[]) => unknown;

/** Web contents that record listeners and carry messages as electron's `webContents.ipc` does. */
export class FakeContents extends EventEmitter {
  mainFrame: FakeFrame = { origin: 'app://touchstone', url: 'app://touchstone/index.html' };
  readonly handled = new Map<string, InvokeListener>();
  readonly sent: unknown[][] = [];
  readonly ipcEvents = new EventEmitter();
  windowOpen: Parameters<WebContents['setWindowOpenHandler']>[0] | undefined;
  peerConnections = 'default';
  readonly ipc = {
    handle: (channel: string, listener: InvokeListener) => {
      this.handled.set(channel, listener);
    },
    on: (channel: string, listener: (...args: unknown[]) => void) => this.ipcEvents.on(channel, listener),
  };
  setWindowOpenHandler(handler: Parameters<WebContents['setWindowOpenHandler']>[0]): void {
    this.windowOpen = handler;
  }
  setWebRTCIPHandlingPolicy(policy: Parameters<WebContents['setWebRTCIPHandlingPolicy']>[0]): void {
    this.peerConnections = policy;
  }
  isDestroyed(): boolean {
    return false;
  }
  send(...args: unknown[]): void {
    this.sent.push(args);
  }
  asElectron(): WebContents {
    return this as unknown as WebContents;
  }
}

/** A window that records the options it was made with. */
export class FakeWindow extends EventEmitter {
  static made: FakeWindow[] = [];
  readonly webContents = new FakeContents();
  readonly options: BrowserWindowConstructorOptions;
  loaded = '';
  /** How often a page was loaded, and what happens then instead of a page becoming ready to show. */
  loads = 0;
  static onLoad: (window: FakeWindow) => void | Promise<void> = (window) => void window.emit('ready-to-show');
  contentProtection = false;
  shown = false;
  destroyed = false;
  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    FakeWindow.made.push(this);
  }
  setMenuBarVisibility(): void {
    this.emit('menu-bar');
  }
  title = '';
  setTitle(title: string): void {
    this.title = title;
  }
  show(): void {
    this.shown = true;
    this.emit('focused');
  }
  showInactive(): void {
    this.shown = true;
  }
  focus(): void {
    this.emit('focused');
  }
  setContentProtection(on: boolean): void {
    this.contentProtection = on;
  }
  bounds = { x: 0, y: 0, width: 1280, height: 800 };
  getBounds(): Rectangle {
    return this.bounds;
  }
  setBounds(bounds: Rectangle): void {
    this.bounds = bounds;
  }
  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return { x: 11, y: 22, width: 1400, height: 900 };
  }
  fullScreen = false;
  setFullScreen(on: boolean): void {
    this.fullScreen = on;
  }
  isMinimized(): boolean {
    return false;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('closed');
  }
  async loadURL(url: string): Promise<void> {
    this.loaded = url;
    this.loads += 1;
    const { pathname } = new URL(url);
    this.webContents.mainFrame = { origin: 'app://touchstone', url: `app://touchstone${pathname}` };
    await FakeWindow.onLoad(this);
  }
}

/** A desktop notification that records what it was made with. */
export class FakeNotice extends EventEmitter {
  static shown: FakeNotice[] = [];
  readonly options: { readonly title: string; readonly body: string };
  constructor(options: { readonly title: string; readonly body: string }) {
    super();
    this.options = options;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    FakeNotice.shown.push(this);
  }
}

/** Displays with the given work areas; Electron returns the nearest one. */
export class FakeScreen {
  readonly #areas: readonly Rectangle[];
  constructor(areas: readonly Rectangle[] = [{ x: 0, y: 0, width: 1920, height: 1080 }]) {
    this.#areas = areas;
  }
  getPrimaryDisplay(): Display {
    return { workArea: this.#areas[0] } as Display;
  }
  getDisplayMatching(wanted: Rectangle): Display {
    const shared = (area: Rectangle): number =>
      Math.max(0, Math.min(area.x + area.width, wanted.x + wanted.width) - Math.max(area.x, wanted.x)) *
      Math.max(0, Math.min(area.y + area.height, wanted.y + wanted.height) - Math.max(area.y, wanted.y));
    const [best] = this.#areas.toSorted((left, right) => shared(right) - shared(left));
    return { workArea: best } as Display;
  }
}

/** Electron's `session`: makes a session when its partition is first asked for, and keeps it in `made` by that name. */
export function sessionsIn(made: Map<string, FakeSession>) {
  return {
    fromPartition: (name: string): FakeSession => {
      const session = made.get(name) ?? new FakeSession();
      made.set(name, session);
      return session;
    },
  };
}
