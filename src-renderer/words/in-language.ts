import { LANGUAGES, type Catalogue, type Language, type Translation } from '#domain/words/catalogue.ts';

/** Translated catalogues by their name. */
const translations = new Map<string, Catalogue>();

/** The language of the page, which main has written into the document that it serves. */
export function pageLanguage(): Language {
  const lang = typeof document === 'undefined' ? 'en' : document.documentElement.lang;
  return LANGUAGES.find((language) => language === lang) ?? 'en';
}

/**
 * The sentences of a catalogue in the page's language. `name` is its path from `src-renderer`, without what tells the
 * language (`features/swap/words`). Translations are loaded before anything that speaks, so what this answers can be kept.
 */
export function inLanguage<Of extends Catalogue>(name: string, english: Of): Translation<Of> {
  // The object registered under a name was compiled as the translation of that catalogue.
  return (translations.get(name) ?? english) as Translation<Of>;
}

/** Has a catalogue say what its translation says. */
export function register(name: string, translated: Catalogue): void {
  translations.set(name, translated);
}
