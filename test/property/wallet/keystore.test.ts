import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../../src-main/system/clock.ts';
import { parseKeystore } from '../../../src-main/wallet/keystore-format.ts';
import { fitsDevice, openKeystore, sealKeystore } from '../../../src-main/wallet/keystore.ts';
import { SecretBytes } from '../../../src-main/wallet/secret-bytes.ts';
import { CHEAP } from '../../support/wallet-bench.ts';

const key = (): SecretBytes => SecretBytes.take(new Uint8Array(32).fill(5));
const account = (): SecretBytes => SecretBytes.take(new Uint8Array(96).fill(6));

function seal(password: string, bound: boolean): Promise<Uint8Array> {
  const device = bound ? { id: new Uint8Array(16), key: key() } : undefined;
  return sealKeystore(account(), SecretBytes.ofText(password), device, {
    network: 'mainnet',
    profile: 'live',
    account: 0,
    publicKey: new Uint8Array(64).fill(2),
    cost: CHEAP,
    random: systemRandom,
  });
}

/** True when the content opens, the cheap derivation of the tests being admitted. */
async function opens(content: Uint8Array, password: string, bound: boolean): Promise<boolean> {
  const file = parseKeystore(content);
  if (!file.ok || (file.value.header.kind === 'keystore') !== bound) return false;
  const device = bound ? key() : undefined;
  const opened = await openKeystore(file.value, SecretBytes.ofText(password), device, 1);
  return opened.ok && (!bound || fitsDevice(file.value, key()));
}

function flipped(content: Uint8Array, bit: number): Buffer {
  const copy = Buffer.from(content);
  copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return copy;
}

/** An attack by somebody who knows the format: the checksum is right again. */
function resummed(content: Buffer): Buffer {
  const body = content.subarray(0, -32);
  return Buffer.concat([body, createHash('sha256').update(body).digest()]);
}

describe('keystore laws', () => {
  it('opens with the right password only', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
        fc.boolean(),
        async (password, other, bound) => {
          const content = await seal(password, bound);
          expect(await opens(content, password, bound)).toBe(true);
          expect(await opens(content, other, bound)).toBe(
            SecretBytes.ofText(password).bytes.equals(SecretBytes.ofText(other).bytes),
          );
        },
      ),
    );
  });

  it.each([true, false])('refuses every flipped bit as damage (keychain-bound: %s)', async (bound) => {
    const content = await seal('correct horse', bound);
    for (let bit = 0; bit < content.length * 8; bit += 1)
      expect(parseKeystore(flipped(content, bit))).toMatchObject({
        ok: false,
        failure: { code: 'keystore-corrupt' },
      });
  });

  it.each([true, false])(
    'refuses every flipped bit under a new check sum (keychain-bound: %s)',
    async (bound) => {
      const content = await seal('correct horse', bound);
      expect(await opens(resummed(Buffer.from(content)), 'correct horse', bound)).toBe(true);
      for (let bit = 0; bit < (content.length - 32) * 8; bit += 1)
        expect([bit, await opens(resummed(flipped(content, bit)), 'correct horse', bound)]).toEqual([
          bit,
          false,
        ]);
    },
  );

  it('refuses anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(parseKeystore(bytes).ok).toBe(false);
        expect(parseKeystore(resummed(Buffer.from(bytes))).ok).toBe(false);
      }),
    );
  });
});
