import { pbkdf2Sync } from 'node:crypto';
import { encrypt_with_password } from '@emurgo/cardano-serialization-lib-nodejs';
import { describe, expect, it } from 'vitest';
import { failureText } from '#domain/failure.ts';
import { hexBytes, toHex } from '../../../../src-main/cardano/hex.ts';
import { AccountKeys } from '../../../../src-main/offline/formats/account-keys.ts';
import { decryptRootKey } from '../../../../src-main/offline/formats/encrypted-key.ts';
import { readPhraseKeys } from '../../../../src-main/offline/formats/phrase-key.ts';
import { read } from '../../../support/vectors.ts';

const vectors = JSON.parse(read('derivation/derivation.json')) as readonly Readonly<Record<string, string>>[];

function vectorOf(id: string): Readonly<Record<string, string>> {
  const found = vectors.find((vector) => vector['id'] === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
}

const yoroi = vectorOf('yoroi-15');
const ENCRYPTED = yoroi['emip3EncryptedHex'] ?? '';
const ROOT = yoroi['rootXprvHex'] ?? '';
const PASSWORD = yoroi['emip3Password'] ?? '';

/** As another implementation encrypts; hex. */
function encrypted(plain: string, password: string): string {
  const typed = Buffer.from(password, 'utf8').toString('hex');
  return encrypt_with_password(typed, '0a'.repeat(32), '0b'.repeat(12), plain);
}

function code(text: string, password = PASSWORD): string {
  const result = decryptRootKey(text, password);
  if (result.ok) return toHex(result.value.bytes);
  expect(failureText(result.failure).what).not.toContain('undefined');
  return [result.failure.code, result.failure.data?.['reason']]
    .filter((part) => part !== undefined)
    .join(': ');
}

describe('keys encrypted by EMIP-3', () => {
  it('a key that another wallet encrypted is the root key of its words', () => {
    for (const text of [ENCRYPTED, ` ${ENCRYPTED.toUpperCase()}\n`]) {
      const root = decryptRootKey(text, PASSWORD);
      if (!root.ok) throw new Error(root.failure.code);
      expect(toHex(root.value.bytes)).toBe(ROOT);
      const choice = { account: 0, network: 'mainnet' } as const;
      const words = readPhraseKeys(yoroi['mnemonic'] ?? '', choice);
      expect(words.ok && words.value.address(0)).toBe(AccountKeys.ofRoot(root.value, choice).address(0));
    }
  });

  it('the key is stretched from the password as the vector says', () => {
    const vector = vectorOf('emip3-pbkdf2');
    const key = pbkdf2Sync(vector['password'] ?? '', hexBytes(vector['saltHex'] ?? ''), 19_162, 32, 'sha512');
    expect(key.toString('hex')).toBe(vector['keyHex']);
    expect(Number(vector['iterations'])).toBe(19_162);
  });

  it.each(['p', 'pässwörd', 'pa\u0308sswo\u0308rd', '🔑 and spaces '])(
    'the password %j is taken as typed',
    (password) => {
      expect(code(encrypted(ROOT, password), password)).toBe(ROOT);
      expect(code(encrypted(ROOT, password), `${password} `)).toBe('encrypted-key-password');
      if (password.normalize('NFC') !== password)
        expect(code(encrypted(ROOT, password), password.normalize('NFC'))).toBe('encrypted-key-password');
    },
  );

  it('a wrong password and damage are one failure, since nothing tells them apart', () => {
    for (const password of ['', 'Password', `${PASSWORD} `])
      expect(code(ENCRYPTED, password)).toBe('encrypted-key-password');
    for (const at of [0, 63, 64, 87, 88, 119, 120, ENCRYPTED.length - 1]) {
      const digit = ENCRYPTED[at] === '0' ? '1' : '0';
      expect(code(ENCRYPTED.slice(0, at) + digit + ENCRYPTED.slice(at + 1))).toBe('encrypted-key-password');
    }
    expect(JSON.stringify(decryptRootKey(ENCRYPTED, 's3cret'))).not.toContain('s3cret');
  });

  it.each([
    ['', 'it has 0 bytes, not 156'],
    ['nothing', 'it is not hexadecimal'],
    [ENCRYPTED.slice(0, -1), 'it is not hexadecimal'],
    [ENCRYPTED.slice(0, -2), 'it has 155 bytes, not 156'],
    [`${ENCRYPTED}00`, 'it has more than 156 bytes'],
    [encrypted('00'.repeat(96), PASSWORD), 'its content is not an extended private key'],
    [encrypted(ROOT.slice(0, 128), PASSWORD), 'it has 124 bytes, not 156'],
  ])('%# is refused', (text, reason) => {
    expect(code(text)).toBe(`encrypted-key-malformed: ${reason}`);
  });

  it('a runtime without the cipher says so, whatever it is given', () => {
    const result = decryptRootKey(ENCRYPTED, PASSWORD, ['aes-256-gcm']);
    expect(result).toEqual({ ok: false, failure: { code: 'encrypted-key-unsupported' } });
    expect(result.ok || failureText(result.failure).advice).toContain('Node');
  });
});
