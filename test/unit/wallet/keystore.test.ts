import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../../src-main/system/clock.ts';
import { parseKeystore } from '../../../src-main/wallet/keystore-format.ts';
import { fitsDevice, KEYSTORE_COST, openKeystore, sealKeystore } from '../../../src-main/wallet/keystore.ts';
import { SecretBytes } from '../../../src-main/wallet/secret-bytes.ts';
import { CHEAP } from '../../support/wallet-bench.ts';

const privateKey = (): SecretBytes => SecretBytes.take(new Uint8Array(96).map((_, index) => index + 1));
const secret = (text: string): SecretBytes => SecretBytes.ofText(text);
const device = () => ({ id: new Uint8Array(16).fill(7), key: SecretBytes.take(new Uint8Array(32).fill(9)) });

async function sealed(cost = KEYSTORE_COST, bound = true) {
  const content = await sealKeystore(privateKey(), secret('correct horse'), bound ? device() : undefined, {
    network: 'mainnet',
    profile: 'live',
    account: 0,
    publicKey: new Uint8Array(64).fill(3),
    cost,
    random: systemRandom,
  });
  const file = parseKeystore(content);
  if (!file.ok) throw new Error(file.failure.code);
  return { content, file: file.value };
}

describe('keystore', () => {
  it('opens at the real cost with password and keychain key together, and with neither alone', async () => {
    const { file } = await sealed();
    expect(file.header.cost).toEqual({ log2N: 17, r: 8, p: 1 });
    const opened = await openKeystore(file, secret('correct horse'), device().key);
    expect(opened.ok && opened.value.bytes.equals(privateKey().bytes)).toBe(true);
    const otherDevice = SecretBytes.take(new Uint8Array(32).fill(8));
    expect(await openKeystore(file, secret('correct horse'), otherDevice)).toMatchObject({
      failure: { code: 'wrong-password' },
    });
    expect(await openKeystore(file, secret('correct Horse'), device().key)).toMatchObject({
      failure: { code: 'wrong-password' },
    });
    await expect(openKeystore(file, secret('correct horse'), undefined)).rejects.toThrow(TypeError);
  });

  it('refuses a cheaper derivation than it ever writes', async () => {
    const { file } = await sealed(CHEAP);
    expect(await openKeystore(file, secret('correct horse'), device().key)).toMatchObject({
      failure: { code: 'keystore-corrupt' },
    });
  });

  it('takes the same password however the system composes its letters', async () => {
    const content = await sealKeystore(privateKey(), secret('caf\u00e9 \ufb01ve stars'), undefined, {
      network: 'preprod',
      profile: 'practice',
      account: 0,
      publicKey: new Uint8Array(64),
      cost: CHEAP,
      random: systemRandom,
    });
    const file = parseKeystore(content);
    if (!file.ok) throw new Error(file.failure.code);
    const opened = await openKeystore(file.value, secret('cafe\u0301 five stars'), undefined, CHEAP.log2N);
    expect(opened.ok).toBe(true);
  });

  it('never writes the same bytes twice, and none of the key in clear', async () => {
    const first = (await sealed(CHEAP)).content;
    const second = (await sealed(CHEAP)).content;
    const { file } = await sealed(CHEAP);
    expect(Buffer.from(first).equals(second)).toBe(false);
    expect(Buffer.from(first).includes(privateKey().bytes.subarray(0, 8))).toBe(false);
    expect(file.header.publicKey).toEqual(Buffer.alloc(64, 3));
  });

  it('is proven by the keychain key without the password', async () => {
    const { file } = await sealed(CHEAP);
    expect(fitsDevice(file, device().key)).toBe(true);
    expect(fitsDevice(file, SecretBytes.take(new Uint8Array(32)))).toBe(false);
    const backup = await sealed(CHEAP, false);
    expect(fitsDevice(backup.file, device().key)).toBe(false);
  });
});
