import type { CDPSession, Page } from 'playwright-core';
import type { Placed, WindowBounds } from '../windows.ts';
import { inTime } from './hung-browser.ts';
import { inOwnWorld } from './isolated-world.ts';

/** `availLeft` and `availTop` are Chromium's own: the first screen begins at zero. */
const SCREEN =
  '({ left: screen.availLeft ?? 0, top: screen.availTop ?? 0, width: screen.availWidth, height: screen.availHeight })';

/** Farther to the left than any screen. */
const AWAY = -20_000;
/** How long a window manager may take to hide a window, and a busy machine to move it where there is none. */
const HIDING_MS = 500;
const MOVING_MS = 5_000;

interface Bounds {
  readonly left?: number;
  readonly top?: number;
  readonly width?: number;
  readonly height?: number;
  readonly windowState?: 'normal' | 'minimized' | 'maximized' | 'fullscreen';
}

/** Where a page's window is. One session serves it for good, since opening one takes longer than moving the window. */
export class WindowPlace {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<WindowPlace> {
    return new WindowPlace(page, await page.context().newCDPSession(page));
  }

  /** The window's place and size; `undefined` when there is no window to measure. */
  async bounds(): Promise<WindowBounds | undefined> {
    try {
      return placeIn((await this.#window()).bounds);
    } catch {
      return undefined;
    }
  }

  /** The same, unless the window is minimised, maximised or fills its screen. */
  async ownBounds(): Promise<WindowBounds | undefined> {
    try {
      const { bounds } = await this.#window();
      return bounds.windowState === 'normal' ? placeIn(bounds) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Has the window fill its screen, or puts it back where it was. */
  async fill(full: boolean): Promise<void> {
    const { windowId, bounds } = await this.#window();
    if ((bounds.windowState === 'fullscreen') !== full)
      await this.#set(windowId, { windowState: full ? 'fullscreen' : 'normal' });
  }

  /**
   * Puts the window where it was wanted, in the size that was wanted, and waits until it is out of hiding.
   * @throws if it stays hidden: whoever opened it would count it as in view
   */
  async put({ width, height, left, top }: WindowBounds): Promise<void> {
    const { windowId, bounds } = await this.#window();
    // The place of a window that is not in its normal state cannot be set.
    if (bounds.windowState !== 'normal') await this.#set(windowId, { windowState: 'normal' });
    await this.#set(windowId, {
      width,
      height,
      ...(left === undefined || top === undefined ? {} : { left, top }),
    });
    if (!(await this.#comes(MOVING_MS, (now) => !isHidden(now)))) throw new Error('the window stays hidden');
  }

  /**
   * Minimises the window; where there is no window manager that does so, moves it beyond the screen. Returns whether
   * either came to pass.
   */
  async hide(): Promise<boolean> {
    const { windowId } = await this.#window();
    await this.#set(windowId, { windowState: 'minimized' });
    if (await this.#comes(HIDING_MS, isMinimised)) return true;
    await this.#set(windowId, { left: AWAY, top: 0 });
    return this.#comes(MOVING_MS, isHidden);
  }

  /** The part of its screen that is free for windows, in CSS pixels. @throws where the browser does not tell */
  async screen(): Promise<Placed> {
    const { value } = await inTime(inOwnWorld(this.#session, SCREEN, { returnByValue: true }));
    return value as Placed;
  }

  #window(): Promise<{ readonly windowId: number; readonly bounds: Bounds }> {
    return inTime(this.#session.send('Browser.getWindowForTarget'));
  }

  #set(windowId: number, bounds: Bounds): Promise<unknown> {
    return inTime(this.#session.send('Browser.setWindowBounds', { windowId, bounds }));
  }

  async #comes(patienceMs: number, test: (bounds: Bounds) => boolean): Promise<boolean> {
    const end = performance.now() + patienceMs;
    for (;;) {
      if (test((await this.#window()).bounds)) return true;
      if (performance.now() >= end) return false;
      await this.#page.waitForTimeout(20);
    }
  }
}

function placeIn({ width, height, left, top }: Bounds): WindowBounds | undefined {
  if (width === undefined || height === undefined) return undefined;
  return {
    width,
    height,
    ...(left === undefined ? {} : { left }),
    ...(top === undefined ? {} : { top }),
  };
}

function isMinimised({ windowState }: Bounds): boolean {
  return windowState === 'minimized';
}

function isHidden(bounds: Bounds): boolean {
  const { left = 0, width = 0 } = bounds;
  return isMinimised(bounds) || left + width <= AWAY / 2;
}
