// A task of the vault window that the user left while the keychain kept it waiting: nothing of it remains.
import { describe, expect, it } from 'vitest';
import { ok } from '#domain/result.ts';
import type { Wallet } from '../../../src-main/wallet/wallet.ts';
import { PASSWORD, WalletBench, WORDS } from '../../support/wallet-bench.ts';

const OTHER_PASSWORD = 'another battery staple';
const REFUSED = { ok: false, failure: { code: 'request-refused' } };
const left = (): boolean => false;

function make(wallet: Wallet): ReturnType<Wallet['create']> {
  const phrase = wallet.newPhrase(24);
  const proof = phrase.positions.map((position) => phrase.words()[position - 1] ?? '');
  return wallet.create(phrase, proof, PASSWORD, left);
}

async function backupOf(): Promise<string> {
  const backup = await (await new WalletBench().withWallet()).exportBackup(PASSWORD);
  if (!backup.ok) throw new Error(backup.failure.code);
  return backup.value;
}

describe('a new wallet', () => {
  it.each([
    ['of new words', make],
    ['of existing words', (wallet: Wallet) => wallet.import(WORDS, PASSWORD, left)],
    ['of a backup', async (wallet: Wallet) => wallet.restoreBackup(await backupOf(), PASSWORD, left)],
  ] as const)('%s', async (_what, task) => {
    const bench = new WalletBench();
    const wallet = await bench.open();
    expect(await task(wallet)).toMatchObject(REFUSED);
    expect(wallet.status().state).toBe('none');
    expect(bench.keychain.values.size).toBe(0);
    expect(bench.disk.read('keystore')).toBeUndefined();
    // Neither is it there at the next start, and another one can be made.
    const next = await bench.open();
    expect(next.status().state).toBe('none');
    expect(await next.import(WORDS, PASSWORD)).toEqual(ok(undefined));
  });
});

describe('a wallet that there is', () => {
  it('keeps its password', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const before = bench.disk.read('keystore');
    expect(await wallet.changePassword(PASSWORD, OTHER_PASSWORD, left)).toMatchObject(REFUSED);
    expect(bench.disk.read('keystore')).toEqual(before);
    for (const one of [wallet, await bench.open()]) {
      expect(await one.unlock(PASSWORD, 1)).toEqual(ok(undefined));
      one.lock();
    }
    expect(bench.keychain.values.size).toBe(1);
    expect(await wallet.changePassword(PASSWORD, OTHER_PASSWORD, () => true)).toEqual(ok(undefined));
    expect(await wallet.unlock(OTHER_PASSWORD, 1)).toEqual(ok(undefined));
  });

  it('is not removed', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    expect(await wallet.remove(PASSWORD, left)).toMatchObject(REFUSED);
    expect(wallet.status().state).toBe('locked');
    expect((await bench.open()).status().state).toBe('locked');
    expect(await wallet.remove(PASSWORD, () => true)).toEqual(ok(undefined));
    expect(wallet.status().state).toBe('none');
  });

  it('opens with its password whenever the power goes off while a change is given up', async () => {
    for (let changes = 0; ; changes += 1) {
      const bench = new WalletBench();
      const wallet = await bench.withWallet();
      bench.changesLeft = changes;
      const ended = await wallet.changePassword(PASSWORD, OTHER_PASSWORD, left).catch(() => 'power cut');
      bench.changesLeft = Number.POSITIVE_INFINITY;
      const next = await bench.open();
      expect(await next.unlock(PASSWORD, 1)).toEqual(ok(undefined));
      // What was left of the change is gone with the next opening.
      expect(bench.keychain.values.size).toBe(1);
      if (ended !== 'power cut') break;
    }
  });
});
