// What differs between keyboards: the names of keys on a Mac, digits that need Shift, and keys that write other scripts.

/** Whether the keyboard is a Mac's; `platform` as the browser names it. */
export function isMac(platform: string = navigator.platform): boolean {
  return platform.startsWith('Mac');
}

/** A key as it is printed there, and as it is read aloud. */
interface KeyName {
  readonly sign: string;
  readonly spoken: string;
}

const MAC_KEYS: Readonly<Record<string, KeyName>> = {
  Ctrl: { sign: '⌘', spoken: 'Command' },
  Alt: { sign: '⌥', spoken: 'Option' },
  Shift: { sign: '⇧', spoken: 'Shift' },
  Del: { sign: '⌫', spoken: 'Delete' },
  // There is no such key: the mouse does it.
  Menu: { sign: 'right click', spoken: 'right click' },
};

/** The name of a key on this keyboard. Keys are named in the code as they are on a PC. */
export function keyName(key: string, mac: boolean = isMac()): KeyName {
  return (mac ? MAC_KEYS[key] : undefined) ?? { sign: key, spoken: key };
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code'>;

/** Whether the key removes: Del, or Backspace, which is what a Mac's own keyboard has. */
export function removes({ key }: Pick<KeyPress, 'key'>): boolean {
  return key === 'Delete' || key === 'Backspace';
}

/** Keys that mean something else where a keyboard has them in the row of the digits. */
const OTHER_MEANINGS = '+-=/?';

/**
 * The digit that a key stands for, if any. Where digits need Shift, as on French keyboards, the key alone will do, unless
 * what it writes means something else here.
 */
export function digitOf({ key, code }: KeyPress): number | undefined {
  if (/^\d$/.test(key)) return Number(key);
  const [, digit] = /^Digit(\d)$/.exec(code) ?? [];
  return digit === undefined || OTHER_MEANINGS.includes(key) ? undefined : Number(digit);
}
