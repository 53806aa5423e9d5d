import { toApplication, toBrowser } from './address.ts';
import type { Browser, OpenedTarget } from './browser.ts';
import type { CdpSession } from './cdp.ts';
import { Frames } from './frames.ts';
import { PRELOAD_WORLD, type PageScripts } from './page-scripts.ts';
import { answerRequest, asHeld } from './requests.ts';
import type { SessionParts } from './session.ts';

/** A page's reports to its web contents. */
export interface PageListener {
  message(context: number, text: string): void;
  startedNavigating(url: string, isMainFrame: boolean, isSameDocument: boolean): void;
  /** A navigation started by the page itself. Returns whether it was prevented. */
  wantsToNavigate(url: string, isMainFrame: boolean): boolean;
  redirects(url: string, isMainFrame: boolean): boolean;
  navigated(url: string): void;
  /** The page asks for a window. */
  wantsWindow(url: string, name: string, features: readonly string[]): void;
  painted(): void;
  finishedLoad(): void;
  crashed(): void;
}

/** How long the browser may take to report that a navigation it began was the page's own request. */
const WISH_MS = 150;

/** One page of the browser, driven by its debugging protocol. */
export class DrivenPage {
  readonly frames: Frames;
  readonly target: OpenedTarget;
  readonly #browser: Browser;
  readonly #scripts: PageScripts;
  readonly #parts: SessionParts;
  readonly #listener: PageListener;
  readonly #loaded = new Set<string>();
  #whenLoaded: () => void = () => undefined;
  /** Addresses that the harness itself navigates to, and frames whose page asked to navigate. */
  readonly #own = new Set<string>();
  readonly #wished = new Set<string>();

  constructor(
    browser: Browser,
    target: OpenedTarget,
    scripts: PageScripts,
    parts: SessionParts,
    listener: PageListener,
  ) {
    this.#browser = browser;
    this.target = target;
    this.#scripts = scripts;
    this.#parts = parts;
    this.#listener = listener;
    this.frames = new Frames(target.session, target.targetId);
  }

  /** Before anything is loaded. */
  async prepare(): Promise<void> {
    const { session } = this.target;
    const { names, mainWorld, preloadWorld } = this.#scripts;
    this.#listen(session);
    this.#hold(session);
    session.on('Target.attachedToTarget', ({ sessionId }) => {
      const below = this.#browser.session(sessionId);
      this.#hold(below);
      void below.send('Fetch.enable', {}).catch(() => undefined);
      void below.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
    });
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Inspector.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Fetch.enable', {}),
      session.send('Runtime.addBinding', { name: names.binding, executionContextName: PRELOAD_WORLD }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorld }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: preloadWorld,
        worldName: PRELOAD_WORLD,
      }),
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      }),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  /** docs/api/web-contents.md, "contents.loadURL(url[, options])": resolves after `did-finish-load`. @throws Error */
  async load(address: string): Promise<void> {
    const url = toBrowser(address);
    this.#own.add(url);
    try {
      const { errorText, loaderId } = await this.target.session.send('Page.navigate', { url });
      if (errorText !== undefined) throw new Error(`${errorText} loading '${address}'`);
      while (loaderId !== undefined && !this.#loaded.has(loaderId))
        await new Promise<void>((resolve) => (this.#whenLoaded = resolve));
    } finally {
      this.#own.delete(url);
    }
  }

  /** Passes a message to the preload's world of a document that still exists. */
  deliver(context: number, text: string): void {
    const expression = `globalThis[${JSON.stringify(this.#scripts.names.deliver)}]?.(${JSON.stringify(text)})`;
    // It may have gone meanwhile, as a renderer may have.
    this.#evaluate(context, expression);
  }

  /** Sends through the browser's own binding, as code that has taken over the renderer could. */
  sendBelow(context: number, text: string): void {
    const expression = `globalThis[${JSON.stringify(this.#scripts.names.binding)}](${JSON.stringify(text)})`;
    this.#evaluate(context, expression);
  }

  #evaluate(contextId: number, expression: string): void {
    this.target.session.send('Runtime.evaluate', { contextId, expression }).catch(() => undefined);
  }

  #listen(session: CdpSession): void {
    const listener = this.#listener;
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === this.#scripts.names.binding) listener.message(executionContextId, payload);
    });
    session.on('Page.frameStartedNavigating', ({ frameId, url, navigationType }) => {
      const same = navigationType === 'sameDocument' || navigationType === 'historySameDocument';
      listener.startedNavigating(toApplication(url), this.frames.isMain(frameId), same);
    });
    session.on('Page.frameRequestedNavigation', ({ frameId }) => this.#wished.add(frameId));
    session.on('Page.frameNavigated', ({ frame }) => {
      this.#wished.delete(frame.id);
      if (frame.parentId === undefined) listener.navigated(toApplication(frame.url));
    });
    session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) =>
      listener.wantsWindow(toApplication(url), windowName, windowFeatures),
    );
    session.on('Page.lifecycleEvent', ({ frameId, loaderId, name }) => {
      if (!this.frames.isMain(frameId) || this.frames.urlOf(frameId) === 'about:blank') return;
      if (name === 'firstPaint') listener.painted();
      if (name !== 'load') return;
      this.#loaded.add(loaderId);
      listener.finishedLoad();
      this.#whenLoaded();
    });
    session.on('Inspector.targetCrashed', () => listener.crashed());
  }

  #hold(session: CdpSession): void {
    session.on('Fetch.requestPaused', (paused) => {
      const { requestId, frameId, resourceType, redirectedRequestId } = paused;
      const held = asHeld(paused);
      void (async () => {
        const isMain = this.frames.isMain(frameId);
        const stopped =
          resourceType === 'Document' &&
          (redirectedRequestId === undefined
            ? (await this.#isPagesWish(paused.request.url, frameId)) &&
              this.#listener.wantsToNavigate(held.url, isMain)
            : this.#listener.redirects(held.url, isMain));
        // Aborted like this, the page stays in place.
        if (stopped) await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
        else await answerRequest(session, held, this.#parts);
      })().catch(() => undefined);
    });
  }

  /**
   * A navigation begun by main or the user raises no event; who began it is reported separately, and may come slightly
   * later.
   */
  async #isPagesWish(url: string, frame: string): Promise<boolean> {
    if (this.frames.isMain(frame) && this.#own.has(url)) return false;
    const until = performance.now() + WISH_MS;
    while (!this.#wished.has(frame) && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return this.#wished.delete(frame);
  }
}
