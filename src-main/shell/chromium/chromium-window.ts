import { chromium, errors, type BrowserContext, type Frame, type Page } from 'playwright-core';
import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import { PAGE_BINDING } from '../../../src-preload/page-messages.ts';
import type { WindowBounds, WindowGate } from '../windows.ts';
import type { RendererFile } from '../renderer-files.ts';
import { launchOptions, type LaunchWishes } from './launch-options.ts';
import { PAGE_ORIGIN, PageSubscriptions, servePages, watchInput } from './page-connection.ts';

export interface ChromiumWindowOptions extends LaunchWishes {
  /** This window's own profile folder: its session. */
  readonly profileFolder: string;
  /** Path of the window's page, such as `/index.html`. */
  readonly path: string;
  readonly gate: WindowGate;
  readonly files: ReadonlyMap<string, RendererFile>;
  /** Source of the page script, run before any other script of the page. */
  readonly pageScript: string;
  readonly onClosed: () => void;
  readonly onRefused: (origin: string) => void;
  /** Called now and then while the user types, clicks, scrolls or points in this window. */
  readonly onUserActed: () => void;
}

/** How long a browser that has started may take to show its page. */
const SET_UP_MS = 20_000;

/** Whether a window did not open because its browser hung; another one, with its own profile, may well start. */
export function hasHung(error: unknown): boolean {
  return error instanceof errors.TimeoutError;
}

/** One app-mode window of an installed Chromium, driven over a pipe, with its own session. */
export class ChromiumWindow {
  readonly page: Page;
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
  }

  /** @throws when the browser does not start, is closed meanwhile or hangs (see `hasHung`). */
  static async open(options: ChromiumWindowOptions): Promise<ChromiumWindow> {
    const context = await chromium.launchPersistentContext(options.profileFolder, {
      ...launchOptions(options),
      viewport: options.headless ? { width: options.bounds.width, height: options.bounds.height } : null,
      serviceWorkers: 'block',
      acceptDownloads: false,
    });
    let abandoned = false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        abandoned = true;
        reject(new errors.TimeoutError('the browser started and then hung'));
        void context.close().catch(() => undefined);
      }, SET_UP_MS);
    });
    const setUp = ChromiumWindow.#setUp(context, options, () => {
      if (!abandoned) options.onClosed();
    });
    try {
      return await Promise.race([setUp, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  static async #setUp(
    context: BrowserContext,
    options: ChromiumWindowOptions,
    whenClosed: () => void,
  ): Promise<ChromiumWindow> {
    const subscriptions = new PageSubscriptions(options.gate);
    await servePages(context, options.files, options.onRefused);
    await context.exposeBinding(PAGE_BINDING, (source, message: unknown) =>
      isOurPage(source.page, source.frame, options.path)
        ? serve(options.gate, subscriptions, message)
        : Promise.resolve(
            failed(failure('request-refused', { name: 'sender', reason: 'it came from elsewhere' })),
          ),
    );
    await context.addInitScript({ content: options.pageScript });
    const page = context.pages()[0] ?? (await context.newPage());
    context.on('page', (other) => {
      if (other !== page) void other.close();
    });
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      subscriptions.clear();
      if (!isOurUrl(frame.url(), options.path))
        void page.goto(PAGE_ORIGIN + options.path).catch(() => undefined);
    });
    let closed = false;
    const onClosed = (): void => {
      if (closed) return;
      closed = true;
      subscriptions.clear();
      whenClosed();
    };
    context.on('close', onClosed);
    // Closing the window's only page ends the window, although the browser behind it may linger.
    page.on('close', () => void context.close().catch(() => undefined));
    await watchInput(context, page, options.onUserActed);
    await page.goto(PAGE_ORIGIN + options.path);
    return new ChromiumWindow(context, page);
  }

  /** The window's place and size, to be kept for the next start; `undefined` when there is no window to measure. */
  async bounds(): Promise<WindowBounds | undefined> {
    try {
      const session = await this.#context.newCDPSession(this.page);
      const { bounds } = await session.send('Browser.getWindowForTarget');
      await session.detach();
      const { width, height, left, top } = bounds;
      if (width === undefined || height === undefined) return undefined;
      return {
        width,
        height,
        ...(left === undefined ? {} : { left }),
        ...(top === undefined ? {} : { top }),
      };
    } catch {
      return undefined;
    }
  }

  async focus(): Promise<void> {
    await this.page.bringToFront().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#context.close().catch(() => undefined);
  }
}

function isOurUrl(url: string, path: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.origin === PAGE_ORIGIN && parsed.pathname === path;
}

function isOurPage(page: Page, frame: Frame, path: string): boolean {
  return frame === page.mainFrame() && isOurUrl(frame.url(), path);
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
