import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { formatRewardAccount, rewardAccountOf } from '../../../../src-main/cardano/address.ts';
import { encodeBech32 } from '../../../../src-main/cardano/bech32.ts';
import { hexBytes, toHex } from '../../../../src-main/cardano/hex.ts';
import { decodeTransaction } from '../../../../src-main/cardano/transaction.ts';
import { encodeWitnessSet } from '../../../../src-main/cardano/witness.ts';
import { AccountKeys } from '../../../../src-main/offline/formats/account-keys.ts';
import { OTHER_DERIVATIONS, readPhraseKeys } from '../../../../src-main/offline/formats/phrase-key.ts';
import { readSigningKey } from '../../../../src-main/offline/formats/signing-key.ts';
import { SecretBytes } from '../../../../src-main/wallet/secret-bytes.ts';
import { read } from '../../../support/vectors.ts';
import { WORDS } from '../../../support/wallet-bench.ts';

interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly mnemonic: string;
  readonly account?: number;
  readonly addrMainnet?: string;
  readonly addrTestnet?: string;
  readonly stakeAddrMainnet?: string;
  readonly stakeAddrTestnet?: string;
  readonly rootXprvHex?: string;
  readonly xprvHex?: string;
  readonly pubHex?: string;
  readonly acctXpubHex?: string;
  readonly skeyCborHex?: string;
  readonly golden?: Readonly<Record<string, string>>;
}

const vectors = JSON.parse(read('derivation/derivation.json')) as readonly Vector[];
const HASH = hexBytes('5a'.repeat(32));
const FIRST = { role: 0, index: 0 } as const;
const STAKE = { role: 2, index: 0 } as const;

function having(field: keyof Vector): readonly Vector[] {
  const found = vectors.filter(
    (vector) => vector[field] !== undefined && vector.mnemonic.split(' ').length >= 12,
  );
  if (found.length === 0) throw new Error(`no vector has ${field}`);
  return found;
}

function keysOf(words: string, account = 0, network: 'mainnet' | 'preprod' = 'mainnet'): AccountKeys {
  const keys = readPhraseKeys(words, { account, network });
  if (!keys.ok) throw new Error(String(keys.failure.data?.['reason']));
  return keys.value;
}

function stakeAddress(keys: AccountKeys, networkId: 0 | 1): string {
  return formatRewardAccount(rewardAccountOf(networkId, keys.signer(STAKE).keyHash));
}

describe('recovery words on a machine that is offline', () => {
  it.each(vectors.filter(({ kind }) => kind === 'base'))('give the address: $id', (vector) => {
    expect(keysOf(vector.mnemonic, vector.account).address(0)).toBe(vector.addrMainnet);
    if (vector.addrTestnet !== undefined)
      expect(keysOf(vector.mnemonic, vector.account, 'preprod').address(0)).toBe(vector.addrTestnet);
  });

  it.each(having('stakeAddrMainnet'))(
    'give the stake key: $id',
    ({ mnemonic, stakeAddrMainnet, xprvHex }) => {
      const keys = keysOf(mnemonic);
      expect(stakeAddress(keys, 1)).toBe(stakeAddrMainnet);
      const text = readSigningKey(encodeBech32('stake_xsk', hexBytes(xprvHex ?? '')));
      if (!text.ok) throw new Error(String(text.failure.data?.['reason']));
      expect(text.value).toMatchObject({ role: 'stake', keyHash: keys.signer(STAKE).keyHash });
      expect(text.value.sign(HASH)).toBe(keys.signer(STAKE).sign(HASH));
    },
  );

  it.each(having('stakeAddrTestnet'))('give the stake key: $id', ({ mnemonic, stakeAddrTestnet }) => {
    expect(stakeAddress(keysOf(mnemonic), 0)).toBe(stakeAddrTestnet);
  });

  it.each(having('pubHex'))('give the payment key: $id', ({ mnemonic, pubHex, acctXpubHex, skeyCborHex }) => {
    const keys = keysOf(mnemonic);
    expect(keys.signer(FIRST)).toMatchObject({ role: 'payment', publicKey: pubHex });
    if (acctXpubHex !== undefined)
      expect(keys.publicKey).toBe(encodeBech32('acct_xvk', hexBytes(acctXpubHex)));
    if (skeyCborHex === undefined) return;
    const type = 'PaymentExtendedSigningKeyShelley_ed25519_bip32';
    const file = readSigningKey(JSON.stringify({ type, description: '', cborHex: skeyCborHex }));
    if (!file.ok) throw new Error(String(file.failure.data?.['reason']));
    expect(file.value.publicKey).toBe(pubHex);
    expect(file.value.sign(HASH)).toBe(keys.signer(FIRST).sign(HASH));
  });

  it.each(having('golden'))('give the keys at every index: $id', ({ mnemonic, golden }) => {
    const keys = keysOf(mnemonic);
    for (const index of [0, 1, 1442]) {
      const stated = readSigningKey(golden?.[`addrXPrv${index}`] ?? '');
      if (!stated.ok) throw new Error(String(stated.failure.data?.['reason']));
      expect(keys.signer({ role: 0, index }).publicKey).toBe(stated.value.publicKey);
      expect(keys.signer({ role: 0, index }).sign(HASH)).toBe(stated.value.sign(HASH));
    }
  });

  it.each(having('rootXprvHex'))('give the account of the root key: $id', ({ mnemonic, rootXprvHex }) => {
    const root = SecretBytes.take(hexBytes(rootXprvHex ?? ''));
    for (const account of [0, 7]) {
      const keys = AccountKeys.ofRoot(root, { account, network: 'mainnet' });
      expect(keys.publicKey).toBe(keysOf(mnemonic, account).publicKey);
      expect(keys.signer(FIRST).sign(HASH)).toBe(keysOf(mnemonic, account).signer(FIRST).sign(HASH));
    }
  });

  it('sign a transaction as another wallet did', () => {
    const [vector] = JSON.parse(read('cip30/sign-vectors.json')) as readonly {
      readonly mnemonic: string;
      readonly tx: string;
      readonly witnessSet: string;
    }[];
    const tx = decodeTransaction(vector?.tx ?? '');
    if (!vector || !tx.ok) throw new Error('there is no vector');
    const signer = keysOf(vector.mnemonic).signer(FIRST);
    const signature = signer.sign(hexBytes(tx.value.bodyHash));
    expect(encodeWitnessSet([{ publicKey: signer.publicKey, signature }])).toBe(vector.witnessSet);
  });

  it.each(['base-icarus-trezor', 'base-ledger'])('of a hardware wallet give another address: %s', (kind) => {
    const [vector, ...more] = vectors.filter((one) => one.kind === kind);
    if (!vector || more.length > 0) throw new Error('there is one vector of each');
    const device = kind === 'base-ledger' ? 'Ledger' : 'Trezor from 24 words';
    expect(OTHER_DERIVATIONS).toContain(device);
    const ours = vectors.find((one) => one.kind === 'base' && one.mnemonic === vector.mnemonic);
    expect(keysOf(vector.mnemonic, vector.account).address(0)).toBe(ours?.addrMainnet);
    expect(ours?.addrMainnet).not.toBe(vector.addrMainnet);
  });

  it('are refused by position, and never repeated', () => {
    const wrong = WORDS.split(' ').with(3, 'fünfzehn').join(' ');
    expect(readPhraseKeys(wrong, { account: 0, network: 'mainnet' })).toMatchObject({
      failure: { code: 'phrase-malformed', data: { reason: 'word 4 is not in the list' } },
    });
    const few = readPhraseKeys('test child burst', { account: 0, network: 'mainnet' });
    expect(few).toMatchObject({ failure: { code: 'phrase-malformed' } });
    expect(JSON.stringify(few)).not.toContain('child');
  });
});

describe('the keys of an account', () => {
  it.each([-1, 0.5, Number.NaN, 2 ** 31])('are not asked for at index %s', (index) => {
    expect(() => keysOf(WORDS, index)).toThrow(RangeError);
    expect(() => keysOf(WORDS).address(index)).toThrow(RangeError);
    expect(() => keysOf(WORDS).signer({ role: 1, index })).toThrow(RangeError);
  });

  it('sign as what they are for: change is paid to, as payments are', () => {
    const roles = ([0, 1, 2] as const).map((role) => keysOf(WORDS).signer({ role, index: 0 }).role);
    expect(roles).toEqual(['payment', 'payment', 'stake']);
  });

  it('are there up to the last index', () => {
    expect(keysOf(WORDS, 2 ** 31 - 1).signer({ role: 1, index: 2 ** 31 - 1 }).publicKey).toMatch(/^\w{64}$/);
  });

  it('print nothing of themselves, not even what shows all addresses', () => {
    const keys = keysOf(WORDS);
    const printed = [
      JSON.stringify({ keys }),
      String(keys),
      inspect(keys, { depth: 20, showHidden: true }),
      inspect(keys, { depth: 20, showHidden: true, customInspect: false }),
    ].join('\n');
    expect(printed).toContain('[redacted]');
    expect(printed).not.toContain(keys.publicKey.slice(9, 29));
    expect(printed).not.toMatch(/[0-9a-f]{12}|\d+, ?\d+/);
  });

  it('are gone after they were wiped; what was taken before stays until it is wiped itself', () => {
    const keys = keysOf(WORDS);
    const signer = keys.signer(FIRST);
    const signature = signer.sign(HASH);
    keys.wipe();
    expect(() => keys.signer(FIRST)).toThrow('wiped');
    expect(signer.sign(HASH)).toBe(signature);
    signer.wipe();
    expect(() => signer.sign(HASH)).toThrow('wiped');
    expect(toHex(HASH)).toBe('5a'.repeat(32));
  });
});
