import * as chainLibrary from '@emurgo/cardano-serialization-lib-nodejs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeBech32 } from '../../../../src-main/cardano/bech32.ts';
import { hexBytes } from '../../../../src-main/cardano/hex.ts';
import { AccountKeys } from '../../../../src-main/offline/formats/account-keys.ts';
import { decryptRootKey } from '../../../../src-main/offline/formats/encrypted-key.ts';
import { readPhraseKeys } from '../../../../src-main/offline/formats/phrase-key.ts';
import { readSigningKey } from '../../../../src-main/offline/formats/signing-key.ts';
import { SecretBytes } from '../../../../src-main/wallet/secret-bytes.ts';
import { seededRandom, WORDS } from '../../../support/wallet-bench.ts';

const { memory } = (
  chainLibrary as unknown as { readonly __wasm: { readonly memory: { readonly buffer: ArrayBuffer } } }
).__wasm;

const HASH = hexBytes('5a'.repeat(32));
const CHOICE = { account: 0, network: 'preprod' } as const;

/** An extended key that nothing else in this process has: 64 bytes. */
function freshKey(seed: number): Uint8Array {
  const bytes = seededRandom(seed).bytes(64);
  bytes[0] = (bytes[0] ?? 0) & 0xf8;
  bytes[31] = ((bytes[31] ?? 0) & 0x1f) | 0x40;
  return Uint8Array.from(bytes);
}

/** Pieces of the secret that are in the chain library's memory, or in an earlier copy of it. */
function pieces(secret: Uint8Array, copy: Buffer = Buffer.from(memory.buffer)): number {
  return Array.from({ length: secret.length - 15 }, (_, at) => secret.subarray(at, at + 16)).filter(
    (piece) => copy.indexOf(piece) >= 0,
  ).length;
}

describe('the memory of the chain library', () => {
  it('holds nothing of an extended key that was read, signed and was wiped', () => {
    const key = freshKey(71);
    const other = chainLibrary.PrivateKey.from_extended_bytes(freshKey(72));
    expect(pieces(freshKey(72))).toBeGreaterThan(0);
    other.free();
    const read = readSigningKey(encodeBech32('addr_xsk', Buffer.concat([key, Buffer.alloc(32)])));
    if (!read.ok) throw new Error(read.failure.code);
    read.value.sign(HASH);
    expect(pieces(key)).toBe(0);
    read.value.wipe();
  });

  it('holds nothing of a root key and of a key that was derived from it', () => {
    const root = Buffer.concat([freshKey(73), seededRandom(74).bytes(32)]);
    const keys = AccountKeys.ofRoot(SecretBytes.take(Uint8Array.from(root)), CHOICE);
    keys.signer({ role: 0, index: 3 }).sign(HASH);
    keys.wipe();
    const after = Buffer.from(memory.buffer.slice(0));
    let key = chainLibrary.Bip32PrivateKey.from_bytes(root);
    for (const step of [1852 + 2 ** 31, 1815 + 2 ** 31, 2 ** 31, 0, 3]) key = key.derive(step);
    expect(pieces(root.subarray(0, 64), after)).toBe(0);
    expect(pieces(key.as_bytes().subarray(0, 64), after)).toBe(0);
    expect(pieces(key.as_bytes().subarray(0, 64))).toBeGreaterThan(0);
  });
});

describe('secrets on their way', () => {
  const taken: SecretBytes[] = [];
  const left = (): number =>
    taken.filter((secret) => {
      try {
        return secret.bytes.length > 0;
      } catch {
        return false;
      }
    }).length;

  beforeEach(() => {
    const take = SecretBytes.take.bind(SecretBytes);
    vi.spyOn(SecretBytes, 'take').mockImplementation((source) => {
      const secret = take(source);
      taken.push(secret);
      return secret;
    });
  });

  afterEach(() => {
    vi.restoreAllMocks();
    taken.length = 0;
  });

  it('are wiped when a key is refused', () => {
    const key = freshKey(75);
    const forged = Buffer.concat([key, Buffer.alloc(64)]);
    expect(readSigningKey(encodeBech32('stake_xsk', forged)).ok).toBe(false);
    key[31] = 0;
    expect(readSigningKey(encodeBech32('stake_xsk', Buffer.concat([key, Buffer.alloc(32)]))).ok).toBe(false);
    expect(taken.length).toBe(2);
    expect(left()).toBe(0);
  });

  it('are wiped but for the account’s key when words are read', () => {
    const keys = readPhraseKeys(WORDS, CHOICE);
    if (!keys.ok) throw new Error(keys.failure.code);
    expect([taken.length > 1, left()]).toEqual([true, 1]);
    keys.value.wipe();
    expect(left()).toBe(0);
    expect(() => readPhraseKeys(WORDS, { ...CHOICE, account: -1 })).toThrow(RangeError);
    expect(left()).toBe(0);
  });

  it('are wiped when a password is wrong, and when what it opens is no key', () => {
    const encrypted = chainLibrary.encrypt_with_password(
      '61',
      '0a'.repeat(32),
      '0b'.repeat(12),
      '00'.repeat(96),
    );
    expect(decryptRootKey(encrypted, 'b').ok).toBe(false);
    expect(decryptRootKey(encrypted, 'a').ok).toBe(false);
    expect([taken.length, left()]).toEqual([6, 0]);
  });
});
