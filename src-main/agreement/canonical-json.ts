/** JSON without fractions: quantities are decimal text, times and indexes are integers. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * The one text of a value: keys sorted by their UTF-16 code units, no blanks, integers alone, strings as
 * `JSON.stringify` writes them (RFC 8785, without fractions). Keys whose value is `undefined` are left out.
 * @throws RangeError for a number that is not a safe integer, and for text that is not well-formed.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0))
      throw new RangeError('canonical JSON holds safe integers alone');
    return String(value);
  }
  if (typeof value === 'string') return text(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // Sorted by their UTF-16 code units, the default for strings.
  const fields = Object.keys(value)
    .toSorted()
    .flatMap((key) => {
      const part = value[key];
      return part === undefined ? [] : [`${text(key)}:${canonicalJson(part)}`];
    });
  return `{${fields.join(',')}}`;
}

function isList(
  value: readonly Json[] | { readonly [key: string]: Json | undefined },
): value is readonly Json[] {
  return Array.isArray(value);
}

function text(value: string): string {
  if (!value.isWellFormed()) throw new RangeError('canonical JSON holds well-formed text alone');
  return JSON.stringify(value);
}
