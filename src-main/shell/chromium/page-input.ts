import { errors, type CDPSession, type Page } from 'playwright-core';
import { FOCUS_EVENTS, TEXT_EVENTS } from '../../../src-preload/text-events.ts';
import { EDITS, LONGEST_MS, MODIFIERS, NEXT_KEY_MS, QUIET_MS, SILENT } from '../stray-input.ts';
import { hasHung, inTime } from './hung-browser.ts';
import { PAGE_ORIGIN } from './page-connection.ts';

/** A separate script world: the same document as the page, but none of the page's objects. */
const WORLD = 'touchstone-input';
const BINDING = 'touchstoneUserActed';
const EVENTS = ['pointerdown', 'pointermove', 'pointerup', 'keydown', 'wheel', 'touchstart'];
/** Whatever a key does in a page, by the names of its events. */
const KEY_EVENTS = ['keydown', 'keypress', 'keyup'];
/**
 * The user did this in a page: moved the pointer over it, pressed a key, pressed a button, or continued: turned the wheel,
 * dragged, held a key, pressed one that only changes others or let go of a button.
 */
export type Act = 'passed' | 'typed' | 'pressed' | 'continued';
/** Besides acts, a message through the binding: the user turned to the page from a window that asks for a secret. */
const TURNED = 'turned';
/** Often enough for a lock after minutes. */
const PASSED_EVERY_MS = 5_000;
/** A drag, the wheel or a key that is held down. */
const GOES_ON_EVERY_MS = 250;
/**
 * How often a page counts the time for which it keeps keys, and the most that it counts at once: a page that is busy could
 * otherwise let the time pass, and then get all that was typed meanwhile.
 */
const COUNTED_EVERY_MS = 100;
const MOST_COUNTED_MS = 200;
/** How long a page may take to take on a state; one that is slower gets no input at all until it has. */
const PATIENCE_MS = 5_000;

/**
 * Whose keys are: `held`, those of which passwords are made reach no page until the user presses the mouse there, or goes on
 * with the tabulator; `quiet`, the same, for as long as they go on and until a command is given there; `free`, the page's.
 */
export type KeyState = 'held' | 'quiet' | 'free';

/**
 * Runs in that world before any script of the page. The page can neither fake input, because events from scripts are not
 * trusted, nor suppress it, because listeners added first run first; and it cannot reach the binding. Every press is
 * reported, so that main knows which window the user acted in last. A key that is dropped is not. Text that cannot be
 * dropped, as that of an input method, loses the field that it was for, and the page does not hear of it. `first`: until
 * main says otherwise. Nothing opens, be it files or colours, at a click that is the page's own, and the page copies nothing.
 */
const script = (first: KeyState): string => `(() => {
  let reported = -Infinity;
  let acted = -Infinity;
  let state = '${first}';
  let from = 0;
  let until = 0;
  let taken = 0;
  let leaving = false;
  let time = 0;
  let counted = 0;
  let counting;
  const down = new Set();
  const count = () => {
    if (isHeld()) return;
    clearInterval(counting);
    counting = undefined;
  };
  globalThis.keys = (wanted) => {
    isHeld();
    state = wanted;
    from = taken = time;
    until = from + ${QUIET_MS};
    if (state === 'free' || counting !== undefined) return;
    counting = setInterval(count, ${COUNTED_EVERY_MS});
  };
  const turned = () => {
    if (state === 'held') ${BINDING}('${TURNED}');
    state = 'free';
  };
  const isHeld = () => {
    const now = performance.now();
    time += Math.min(now - counted, ${MOST_COUNTED_MS});
    counted = now;
    if (state === 'quiet' && time >= until) state = 'free';
    return state !== 'free';
  };
  const prolong = () => {
    taken = time;
    until = Math.max(until, Math.min(time + ${NEXT_KEY_MS}, from + ${LONGEST_MS}));
  };
  const isCommand = (event) =>
    (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph') &&
    event.key.length === 1 && !${JSON.stringify(EDITS)}.includes(event.key.toLowerCase());
  const takes = (event) => {
    const held = isHeld();
    if (event.type === 'keyup' && down.delete(event.code)) return true;
    if (!held || ${JSON.stringify(SILENT)}.includes(event.key)) return false;
    if (isCommand(event)) {
      if (state === 'quiet') turned();
      return false;
    }
    // Nobody who types a password goes on so soon.
    const goesOn = event.key === 'Tab' && time - taken >= ${QUIET_MS};
    if (goesOn) {
      turned();
      return false;
    }
    if (event.key !== 'Tab') prolong();
    if (event.type === 'keydown') down.add(event.code);
    return true;
  };
  keys(state);
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const name of ${JSON.stringify(KEY_EVENTS)})
    addEventListener(name, (event) => {
      if (event.isTrusted && takes(event)) stop(event);
    }, { capture: true });
  for (const name of ${JSON.stringify(TEXT_EVENTS)})
    addEventListener(name, (event) => {
      if (!event.isTrusted || !isHeld()) return;
      prolong();
      stop(event);
      if (event.defaultPrevented && !name.startsWith('composition')) return;
      leaving = true;
      document.activeElement?.blur();
      getSelection()?.removeAllRanges();
      leaving = false;
    }, { capture: true });
  for (const name of ['copy', 'cut'])
    addEventListener(name, (event) => {
      if (isHeld()) stop(event);
    }, { capture: true });
  addEventListener('click', (event) => {
    if (!event.isTrusted && isHeld()) event.preventDefault();
  }, { capture: true });
  for (const name of ${JSON.stringify(FOCUS_EVENTS)})
    addEventListener(name, (event) => {
      if (leaving) event.stopImmediatePropagation();
    }, { capture: true });
  for (const name of ${JSON.stringify(EVENTS)})
    addEventListener(name, (event) => {
      if (!event.isTrusted) return;
      const now = performance.now();
      if (name === 'pointerdown' || name === 'touchstart') turned();
      const passed = name === 'pointermove' && event.buttons === 0;
      if (passed && now - reported < ${PASSED_EVERY_MS}) return;
      const goesOn = name === 'pointermove' || name === 'wheel' || event.repeat === true;
      const begins = !goesOn && name !== 'pointerup' && !${JSON.stringify(MODIFIERS)}.includes(event.key);
      const act = !begins ? 'continued' : name === 'keydown' ? 'typed' : 'pressed';
      if (!passed && goesOn && now - acted < ${GOES_ON_EVERY_MS}) return;
      reported = now;
      if (!passed) acted = now;
      ${BINDING}((passed ? 'passed' : act) + ' ' + Math.round(now - event.timeStamp));
    }, { capture: true, passive: true });
})();`;

export interface PageInputOptions {
  /** Called while the user does something in the page, as the browser and not the page says. */
  readonly onUserActed: (act: Act) => void;
  /** Keys for other windows may come here: see `StrayKeys`. */
  readonly strayKeys: boolean;
  /** Its page has fields for files, and may write to the clipboard. No other opens a dialog of them. */
  readonly takesFiles: boolean;
  /** Loads the page again. */
  readonly reload: () => Promise<unknown>;
}

function isAct(payload: string): payload is Act {
  return ['passed', 'typed', 'pressed', 'continued'].includes(payload);
}

/** The input of one page, as its browser and not the page says, and which keys of it reach the page. */
export class PageInput {
  readonly #session: CDPSession;
  readonly #takesFiles: boolean;
  /** The world of each of its frames. */
  readonly #worlds = new Set<number>();
  #state: KeyState = 'free';
  #since = Number.NEGATIVE_INFINITY;
  /** Counts what main said of keys: the last word holds. */
  #turn = 0;
  #ignored = false;
  #ignoring: Promise<boolean> = Promise.resolve(true);

  private constructor(session: CDPSession, { takesFiles }: PageInputOptions) {
    this.#session = session;
    this.#takesFiles = takesFiles;
  }

  static async watch(page: Page, options: PageInputOptions): Promise<PageInput> {
    const session = await page.context().newCDPSession(page);
    const input = new PageInput(session, options);
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== BINDING) return;
      const [act = '', age = ''] = payload.split(' ');
      if (payload === TURNED) void input.#refuse(false);
      else if (isAct(act)) options.onUserActed(input.#isLate(Number(age)) ? 'continued' : act);
    });
    session.on('Runtime.executionContextCreated', ({ context: { id, name } }) => {
      if (name !== WORLD) return;
      input.#worlds.add(id);
      void input.#tell(id, input.#stateOfNew());
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
    await input.#refuseFiles(false);
    return input;
  }

  /**
   * Resolves when keys are treated so. While keys are held, no field of the page opens a dialog of files, which would cover
   * the window in which a secret is typed, and the page does not replace what the user is about to paste there. A page that
   * is too busy to take that on gets no input until it has, or until keys are held no longer: it keeps nothing back that it
   * was never asked to give.
   * @throws if keys are to be held and its browser hangs: they may still reach it
   */
  async setKeys(state: KeyState): Promise<void> {
    this.#state = state;
    this.#since = performance.now();
    const turn = (this.#turn += 1);
    let taken = false;
    const acknowledgements = Promise.all([
      ...[...this.#worlds].map((world) => this.#tell(world, state)),
      this.#refuse(state === 'held'),
    ]).then(() => {
      taken = true;
      if (turn === this.#turn) void this.#ignore(false);
    });
    if (state === 'free') await this.#ignore(false);
    await inTime(acknowledgements, PATIENCE_MS).catch(() => undefined);
    if (taken || turn !== this.#turn) return;
    if (state === 'held') {
      if (!(await this.#ignore(true))) throw new errors.TimeoutError('a page cannot be kept from keys');
    } else if (state === 'quiet')
      setTimeout(() => turn === this.#turn && void this.#ignore(false), LONGEST_MS).unref();
  }

  /** Whether an act of that age is older than the last word that keys are held: a busy page reports it late. */
  #isLate(ageMs: number): boolean {
    return this.#state === 'held' && performance.now() - ageMs < this.#since;
  }

  /** A page that is loaded again while somebody still types gets nothing of it by that. */
  #stateOfNew(): KeyState {
    return this.#state === 'quiet' && performance.now() - this.#since > LONGEST_MS ? 'free' : this.#state;
  }

  async #tell(contextId: number, state: KeyState): Promise<void> {
    const expression = `keys(${JSON.stringify(state)})`;
    await this.#session.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  }

  async #refuse(held: boolean): Promise<void> {
    await Promise.all([this.#refuseFiles(held), this.#takesFiles && this.#refuseClipboard(held)]);
  }

  async #refuseClipboard(held: boolean): Promise<void> {
    const denied = {
      permission: { name: 'clipboard-write' },
      setting: 'denied',
      origin: PAGE_ORIGIN,
    } as const;
    const sent = held
      ? this.#session.send('Browser.setPermission', denied)
      : this.#session.send('Browser.resetPermissions', {});
    await sent.catch(() => undefined);
  }

  async #refuseFiles(held: boolean): Promise<void> {
    const enabled = held || !this.#takesFiles;
    await this.#session.send('Page.setInterceptFileChooserDialog', { enabled }).catch(() => undefined);
  }

  /** In the browser, before a page hears of anything; the mouse too. Returns whether it did so, or the page is gone. */
  #ignore(ignore: boolean): Promise<boolean> {
    if (this.#ignored === ignore) return this.#ignoring;
    this.#ignored = ignore;
    this.#ignoring = inTime(this.#session.send('Input.setIgnoreInputEvents', { ignore })).then(
      () => true,
      (error: unknown) => !hasHung(error),
    );
    return this.#ignoring;
  }
}
