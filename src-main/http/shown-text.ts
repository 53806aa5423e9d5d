import { withoutHidden } from '#domain/words/hidden.ts';

/**
 * Foreign text made fit to show: no control, direction or other invisible characters, which can make one token look
 * like another; at most `longest` characters.
 */
export function shownText(text: string, longest: number): string {
  return Array.from(withoutHidden(text.toWellFormed())).slice(0, longest).join('').trim();
}
