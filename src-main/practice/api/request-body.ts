import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { numberToUnits } from '#domain/decimal.ts';
import { parseAddress, type Address } from '../../cardano/address.ts';
import { malformed } from './requests.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The body as a JSON object. @throws ServiceError when it is none. */
export function jsonObject(body: Uint8Array): Fields {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw malformed('body', 'is not JSON');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw malformed('body', 'must be an object');
  return json as Fields;
}

/** @throws ServiceError naming the field when it is missing or no text. */
export function textField(fields: Fields, name: string): string {
  const value = fields[name];
  if (value === undefined) throw malformed(name, 'is missing');
  if (typeof value !== 'string') throw malformed(name, 'must be a string');
  return value;
}

/** The address in `text`, which a field or a part of the path gave. @throws ServiceError naming that. */
export function readAddress(text: string, name: string): Address {
  const parsed = parseAddress(text);
  if (!parsed.ok) throw malformed(name, `is not an address: ${parsed.failure}`);
  return parsed.value;
}

/** A token id; the empty string is ADA. @throws ServiceError naming the field. */
export function assetField(fields: Fields, name: string): AssetId {
  const asset = parseAssetId(textField(fields, name));
  if (asset === undefined) throw malformed(name, 'must be a token id, or the empty string for ADA');
  return asset;
}

/** @throws ServiceError naming the field when it is missing or not a finite number. */
export function numberField(fields: Fields, name: string): number {
  const value = fields[name];
  if (value === undefined) throw malformed(name, 'is missing');
  if (typeof value !== 'number' || !Number.isFinite(value)) throw malformed(name, 'must be a number');
  return value;
}

/** Parts per million of a percentage from 0 to below 100. @throws ServiceError naming the field. */
export function percentField(fields: Fields, name: string): bigint {
  const ppm = numberToUnits(numberField(fields, name), 4, 'nearest');
  if (ppm === undefined || ppm < 0n || ppm >= 1_000_000n)
    throw malformed(name, 'must be a percentage from 0 to below 100');
  return ppm;
}

/** Base units of a display amount; digits beyond the token's decimals are dropped. @throws ServiceError unless some remain. */
export function amountField(fields: Fields, name: string, decimals: number): bigint {
  const units = numberToUnits(numberField(fields, name), decimals, 'floor');
  if (units === undefined || units <= 0n) throw malformed(name, 'must be more than zero');
  if (units >= 1n << 63n) throw malformed(name, 'is more than any token has');
  return units;
}

/** A list of texts; absent is empty. @throws ServiceError naming the field. */
export function codesField(fields: Fields, name: string): readonly string[] {
  const value = fields[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > 256 || !value.every((item) => typeof item === 'string'))
    throw malformed(name, 'must be an array of exchange codes');
  return value;
}

/** A whole number from 1 on; absent is 1. @throws ServiceError naming the field. */
export function countField(fields: Fields, name: string): number {
  const value = fields[name];
  if (value === undefined || value === null) return 1;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw malformed(name, 'must be a whole number, 1 or more');
  return value;
}

/** A text that may be absent; the empty text counts as absent. @throws ServiceError naming the field. */
export function optionalTextField(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return value === undefined || value === null || value === '' ? undefined : textField(fields, name);
}

/** One of the words of a list. @throws ServiceError naming the field. */
export function wordField<T extends string>(fields: Fields, name: string, words: readonly T[]): T {
  const text = textField(fields, name);
  const word = words.find((item) => item === text);
  if (word === undefined) throw malformed(name, `must be one of ${words.join(', ')}`);
  return word;
}
