import { languageOf, type Language, type LanguageChoice } from '#domain/words/catalogue.ts';

/** The language of the windows, in which main says what it says there. */
export interface Tongue {
  readonly language: Language;
  /** Calls back when it became another one. What a topic holds in words is then said again. */
  onChange(listener: () => void): void;
}

/** The preferences, as far as they choose a language. */
interface Choosing {
  readonly value: { readonly language: LanguageChoice };
  onChange(listener: () => void): void;
}

/** The language that the user chose. */
export function chosenTongue(preferences: Choosing): Tongue {
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
