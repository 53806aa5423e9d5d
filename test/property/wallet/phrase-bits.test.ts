import { entropyToMnemonic, mnemonicToEntropy, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entropyOfIndexes, wordIndexes } from '../../../src-main/wallet/recovery-phrase.ts';
import { SecretBytes } from '../../../src-main/wallet/secret-bytes.ts';

const entropy = fc
  .constantFrom(16, 20, 24, 28, 32)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
const words = (indexes: readonly number[]): string => indexes.map((index) => wordlist[index]).join(' ');

describe('recovery words and entropy', () => {
  it('are packed and unpacked as BIP-39 says, by another implementation too', () => {
    fc.assert(
      fc.property(entropy, (bytes) => {
        const indexes = wordIndexes(SecretBytes.take(bytes.slice()));
        expect(words(indexes)).toBe(entropyToMnemonic(bytes, wordlist));
        expect([...(entropyOfIndexes(indexes)?.bytes ?? [])]).toEqual([...bytes]);
      }),
    );
  });

  it('are accepted exactly when the check sum fits', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(12, 15, 18, 21, 24),
        fc.infiniteStream(fc.integer({ min: 0, max: 2047 })),
        (length, stream) => {
          const indexes = [...stream.take(length)];
          const unpacked = entropyOfIndexes(indexes);
          const valid = validateMnemonic(words(indexes), wordlist);
          expect(unpacked !== undefined).toBe(valid);
          if (valid)
            expect([...(unpacked?.bytes ?? [])]).toEqual([...mnemonicToEntropy(words(indexes), wordlist)]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
