import type { Language } from '../words/catalogue.ts';
import { readAgain } from '../words/read-again.ts';
import { journalWords as german } from './journal.de.ts';
import { journalWords as english } from './journal.en.ts';

const again = readAgain(english, german);

/** Translates a note of the journal, which is kept in English. A note that no version wrote stays as it is. */
export function journalText(note: string, language: Language): string {
  return language === 'en' ? note : again(note);
}
