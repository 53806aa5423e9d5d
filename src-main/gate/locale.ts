import { languageOf, type Language, type LanguageChoice } from '#domain/words/catalogue.ts';

/** The language of the windows, in which main writes what it shows there. */
export interface Locale {
  readonly language: Language;
  /** Calls the listener when the language has changed; topics that hold sentences are then made again. */
  onChange(listener: () => void): void;
}

/** The part of the preferences that chooses a language. */
interface Choosing {
  readonly value: { readonly language: LanguageChoice };
  onChange(listener: () => void): void;
}

/** The language that the user chose. */
export function chosenLocale(preferences: Choosing): Locale {
  const current = (): Language => languageOf(preferences.value.language);
  let spoken = current();
  const listeners = new Set<() => void>();
  preferences.onChange(() => {
    if (current() === spoken) return;
    spoken = current();
    for (const listener of [...listeners]) listener();
  });
  return {
    get language() {
      return current();
    },
    onChange: (listener) => void listeners.add(listener),
  };
}
