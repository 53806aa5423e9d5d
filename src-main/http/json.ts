import * as v from 'valibot';
import { failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { Listed } from '../ports/listed.ts';

const DEEPEST = 8;
/**
 * Most values in one answer: thousands of orders have fewer. The largest body could hold so many small ones that
 * reading them would block everything else.
 */
const MOST_VALUES = 300_000;
/** The same if numbers are read as plain JavaScript numbers, which is many times faster. */
const MOST_PLAIN_VALUES = 1_000_000;
/** Rows of one list, each checked individually. */
const MOST_ROWS = 20_000;

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
 * Parses JSON with at most eight levels of nesting, or `deepest`, and no more values than any answer needs; every
 * number becomes a `JsonNumber`. Returns `undefined` for anything else: JSON itself cannot be `undefined`.
 */
export function parseJson(text: string, deepest = DEEPEST): unknown {
  if (exceeds(text, deepest, MOST_VALUES)) return undefined;
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
 * times faster. A number may come out infinite, and what some languages write where there is none (`NaN`) as `null`.
 */
export function parsePlainJson(text: string): unknown {
  if (exceeds(text, DEEPEST, MOST_PLAIN_VALUES)) return undefined;
  return (
    plainly(text) ??
    plainly(text.replace(STRING_OR_NO_NUMBER, (found) => (found[0] === '"' ? found : 'null')))
  );
}

/** A string, to be left as it is, or a word that is not a number. */
const STRING_OR_NO_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|nan|Infinity|inf)\b/g;

function plainly(text: string): unknown {
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

/** Scans brackets and commas outside strings, without recursion, before any parser sees the text. */
function exceeds(text: string, deepest: number, mostValues: number): boolean {
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      values += 1;
      if (depth > deepest || values > mostValues) return true;
    } else if (character === '}' || character === ']') depth -= 1;
    else if (character === ',') {
      values += 1;
      if (values > mostValues) return true;
    }
  }
  return false;
}

/** Where an answer is not what was expected: a path such as `splits.0.dex`, empty for the whole. */
interface Misfit {
  readonly path: string;
}

/**
 * Reads a JSON answer by a schema: keys that the schema does not name are ignored, a wrong type is refused with its
 * path. Never throws, whatever the text.
 */
export function decode<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
  deepest?: number,
): Result<v.InferOutput<Schema>, Misfit> {
  const json = parseJson(text, deepest);
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

/** A number as JSON writes it; other spellings (hex, grouped, `.5`, `NaN`) are none. */
const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const LONGEST_NUMBER = 64;
/** No token has more whole units than fit into 64 bits, and no price needs more places. */
const MOST_WHOLE_DIGITS = 20;
const MOST_PLACES = 60;

/**
 * The one reader of numbers written as text: plain decimal text of the same value, without exponent and without zeros
 * that say nothing. `undefined` for anything that is not a number, and for one that no figure of a market can be (`1e308`).
 */
export function plainDecimal(text: string): string | undefined {
  const written = text.trim();
  const match = written.length > LONGEST_NUMBER ? null : NUMBER.exec(written);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  if (/^0*$/.test(digits)) return '0';
  const point = whole.length + Number(exponent);
  if (Math.abs(point) > LONGEST_NUMBER) return undefined;
  const spread = digits.padStart(digits.length + Math.max(0, 1 - point), '0').padEnd(point, '0');
  const cut = Math.max(point, 1);
  const before = spread.slice(0, cut).replace(/^0+(?=\d)/, '');
  const after = spread.slice(cut).replace(/0+$/, '');
  if (before.length > MOST_WHOLE_DIGITS || after.length > MOST_PLACES) return undefined;
  return `${sign}${before}${after === '' ? '' : `.${after}`}`;
}

/** A figure as plain decimal text, see `plainDecimal`: a JSON number, or a string that holds one. */
export const decimalText = v.pipe(
  v.union([v.instance(JsonNumber), v.string()]),
  v.transform((value) => plainDecimal(typeof value === 'string' ? value : value.source)),
  v.string(),
);

/** A whole number that a JavaScript number holds exactly: a JSON number, or a string that holds one. */
export const wholeNumber = v.pipe(decimalText, v.transform(Number), v.safeInteger());

/** A finite JSON number, where a figure is only shown or compared. */
export const plainNumber = v.pipe(
  v.instance(JsonNumber),
  v.transform(({ source }) => Number(source)),
  v.finite(),
);

/** A JSON number that is an integer a JavaScript number holds exactly. */
export const safeInteger = v.pipe(plainNumber, v.safeInteger());

/** Words of an error that may come in place of a list. */
const ERROR_KEYS = ['error', 'message', 'code'];

/**
 * The items of a list: bare, under `data` or one of `names`, or `null`, which means none. One that is too long is
 * rejected.
 */
export function listUnder(...names: readonly string[]) {
  return v.pipe(
    v.unknown(),
    v.check((json) => (itemsIn(json, names)?.length ?? Number.POSITIVE_INFINITY) <= MOST_ROWS),
    v.transform((json) => itemsIn(json, names) ?? []),
  );
}

function itemsIn(json: unknown, names: readonly string[]): readonly unknown[] | undefined {
  if (json === null) return [];
  if (Array.isArray(json)) return json as readonly unknown[];
  if (typeof json !== 'object') return undefined;
  const name = ['data', ...names].find((key) => Object.hasOwn(json, key));
  const items: unknown = name === undefined ? undefined : Reflect.get(json, name);
  if (Array.isArray(items)) return items as readonly unknown[];
  const isError = ERROR_KEYS.some((key) => typeof Reflect.get(json, key) === 'string');
  return items === null && !isError ? [] : undefined;
}

/** The rows of a list that could not be read. */
export interface UnreadRows {
  /** How many there are. */
  readonly bad: number;
  /** The field at fault in the first of these, empty where it is the whole row. */
  readonly path: string;
}

/** The readable rows of a list: a row that cannot be read is left out without affecting the others. */
export interface ReadRows<Row> extends UnreadRows {
  readonly rows: readonly Row[];
}

export const ALL_READ: UnreadRows = { bad: 0, path: '' };

/** Those of several lists together. */
export function unreadOf(lists: readonly UnreadRows[]): UnreadRows {
  return {
    bad: lists.reduce((sum, { bad }) => sum + bad, 0),
    path: lists.find(({ bad }) => bad > 0)?.path ?? '',
  };
}

/** Reads items one by one; the reader answers a row, nothing for an item that means nothing, or the field at fault. */
export function readRows<Row>(
  items: readonly unknown[],
  read: (item: unknown) => Result<Row | undefined, string>,
): ReadRows<Row> {
  const results = items.map(read);
  const bad = results.filter((result) => !result.ok);
  return {
    rows: results.flatMap((result) => (result.ok && result.value !== undefined ? [result.value] : [])),
    bad: bad.length,
    path: bad[0]?.failure ?? '',
  };
}

/**
 * The readable rows of a list, with the list's name for its sentence (`orders`), and its origin unless that is the
 * service.
 */
export function listed<Row>(
  { rows, bad, path }: ReadRows<Row>,
  list: string,
  from: { readonly from?: 'ledger' } = {},
): Listed<Row> {
  const leftOut = bad === 0 ? undefined : failure('rows-left-out', { count: bad, list, path, ...from });
  return { ok: true, value: rows, leftOut };
}

/** A reader of rows that a schema describes. */
export function rowBy<Schema extends v.GenericSchema, Row>(
  schema: Schema,
  rowOf: (wire: v.InferOutput<Schema>) => Result<Row | undefined, string>,
): (item: unknown) => Result<Row | undefined, string> {
  return (item) => {
    const parsed = v.safeParse(schema, item, { abortEarly: true });
    return parsed.success ? rowOf(parsed.output) : failed(v.getDotPath(parsed.issues[0]) ?? '');
  };
}

/** A list whose rows are read one by one. One that is too long is rejected. */
export function rowsOf<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.array(v.unknown()),
    v.maxLength(MOST_ROWS),
    v.transform((items) => readRows(items, rowBy(schema, ok<v.InferOutput<Schema>>))),
  );
}

/** `null` and an absent key mean the same on these wires. */
export function optional<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
}

/** An unreadable value counts as absent: the rest does not depend on it. */
export function ifReadable<Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(optional(schema), undefined);
}
