import type { IpcMain, WebContents } from 'electron';
import { makeCodec } from './codec.ts';
import { tell } from './control.ts';
import type { DrivenPage, PageListener } from './page.ts';
import { wishPeerConnections } from './surroundings.ts';
import { Emitter, notProvided, Preventable, strict } from './strict.ts';

type Listener = (...args: never[]) => void;
type InvokeHandler = (event: object, ...args: unknown[]) => unknown;
type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

type MouseInput = 'mouseDown' | 'mouseUp' | 'mouseMove' | 'mouseWheel';

interface FromPreload {
  readonly kind: 'invoke' | 'send' | 'input' | 'not-provided';
  readonly id?: number | string;
  readonly channel?: string;
  readonly args?: unknown;
  /** `MouseInputEvent.type`, `Input.type`. */
  readonly input?: 'keyDown' | 'keyUp' | MouseInput;
  /** A button of the mouse is held. */
  readonly held?: boolean;
  /** Of a key, as `Input` has it. */
  readonly repeat?: boolean;
  readonly key?: string;
  readonly control?: boolean;
  readonly meta?: boolean;
  readonly alt?: boolean;
  readonly name?: string;
}

const codec = makeCodec();

/** docs/api/ipc-main.md, and docs/api/web-contents.md, "contents.ipc", for the messages of one page only. */
class ContentsIpc implements Pick<IpcMain, 'handle'> {
  readonly handlers = new Map<string, InvokeHandler>();
  readonly listeners = new Map<string, InvokeHandler[]>();

  handle(channel: string, listener: Parameters<IpcMain['handle']>[1]): void {
    if (this.handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, listener as unknown as InvokeHandler);
  }

  on(channel: string, listener: InvokeHandler): void {
    this.listeners.set(channel, [...(this.listeners.get(channel) ?? []), listener]);
  }
}

type Provided = Pick<
  WebContents,
  'isDestroyed' | 'send' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'
>;

/** docs/api/web-contents.md, "Class: WebContents". */
export class HarnessContents implements Provided, PageListener {
  readonly #events = new Emitter('webContents');
  readonly #ipc = new ContentsIpc();
  readonly ipc = strict('webContents.ipc', this.#ipc);
  #page: DrivenPage | undefined;
  #destroyed = false;
  #openHandler: OpenHandler | undefined;
  /** Answers to messages sent past the preload, by id. */
  readonly #below = new Map<string, (answer: unknown) => void>();
  readonly #painted: () => void;
  /** As the application knows it. */
  readonly proxy = strict('webContents', this);

  /** `painted`: called once a page is visible. */
  constructor(painted: () => void) {
    this.#painted = painted;
  }

  on(event: string, listener: Listener): void {
    this.#events.on(event, listener);
  }

  once(event: string, listener: Listener): void {
    this.#events.on(event, listener, true);
  }

  /** "contents.mainFrame" */
  get mainFrame(): object {
    if (this.#page === undefined) throw notProvided('a frame before the first page');
    return this.#page.frames.mainFrame;
  }

  /** "contents.isDestroyed()" */
  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** "contents.send(channel, ...args)": structured clone, or an exception. */
  send(channel: string, ...args: unknown[]): void {
    const value = codec.encode(args);
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    const context = this.#page?.frames.preloadContext();
    if (context !== undefined) this.#page?.deliver(context, JSON.stringify({ channel, value }));
  }

  /** "contents.setWindowOpenHandler(handler)" */
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** "contents.setWebRTCIPHandlingPolicy(policy)" */
  setWebRTCIPHandlingPolicy(policy: Parameters<WebContents['setWebRTCIPHandlingPolicy']>[0]): void {
    wishPeerConnections(policy);
  }

  // The rest is the harness's own.

  drive(page: DrivenPage): void {
    this.#page = page;
  }

  preloadFailed(path: string, error: Error): void {
    this.#events.emit('preload-error', {}, path, error);
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#events.emit('destroyed');
  }

  /** Has an untrusted renderer send a message past the preload; returns main's answer to an `invoke`. */
  sendBelow(
    from: 'page' | 'frame',
    kind: 'invoke' | 'send',
    channel: string,
    args: readonly unknown[],
  ): Promise<unknown> {
    const page = this.#page;
    const context = page?.frames.preloadContext(from === 'page' ? 'top' : 'below');
    if (page === undefined || context === undefined) return Promise.reject(new Error('no such frame'));
    const id = `below-${this.#below.size}`;
    const answered = new Promise((resolve) => this.#below.set(id, resolve));
    page.sendBelow(context, JSON.stringify({ kind, id, channel, args: codec.encode(args) }));
    return kind === 'send' ? Promise.resolve() : answered;
  }

  message(context: number, text: string): void {
    const told = JSON.parse(text) as FromPreload;
    const { kind, id, channel = '', args, input, held, name = '' } = told;
    if (kind === 'input') {
      if (input === 'keyDown' || input === 'keyUp')
        // A deviation: the page has the key already, whatever is prevented here.
        this.#events.emit(
          'before-input-event',
          new Preventable(),
          strict('Input', {
            type: input,
            isAutoRepeat: told.repeat === true,
            key: told.key ?? '',
            control: told.control === true,
            meta: told.meta === true,
            alt: told.alt === true,
          }),
        );
      else {
        const modifiers = held === true ? ['leftbuttondown'] : [];
        this.#events.emit('before-mouse-event', {}, strict('MouseInputEvent', { type: input, modifiers }));
      }
      return;
    }
    if (kind === 'not-provided') throw notProvided(name);
    const frames = this.#page?.frames;
    const event = strict('IpcMainEvent', {
      sender: this.proxy,
      get senderFrame() {
        return frames?.senderOf(context) ?? null;
      },
    });
    const values = codec.decode(args) as unknown[];
    if (kind === 'send')
      for (const listener of this.#ipc.listeners.get(channel) ?? []) listener(event, ...values);
    else if (id !== undefined) void this.#invoke(context, { id, channel, event, values });
  }

  /** docs/api/ipc-main.md, "ipcMain.handle(channel, listener)": the page gets only the message of a thrown error. */
  async #invoke(
    context: number,
    call: { id: number | string; channel: string; event: object; values: readonly unknown[] },
  ): Promise<void> {
    const { id, channel, event, values } = call;
    const reply = (said: Readonly<Record<string, unknown>>): void => {
      if (typeof id === 'string') this.#below.get(id)?.(codec.decode(said['value']));
      else this.#page?.deliver(context, JSON.stringify({ reply: id, ...said }));
    };
    try {
      const handler = this.#ipc.handlers.get(channel);
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      reply({ value: codec.encode(await handler(event, ...values)) });
    } catch (error) {
      reply({ error: `Error invoking remote method '${channel}': ${String(error)}`, value: null });
    }
  }

  startedNavigating(url: string, isMainFrame: boolean, isSameDocument: boolean): void {
    const details = strict('did-start-navigation', { url, isMainFrame, isSameDocument });
    this.#events.emit('did-start-navigation', details);
  }

  wantsToNavigate(url: string, isMainFrame: boolean): boolean {
    const first = isMainFrame && this.#prevented('will-navigate', url);
    return first || this.#prevented('will-frame-navigate', url);
  }

  redirects(url: string, _isMainFrame: boolean): boolean {
    return this.#prevented('will-redirect', url);
  }

  #prevented(name: 'will-navigate' | 'will-frame-navigate' | 'will-redirect', url: string): boolean {
    const event = new Preventable();
    this.#events.emit(name, event, url);
    if (event.defaultPrevented) tell({ what: 'prevented', event: name, url });
    return event.defaultPrevented;
  }

  navigated(url: string): void {
    this.#events.emit('did-navigate', {}, url);
  }

  /** Without the handler Electron opens a window; here none can be opened. */
  wantsWindow(url: string, frameName: string, features: readonly string[]): void {
    const details = { url, frameName, features: features.join(), disposition: 'foreground-tab' as const };
    const answer = this.#openHandler?.({ ...details, referrer: { url: '', policy: 'default' } });
    if (answer?.action !== 'deny') throw notProvided(`a window that a page opens (${url})`);
    tell({ what: 'prevented', event: 'window-open', url });
  }

  painted(): void {
    this.#painted();
  }

  finishedLoad(): void {
    this.#events.emit('did-finish-load');
  }

  crashed(): void {
    this.#events.emit('render-process-gone', {}, strict('RenderProcessGoneDetails', { reason: 'crashed' }));
  }
}
