import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** A separate script world: the same document as the page, but none of the page's objects. */
const WORLD = 'touchstone-input';
const BINDING = 'touchstoneUserActed';
const EVENTS = ['pointerdown', 'pointermove', 'pointerup', 'keydown', 'wheel', 'touchstart'];
/** Whatever a key does in a page, by the names of its events. */
const KEY_EVENTS = ['keydown', 'keypress', 'keyup'];
/** What the binding is told: the pointer only passed over the window, or the user did something in it. */
const PASSED = 'passed';
const ACTED = 'acted';
/** Often enough for a lock after minutes. */
const PASSED_EVERY_MS = 5_000;
/** A drag, the wheel or a key that is held down. */
const GOES_ON_EVERY_MS = 250;
/** For so long after a window that asked for a secret has gone, keys reach no other page. */
const QUIET_MS = 1_000;
/** Whoever goes on typing is still typing the same: each key that is dropped makes the quiet last this long at least. */
const NEXT_KEY_MS = 500;
/** Nobody types one password for longer. */
const LONGEST_MS = 15_000;
/** How long a page may take to take on a state; one that is slower gets no input at all until it has. */
const PATIENCE_MS = 300;

/**
 * What becomes of keys of which passwords are made: `held`, they reach no page until the user presses the mouse there, or
 * goes on with the tabulator; `quiet`, the same, and only for as long as they go on; `free`, they are the page's.
 */
export type KeyState = 'held' | 'quiet' | 'free';

/**
 * Runs in that world before any script of the page. The page can neither fake input, because events from scripts are not
 * trusted, nor suppress it, because listeners added first run first; and it cannot reach the binding. Every press is
 * reported, so that main knows which window the user acted in last. A key that is dropped is not. `first`: until main
 * says otherwise.
 */
const script = (first: KeyState): string => `(() => {
  let reported = -Infinity;
  let acted = -Infinity;
  let state = '${first}';
  let from = 0;
  let until = 0;
  let taken = 0;
  const down = new Set();
  globalThis.keys = (wanted) => {
    state = wanted;
    from = taken = performance.now();
    until = from + ${QUIET_MS};
  };
  const isTyping = (event) => {
    const combined = event.ctrlKey || event.altKey || event.metaKey;
    if (combined && !event.getModifierState('AltGraph')) return false;
    return event.key.length === 1 || ['Enter', 'Backspace', 'Delete', 'Dead', 'Process'].includes(event.key);
  };
  const takes = (event) => {
    const now = performance.now();
    if (event.type === 'keyup' && down.delete(event.code)) return true;
    if (state === 'quiet' && now >= until) state = 'free';
    if (state === 'free') return false;
    if (state === 'held' && event.key === 'Tab' && now - taken >= ${QUIET_MS}) state = 'free';
    if (!isTyping(event)) return false;
    taken = now;
    until = Math.max(until, Math.min(now + ${NEXT_KEY_MS}, from + ${LONGEST_MS}));
    if (event.type === 'keydown') down.add(event.code);
    return true;
  };
  for (const name of ${JSON.stringify(KEY_EVENTS)})
    addEventListener(name, (event) => {
      if (!event.isTrusted || !takes(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, { capture: true });
  for (const name of ${JSON.stringify(EVENTS)})
    addEventListener(name, (event) => {
      if (!event.isTrusted) return;
      const now = performance.now();
      if (name === 'pointerdown' || name === 'touchstart') state = 'free';
      const passed = name === 'pointermove' && event.buttons === 0;
      if (passed && now - reported < ${PASSED_EVERY_MS}) return;
      const goesOn = name === 'pointermove' || name === 'wheel' || event.repeat === true;
      if (!passed && goesOn && now - acted < ${GOES_ON_EVERY_MS}) return;
      reported = now;
      if (!passed) acted = now;
      ${BINDING}(passed ? '${PASSED}' : '${ACTED}');
    }, { capture: true, passive: true });
})();`;

export interface PageInputOptions {
  /**
   * Called while the user does something in the page, as the browser and not the page says. `deliberate`: he pressed,
   * turned, let go or dragged something; the pointer that only passes over the window is not.
   */
  readonly onUserActed: (deliberate: boolean) => void;
  /** Keys for other windows may come here: see `StrayKeys`. */
  readonly strayKeys: boolean;
  /** Loads the page anew. */
  readonly reload: () => Promise<unknown>;
}

/** The input of one page, as its browser and not the page says, and which keys of it reach the page. */
export class PageInput {
  readonly #session: CDPSession;
  /** The world of each of its frames. */
  readonly #worlds = new Set<number>();
  #state: KeyState = 'free';
  #refusesFiles = false;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async watch(context: BrowserContext, page: Page, options: PageInputOptions): Promise<PageInput> {
    const session = await context.newCDPSession(page);
    const input = new PageInput(session);
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== BINDING) return;
      if (payload === ACTED && input.#refusesFiles) void input.#refuseFiles(false);
      options.onUserActed(payload === ACTED);
    });
    session.on('Runtime.executionContextCreated', ({ context: { id, name } }) => {
      if (name !== WORLD) return;
      input.#worlds.add(id);
      void input.#tell(id, input.#state);
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      input.#worlds.delete(executionContextId);
    });
    session.on('Runtime.executionContextsCleared', () => input.#worlds.clear());
    // A document that is opened by a script loses all listeners, those of other worlds too. No page of ours does so.
    session.on('Page.documentOpened', () => {
      void input.#ignore(true);
      options.reload().then(
        () => input.#ignore(false),
        () => undefined,
      );
    });
    // A new document of such a page may come at any moment, and main's word only after it.
    const source = script(options.strayKeys ? 'held' : 'free');
    await session.send('Runtime.enable');
    await session.send('Page.enable');
    await session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD });
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: WORLD });
    return input;
  }

  /**
   * Resolves when keys are treated so. A page that keeps itself busy gets no input until it has taken this on. While keys
   * are held, no field of the page opens a dialog of files, which would cover the window in which a secret is typed.
   */
  async setKeys(state: KeyState): Promise<void> {
    this.#state = state === 'quiet' ? 'free' : state;
    await this.#refuseFiles(state === 'held');
    const told = Promise.all([...this.#worlds].map((world) => this.#tell(world, state)));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<true>((resolve) => {
      timer = setTimeout(() => resolve(true), PATIENCE_MS);
    });
    const isLate = await Promise.race([told, late]);
    clearTimeout(timer);
    if (isLate !== true) return;
    await this.#ignore(true);
    void told.then(() => this.#ignore(false));
  }

  async #tell(contextId: number, state: KeyState): Promise<void> {
    const expression = `keys(${JSON.stringify(state)})`;
    await this.#session.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  }

  async #refuseFiles(enabled: boolean): Promise<void> {
    this.#refusesFiles = enabled;
    await this.#session.send('Page.setInterceptFileChooserDialog', { enabled }).catch(() => undefined);
  }

  /** In the browser, before a page hears of anything; the mouse too. */
  async #ignore(ignore: boolean): Promise<void> {
    await this.#session.send('Input.setIgnoreInputEvents', { ignore }).catch(() => undefined);
  }
}
