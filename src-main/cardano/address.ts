import { failed, ok, type Result } from '#domain/result.ts';
import { decodeBech32, encodeBech32 } from './bech32.ts';
import { concatBytes, fromHex, hexBytes, toHex } from './hex.ts';

/** Who may spend or stake: a key or a script, by its 28-byte hash in lower-case hex. */
export interface Credential {
  readonly kind: 'key' | 'script';
  readonly hash: string;
}

/** A Shelley address (CIP-19), types 0 to 7. */
export interface Address {
  /** Lower-case hex of the exact bytes. */
  readonly hex: string;
  readonly network: 0 | 1;
  /** Header type: 0–3 base, 4–5 pointer, 6–7 enterprise. */
  readonly type: number;
  readonly payment: Credential;
  /** The stake part of a base address; a pointer is opaque; `undefined` for an enterprise address. */
  readonly stake: Credential | 'pointer' | undefined;
}

/** A stake (reward) address, types 14 and 15. */
export interface RewardAccount {
  readonly hex: string;
  readonly network: 0 | 1;
  readonly stake: Credential;
}

const HASH_LENGTH = 28;

/** Reads address bytes: network 0 or 1, types 0 to 7 of exactly their length. The failure says why it is refused. */
export function parseAddressBytes(bytes: Uint8Array): Result<Address, string> {
  const header = bytes[0];
  if (header === undefined) return failed('the address is empty');
  const type = header >> 4;
  const network = header & 0x0f;
  if (type > 7)
    return failed(type === 8 ? 'it is a Byron address' : `address type ${type} does not take payments`);
  if (network !== 0 && network !== 1) return failed(`network ${network} does not exist`);
  if (!lengthFits(type, bytes)) return failed(`an address of type ${type} has another length`);
  const payment: Credential = {
    kind: (type & 1) === 0 ? 'key' : 'script',
    hash: toHex(bytes.subarray(1, 1 + HASH_LENGTH)),
  };
  return ok({ hex: toHex(bytes), network, type, payment, stake: stakePart(type, bytes) });
}

/** Reads a Bech32 address whose prefix agrees with its network nibble. */
export function parseAddress(text: string): Result<Address, string> {
  const decoded = decodeBech32(text.trim());
  if (!decoded.ok) return decoded;
  const parsed = parseAddressBytes(decoded.value.bytes);
  if (parsed.ok && decoded.value.prefix !== prefixOf('addr', parsed.value.network))
    return failed(`the prefix "${decoded.value.prefix}" does not fit its network`);
  return parsed;
}

/** Reads lower- or upper-case hex of address bytes. */
export function parseAddressHex(hex: string): Result<Address, string> {
  const bytes = fromHex(hex);
  return bytes ? parseAddressBytes(bytes) : failed('the address is not hexadecimal');
}

/** Bech32 text: `addr1…` on mainnet, `addr_test1…` elsewhere. */
export function formatAddress(address: Pick<Address, 'hex' | 'network'>): string {
  return encodeBech32(prefixOf('addr', address.network), hexBytes(address.hex));
}

/** The base address (type 0) of a payment key and a stake key, both 28-byte hashes in hex. */
export function baseAddress(network: 0 | 1, paymentKeyHash: string, stakeKeyHash: string): Address {
  return addressOf(network, { kind: 'key', hash: paymentKeyHash }, { kind: 'key', hash: stakeKeyHash });
}

/** A base or enterprise address of any credentials. @throws RangeError when a hash does not have 28 bytes. */
export function addressOf(network: 0 | 1, payment: Credential, stake?: Credential): Address {
  const type = (stake ? (stake.kind === 'script' ? 2 : 0) : 6) | (payment.kind === 'script' ? 1 : 0);
  const bytes = concatBytes(
    Uint8Array.of((type << 4) | network),
    hexBytes(payment.hash),
    stake ? hexBytes(stake.hash) : new Uint8Array(0),
  );
  const parsed = parseAddressBytes(bytes);
  if (!parsed.ok) throw new RangeError(parsed.failure);
  return parsed.value;
}

/** Reads reward-account bytes as withdrawals contain them. */
export function parseRewardAccountBytes(bytes: Uint8Array): Result<RewardAccount, string> {
  const header = bytes[0];
  if (header === undefined || bytes.length !== 1 + HASH_LENGTH)
    return failed('a reward account has 29 bytes');
  const type = header >> 4;
  const network = header & 0x0f;
  if (type !== 14 && type !== 15) return failed('it is not a reward account');
  if (network !== 0 && network !== 1) return failed(`network ${network} does not exist`);
  return ok({
    hex: toHex(bytes),
    network,
    stake: { kind: type === 14 ? 'key' : 'script', hash: toHex(bytes.subarray(1)) },
  });
}

/** Bech32 text: `stake1…` on mainnet, `stake_test1…` elsewhere. */
export function formatRewardAccount(account: Pick<RewardAccount, 'hex' | 'network'>): string {
  return encodeBech32(prefixOf('stake', account.network), hexBytes(account.hex));
}

/** The reward account of a stake key hash (type 14). */
export function rewardAccountOf(network: 0 | 1, stakeKeyHash: string): RewardAccount {
  const parsed = parseRewardAccountBytes(concatBytes(Uint8Array.of(0xe0 | network), hexBytes(stakeKeyHash)));
  if (!parsed.ok) throw new RangeError(parsed.failure);
  return parsed.value;
}

function prefixOf(kind: 'addr' | 'stake', network: 0 | 1): string {
  return network === 1 ? kind : `${kind}_test`;
}

function lengthFits(type: number, bytes: Uint8Array): boolean {
  if (type <= 3) return bytes.length === 1 + 2 * HASH_LENGTH;
  if (type >= 6) return bytes.length === 1 + HASH_LENGTH;
  return isPointer(bytes.subarray(1 + HASH_LENGTH));
}

/** Three variable-length naturals, each ending at the first byte without the high bit, and nothing more. */
function isPointer(bytes: Uint8Array): boolean {
  const ends = Array.from(bytes, (byte, index) => ((byte & 0x80) === 0 ? index : -1)).filter(
    (index) => index >= 0,
  );
  return ends.length === 3 && ends[2] === bytes.length - 1;
}

function stakePart(type: number, bytes: Uint8Array): Address['stake'] {
  if (type >= 6) return undefined;
  if (type >= 4) return 'pointer';
  return { kind: type >= 2 ? 'script' : 'key', hash: toHex(bytes.subarray(1 + HASH_LENGTH)) };
}
