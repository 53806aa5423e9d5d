import * as v from 'valibot';
import { JsonNumber } from '../../http/json.ts';
import { safeInteger } from '../../http/wire.ts';

/** An unsigned 64-bit quantity: a string of digits, or a JSON number without losing one. */
export const unsigned = v.pipe(
  v.union([v.string(), v.instance(JsonNumber)]),
  v.transform((value) => (typeof value === 'string' ? value : value.source)),
  v.regex(/^\d{1,20}$/),
  v.transform((text) => BigInt(text)),
);

export const natural = v.pipe(safeInteger, v.minValue(0));

/** A transaction's or a block's hash. */
export const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** Bytes; lower case from here on. */
export const hex = v.pipe(
  v.string(),
  v.regex(/^[0-9a-fA-F]*$/),
  v.check((text) => text.length % 2 === 0),
  v.toLowerCase(),
);
