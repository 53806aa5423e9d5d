import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { Browser, OpenedTarget } from './browser.ts';
import { toApplication } from './address.ts';
import { HarnessContents } from './contents.ts';
import { tell } from './control.ts';
import { pageScripts, type PageScripts } from './page-scripts.ts';
import { DrivenPage } from './page.ts';
import { partsOf } from './session.ts';
import { Emitter, Preventable, strict } from './strict.ts';
import { theBrowser } from './surroundings.ts';
import { checkWindowOptions } from './window-options.ts';

/** The application's reactions as windows come and go. */
export interface WindowOwner {
  created(contents: object): void;
  allClosed(): void;
  closeCancelled(): void;
}

const open = new Set<HarnessWindow>();
let owner: WindowOwner | undefined;
let lastId = 0;

export function ownWindows(by: WindowOwner): void {
  owner = by;
}

export function openWindows(): readonly HarnessWindow[] {
  return [...open];
}

export function windowOf(id: number): HarnessWindow {
  const found = openWindows().find((window) => window.id === id);
  if (found === undefined) throw new Error(`there is no window ${id}`);
  return found;
}

type Provided = Pick<
  BrowserWindow,
  | 'loadURL'
  | 'show'
  | 'showInactive'
  | 'focus'
  | 'restore'
  | 'isMinimized'
  | 'setFullScreen'
  | 'isDestroyed'
  | 'destroy'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'setContentProtection'
  | 'setMenuBarVisibility'
  | 'setTitle'
>;

/**
 * docs/api/browser-window.md, "Class: BrowserWindow". A window here has the browser's own frame above its page, is on
 * the screen from the start, its menu bar is never seen, and its title is its page's: deviations from Electron.
 */
export class HarnessWindow implements Provided {
  readonly id: number;
  readonly contents: HarnessContents;
  readonly #events = new Emitter('BrowserWindow');
  readonly #scripts: PageScripts;
  readonly #opening: Promise<DrivenPage>;
  #bounds: Rectangle;
  /** How much the browser's frame adds to the page's size. */
  #frame = { width: 0, height: 0 };
  #destroyed = false;
  #painted = false;
  #shown = false;

  constructor(options: BrowserWindowConstructorOptions) {
    const { preload, session } = checkWindowOptions(options);
    lastId += 1;
    this.id = lastId;
    const { width = 800, height = 600, x = 0, y = 0 } = options;
    this.#bounds = { width, height, x, y };
    this.contents = new HarnessContents(() => this.#becameReady());
    this.#scripts = pageScripts(preload);
    open.add(this);
    owner?.created(this.contents.proxy);
    this.#opening = this.#open(session, preload);
    this.#opening.catch(() => undefined);
    return strict<HarnessWindow>('BrowserWindow', this);
  }

  get webContents(): object {
    return this.contents.proxy;
  }

  on(event: string, listener: (...args: never[]) => void): void {
    this.#events.on(event, listener);
  }

  once(event: string, listener: (...args: never[]) => void): void {
    this.#events.on(event, listener, true);
  }

  /** "win.loadURL(url[, options])" */
  async loadURL(url: string): Promise<void> {
    const page = await this.#opening;
    const { trouble } = this.#scripts;
    if (trouble !== undefined) this.contents.preloadFailed('', new Error(trouble));
    await page.load(url);
  }

  /** "win.show()": shows and focuses the window. */
  show(): void {
    this.showInactive();
    this.focus();
  }

  /** "win.showInactive()": shows the window, and leaves the focus where it is. */
  showInactive(): void {
    if (!this.#shown) tell({ what: 'shown', window: this.id });
    this.#shown = true;
  }

  focus(): void {
    void this.#do(async (page, browser) => {
      await browser.root.send('Target.activateTarget', { targetId: page.target.targetId });
    });
  }

  restore(): void {
    void this.#do((page, browser) => setBounds(browser, page.target, { windowState: 'normal' }));
  }

  /** No test minimises a window by its frame, since there is no window manager. */
  isMinimized(): boolean {
    return false;
  }

  /** "win.setFullScreen(flag)" */
  setFullScreen(on: boolean): void {
    void this.#do((page, browser) =>
      setBounds(browser, page.target, { windowState: on ? 'fullscreen' : 'normal' }),
    );
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** "win.destroy()": no `close`, but always `closed`. */
  destroy(): void {
    if (this.#destroyed) return;
    void this.#do(async ({ target: { targetId } }, browser) => {
      await browser.root.send('Target.closeTarget', { targetId });
    });
    this.#gone();
  }

  /** "win.getBounds()": the same as the normal bounds, since nothing here is maximised. */
  getBounds(): Rectangle {
    return { ...this.#bounds };
  }

  /** "win.setBounds(bounds)" */
  setBounds(wanted: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...wanted };
    const { x, y, width, height } = this.#bounds;
    tell({ what: 'switched', name: `bounds of window ${this.id}`, value: [x, y, width, height].join(' ') });
    void this.#do((page, browser) =>
      setBounds(browser, page.target, {
        left: x,
        top: y,
        width: width + this.#frame.width,
        height: height + this.#frame.height,
      }),
    );
  }

  /** "win.getNormalBounds()" */
  getNormalBounds(): Rectangle {
    return { ...this.#bounds };
  }

  /** "win.setContentProtection(enable)": no effect on Linux, as in Electron. */
  setContentProtection(enable: boolean): void {
    tell({ what: 'switched', name: `contentProtection of window ${this.id}`, value: String(enable) });
  }

  /** "win.setMenuBarVisibility(visible)" */
  setMenuBarVisibility(visible: boolean): void {
    tell({ what: 'switched', name: `menuBar of window ${this.id}`, value: String(visible) });
  }

  /** "win.setTitle(title)" */
  setTitle(title: string): void {
    tell({ what: 'switched', name: `title of window ${this.id}`, value: title });
  }

  // The rest is the harness's own.

  /** As when the user closes it by its frame: `close` may prevent it. */
  async close(): Promise<void> {
    const page = await this.#opening.catch(() => undefined);
    if (this.#destroyed) return;
    if (page !== undefined) await this.#measure(page);
    const event = new Preventable();
    this.#events.emit('close', event);
    if (event.defaultPrevented) owner?.closeCancelled();
    else this.destroy();
  }

  /** Its renderer dies, as if from its own fault. */
  async crash(): Promise<void> {
    const page = await this.#opening;
    // It no longer answers anything.
    void page.target.session.send('Page.crash').catch(() => undefined);
  }

  async #open(session: object, preload: string): Promise<DrivenPage> {
    const browser = await theBrowser();
    const parts = partsOf(session);
    const context = await parts.context(browser);
    const { width, height, x, y } = this.#bounds;
    const target = await browser.openWindow(context, { width, height, left: x, top: y });
    browser.onEnd(target.targetId, () => {
      // The user closed it, or its browser ended; it is too late to prevent that.
      if (!this.#destroyed) this.#events.emit('close', new Preventable());
      this.#gone();
    });
    const page = new DrivenPage(browser, target, this.#scripts, parts, this.contents);
    this.contents.drive(page);
    await page.prepare();
    await parts.permissions.apply(
      browser,
      context,
      this.contents.proxy as never,
      toApplication('https://touchstone.invalid'),
    );
    await this.#fit(browser, target);
    const { partition } = parts;
    tell({ what: 'window', window: this.id, targetId: target.targetId, partition });
    if (this.#scripts.trouble !== undefined) process.stderr.write(`no preload at ${preload}\n`);
    return page;
  }

  /** Makes the page as large as the requested window, so that the browser's frame is added to that. */
  async #fit(browser: Browser, { targetId }: OpenedTarget): Promise<void> {
    const { width, height } = this.#bounds;
    const { windowId } = await browser.root.send('Browser.getWindowForTarget', { targetId });
    await browser.root.send('Browser.setContentsSize', { windowId, width, height });
    const { bounds } = await browser.root.send('Browser.getWindowForTarget', { targetId });
    this.#frame = { width: (bounds.width ?? width) - width, height: (bounds.height ?? height) - height };
  }

  async #measure({ target: { targetId } }: DrivenPage): Promise<void> {
    const browser = await theBrowser();
    const { bounds } = await browser.root.send('Browser.getWindowForTarget', { targetId });
    const { width, height, left, top } = bounds;
    if (width === undefined || height === undefined) return;
    this.#bounds = {
      width: width - this.#frame.width,
      height: height - this.#frame.height,
      x: left ?? 0,
      y: top ?? 0,
    };
  }

  #becameReady(): void {
    if (this.#painted) return;
    this.#painted = true;
    this.#events.emit('ready-to-show');
  }

  #gone(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    open.delete(this);
    this.contents.destroy();
    this.#events.emit('closed');
    tell({ what: 'closed', window: this.id });
    if (open.size === 0) owner?.allClosed();
  }

  /** In a window that may be gone by then. */
  async #do(work: (page: DrivenPage, browser: Browser) => Promise<void>): Promise<void> {
    try {
      await work(await this.#opening, await theBrowser());
    } catch {
      // It has gone.
    }
  }
}

async function setBounds(
  browser: Browser,
  { targetId }: OpenedTarget,
  bounds:
    | { readonly windowState: 'normal' | 'fullscreen' }
    | Readonly<Record<'left' | 'top' | 'width' | 'height', number>>,
): Promise<void> {
  const { windowId } = await browser.root.send('Browser.getWindowForTarget', { targetId });
  await browser.root.send('Browser.setWindowBounds', { windowId, bounds });
}
