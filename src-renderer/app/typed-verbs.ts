import type { Translation } from '#domain/words/catalogue.ts';
import type { words as typedWords } from './words/typed.ts';

/** The action of a typed command. */
export type Verb = 'buy' | 'sell' | 'alert' | 'cancel-all';

/** A typed command: its verb, and the words that follow it, in lower case. */
export interface TypedWords {
  readonly verb: Verb;
  readonly rest: readonly string[];
}

type VerbWords = Pick<
  Translation<typeof typedWords>,
  'buyVerbs' | 'sellVerbs' | 'alertVerbs' | 'cancelVerbs' | 'everything'
>;

/** Words between blanks. No-break blanks and thin ones before three digits group the thousands of one number. */
const WORDS = /(?:(?<=\d)[\u00a0\u2007\u2009\u202f](?=\d{3}(?!\d))|\S)+/g;

/**
 * The command that a query begins with, if any. The English words are understood in every language, so that what one
 * has learnt or read keeps working; `words` has those of the page's language.
 */
export function typedVerb(query: string, words: VerbWords): TypedWords | undefined {
  // A percent sign belongs to its number, as in `5 %`.
  const joined = query.replaceAll(/\s+%/g, '%');
  const [first = '', ...rest] = joined.toLowerCase().match(WORDS) ?? [];
  const says = (english: string, here: string): boolean => [english, ...here.split(' ')].includes(first);
  if (says('buy', words.buyVerbs)) return { verb: 'buy', rest };
  if (says('sell', words.sellVerbs)) return { verb: 'sell', rest };
  if (says('alert', words.alertVerbs)) return { verb: 'alert', rest };
  const [second = '', ...others] = rest;
  const all = ['all', ...words.everything.split(' ')].includes(second);
  return all && says('cancel', words.cancelVerbs) ? { verb: 'cancel-all', rest: others } : undefined;
}
