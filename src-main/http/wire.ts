import * as v from 'valibot';
import { failed, ok, type Result } from '#domain/result.ts';
import { JsonNumber, parseJson } from './json.ts';

/** Where an answer is not what was expected: a path such as `splits.0.dex`, empty for the whole. */
export interface Misfit {
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
