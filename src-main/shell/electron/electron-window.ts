import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  CustomScheme,
  IpcMainEvent,
  IpcMainInvokeEvent,
  MouseInputEvent,
  Session,
  WebContents,
} from 'electron';
import type * as Electron from 'electron';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { boundsWithin, type WindowBounds, type WindowGate } from '../windows.ts';
import { channels } from '../../../src-preload/channels.ts';
import { BLINK_FEATURES_OFF, pageHeaders, type RendererFiles } from '../renderer-files.ts';

export interface WindowPlan {
  readonly title: string;
  readonly bounds: WindowBounds;
  readonly minimum: { readonly width: number; readonly height: number };
  readonly preload: string;
  readonly session: Session;
  readonly parent?: BrowserWindow;
  /** Made ahead of its use: it stays hidden until it is shown by hand. */
  readonly ahead?: boolean;
  /** Whether it leaves the focus where it is when it comes into view. */
  readonly withoutFocus?: () => boolean;
}

/** The only place that states web preferences. */
function windowOptions(plan: WindowPlan): BrowserWindowConstructorOptions {
  const { width, height, left, top } = plan.bounds;
  return {
    title: plan.title,
    width,
    height,
    ...(left === undefined || top === undefined ? { center: true } : { x: left, y: top }),
    minWidth: plan.minimum.width,
    minHeight: plan.minimum.height,
    show: false,
    backgroundColor: '#12161c',
    autoHideMenuBar: true,
    ...(plan.parent === undefined ? {} : { parent: plan.parent, modal: false }),
    webPreferences: {
      preload: plan.preload,
      session: plan.session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      disableBlinkFeatures: BLINK_FEATURES_OFF,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
      // `alert` and the like would take the focus from a window in which the user types a password.
      disableDialogs: true,
    },
  };
}

export function createWindow(electron: ElectronModule, plan: WindowPlan): BrowserWindow {
  const window = new electron.BrowserWindow(windowOptions(plan));
  window.setMenuBarVisibility(false);
  if (plan.ahead !== true) showOnce(window, plan.withoutFocus);
  return window;
}

/** Milliseconds after which a window is shown whatever happens. */
const LONGEST_HIDDEN_MS = 5_000;

/**
 * Shows a window once its page is visible. On some Wayland systems `ready-to-show` never comes
 * (electron/electron#48859): then the loaded page shows it, or finally a timeout, since an empty window is better than
 * none.
 */
function showOnce(window: BrowserWindow, withoutFocus = (): boolean => false): void {
  let shown = false;
  const show = (): void => {
    if (shown || window.isDestroyed()) return;
    shown = true;
    clearTimeout(timer);
    if (withoutFocus()) window.showInactive();
    else window.show();
  };
  const timer = setTimeout(show, LONGEST_HIDDEN_MS);
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.once('closed', () => clearTimeout(timer));
}

/** Fits saved bounds to the present displays: Electron does not. */
export function boundsOnScreen(
  bounds: WindowBounds,
  screen: Pick<ElectronModule['screen'], 'getDisplayMatching' | 'getPrimaryDisplay'>,
): WindowBounds {
  const { left, top, width, height } = bounds;
  const { workArea } =
    left === undefined || top === undefined
      ? screen.getPrimaryDisplay()
      : screen.getDisplayMatching({ x: left, y: top, width, height });
  return boundsWithin(bounds, {
    left: workArea.x,
    top: workArea.y,
    width: workArea.width,
    height: workArea.height,
  });
}

const MAX_SUBSCRIPTIONS = 64;

/**
 * Carries one window's messages to its gate. Handlers sit on the window's own `webContents.ipc`, so a window has
 * no channel but its own; each message is taken only from that window's live top frame on our origin.
 */
export function connectWindow(contents: WebContents, path: string, gate: WindowGate): void {
  const open = new Map<number, () => void>();
  const endAll = (): void => {
    for (const end of open.values()) end();
    open.clear();
  };
  const trusted = (event: IpcMainInvokeEvent | IpcMainEvent): boolean =>
    isTrustedSender(event, contents, path);

  contents.ipc.handle(channels.call, (event, name: unknown, input: unknown) =>
    trusted(event)
      ? gate.call(name, input)
      : failed(failure('request-refused', { name: 'sender', reason: 'it came from elsewhere' })),
  );
  contents.ipc.on(channels.open, (event, id: unknown, name: unknown) => {
    if (!trusted(event) || typeof id !== 'number' || open.has(id) || open.size >= MAX_SUBSCRIPTIONS) return;
    const end = gate.subscribe(name, (message) => {
      if (!contents.isDestroyed()) contents.send(channels.topic, id, message);
    });
    if (end !== undefined) open.set(id, end);
  });
  contents.ipc.on(channels.close, (event, id: unknown) => {
    if (!trusted(event) || typeof id !== 'number') return;
    open.get(id)?.();
    open.delete(id);
  });
  // Not when a navigation starts: if it is prevented, the page stays, and must keep receiving.
  contents.on('did-navigate', endAll);
  contents.on('render-process-gone', endAll);
  contents.on('destroyed', endAll);
}

/**
 * Calls back if the page has navigated away after all: Electron does not ask before navigating to `about:` addresses
 * (electron/electron#21136).
 */
export function whenStrayed(contents: WebContents, path: string, bringBack: () => void): void {
  contents.on('did-navigate', (_event, url) => {
    if (url !== APP_ORIGIN + path) bringBack();
  });
}

/** A frame that navigated or died has no `senderFrame`; about:blank children inherit the origin, hence the identity check. */
export function isTrustedSender(
  event: Pick<IpcMainEvent, 'senderFrame' | 'sender'>,
  contents: WebContents,
  path: string,
): boolean {
  const frame = event.senderFrame;
  if (frame === null || event.sender !== contents) return false;
  return frame === contents.mainFrame && frame.origin === APP_ORIGIN && frame.url === APP_ORIGIN + path;
}

/** Keys and the mouse as the browser process gets them, before the page does: no script can make these. */
export function watchInput(contents: WebContents, onUserActed: () => void): void {
  contents.on('before-input-event', onUserActed);
  contents.on('before-mouse-event', onUserActed);
}

/**
 * Input that nobody makes by accident. A pointer that merely passes over the window is none, unless it drags something.
 * `pressed`: a key or a button was pressed, and nothing only continues.
 */
export function watchActs(contents: WebContents, onActed: (pressed: boolean) => void): void {
  contents.on('before-input-event', (event, { type, isAutoRepeat }) => {
    // Input meant for another window is not an act in this one.
    if (type === 'keyDown' && !event.defaultPrevented) onActed(!isAutoRepeat);
  });
  contents.on('before-mouse-event', (_event, mouse) => {
    if (isAct(mouse)) onActed(isPress(mouse));
  });
}

const BUTTONS: ReadonlySet<string> = new Set(['leftbuttondown', 'middlebuttondown', 'rightbuttondown']);

export function isPress({ type }: MouseInputEvent): boolean {
  return type === 'mouseDown';
}

function isAct({ type, modifiers = [] }: MouseInputEvent): boolean {
  if (type === 'mouseMove') return modifiers.some((modifier) => BUTTONS.has(modifier));
  return type === 'mouseDown' || type === 'mouseUp' || type === 'mouseWheel';
}

export const APP_ORIGIN = 'app://touchstone';

/** Registered before `ready`: standard, secure, fetch; nothing more (no CSP bypass, no CORS). */
export const APP_SCHEME: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** Answers one request from the fixed table; anything else is 404. */
export function answerAppRequest(request: Pick<Request, 'url' | 'method'>, files: RendererFiles): Response {
  const url = URL.parse(request.url);
  const ours =
    url !== null && url.protocol === 'app:' && url.host === 'touchstone' && request.method === 'GET';
  const file = ours ? files.get(url.pathname) : undefined;
  const path = url?.pathname ?? '';
  if (file === undefined)
    return new Response(null, { status: 404, headers: pageHeaders('text/plain', path) });
  return new Response(new Uint8Array(file.body), {
    status: 200,
    headers: pageHeaders(file.contentType, path),
  });
}

/** Serves `app://touchstone/…` in a session and cancels every request to anything else. */
export function serveAppProtocol(session: Session, files: RendererFiles): void {
  session.protocol.handle('app', (request) => answerAppRequest(request, files));
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !details.url.startsWith(`${APP_ORIGIN}/`) });
  });
}

/** The parts of Electron that the shell uses, so that its rules can be tested against electron's own types. */
export type ElectronModule = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'Menu'
  | 'Notification'
  | 'powerMonitor'
  | 'protocol'
  | 'screen'
  | 'session'
  | 'shell'
  | 'utilityProcess'
>;
