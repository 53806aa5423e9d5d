/**
 * THE list of characters that show nothing, or change how others are shown: controls, marks of direction, separators of lines, all
 * that Unicode calls ignorable by default (fillers, joiners, variation selectors, tags), halves of surrogate pairs, and
 * the empty Braille pattern.
 */
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Text of strangers without characters that hide or steer. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '');
}
