const SHORT = 300;
const LONG = 4_000;

/**
 * Characters that change how others are shown, or that show nothing: controls, joiners and marks of direction,
 * line and paragraph separators, variation selectors, tags, and halves of surrogate pairs.
 */
const TRICKY =
  /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u115f\u1160\u3164\uffa0\u034f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** Text of at most 300 UTF-16 units in which every character is what it looks like. */
export function shortWords(text: string): string {
  return cut(text, SHORT);
}

/** The same with at most 4,000 units. */
export function longWords(text: string): string {
  return cut(text, LONG);
}

function cut(text: string, most: number): string {
  // Nothing beyond this can be shown, however much of it is left out.
  const plain = text.slice(0, most * 4).replace(TRICKY, '');
  if (plain.length <= most) return plain;
  return `${plain.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
