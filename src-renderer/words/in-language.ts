import type { Catalogue, Translation } from '#domain/words/catalogue.ts';

/** Translated catalogues by their name. */
const translations = new Map<string, Catalogue>();

/**
 * The sentences of a catalogue in the page's language. `name` is its path from `src-renderer`, without what tells the
 * language (`features/swap/words`). A page knows its language before it loads anything that speaks, so what this answers
 * can be kept.
 */
export function inLanguage<Of extends Catalogue>(name: string, english: Of): Translation<Of> {
  // What is registered under a name was compiled as the translation of that catalogue.
  return (translations.get(name) ?? english) as Translation<Of>;
}
