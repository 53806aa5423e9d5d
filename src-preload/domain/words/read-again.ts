import type { Catalogue, Translation } from './catalogue.ts';

/** What stands in the place of a value while a sentence is taken apart. No sentence has it. */
const MARK = '\u0000';
/** Sentences of hundreds of words are nobody's: none is taken apart. */
const LONGEST = 2_000;

/** A sentence with values, as it is found again in its text. */
interface Form {
  readonly id: string;
  readonly pattern: RegExp;
  /** Characters of its own, without those of its values. */
  readonly own: number;
}

/**
 * Translates texts of a catalogue that were kept as English text: in a journal, in an audit or in a receipt, whose text is
 * hashed. Which sentence a text is, and with which values, is found in the text again. `entries`: texts, or functions that
 * put texts into one, each once and whatever they are. Answers the text as it is where the catalogue has none like it.
 *
 * `within` translates the values of these names, which are clauses of their own.
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
  // What says more by itself is the closer likeness.
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
