import type { Language } from '../words/catalogue.ts';
import { readAgain } from '../words/read-again.ts';
import { journalWords as german } from './journal.de.ts';
import { journalWords as english } from './journal.en.ts';

const again = readAgain(english, german);

/** A step of a trade, as the journal has it in English, in a language. Notes that no version wrote stay as they are. */
export function journalText(note: string, language: Language): string {
  return language === 'en' ? note : again(note);
}
