import { FixedTransaction, Vkeywitness } from '@emurgo/cardano-serialization-lib-nodejs';
import { describe, expect, it } from 'vitest';
import { epochMs } from '#domain/time.ts';
import { parseWitnessSet, verifyWitness } from '../../../src-main/cardano/witness.ts';
import type { ApprovedTx } from '../../../src-main/inspect/approved-tx.ts';
import { sealHolds } from '../../../src-main/receipt/receipt-key.ts';
import { deriveAccount, PublicAccount } from '../../../src-main/wallet/account.ts';
import { parsePhrase } from '../../../src-main/wallet/recovery-phrase.ts';
import { hashToSign, signHash } from '../../../src-main/wallet/signer.ts';
import type { Wallet } from '../../../src-main/wallet/wallet.ts';
import { read } from '../../support/vectors.ts';
import { PASSWORD, WalletBench } from '../../support/wallet-bench.ts';
import { approvedTrade } from '../../support/wallet-trade.ts';

/** Words of another public test vector. Never fund them. */
const OTHER_WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

/** Hashes of payment key 0, of a later payment key, of a change key, and of the stake key. */
function keysOf(wallet: Wallet) {
  const hashes = wallet.ownKeyHashes(30);
  if (!hashes.ok) throw new Error(hashes.failure.code);
  const [stake = '', payment = ''] = hashes.value;
  return { stake, payment, later: hashes.value[25] ?? '', change: hashes.value[1 + 30 + 7] ?? '' };
}

function signersOf(approved: ApprovedTx, witnessSet: string): string[] {
  const witnesses = parseWitnessSet(witnessSet);
  if (!witnesses.ok) throw new Error(witnesses.failure);
  expect(witnesses.value.every((witness) => verifyWitness(approved.bodyHash, witness))).toBe(true);
  return witnesses.value.map((witness) => witness.keyHash).sort();
}

describe('signing', () => {
  it('answers signatures of exactly the keys that the transaction needs, and the approval is used up', async () => {
    const wallet = await new WalletBench().withWallet();
    const { payment, stake } = keysOf(wallet);
    const approved = approvedTrade(payment, stake);
    const signed = await wallet.signer({ password: PASSWORD })(approved);
    if (!signed.ok) throw new Error(signed.failure.code);
    expect(signed.value.witnessSet.startsWith('a10082825820')).toBe(true);
    expect(signersOf(approved, signed.value.witnessSet)).toEqual([payment, stake].sort());
    expect(wallet.status().state).toBe('locked');
    expect(await wallet.signer({ password: PASSWORD })(approved)).toMatchObject({
      failure: { code: 'approval-expired' },
    });
  });

  it('lends a key for the receipt of what it signed, and keeps none', async () => {
    const wallet = await new WalletBench().withWallet();
    const { payment, stake } = keysOf(wallet);
    const lent = [];
    for (const password of [PASSWORD, PASSWORD]) {
      const approved = approvedTrade(payment, stake);
      const signed = await wallet.signer({ password })(approved);
      const key = signed.ok ? signed.value.receiptKey : undefined;
      if (!key) throw new Error('no key for the receipt');
      expect(sealHolds(key.seal, 'mainnet', approved.bodyHash)).toBe(true);
      expect(sealHolds(key.seal, 'preprod', approved.bodyHash)).toBe(false);
      expect(sealHolds(key.seal, 'mainnet', '00'.repeat(32))).toBe(false);
      lent.push(key);
    }
    const [first, second] = lent;
    expect(first?.seal.receiptKey).toBe(second?.seal.receiptKey);
    expect(first?.seal.transactionKey).not.toBe(second?.seal.transactionKey);
    expect(first?.addendum).not.toEqual(second?.addendum);
  });

  it('lends each of two signings side by side the key of its own transaction', async () => {
    const wallet = await new WalletBench().withWallet();
    const { payment, stake, later } = keysOf(wallet);
    const approvals = [approvedTrade(payment, stake), approvedTrade(later, stake)];
    const signed = await Promise.all(approvals.map((one) => wallet.signer({ password: PASSWORD })(one)));
    const seals = signed.map((one) => (one.ok ? one.value.receiptKey?.seal : undefined));
    expect(
      approvals.map(({ bodyHash }) => seals.map((seal) => seal && sealHolds(seal, 'mainnet', bodyHash))),
    ).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it.each(['later', 'change'] as const)('finds %s keys of the account', async (which) => {
    const wallet = await new WalletBench().withWallet();
    const keys = keysOf(wallet);
    const approved = approvedTrade(keys[which], keys.stake);
    const signed = await wallet.signer({ password: PASSWORD })(approved);
    expect(signed.ok && signersOf(approved, signed.value.witnessSet)).toEqual(
      [keys[which], keys.stake].sort(),
    );
  });

  it('asks for the password each time unless the wallet is unlocked', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const { payment, stake } = keysOf(wallet);
    const approved = approvedTrade(payment, stake);
    expect(await wallet.signer('unlocked')(approved)).toMatchObject({ failure: { code: 'wallet-locked' } });
    expect(await wallet.signer({ password: 'wrong password' })(approved)).toMatchObject({
      failure: { code: 'wrong-password' },
    });
    await bench.clock.advance(1_000);
    await wallet.unlock(PASSWORD, 5);
    const signed = await wallet.signer('unlocked')(approved);
    expect(signed.ok && signersOf(approved, signed.value.witnessSet)).toEqual([payment, stake].sort());
    expect((await wallet.signer('unlocked')(approvedTrade(payment, stake))).ok).toBe(true);
    await bench.clock.advance(5 * 60_000);
    expect(await wallet.signer('unlocked')(approvedTrade(payment, stake))).toMatchObject({
      failure: { code: 'wallet-locked' },
    });
  });

  it('signs with no key of a wallet that was locked, or replaced, between the click and its turn', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const { payment, stake } = keysOf(wallet);
    await wallet.unlock(PASSWORD, 5);
    // Something else has the wallet until it is locked.
    const before = wallet.checkPassword(PASSWORD);
    const late = wallet.signer('unlocked')(approvedTrade(payment, stake));
    wallet.lock();
    await before;
    expect(await late).toMatchObject({ failure: { code: 'wallet-locked' } });
    const signer = wallet.signer({ password: PASSWORD });
    const removed = wallet.remove(PASSWORD);
    const replaced = wallet.import(OTHER_WORDS, PASSWORD);
    const signed = signer(approvedTrade(payment, stake));
    expect([(await removed).ok, (await replaced).ok]).toEqual([true, true]);
    expect(await signed).toMatchObject({ failure: { code: 'key-not-ours' } });
  });

  it('refuses an approval that ran out, keys of others, and anything that is not an approval', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const { payment, stake } = keysOf(wallet);
    const late = approvedTrade(payment, stake, epochMs(bench.clock.now()));
    expect(await wallet.signer({ password: PASSWORD })(late)).toMatchObject({
      failure: { code: 'approval-expired' },
    });
    const others = approvedTrade('ab'.repeat(28), 'cd'.repeat(28));
    expect(await wallet.signer({ password: PASSWORD })(others)).toMatchObject({
      failure: { code: 'key-not-ours' },
    });
    const halfOurs = approvedTrade(payment, 'cd'.repeat(28));
    expect(await wallet.signer({ password: PASSWORD })(halfOurs)).toMatchObject({
      failure: { code: 'key-not-ours' },
    });
    const { bodyHash, cbor, signers, expiresAt } = approvedTrade(payment, stake);
    const forged = { bodyHash, cbor, signers, expiresAt, redeem: () => undefined };
    await expect(wallet.signer({ password: PASSWORD })(forged as unknown as ApprovedTx)).rejects.toThrow(
      TypeError,
    );
  });

  it('takes no bytes whose hash is not the approved one', () => {
    const approved = approvedTrade('ab'.repeat(28), 'cd'.repeat(28));
    const changed = (change: Partial<ApprovedTx>): ApprovedTx =>
      ({ ...approved, bodyHash: approved.bodyHash, ...change }) as unknown as ApprovedTx;
    expect(hashToSign(approved).ok).toBe(true);
    const refused = { failure: { code: 'approved-bytes-differ' } };
    expect(hashToSign(changed({ bodyHash: '00'.repeat(32) }))).toMatchObject(refused);
    expect(hashToSign(changed({ cbor: approved.cbor.replace('1a00038270', '1a00038271') }))).toMatchObject(
      refused,
    );
    expect(hashToSign(changed({ cbor: `${approved.cbor}00` }))).toMatchObject(refused);
    expect(hashToSign(changed({ cbor: 'zz' }))).toMatchObject(refused);
  });

  describe('against a published CIP-30 vector', () => {
    interface Vector {
      readonly id: string;
      readonly mnemonic: string;
      readonly tx: string;
      readonly witnessSet: string;
    }

    it('gives the same witness set, byte for byte', () => {
      const vectors = JSON.parse(read('cip30/sign-vectors.json')) as readonly Vector[];
      const vector = vectors.find(({ id }) => id === 'mesh-signTx-partial');
      const entropy = parsePhrase(vector?.mnemonic ?? '');
      if (!vector || !entropy.ok) throw new Error('the vector is missing');
      const seed = deriveAccount(entropy.value);
      const account = new PublicAccount(seed.publicKey, 'preprod');
      const hash = FixedTransaction.from_hex(vector.tx).transaction_hash().to_bytes();
      const witnessSet = signHash(seed.privateKey, account, [{ role: 0, index: 0 }], hash);
      expect(witnessSet).toBe(vector.witnessSet);
      expect(Vkeywitness.from_hex(witnessSet.slice(6)).to_hex()).toBe(witnessSet.slice(6));
    });
  });
});
