import { words } from './words.ts';

// Differences between keyboards: key names on a Mac, digits that need Shift, and keys that type other scripts.

/** Whether this is a Mac keyboard; `platform` as the browser reports it. */
export function isMac(platform: string = navigator.platform): boolean {
  return platform.startsWith('Mac');
}

/** A key as printed on the keyboard, and as read aloud. */
interface KeyName {
  readonly sign: string;
  readonly spoken: string;
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧', Del: '⌫' };

/** The name of a key on this keyboard. In the code, keys have their PC names. */
export function keyName(key: string, mac: boolean = isMac()): KeyName {
  const spoken = mac ? words.keyOfMac({ key }) : words.key({ key });
  return { sign: (mac ? MAC_SIGNS[key] : undefined) ?? spoken, spoken };
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code'>;

/** Whether the key removes: Del, or Backspace, the only one on a Mac's own keyboard. */
export function removes({ key }: Pick<KeyPress, 'key'>): boolean {
  return key === 'Delete' || key === 'Backspace';
}

const PASSING: ReadonlySet<string> = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape']);

/** Whether a key says nothing about where it is pressed: it moves the focus on, modifies another key, or closes something. */
export function passesThrough({ key }: Pick<KeyPress, 'key'>): boolean {
  return PASSING.has(key);
}

/** Characters that mean something else on keyboards that have them in the digit row. */
const OTHER_MEANINGS = '+-=/?';

/**
 * The digit of a key, if any. Where digits need Shift, as on French keyboards, the key works without it, unless the
 * character it types means something else here.
 */
export function digitOf({ key, code }: KeyPress): number | undefined {
  if (/^\d$/.test(key)) return Number(key);
  const [, digit] = /^Digit(\d)$/.exec(code) ?? [];
  return digit === undefined || OTHER_MEANINGS.includes(key) ? undefined : Number(digit);
}
