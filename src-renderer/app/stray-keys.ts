/** For so long after the approval window has gone, keys do nothing here. */
export const QUIET_MS = 1_000;
/** A user who keeps typing is still typing the same text: each key taken prolongs the quiet by at least this long. */
const NEXT_KEY_MS = 500;
/** No password takes longer to type. */
const LONGEST_MS = 15_000;
/** A system may give the focus back this late. */
const RETURN_MS = 5_000;
/** A press that brings the focus back is reported this close to it, before or after. */
const ONE_PRESS_MS = 200;

/**
 * Takes the keys that were meant for the approval window and arrive in the trading window because that one is not there
 * yet, is not in front, or has just gone: a password must neither be a command nor an amount.
 */
export class StrayKeys {
  readonly #now: () => number;
  /** The approval window comes or is there, and nothing here was turned to since. */
  #held = false;
  #takenAt = Number.NEGATIVE_INFINITY;
  #quietFrom = 0;
  #quietUntil = 0;
  #goneAt = Number.NEGATIVE_INFINITY;
  #pressedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The approval window was asked for: keys are meant for it until the user turns to this window. */
  approvalComes(): void {
    this.#held = true;
  }

  /** The user pressed something in this window: the next keys are meant for it. */
  pressed(): void {
    this.#held = false;
    this.#quietUntil = 0;
    this.#pressedAt = this.#now();
  }

  /** The approval window has gone, or is about to. */
  approvalGone(): void {
    this.#held = false;
    this.#goneAt = this.#now();
    this.#begin();
  }

  /** The trading window has the focus again. */
  focused(approvalOpen: boolean): void {
    const now = this.#now();
    if (now - this.#pressedAt < ONE_PRESS_MS) return;
    if (approvalOpen || now - this.#goneAt < RETURN_MS) this.#begin();
  }

  #begin(): void {
    this.#quietFrom = this.#now();
    this.#quietUntil = this.#quietFrom + QUIET_MS;
  }

  /** Whether this key does nothing here. */
  takes(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'getModifierState'>): boolean {
    const now = this.#now();
    if (this.#held) {
      // Users do not move to another field in the middle of a password.
      if (event.key === 'Tab' && now - this.#takenAt >= QUIET_MS) this.#held = false;
      if (!isTyping(event)) return false;
      this.#takenAt = now;
      return true;
    }
    if (now >= this.#quietUntil || !isTyping(event)) return false;
    const end = Math.min(now + NEXT_KEY_MS, this.#quietFrom + LONGEST_MS);
    this.#quietUntil = Math.max(this.#quietUntil, end);
    return true;
  }
}

/** Keys of which passwords are made, and those that end or mend them. */
function isTyping(event: Parameters<StrayKeys['takes']>[0]): boolean {
  const combined = event.ctrlKey || event.altKey || event.metaKey;
  if (combined && !event.getModifierState('AltGraph')) return false;
  return event.key.length === 1 || ['Enter', 'Backspace', 'Delete', 'Dead'].includes(event.key);
}
