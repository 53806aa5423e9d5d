import { bytesOf, hexOf } from './cbor.ts';

/**
 * Who can spend what is at an address (CIP-19). `key` and `script` are payment credentials, `stake` says who has the
 * rewards. Everything that is not a Shelley payment address of exact length is `odd`.
 */
export interface Holder {
  readonly kind: 'key' | 'script' | 'odd';
  /** Hash of the payment credential, hex; empty for an odd one. */
  readonly hash: string;
  readonly stake:
    { readonly kind: 'none' | 'pointer' } | { readonly kind: 'key' | 'script'; readonly hash: string };
  /** 0 for the test networks, 1 for mainnet; -1 for an odd one. */
  readonly network: number;
  /** The address as people write it: Bech32, or hex where there is no such text. */
  readonly text: string;
}

const HASH = 28;

/** Payment part by script: the lowest bit of the type. Stake part by script: the one above. */
const PAYMENT_BY_SCRIPT = 1;
const STAKE_BY_SCRIPT = 2;

export function holderOf(bytes: Uint8Array): Holder {
  const header = bytes[0] ?? 0xff;
  const type = header >> 4;
  const network = header & 0x0f;
  const stake = type > 7 || network > 1 ? undefined : stakeOf(type, bytes);
  if (!stake) return { kind: 'odd', hash: '', stake: { kind: 'none' }, network: -1, text: hexOf(bytes) };
  return {
    kind: (type & PAYMENT_BY_SCRIPT) === 0 ? 'key' : 'script',
    hash: hexOf(bytes.subarray(1, 1 + HASH)),
    stake,
    network,
    text: bech32(network === 1 ? 'addr' : 'addr_test', bytes),
  };
}

/**
 * The holder of an address in words: Bech32, or hex; whatever it is not, is odd. A text is an address only where that is
 * how its bytes are written, checksum and prefix included.
 */
export function holderOfText(text: string): Holder {
  if (/^(?:[0-9a-f]{2})+$/.test(text)) return holderOf(bytesOf(text));
  const plain = text === text.toUpperCase() ? text.toLowerCase() : text;
  const holder = holderOf(contentOfBech32(plain));
  return holder.text === plain ? holder : holderOf(new Uint8Array());
}

function stakeOf(type: number, bytes: Uint8Array): Holder['stake'] | undefined {
  const rest = bytes.subarray(1 + HASH);
  if (type < 4)
    return rest.length === HASH
      ? { kind: (type & STAKE_BY_SCRIPT) === 0 ? 'key' : 'script', hash: hexOf(rest) }
      : undefined;
  if (type < 6) return isPointer(rest) ? { kind: 'pointer' } : undefined;
  return bytes.length === 1 + HASH ? { kind: 'none' } : undefined;
}

/** Three numbers in groups of seven bits, each group but a number's last with its highest bit set. */
function isPointer(bytes: Uint8Array): boolean {
  const ends = [...bytes].filter((byte) => byte < 0x80).length;
  return ends === 3 && (bytes.at(-1) ?? 0x80) < 0x80;
}

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM = 6;

/** Bech32 (BIP-173) of any length: addresses are longer than what that proposal allows. */
function bech32(prefix: string, bytes: Uint8Array): string {
  const groups = regrouped(bytes, 8, 5, true);
  const check = polymod([...expanded(prefix), ...groups, ...new Array<number>(CHECKSUM).fill(0)]) ^ 1;
  const sums = Array.from({ length: CHECKSUM }, (_, at) => (check >> (5 * (CHECKSUM - 1 - at))) & 31);
  return `${prefix}1${[...groups, ...sums].map((group) => LETTERS[group]).join('')}`;
}

/** The bytes in such a text, if it is one: nothing is checked here. */
function contentOfBech32(text: string): Uint8Array {
  const groups = Array.from(text.slice(text.lastIndexOf('1') + 1, -CHECKSUM), (letter) =>
    LETTERS.indexOf(letter),
  );
  return Uint8Array.from(regrouped(groups, 5, 8, false));
}

function expanded(prefix: string): readonly number[] {
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

function polymod(groups: readonly number[]): number {
  let check = 1;
  for (const group of groups) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ group;
    GENERATOR.forEach((part, bit) => {
      if (((top >> bit) & 1) === 1) check ^= part;
    });
  }
  return check >>> 0;
}

/** Groups of `from` bits as groups of `to` bits; the last one filled up with zeros, or what is left over left out. */
function regrouped(groups: Iterable<number>, from: number, to: number, fill: boolean): readonly number[] {
  const out: number[] = [];
  let held = 0;
  let bits = 0;
  for (const group of groups) {
    held = (held << from) | group;
    bits += from;
    while (bits >= to) {
      bits -= to;
      out.push((held >> bits) & ((1 << to) - 1));
    }
    held &= (1 << bits) - 1;
  }
  return fill && bits > 0 ? [...out, held << (to - bits)] : out;
}
