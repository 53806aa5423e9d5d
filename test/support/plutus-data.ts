import { cborArray, cborBytes, cborInt, cborTag } from '../../src-main/cardano/cbor-writer.ts';
import { hexBytes, toHex } from '../../src-main/cardano/hex.ts';

/** Plutus data as a test writes it: numbers, byte strings as hex, lists, and constructors. */
export type Data =
  bigint | string | readonly Data[] | { readonly constr: number; readonly fields: readonly Data[] };

/** Constructor `index` of up to seven. */
export function constr(index: number, ...fields: readonly Data[]): Data {
  return { constr: index, fields };
}

/** Hex of the data's encoding. */
export function datumHex(data: Data): string {
  return toHex(encode(data));
}

function encode(data: Data): Uint8Array {
  if (typeof data === 'bigint') return cborInt(data);
  if (typeof data === 'string') return cborBytes(hexBytes(data));
  if (!('constr' in data)) return cborArray(data.map(encode));
  const tag = data.constr < 7 ? 121n + BigInt(data.constr) : 1273n + BigInt(data.constr);
  return cborTag(tag, cborArray(data.fields.map(encode)));
}
