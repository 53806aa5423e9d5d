import { FixedTransaction, TransactionHash } from '@emurgo/cardano-serialization-lib-nodejs';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { deriveAccount, PublicAccount, type KeyPath } from '../../../src-main/wallet/account.ts';
import { parsePhrase } from '../../../src-main/wallet/recovery-phrase.ts';
import { hashToSign, neededPaths, signHash } from '../../../src-main/wallet/signer.ts';
import type { ApprovedTx } from '../../../src-main/inspect/approved-tx.ts';
import { STRANGERS_PHRASE } from '../../support/trader.ts';
import { WORDS } from '../../support/wallet-bench.ts';
import { approvedTrade } from '../../support/wallet-trade.ts';

function derived(words: string) {
  const entropy = parsePhrase(words);
  if (!entropy.ok) throw new Error(entropy.failure.code);
  const seed = deriveAccount(entropy.value);
  return { privateKey: seed.privateKey, account: new PublicAccount(seed.publicKey, 'preprod') };
}

const { account } = derived(WORDS);
const payment = account.keyHash({ role: 0, index: 0 });
const stake = account.keyHash({ role: 2, index: 0 });
const approved = approvedTrade(payment, stake);

/** The approval with other claims: one that no inspection made, for what the signer itself holds it against. */
function claiming(change: Partial<ApprovedTx>): ApprovedTx {
  return { ...approved, bodyHash: approved.bodyHash, ...change } as unknown as ApprovedTx;
}

const naming = (...paths: readonly KeyPath[]): ApprovedTx =>
  claiming({ signers: paths.map((path) => account.keyHash(path)) });

const notOurs = { failure: { code: 'key-not-ours' } };

afterEach(() => vi.restoreAllMocks());

describe('the keys that are searched', () => {
  it('are payment and change keys up to the 500th, and one stake key', () => {
    for (const role of [0, 1] as const) {
      const last = { role, index: 499 };
      expect(neededPaths(account, naming(last))).toEqual({ ok: true, value: [last] });
      expect(neededPaths(account, naming({ role, index: 500 }))).toMatchObject(notOurs);
    }
    expect(neededPaths(account, naming({ role: 2, index: 0 }))).toMatchObject({ ok: true });
    expect(neededPaths(account, naming({ role: 2, index: 1 }))).toMatchObject(notOurs);
  });

  it('are no more than it takes to find those that are needed', () => {
    const looked = vi.spyOn(account, 'keyHash');
    expect(neededPaths(account, approved).ok).toBe(true);
    expect(looked).toHaveBeenCalledTimes(3);
  });

  it('are never none', () => {
    expect(neededPaths(account, claiming({ signers: [] }))).toMatchObject(notOurs);
  });
});

describe('the hash that is signed', () => {
  const differs = { failure: { code: 'approved-bytes-differ' } };

  it('is not taken from anything that is not a transaction', () => {
    for (const cbor of ['00', 'a0', '80', '40'])
      expect(hashToSign(claiming({ cbor }))).toMatchObject(differs);
  });

  it('is that of the library too: bytes that it cannot read are not signed, though their body is the approved one', () => {
    const [, body] = /^84(.*)a0f5f6$/.exec(approved.cbor) ?? [];
    if (body === undefined) throw new Error('the approved trade has another form');
    expect(hashToSign(claiming({ cbor: `84${body}a0f5f6` })).ok).toBe(true);
    expect(hashToSign(claiming({ cbor: `84${body}00f5f6` }))).toMatchObject(differs);
  });

  it('leaves nothing of the transaction in the library', () => {
    const freed = [vi.spyOn(FixedTransaction.prototype, 'free'), vi.spyOn(TransactionHash.prototype, 'free')];
    expect(hashToSign(approved).ok).toBe(true);
    for (const free of freed) expect(free).toHaveBeenCalledOnce();
  });
});

describe('a signature', () => {
  it('that does not fit the account’s public key never leaves', () => {
    const stranger = derived(STRANGERS_PHRASE);
    const hash = hashToSign(approved);
    if (!hash.ok) throw new Error(hash.failure.code);
    expect(() => signHash(stranger.privateKey, account, [{ role: 0, index: 0 }], hash.value)).toThrow(
      'a signature of our own does not verify',
    );
  });
});
