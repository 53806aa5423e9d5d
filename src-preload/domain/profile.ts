/** Colours of live profiles, by name: none is practice's amber, nor the green or red of prices. */
export const PROFILE_COLOURS = [
  'blue',
  'magenta',
  'cyan',
  'violet',
  'brown',
  'pink',
  'indigo',
  'slate',
] as const;
export type ProfileColour = (typeof PROFILE_COLOURS)[number];

export const PRACTICE_NAME = 'Practice';
export const REPLAY_NAME = 'Replay';
const LONGEST_NAME = 40;

/** Controls, marks of direction, separators, halves and unassigned characters, and letters that show nothing. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u034f\u2800\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;

/**
 * A profile's name as it is kept: composed, with single blanks, 1 to 40 characters. `undefined` for any other length,
 * and where a character of it shows nothing or turns what is around it.
 */
export function readProfileName(text: string): string | undefined {
  if (HIDDEN.test(text)) return undefined;
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  const { length } = Array.from(name);
  return length >= 1 && length <= LONGEST_NAME ? name : undefined;
}

/** Whether two names read the same: capitals and widths of letters do not count. */
export function sameProfileName(left: string, right: string): boolean {
  return folded(left) === folded(right);
}

function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
