import { failed, ok, type Result } from '#domain/result.ts';
import {
  formatAddress,
  parseAddress,
  parseAddressBytes,
  parseAddressHex,
  parseRewardAccountBytes,
  type Address,
} from '../cardano/address.ts';
import { decodeBech32 } from '../cardano/bech32.ts';
import { fromHex, toHex } from '../cardano/hex.ts';

const HEX = /^[0-9a-fA-F]+$/;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** CBOR of every Byron address: a list of two whose first is tagged bytes. */
const BYRON_HEAD = '82d818';
const LONGEST = 512;

/** The key hashes of an address's parts, hex; a script, a pointer or an absent part gives none. */
export interface AddressKeys {
  readonly payment?: string;
  readonly stake?: string;
}

/** Reads an address of the user's own, Bech32 or hex; a stake address gives its key too. The failure says why not. */
export function keysOf(text: string): Result<AddressKeys, string> {
  const reward = rewardKeys(text.trim());
  if (reward) return ok(reward);
  const address = shelley(text.trim());
  if (!address.ok) return address;
  const { payment, stake } = address.value;
  return ok({
    ...(payment.kind === 'key' ? { payment: payment.hash } : {}),
    ...(stake !== undefined && stake !== 'pointer' && stake.kind === 'key' ? { stake: stake.hash } : {}),
  });
}

/**
 * One spelling of an address in any of its texts, as the inspector writes them: Bech32, or hex of bytes that have no
 * such text (Byron's, which come in Base58, and malformed ones that the chain holds). The failure says why it is none.
 */
export function sameAddressText(text: string): Result<string, string> {
  const plain = text.trim();
  const bech32 = decodeBech32(plain);
  const bytes = fromHex(plain) ?? (bech32.ok ? bech32.value.bytes : byronBytes(plain));
  if (bytes === undefined || bytes.length === 0)
    return failed('must be an address in Bech32, Base58 (Byron) or hex');
  const address = parseAddressBytes(bytes);
  return ok(address.ok ? formatAddress(address.value) : toHex(bytes));
}

function shelley(text: string): Result<Address, string> {
  const address = HEX.test(text) ? parseAddressHex(text) : parseAddress(text);
  return address.ok ? address : failed(`must be an address in Bech32 or hex: ${address.failure}`);
}

function rewardKeys(text: string): AddressKeys | undefined {
  const bech32 = /^stake(?:_test)?1/i.test(text) ? decodeBech32(text) : undefined;
  const bytes = bech32?.ok === true ? bech32.value.bytes : fromHex(text);
  const account = bytes && parseRewardAccountBytes(bytes);
  if (account?.ok !== true) return undefined;
  return account.value.stake.kind === 'key' ? { stake: account.value.stake.hash } : {};
}

/** Bytes of a Byron address in Base58; `undefined` when it is none. The checksum inside is not looked at. */
function byronBytes(text: string): Uint8Array | undefined {
  if (text.length > LONGEST) return undefined;
  let value = 0n;
  for (const letter of text) {
    const digit = BASE58.indexOf(letter);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const hex = value.toString(16);
  return hex.startsWith(BYRON_HEAD) ? fromHex(hex) : undefined;
}
