import * as v from 'valibot';
import { parseAssetId } from '#domain/asset.ts';

/** The fields that receipt records are made of. */

export const units = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,39})$/));
export const signedUnits = v.pipe(v.string(), v.regex(/^(0|-?[1-9]\d{0,39})$/));
/** A price: decimal text, never a float. */
export const decimal = v.pipe(v.string(), v.regex(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?$/));
export const hash32 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
export const hash28 = v.pipe(v.string(), v.regex(/^[0-9a-f]{56}$/));
export const signature = v.pipe(v.string(), v.regex(/^[0-9a-f]{128}$/));
/** At most 16,384 bytes, the network's limit, and at least the smallest list of four. */
export const cbor = v.pipe(v.string(), v.maxLength(32_768), v.regex(/^([0-9a-f]{2})+$/));
export const text = v.pipe(
  v.string(),
  v.maxLength(4_000),
  v.check((value) => value.isWellFormed(), 'half a character'),
);
export const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const assetId = v.pipe(
  v.string(),
  v.check((id) => parseAssetId(id) === id, 'not an asset'),
);
export const reference = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}#(0|[1-9]\d{0,4})$/));
export const amount = v.strictObject({ asset: assetId, quantity: units });
export const value = v.pipe(v.array(amount), v.maxLength(1_000));
export const change = v.strictObject({ asset: assetId, quantity: signedUnits });
export const call = v.strictObject({ requestHash: hash32, responseHash: hash32 });
