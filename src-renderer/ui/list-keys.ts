// The keyboard of menus, lists and tabs. Written here and not taken from bits-ui, whose command list sets a style
// attribute that the pages' policy refuses, and whose menus alone add a tenth to the trading window's script.

/** A key press as the functions below read it. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>;

/** Letters typed within this time of each other are one word, as in menus of the system. */
export const WORD_MS = 1_000;

/** Whether the key writes a character. */
export function isCharacter(event: KeyPress): boolean {
  return event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey;
}

/** The arrow keys of a list, and whether they go from one end on to the other. */
interface Arrows {
  readonly back: string;
  readonly on: string;
  readonly wrap: boolean;
}

/** A list of options below a field. */
export const OPTIONS: Arrows = { back: 'ArrowUp', on: 'ArrowDown', wrap: false };
/** A menu. */
const MENU: Arrows = { ...OPTIONS, wrap: true };
/** A row of tabs. */
export const ACROSS: Arrows = { back: 'ArrowLeft', on: 'ArrowRight', wrap: true };

/**
 * The place in a list of `count` that an arrow key, Home or End leads to; nothing for any other key. `at` is -1 where
 * no place is marked yet.
 */
export function placeAfter(event: KeyPress, at: number, count: number, arrows: Arrows): number | undefined {
  if (count === 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined;
  const last = count - 1;
  if (event.key === 'Home') return 0;
  if (event.key === 'End') return last;
  if (event.key === arrows.on) return at < last ? at + 1 : arrows.wrap ? 0 : last;
  if (event.key === arrows.back) return at > 0 ? at - 1 : arrows.wrap ? last : 0;
  return undefined;
}

/**
 * The keys of one menu, by the WAI-ARIA menu pattern: arrows move and wrap around, Home and End go to the first and the
 * last item, and typing goes to the next item that starts with what was typed. One letter typed again goes on to the
 * next item that starts with it.
 */
export class MenuKeys {
  readonly #now: () => number;
  #word = '';
  #typedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Moves the focus within the items if the key does that in a menu. The key then does nothing else. */
  press(event: KeyboardEvent, items: readonly HTMLElement[]): void {
    const at = items.findIndex((item) => item === document.activeElement);
    const texts = items.map(({ textContent }) => textContent);
    const place = this.place(event, texts, at);
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    items[place]?.focus();
  }

  /** The place that the key leads to: `at` where it finds no item, nothing where it is not a key of a menu. */
  place(event: KeyPress, texts: readonly string[], at: number): number | undefined {
    const moved = placeAfter(event, at, texts.length, MENU);
    if (moved !== undefined) {
      this.#word = '';
      return moved;
    }
    if (this.#now() - this.#typedAt > WORD_MS) this.#word = '';
    // A space belongs to a word that has begun; otherwise it presses the item.
    if (!isCharacter(event) || (event.key === ' ' && this.#word === '')) return undefined;
    this.#word += event.key.toLowerCase();
    this.#typedAt = this.#now();
    return this.#found(texts, at);
  }

  #found(texts: readonly string[], at: number): number {
    const letter = this.#word.charAt(0);
    const repeated = this.#word === letter.repeat(this.#word.length);
    const wanted = repeated ? letter : this.#word;
    // A longer word may still be about the item that its first letters found.
    const from = repeated ? at + 1 : Math.max(at, 0);
    const places = texts.map((_, step) => (from + step) % texts.length);
    const found = places.find((place) => texts[place]?.trim().toLowerCase().startsWith(wanted));
    return found ?? at;
  }
}
