const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Foreign text made fit to show: no control, direction or other invisible characters, which can make one token look
 * like another; at most `longest` characters.
 */
export function shownText(text: string, longest: number): string {
  return Array.from(text.toWellFormed().replace(HIDDEN, '')).slice(0, longest).join('').trim();
}
