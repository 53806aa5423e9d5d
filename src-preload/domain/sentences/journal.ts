import {
  sentenceOf,
  textOf,
  type Language,
  type SentenceArguments,
  type SentenceOf,
} from '../words/catalogue.ts';
import { journalWords as german } from './journal.de.ts';
import { journalWords as english } from './journal.en.ts';

type Words = typeof english;

/** Why a step of a trade was taken: a sentence as the journal keeps it, by its id and its values. */
export type JournalNote = SentenceOf<Words>;

export function journalNote<Id extends keyof Words>(...saying: SentenceArguments<Words, Id>): JournalNote {
  return sentenceOf<Words, Id>(...saying);
}

/** Whether what a journal holds is a note that this version can put into words. */
export function isJournalNote(kept: { readonly id: string; readonly values?: unknown }): kept is JournalNote {
  if (!Object.hasOwn(english, kept.id)) return false;
  const takesValues = typeof english[kept.id as keyof Words] === 'function';
  return takesValues === (kept.values !== undefined);
}

export function journalText(note: JournalNote, language: Language): string {
  return textOf<Words>(language === 'en' ? english : german, note);
}
