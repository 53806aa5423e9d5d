import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEntry, encodeEntry } from '../../../src-main/keychain/keytar-store.ts';
import { SECRET_MAX_LENGTH } from '../../../src-main/ports/secret-store.ts';

const name = fc.stringMatching(/^[a-z0-9./-]{1,100}$/);
const secret = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: SECRET_MAX_LENGTH,
});

describe('keychain entries', () => {
  it('come back as they were written, in base64 of at most 1,024 bytes', () => {
    fc.assert(
      fc.property(name, secret, (entryName, value) => {
        const entry = encodeEntry(entryName, value);
        expect(entry).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
        expect(entry.length).toBeLessThanOrEqual(1_024);
        expect(decodeEntry(entryName, entry)).toBe(value);
      }),
    );
  });

  it('are refused when cut, when changed and under another name', () => {
    fc.assert(
      fc.property(name, secret, fc.nat(), fc.nat(7), (entryName, value, position, bit) => {
        const entry = encodeEntry(entryName, value);
        expect(decodeEntry(entryName, entry.slice(0, position % entry.length))).toBeUndefined();
        const bytes = Buffer.from(entry, 'base64');
        const at = position % bytes.length;
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
        expect(decodeEntry(entryName, bytes.toString('base64'))).toBeUndefined();
        expect(decodeEntry(`${entryName}x`, entry)).toBeUndefined();
      }),
    );
  });
});
