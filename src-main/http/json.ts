const DEEPEST = 8;

/**
 * A number as it stood in the JSON text. Quantities exceed what a JavaScript number holds exactly, so the digits
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
