import { failure, type Failure } from '#domain/failure.ts';
import type { Clock } from '../ports/system.ts';
import type { SecretWindow, WindowName } from '../ports/windows.ts';

/**
 * The shell reports input at most every five seconds, so an act of the user counts for a little longer. Once nobody has
 * acted in a window for that long, or as soon as somebody acts in another one, its page does nothing for the user, even if
 * it was taken over.
 */
const ACTED_WITHIN_MS = 10_000;

/**
 * Which window the user acted in last, by the shell's word, and which windows ask for a secret. Whatever takes the focus
 * from one of those gets the keys that were meant for it.
 */
export class Front {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #listeners: (() => void)[] = [];
  /** Windows in which secrets are typed, with the act after which each came into view. */
  readonly #secret = new Map<SecretWindow, number>();
  #last: { readonly where: WindowName; readonly at: number } | undefined;
  /** Counts acts. */
  #acts = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** The shell saw the user act in a window. From then on no other window's page acts for the user. */
  acted(where: WindowName): void {
    this.#acts += 1;
    this.#last = { where, at: this.#clock.monotonic() };
  }

  /** Whether the user does something in that window: pages do nothing of note on their own. */
  isActive(where: WindowName): boolean {
    return this.#last?.where === where && this.#clock.monotonic() - this.#last.at <= ACTED_WITHIN_MS;
  }

  /** A window in which secrets are typed is being opened, or is in view from now on. */
  comes(name: SecretWindow): void {
    const asked = this.asks;
    this.#secret.set(name, this.#acts);
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

  /** Calls back when the first such window comes, and when the last one goes. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Why the page of a window may not act on other windows now; `undefined` where it may. It may act on `except`, which it
   * asked for itself. Failure: `window-waits`.
   */
  objection(where: WindowName, except?: SecretWindow): Failure | undefined {
    for (const [name, acts] of this.#secret) {
      if (name === except) continue;
      if (this.#last?.where !== where || this.#acts <= acts) return failure('window-waits');
    }
    return undefined;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
