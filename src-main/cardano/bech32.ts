import { bech32 } from '@scure/base';
import { failed, ok, type Result } from '#domain/result.ts';

/** BIP-173 allows 90 characters; CIP-19 addresses are longer. Its checksum is sound up to this length. */
const LONGEST = 1023;

/** Bech32 text of any length. */
export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(bytes), false);
}

/** Reads Bech32 text. The failure says why it cannot be read. */
export function decodeBech32(text: string): Result<{ prefix: string; bytes: Uint8Array }, string> {
  if (text !== text.toLowerCase() && text !== text.toUpperCase())
    return failed('it mixes capitals and small letters');
  if (text.length > LONGEST) return failed('it is too long');
  if (text.lastIndexOf('1') < 1) return failed('it has no prefix');
  const decoded = bech32.decodeUnsafe(text, LONGEST);
  if (!decoded) return failed('it has a letter that cannot be there, or its checksum is wrong');
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  return bytes ? ok({ prefix: decoded.prefix, bytes }) : failed('its padding is wrong');
}
