import { failure, type Failure } from '#domain/failure.ts';
import type { Clock } from '../ports/system.ts';
import type { SecretWindow, WindowName } from '../ports/windows.ts';

/**
 * The shell reports input at most every five seconds, so an act of the user counts for a little longer. Once nobody has
 * acted in a window for that long, or as soon as somebody acts in another one, its page does nothing for the user, even if
 * it was taken over.
 */
const ACTED_WITHIN_MS = 10_000;

/** How long a browser may take to come up with a page that it was given. */
const COMES_UP_MS = 5_000;

/**
 * Which window the user acted in last, by the shell's word, and which windows ask for a secret. Whatever takes the focus
 * from one of those gets the keys that were meant for it.
 */
export class Front {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #listeners: (() => void)[] = [];
  /** Windows in which secrets are typed, with the press after which each came into view. */
  readonly #secret = new Map<SecretWindow, number>();
  #last: { readonly where: WindowName; readonly at: number } | undefined;
  /** Where the user pressed something last. */
  #turnedTo: WindowName | undefined;
  /** Counts what the user pressed. */
  #presses = 0;
  #handedOutAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /**
   * The shell saw the user act in a window. From then on no other window's page acts for the user. `pressed`: a key or a
   * button was pressed there. What only continues (the wheel, a drag, a button that is let go) may have begun before, and
   * takes no focus: nobody turns away from a window that asks for a secret by it.
   */
  acted(where: WindowName, pressed = true): void {
    this.#last = { where, at: this.#clock.monotonic() };
    if (!pressed) return;
    this.#presses += 1;
    this.#turnedTo = where;
  }

  /** Whether the user does something in that window: pages do nothing of note on their own. */
  isActive(where: WindowName): boolean {
    return this.#last?.where === where && this.#clock.monotonic() - this.#last.at <= ACTED_WITHIN_MS;
  }

  /** A window in which secrets are typed is being opened, or is in view from now on. */
  comes(name: SecretWindow): void {
    const asked = this.asks;
    this.#secret.set(name, this.#presses);
    if (!asked) this.#tell();
  }

  /** It is closed, or about to be. */
  goes(name: SecretWindow): void {
    if (this.#secret.delete(name) && !this.asks) this.#tell();
  }

  /** Whether any such window is in view. */
  get asks(): boolean {
    return this.#secret.size > 0;
  }

  /** The user's browser was given a page: it comes up over whatever is in view by then. */
  handedOut(): void {
    this.#handedOutAt = this.#clock.monotonic();
  }

  /** Calls back when the first such window comes, and when the last one goes. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Why the page of a window may not act on other windows now; `undefined` where it may. Failure: `window-waits`. */
  objection(where: WindowName): Failure | undefined {
    return this.#objection(where, undefined);
  }

  /**
   * Why a window in which secrets are typed may not come up now, or be brought to the front, for the page of a window.
   * Failures: `page-opening`, as of `objection` for the other windows of that kind.
   */
  objectionToAsking(where: WindowName, name: SecretWindow): Failure | undefined {
    const covered = this.#clock.monotonic() - this.#handedOutAt < COMES_UP_MS;
    return covered ? failure('page-opening') : this.#objection(where, name);
  }

  #objection(where: WindowName, except: SecretWindow | undefined): Failure | undefined {
    for (const [name, presses] of this.#secret) {
      if (name === except) continue;
      if (this.#turnedTo !== where || this.#presses <= presses) return failure('window-waits');
    }
    return undefined;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
