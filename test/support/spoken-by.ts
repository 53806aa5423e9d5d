import type { Language } from '#domain/words/catalogue.ts';
import type { Locale } from '../../src-main/gate/locale.ts';

/** The language of windows in tests without any; `speak` changes it. */
export function spokenBy(language: Language): Locale & { readonly speak: (language: Language) => void } {
  const listeners = new Set<() => void>();
  let spoken = language;
  return {
    get language() {
      return spoken;
    },
    onChange: (listener) => void listeners.add(listener),
    speak(next) {
      spoken = next;
      for (const listener of listeners) listener();
    },
  };
}
