import type { Catalogue, Translation } from './catalogue.ts';

/** Stands for a value while a sentence is taken apart; no sentence contains it. */
const MARK = '\u0000';
/** Characters of the longest text that is matched: no sentence comes close to it. */
const LONGEST = 2_000;

/** A sentence with values, as a pattern that matches its text. */
interface Form {
  readonly id: string;
  readonly pattern: RegExp;
  /** Characters of the sentence, without those of its values. */
  readonly own: number;
}

/**
 * Translates sentences that an audit or a receipt (whose text is hashed) keeps in English. It finds the sentence
 * and its values by matching the text against the catalogue, whose entries are texts, or functions that put values into one:
 * each value once, and unchanged. A text that no entry matches stays as it is.
 *
 * `within`: translators, by name, of values that are clauses themselves.
 */
export function readAgain<Of extends Catalogue>(
  english: Of,
  german: Translation<Of>,
  within: Readonly<Record<string, (english: string) => string>> = {},
): (text: string) => string {
  const whole = new Map<string, string>();
  const forms: Form[] = [];
  for (const [id, entry] of Object.entries(english)) {
    if (typeof entry === 'string') whole.set(entry, id);
    else forms.push(formOf(id, entry));
  }
  // The entry with more text of its own is the closer match.
  forms.sort((left, right) => right.own - left.own);
  const say = (id: string, values: Readonly<Record<string, string>>): string => {
    const entry = german[id] as string | ((values: unknown) => string);
    return typeof entry === 'string' ? entry : entry(values);
  };
  return (text) => {
    const id = whole.get(text);
    if (id !== undefined) return say(id, {});
    if (text.length > LONGEST) return text;
    for (const { id: form, pattern } of forms) {
      const found = pattern.exec(text)?.groups;
      if (!found) continue;
      const values = Object.entries(found).map(([name, value]) => [name, within[name]?.(value) ?? value]);
      return say(form, Object.fromEntries(values) as Readonly<Record<string, string>>);
    }
    return text;
  };
}

function formOf(id: string, entry: (values: never) => string): Form {
  const named = new Proxy({}, { get: (_, name) => `${MARK}${String(name)}${MARK}` });
  const parts = entry(named as never).split(MARK);
  const own = parts.filter((_, at) => at % 2 === 0);
  const pattern = parts
    .map((part, at) =>
      at % 2 === 0 ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : `(?<${part}>.+)`,
    )
    .join('');
  return { id, pattern: new RegExp(`^${pattern}$`, 'u'), own: own.join('').length };
}
