import type { HttpAnswer } from './http-client.ts';

/** How some services refuse a key with a status that is not about keys; a partner's fee is another matter. */
const WORDS = /invalid[\s_-]*partner(?![\s_-]*fee)/i;
const LONGEST_READ = 2_000;

/** True when an answer that is not a success, or is not what was asked for, says that the key is not taken. */
export function refusesKey({ status, text }: HttpAnswer): boolean {
  if (status === 401) return true;
  if (isWebPage(text)) return false;
  return status === 403 || WORDS.test(text.slice(0, LONGEST_READ));
}

/**
 * True when something in front of the host turned the request away: an API says no in its own words, a gatekeeper with a
 * web page. It says nothing of the key.
 */
export function isTurnedAway({ status, text }: HttpAnswer): boolean {
  return status === 403 && isWebPage(text);
}

function isWebPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}
