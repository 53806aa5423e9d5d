import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { decodeBech32 } from '../cardano/bech32.ts';
import { fromHex } from '../cardano/hex.ts';
import { PublicAccount } from './account.ts';

const PREFIX = 'acct_xvk';
const LENGTH = 64;
const PRIVATE = 'it is a private key, which belongs in no watch-only wallet';

/**
 * Reads an account's extended public key, as Bech32 `acct_xvk1…` (CIP-5) or as 128 hex digits: 64 bytes, public key
 * 32 and chain code 32, for `PublicAccount`. Failure: `account-key-malformed`, which never repeats the text, since it
 * can be a private key.
 */
export function readAccountKey(text: string): Result<Uint8Array, Failure> {
  const typed = text.trim();
  const hex = fromHex(typed);
  if (hex) return checked(hex);
  const decoded = decodeBech32(typed);
  if (!decoded.ok) return malformed(decoded.failure);
  const { prefix, bytes } = decoded.value;
  if (/_x?sk$|^xprv$/.test(prefix)) return malformed(PRIVATE);
  if (prefix.startsWith('acct_shared_'))
    return malformed('it is the key of a shared wallet, whose addresses need the keys of all its owners');
  if (prefix !== PREFIX) return malformed(`it does not begin with ${PREFIX}1`);
  return checked(bytes);
}

function checked(bytes: Uint8Array): Result<Uint8Array, Failure> {
  if (bytes.length === 96 || bytes.length === 128) return malformed(PRIVATE);
  if (bytes.length !== LENGTH) return malformed(`it has ${bytes.length} bytes, not ${LENGTH}`);
  try {
    new PublicAccount(bytes, 'mainnet').key({ role: 0, index: 0 });
  } catch {
    // The library refuses, in its own words, bytes that are not a point of the curve.
    return malformed('no address can be derived from it');
  }
  return ok(bytes);
}

function malformed(reason: string): Result<never, Failure> {
  return failed(failure('account-key-malformed', { reason }));
}
