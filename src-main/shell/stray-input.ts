/** For so long after a window that asked for a secret has gone, keys reach no other page. */
export const QUIET_MS = 1_000;
/** A user who keeps typing is still typing the same text: each dropped key extends the quiet by at least this long. */
export const NEXT_KEY_MS = 500;
/** Nobody types one password for longer. */
export const LONGEST_MS = 15_000;

/** Commands by which a field is edited, which are not commands to a page. */
export const EDITS = ['a', 'c', 'u', 'v', 'w', 'x', 'y', 'z'];
/** Keys that only change others: whoever types a capital letter presses one. */
export const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock'];
/** Keys that type nothing and are nobody's command. */
export const SILENT = ['Escape', ...MODIFIERS];
