import type { HttpAnswer } from './http-client.ts';

/** How some services refuse a key with a status that is not about keys; a partner's fee is another matter. */
const WORDS = /invalid[\s_-]*partner(?![\s_-]*fee)/i;
const LONGEST_READ = 2_000;

/** True when an answer that is no success, or is not what was asked for, says that the key is not taken. */
export function refusesKey({ status, text }: HttpAnswer): boolean {
  if (status === 401 || status === 403) return true;
  return !text.trimStart().startsWith('<') && WORDS.test(text.slice(0, LONGEST_READ));
}
