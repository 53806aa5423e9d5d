import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chromium, errors, type BrowserContext, type Frame, type Page } from 'playwright-core';
import { MOST_PICTURE_CHARACTERS } from '#contract/charts.ts';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { PAGE_BINDING } from '../../../src-preload/page-messages.ts';
import type { Placed, WindowBounds, WindowGate } from '../windows.ts';
import type { RendererFiles } from '../renderer-files.ts';
import {
  anotherWindow,
  FIRST_PAGE,
  launchOptions,
  TAKE_FROM_PAGE,
  type LaunchWishes,
} from './launch-options.ts';
import { closePage, hasHung, inTime } from './hung-browser.ts';
import { PAGE_ORIGIN, PageSubscriptions, servePages } from './page-connection.ts';
import { PageInput, type Act } from './page-input.ts';
import type { StrayKeys } from './stray-keys.ts';
import { WindowPlace } from './window-place.ts';

export interface ChromiumWindowOptions extends LaunchWishes {
  /** Where its browser keeps its profiles; one that runs already has its own. */
  readonly profileFolder: string;
  /** Path of the window's page, such as `/index.html`. */
  readonly path: string;
  readonly gate: WindowGate;
  readonly files: RendererFiles;
  /** Source of the page script, run before any other script of the page. */
  readonly pageScript: string;
  readonly onClosed: () => void;
  readonly onRefused: (origin: string) => void;
  /** Called now and then while the user types, clicks, scrolls or points in this window; see `PageInput`. */
  readonly onUserActed: (act: Act) => void;
  /** Keeps from its page what is typed for another one; absent where secrets are typed. */
  readonly strayKeys?: StrayKeys;
  /** See `PageInputOptions`. */
  readonly takesFiles: boolean;
  /** Made ahead of its use: it goes out of sight as soon as it is there. */
  readonly ahead?: boolean;
}

/** How long a browser that has started may take to show its page. */
const SET_UP_MS = 20_000;

/** One app-mode window of an installed Chromium, driven over a pipe, with its own session. */
export class ChromiumWindow {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #place: WindowPlace;

  private constructor(browser: Browser, page: Page, place: WindowPlace) {
    this.#browser = browser;
    this.page = page;
    this.#place = place;
  }

  /** Opens in a new browser. @throws when it does not start, is closed meanwhile or hangs (see `hasHung`). */
  static async open(options: ChromiumWindowOptions): Promise<ChromiumWindow> {
    const context = await chromium.launchPersistentContext(options.profileFolder, {
      ...launchOptions(options),
      viewport: options.headless ? { width: options.bounds.width, height: options.bounds.height } : null,
      serviceWorkers: 'block',
      acceptDownloads: false,
    });
    const browser = new Browser(context, options);
    return setUp(
      async (wanted) => {
        await browser.prepare();
        const page = context.pages()[0] ?? (await context.newPage());
        const place = await WindowPlace.of(page);
        await browser.adopt(page, options, wanted);
        return new ChromiumWindow(browser, page, place);
      },
      () => context.close(),
    );
  }

  /**
   * Opens another window in this window's browser, which is faster than starting a second one. Each window uses a
   * separate browser profile, so that their sessions stay apart.
   * @throws as `open` does.
   */
  openAnother(profile: string, options: ChromiumWindowOptions): Promise<ChromiumWindow> {
    const browser = this.#browser;
    let page: Page | undefined;
    return setUp(
      async (wanted) => {
        page = await browser.newWindow(profile, options);
        if (!wanted()) await closePage(page);
        const place = await WindowPlace.of(page);
        if (options.ahead !== true) await place.put(options.bounds);
        else if (!(await place.hide())) throw new Error('this system hides no window');
        await browser.adopt(page, options, wanted);
        return new ChromiumWindow(browser, page, place);
      },
      async () => page && closePage(page),
    );
  }

  /** Takes the window out of sight; returns whether this system lets it. */
  hide(): Promise<boolean> {
    return this.#place.hide();
  }

  /** Brings a hidden window into view, in that place. */
  async show(bounds: WindowBounds): Promise<void> {
    await this.#place.put(bounds);
    await this.focus();
  }

  /** Reloads its page: nothing that was typed or shown in it is left. */
  async renew(): Promise<void> {
    await this.page.goto(this.page.url());
  }

  /** See `WindowPlace.screen`. */
  screen(): Promise<Placed> {
    return this.#place.screen();
  }

  /** The window's place and size; `undefined` when there is no window to measure. */
  bounds(): Promise<WindowBounds | undefined> {
    return this.#place.bounds();
  }

  /** The same while it is a window among others: a window that fills its screen has no place of its own. */
  ownBounds(): Promise<WindowBounds | undefined> {
    return this.#place.ownBounds();
  }

  /** Has the window fill its screen, or puts it back. */
  fill(full: boolean): Promise<void> {
    return this.#place.fill(full);
  }

  async focus(): Promise<void> {
    await inTime(this.page.bringToFront()).catch(() => undefined);
  }

  /** Closes the window; the first one of a browser takes the others with it. Gives up on a browser that hangs. */
  async close(): Promise<void> {
    const ending = this.#browser.isFirst(this.page)
      ? inTime(this.page.context().close())
      : closePage(this.page);
    await ending.catch(() => undefined);
  }
}

/**
 * Gives up after `SET_UP_MS`: `wanted` then answers false, so that work still running can stop. Whenever the work fails,
 * `abandon` cleans up after it.
 */
async function setUp<T>(
  work: (wanted: () => boolean) => Promise<T>,
  abandon: () => Promise<unknown>,
): Promise<T> {
  let hung = false;
  try {
    return await inTime(
      work(() => !hung),
      SET_UP_MS,
      'the browser started and then hung',
    );
  } catch (error) {
    hung = hasHung(error);
    void abandon().catch(() => undefined);
    throw error;
  }
}

/**
 * The driver's setting for the browser's first profile does not cover its others. A second line of defence: the pages'
 * policy lets no download begin, and closing one window's session can lift this for another window's profile.
 */
async function denyDownloads(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setDownloadBehavior', { behavior: 'deny' });
}

/** One page of a browser: its own path and gate, and its subscriptions. */
interface OpenPage {
  readonly path: string;
  readonly gate: WindowGate;
  readonly subscriptions: PageSubscriptions;
}

/** A running browser and the pages in its windows. A page that it was not asked for is closed. */
class Browser {
  readonly #context: BrowserContext;
  readonly #options: ChromiumWindowOptions;
  readonly #pages = new Map<Page, OpenPage>();
  /** The window that is being opened: the address by which its page is known, and who waits for it. */
  #expected: { readonly url: string; readonly found: (page: Page) => void } | undefined;
  #opening: Promise<unknown> = Promise.resolve();
  #first: Page | undefined;

  constructor(context: BrowserContext, options: ChromiumWindowOptions) {
    this.#context = context;
    this.#options = options;
  }

  isFirst(page: Page): boolean {
    return page === this.#first;
  }

  /** Before any page of ours is loaded. */
  async prepare(): Promise<void> {
    const { files, onRefused, pageScript } = this.#options;
    await servePages(this.#context, files, onRefused);
    await this.#context.exposeBinding(PAGE_BINDING, async ({ page, frame }, message: unknown) => {
      const open = this.#pages.get(page);
      const answer =
        open !== undefined && isOurPage(page, frame, open.path)
          ? await serve(open.gate, open.subscriptions, readMessage(message))
          : failed(failure('request-refused', { name: 'sender', reason: 'it came from elsewhere' }));
      return JSON.stringify(answer);
    });
    await this.#context.addInitScript({ content: pageScript });
    await this.#context.addInitScript({ content: TAKE_FROM_PAGE });
  }

  /**
   * Makes a page one of ours and loads it. The first one counts as closed when the browser has ended, which ends the
   * others; nobody hears of the end of a window that is no longer wanted.
   */
  async adopt(
    page: Page,
    { path, gate, onClosed, onUserActed, strayKeys, takesFiles }: ChromiumWindowOptions,
    wanted: () => boolean,
  ): Promise<void> {
    const isFirst = this.#first === undefined;
    if (isFirst) {
      this.#first = page;
      this.#context.on('page', (other) => void this.#meet(other));
    }
    const subscriptions = new PageSubscriptions(gate);
    this.#pages.set(page, { path, gate, subscriptions });
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      subscriptions.clear();
      if (!isOurUrl(frame.url(), path)) void page.goto(PAGE_ORIGIN + path).catch(() => undefined);
    });
    let forget: () => void = () => undefined;
    const ended = (): void => {
      if (!this.#pages.delete(page)) return;
      this.#context.off('close', ended);
      subscriptions.clear();
      forget();
      if (wanted()) onClosed();
    };
    // A browser may linger after its first window.
    page.once('close', () => (isFirst ? void this.#context.close().catch(() => undefined) : ended()));
    this.#context.once('close', ended);
    await denyDownloads(page);
    const reload = (): Promise<unknown> => page.goto(PAGE_ORIGIN + path);
    const input = await PageInput.watch(page, {
      onUserActed,
      strayKeys: strayKeys !== undefined,
      takesFiles,
      reload,
    });
    if (strayKeys !== undefined) forget = strayKeys.keepFrom(input);
    await reload();
  }

  /** Asks the running browser for one more window, as a second start of the program does, and waits for its page. */
  newWindow(profile: string, options: ChromiumWindowOptions): Promise<Page> {
    // One at a time: the page that comes is then the one that was asked for.
    const opened = this.#opening.then(() => this.#newWindow(profile, options));
    this.#opening = opened.catch(() => undefined);
    return opened;
  }

  async #newWindow(profile: string, options: ChromiumWindowOptions): Promise<Page> {
    const url = `${FIRST_PAGE}#${randomUUID()}`;
    const starter = spawn(options.executable, anotherWindow(profile, url, this.#options), {
      stdio: 'ignore',
    });
    let timer: NodeJS.Timeout | undefined;
    let closed: () => void = () => undefined;
    try {
      return await new Promise<Page>((resolve, reject) => {
        this.#expected = { url, found: resolve };
        starter.once('error', reject);
        closed = () => reject(new Error('the browser was closed'));
        this.#context.once('close', closed);
        timer = setTimeout(
          () => reject(new errors.TimeoutError('the browser opened no window')),
          options.patienceMs,
        );
      });
    } catch (error) {
      // If the running browser has ended, this process would become a browser that nobody drives.
      starter.kill('SIGKILL');
      throw error;
    } finally {
      clearTimeout(timer);
      this.#context.off('close', closed);
      this.#expected = undefined;
    }
  }

  async #meet(page: Page): Promise<void> {
    const expected = this.#expected;
    // No page can open one with such an address: browsers let none go there, and its end is chance.
    if (expected !== undefined && page.url() === expected.url) expected.found(page);
    else if (!this.#pages.has(page)) await closePage(page).catch(() => undefined);
  }
}

function isOurUrl(url: string, path: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.origin === PAGE_ORIGIN && parsed.pathname === path;
}

function isOurPage(page: Page, frame: Frame, path: string): boolean {
  return frame === page.mainFrame() && isOurUrl(frame.url(), path);
}

/** Longer than what any call may carry, with its name around it. */
const MOST_CHARACTERS = MOST_PICTURE_CHARACTERS + 10_000;

/** A page's message; `undefined` unless it is JSON text of an acceptable length, as our page script sends it. */
function readMessage(message: unknown): unknown {
  if (typeof message !== 'string' || message.length > MOST_CHARACTERS) return undefined;
  try {
    return JSON.parse(message) as unknown;
  } catch {
    return undefined;
  }
}

function serve(gate: WindowGate, subscriptions: PageSubscriptions, message: unknown): Promise<unknown> {
  const fields = typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : {};
  switch (fields['op']) {
    case 'call':
      return gate.call(fields['name'], fields['input']);
    case 'open':
      return Promise.resolve(subscriptions.open(fields['name']));
    case 'next':
      return subscriptions.next(fields['id']);
    case 'close':
      subscriptions.close(fields['id']);
      return Promise.resolve(null);
    default:
      return gate.call(undefined, undefined);
  }
}
