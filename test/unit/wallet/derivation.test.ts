import { describe, expect, it } from 'vitest';
import { decodeBech32 } from '../../../src-main/cardano/bech32.ts';
import { formatRewardAccount, parseAddress, rewardAccountOf } from '../../../src-main/cardano/address.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { accountPublicKey, deriveAccount, PublicAccount } from '../../../src-main/wallet/account.ts';
import { parsePhrase } from '../../../src-main/wallet/recovery-phrase.ts';
import { read } from '../../support/vectors.ts';
import { WORDS } from '../../support/wallet-bench.ts';

interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly mnemonic: string;
  readonly account?: number;
  readonly addrMainnet?: string;
  readonly addrTestnet?: string;
  readonly stakeAddrMainnet?: string;
  readonly pubHex?: string;
  readonly acctXpubHex?: string;
  readonly golden?: Readonly<Record<string, string>> & { readonly paymentAddr0: readonly string[] };
}

function derive(mnemonic: string, account = 0) {
  const entropy = parsePhrase(mnemonic);
  if (!entropy.ok) throw new Error(entropy.failure.code);
  const seed = deriveAccount(entropy.value, account);
  return {
    seed,
    mainnet: new PublicAccount(seed.publicKey, 'mainnet'),
    preprod: new PublicAccount(seed.publicKey, 'preprod'),
    preview: new PublicAccount(seed.publicKey, 'preview'),
  };
}

const bech32Bytes = (text: string | undefined): string => {
  const decoded = decodeBech32(text ?? '');
  if (!decoded.ok) throw new Error(decoded.failure);
  return toHex(decoded.value.bytes);
};

describe('key derivation (CIP-3, CIP-1852, CIP-19)', () => {
  it('gives the known payment key, and addresses of each network', () => {
    const { seed, mainnet, preprod, preview } = derive(WORDS);
    expect(mainnet.address(0)).toBe(
      'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3jcu5d8ps7zex2k2xt3uqxgjqnnj83ws8lhrn648jjxtwqfjkjv7',
    );
    expect(preprod.address(0)).toMatch(/^addr_test1q/);
    expect(preview.address(0)).toBe(preprod.address(0));
    expect(mainnet.keyHash({ role: 0, index: 0 })).toBe(
      '9493315cd92eb5d8c4304e67b7e16ae36d61d34502694657811a2c8e',
    );
    expect(toHex(accountPublicKey(seed.privateKey))).toBe(toHex(seed.publicKey));
  });

  it('names the stake key first, then payment and change keys', () => {
    const { mainnet } = derive(WORDS);
    expect(mainnet.paths(2)).toEqual([
      { role: 2, index: 0 },
      { role: 0, index: 0 },
      { role: 0, index: 1 },
      { role: 1, index: 0 },
      { role: 1, index: 1 },
    ]);
  });

  describe('against published vectors', () => {
    const vectors = JSON.parse(read('derivation/derivation.json')) as Vector[];

    it('has the vectors', () => {
      expect(vectors.length).toBe(16);
    });

    it.each(vectors.filter((vector) => vector.kind === 'base'))('$id', (vector) => {
      const { mainnet, preprod } = derive(vector.mnemonic, vector.account);
      expect(mainnet.address(0)).toBe(vector.addrMainnet);
      if (vector.addrTestnet !== undefined) expect(preprod.address(0)).toBe(vector.addrTestnet);
    });

    it.each(vectors.filter((vector) => vector.stakeAddrMainnet !== undefined))('$id', (vector) => {
      const hash = derive(vector.mnemonic).mainnet.keyHash({ role: 2, index: 0 });
      expect(formatRewardAccount(rewardAccountOf(1, hash))).toBe(vector.stakeAddrMainnet);
    });

    it.each(vectors.filter((vector) => vector.pubHex !== undefined))('$id', (vector) => {
      const { mainnet, seed } = derive(vector.mnemonic);
      expect(toHex(mainnet.key({ role: 0, index: 0 }))).toBe(vector.pubHex);
      if (vector.acctXpubHex !== undefined) expect(toHex(seed.publicKey)).toBe(vector.acctXpubHex);
    });

    it.each(vectors.filter((vector) => vector.golden && vector.mnemonic.split(' ').length >= 12))(
      '$id',
      ({ mnemonic, golden }) => {
        const { seed, mainnet } = derive(mnemonic);
        expect(toHex(seed.privateKey.bytes)).toBe(bech32Bytes(golden?.['accXPrv0']));
        expect(toHex(derive(mnemonic, 1).seed.privateKey.bytes)).toBe(bech32Bytes(golden?.['accXPrv1']));
        for (const index of [0, 1, 1442])
          expect(toHex(mainnet.key({ role: 0, index }))).toBe(
            bech32Bytes(golden?.[`addrXPub${index}`]).slice(0, 64),
          );
        const stated = parseAddress(golden?.paymentAddr0[0] ?? '');
        expect(stated.ok && stated.value.payment.hash).toBe(mainnet.keyHash({ role: 0, index: 0 }));
      },
    );
  });
});
