import * as v from 'valibot';
import { failed, ok, type Result } from '#domain/result.ts';

const DEEPEST = 8;

/**
 * A number as written in the JSON text. Quantities exceed what a JavaScript number holds exactly, so the digits
 * are kept until the place that knows the unit reads them.
 */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** `JSON.parse` with the source text of each value (ECMAScript proposal "JSON.parse source text access", in V8). */
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => object };

/**
 * Parses JSON whose nesting is at most eight levels; every number becomes a `JsonNumber`. Answers `undefined` for
 * anything else: JSON itself cannot be `undefined`.
 */
export function parseJson(text: string): unknown {
  if (nestingExceeds(text, DEEPEST)) return undefined;
  try {
    return parseWithSource(text, (_key, value, context) =>
      typeof value === 'number' ? new JsonNumber(context.source ?? String(value)) : value,
    );
  } catch {
    return undefined;
  }
}

/**
 * The same with numbers as JavaScript holds them, for figures that are only drawn: long lists of them are read many
 * times faster. A number may come out infinite.
 */
export function parsePlainJson(text: string): unknown {
  if (nestingExceeds(text, DEEPEST)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A decimal text as a JSON number with exactly these digits, for `JSON.stringify`. */
export function exactNumber(decimal: string): object {
  return rawJSON(decimal);
}

/** Looks at brackets outside of strings, without recursion, before a parser is let near the text. */
function nestingExceeds(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

/** Where an answer is not what was expected: a path such as `splits.0.dex`, empty for the whole. */
interface Misfit {
  readonly path: string;
}

const LONGEST_NUMBER = 64;
const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/**
 * Reads a JSON answer by a schema: keys that the schema does not name are ignored, a wrong type is refused with its
 * path. Never throws, whatever the text.
 */
export function decode<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
): Result<v.InferOutput<Schema>, Misfit> {
  const json = parseJson(text);
  if (json === undefined) return failed({ path: '' });
  const parsed = v.safeParse(schema, json, { abortEarly: true });
  if (parsed.success) return ok(parsed.output);
  return failed({ path: v.getDotPath(parsed.issues[0]) ?? '' });
}

const jsonObject = v.custom<object>(
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber),
);

/** A JSON object with these members; the library's own object schema would take a list or a number's wrapper too. */
export function objectOf<Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(jsonObject, v.object(entries));
}

/** A JSON object of any keys. */
export function dictionaryOf<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(jsonObject, v.record(v.string(), schema));
}

/** A number's digits: a JSON number, or a string that holds one. Finite, of a sane length. */
export const decimalText = v.pipe(
  v.union([v.instance(JsonNumber), v.string()]),
  v.transform((value) => (typeof value === 'string' ? value.trim() : value.source)),
  v.check((text) => text.length <= LONGEST_NUMBER && DECIMAL.test(text) && Number.isFinite(Number(text))),
);

/** A finite JSON number, where a figure is only shown or compared. */
export const plainNumber = v.pipe(
  v.instance(JsonNumber),
  v.transform(({ source }) => Number(source)),
  v.finite(),
);

/** A JSON number that is an integer a JavaScript number holds exactly. */
export const safeInteger = v.pipe(plainNumber, v.safeInteger());

/** `null` and an absent key mean the same on these wires. */
export function optional<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
}
