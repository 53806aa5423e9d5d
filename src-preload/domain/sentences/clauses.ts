import type { Language } from '../words/catalogue.ts';
import { readAgain } from '../words/read-again.ts';
import { clauseWords as german } from './clauses.de.ts';
import { clauseWords as english } from './clauses.en.ts';

const again = readAgain(english, german, { why: (text) => germanClause(text) });

/**
 * Turns an English clause (why something was not computed) into a German sentence without its full stop. Technical
 * texts about bytes stay English.
 */
export function germanClause(text: string): string {
  return again(text);
}

/** A kept clause in a language. */
export function clauseIn(language: Language, text: string): string {
  return language === 'en' ? text : germanClause(text);
}
