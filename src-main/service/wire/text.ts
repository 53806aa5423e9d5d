const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const LONGEST_URL = 2048;

/**
 * Foreign text made fit to show: no control, direction or other invisible characters, which can make one token look
 * like another; at most `longest` characters.
 */
export function shownText(text: string, longest: number): string {
  return Array.from(text.toWellFormed().replace(HIDDEN, '')).slice(0, longest).join('').trim();
}

/** The text as an https URL without user name, or `undefined`. */
export function httpsLink(text: string | undefined): string | undefined {
  if (text === undefined || text.length > LONGEST_URL) return undefined;
  const url = URL.parse(text.trim());
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return undefined;
  return url.href;
}
