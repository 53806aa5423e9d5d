/** The languages that sentences exist in. English is the canonical one: only its text is hashed, compared and stored. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The user's choice: a language, or none yet. */
export const LANGUAGE_CHOICES = ['system', ...LANGUAGES] as const;
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number];

/** No user gets another language than English without having chosen it, whatever the system's is. */
export function languageOf(choice: LanguageChoice): Language {
  return choice === 'system' ? 'en' : choice;
}

/** Sentences by their id: a text, or a function that puts typed values into one. */
export type Catalogue = Readonly<Record<string, string | ((values: never) => string)>>;

/** The same ids with the same values, in another language. */
export type Translation<Of extends Catalogue> = {
  readonly [Id in keyof Of]: Of[Id] extends string ? string : Of[Id];
};

type ValuesOf<Entry> = Entry extends (values: infer Values) => string ? Values : undefined;

/** A sentence as data: which one it is, and what is put into it. */
export type SentenceOf<Of extends Catalogue> = {
  [Id in keyof Of & string]: { readonly id: Id; readonly values: ValuesOf<Of[Id]> };
}[keyof Of & string];

/** How a sentence is referred to: by its id, followed by the values that it takes. */
export type SentenceArguments<Of extends Catalogue, Id extends keyof Of & string> =
  ValuesOf<Of[Id]> extends undefined ? [id: Id] : [id: Id, values: ValuesOf<Of[Id]>];

/** A sentence of a catalogue as data. */
export function sentenceOf<Of extends Catalogue, Id extends keyof Of & string>(
  ...[id, values]: SentenceArguments<Of, Id>
): SentenceOf<Of> {
  // The arguments are of one entry, which the compiler cannot follow into the union of all of them.
  return { id, values } as SentenceOf<Of>;
}

/** The text of a sentence in the language of `words`. */
export function textOf<Of extends Catalogue>(words: Translation<Of>, { id, values }: SentenceOf<Of>): string {
  const entry: string | ((values: never) => string) = words[id];
  return typeof entry === 'string' ? entry : entry(values as never);
}
