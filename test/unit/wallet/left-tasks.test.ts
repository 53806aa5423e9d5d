// Tasks that the user leaves while the keychain keeps them waiting: all of a task is in effect afterwards, or nothing.
import { describe, expect, it } from 'vitest';
import type { Failure, FailureCode } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { SmallFiles } from '../../../src-main/ports/system.ts';
import type { Wallet } from '../../../src-main/wallet/wallet.ts';
import { PASSWORD, WalletBench, WORDS } from '../../support/wallet-bench.ts';

const OTHER_PASSWORD = 'another battery staple';
const FILES = ['keystore', 'keystore.previous', 'keystore.replaced', 'wallet.json'];
const code = (value: FailureCode) => ({ ok: false, failure: { code: value } });
const done = ok(undefined);

type Work = (wallet: Wallet, wanted: () => boolean) => Promise<Result<void, Failure>>;
type Call = 'get' | 'set' | 'delete';

const filesOf = (disk: SmallFiles) => FILES.map((name) => disk.read(name));

/** Does the work; the user leaves before the keychain answers the first call of a kind. */
async function leftDuring(bench: WalletBench, wallet: Wallet, call: Call, work: Work) {
  let wanted = true;
  let met = false;
  bench.keychain.late = async (kind) => {
    if (kind !== call || met) return;
    met = true;
    await Promise.resolve();
    wanted = false;
  };
  const result = await work(wallet, () => wanted);
  bench.keychain.late = () => undefined;
  expect(met).toBe(true);
  return result;
}

async function opens(bench: WalletBench, wallet: Wallet, password: string): Promise<boolean> {
  await bench.clock.advance(60_000);
  return (await wallet.checkPassword(password)).ok;
}

const create: Work = (wallet, wanted) => {
  const phrase = wallet.newPhrase(24);
  const proof = phrase.positions.map((position) => phrase.words()[position - 1] ?? '');
  return wallet.create(phrase, proof, PASSWORD, wanted);
};
const importing: Work = (wallet, wanted) => wallet.import(WORDS, PASSWORD, wanted);
const restore: Work = async (wallet, wanted) => {
  const backup = await (await new WalletBench().withWallet()).exportBackup(PASSWORD);
  if (!backup.ok) throw new Error(backup.failure.code);
  return wallet.restoreBackup(backup.value, PASSWORD, wanted);
};
const change: Work = (wallet, wanted) => wallet.changePassword(PASSWORD, OTHER_PASSWORD, wanted);

describe('a new wallet that was left before the keychain had its half', () => {
  it.each([
    ['new words', create],
    ['known words', importing],
    ['a backup', restore],
  ])('of %s is not there, and can be made again', async (_of, work) => {
    const bench = new WalletBench();
    const wallet = await bench.open();
    expect(await leftDuring(bench, wallet, 'set', work)).toMatchObject(code('request-refused'));
    expect(wallet.status().state).toBe('none');
    expect(bench.keychain.values.size).toBe(0);
    expect(filesOf(bench.disk)).toEqual(FILES.map(() => undefined));
    expect((await bench.open()).status()).toMatchObject({ state: 'none' });
    expect(await work(wallet, () => true)).toEqual(done);
    expect(wallet.status().state).toBe('locked');
    expect(bench.keychain.values.size).toBe(1);
  });

  it('is not made of words that were wiped when the user left', async () => {
    const bench = new WalletBench();
    const wallet = await bench.open();
    for (const leavesAt of [0, 1]) {
      const phrase = wallet.newPhrase(24);
      const proof = phrase.positions.map((position) => phrase.words()[position - 1] ?? '');
      let asked = 0;
      const wanted = () => {
        if (asked++ < leavesAt) return true;
        phrase.wipe();
        return false;
      };
      expect(await wallet.create(phrase, proof, PASSWORD, wanted)).toMatchObject(code('request-refused'));
    }
    expect(wallet.status().state).toBe('none');
  });

  it('in place of one that can no longer be opened leaves that one as it was', async () => {
    const bench = new WalletBench();
    await bench.withWallet();
    bench.keychain.values.clear();
    const wallet = await bench.open();
    const [before, status] = [filesOf(bench.disk), wallet.status()];
    expect(status).toMatchObject({ state: 'unavailable', failure: { code: 'keychain-entry-lost' } });
    const marker = bench.disk.read('wallet.json');
    // The first entry that it sets proves that the keychain is open.
    let sets = 0;
    let wanted = true;
    bench.keychain.late = (kind) => {
      if (kind === 'set' && (sets += 1) === 2) wanted = false;
    };
    expect(await wallet.import(WORDS, PASSWORD, () => wanted)).toMatchObject(code('request-refused'));
    bench.keychain.late = () => undefined;
    expect(sets).toBe(2);
    expect(filesOf(bench.disk)).toEqual(before);
    expect(bench.disk.read('wallet.json')).toEqual(marker);
    expect(wallet.status()).toEqual(status);
    expect(bench.keychain.values.size).toBe(0);
    expect(await importing(wallet, () => true)).toEqual(done);
    expect(await opens(bench, wallet, PASSWORD)).toBe(true);
  });
});

describe('a change of password that was left before the keychain had the new half', () => {
  it.each<Call>(['get', 'set'])('leaves the old one: while it waited for %s', async (call) => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const before = [filesOf(bench.disk), [...bench.keychain.values]];
    expect(await leftDuring(bench, wallet, call, change)).toMatchObject(code('request-refused'));
    expect([filesOf(bench.disk), [...bench.keychain.values]]).toEqual(before);
    for (const one of [wallet, await bench.open()]) {
      expect(await opens(bench, one, OTHER_PASSWORD)).toBe(false);
      expect(await opens(bench, one, PASSWORD)).toBe(true);
    }
    expect(await change(wallet, () => true)).toEqual(done);
    expect(await opens(bench, wallet, OTHER_PASSWORD)).toBe(true);
  });

  it('is all or nothing, at whatever moment the user left', async () => {
    const outcomes: boolean[] = [];
    for (let looks = 0; outcomes.at(-1) !== true; looks += 1) {
      const bench = new WalletBench();
      const wallet = await bench.withWallet();
      let asked = 0;
      const changed = await change(wallet, () => asked++ < looks);
      if (!changed.ok) expect(changed).toMatchObject(code('request-refused'));
      for (const one of [wallet, await bench.open()]) {
        expect(await opens(bench, one, PASSWORD)).toBe(!changed.ok);
        expect(await opens(bench, one, OTHER_PASSWORD)).toBe(changed.ok);
      }
      expect(bench.keychain.values.size).toBe(1);
      outcomes.push(changed.ok);
    }
    expect(outcomes.length).toBeGreaterThan(2);
  });

  it('is made whole where the user left after the file was written', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    expect(await leftDuring(bench, wallet, 'delete', change)).toEqual(done);
    expect(await opens(bench, wallet, PASSWORD)).toBe(false);
    expect(await opens(bench, wallet, OTHER_PASSWORD)).toBe(true);
  });

  it('leaves the old one where the keychain never answered, and what it wrote too late is tidied up', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const { keychain } = bench;
    const set = keychain.set.bind(keychain);
    keychain.set = async (name, value) => {
      await set(name, value);
      return { status: 'timeout' };
    };
    expect(await change(wallet, () => false)).toMatchObject(code('keychain-timeout'));
    keychain.set = set;
    expect(keychain.values.size).toBe(2);
    expect(await opens(bench, wallet, PASSWORD)).toBe(true);
    expect(keychain.values.size).toBe(1);
  });

  it('leaves the old one by whatever power cut', async () => {
    for (let changes = 0, finished = false; !finished; changes += 1) {
      const bench = new WalletBench();
      await bench.withWallet();
      const wallet = await bench.open();
      bench.changesLeft = changes;
      finished = await change(wallet, () => false).then(
        (result) => !result.ok && result.failure.code === 'request-refused' && bench.changesLeft > 0,
        () => false,
      );
      bench.changesLeft = Number.POSITIVE_INFINITY;
      const restarted = await bench.open();
      expect(await opens(bench, restarted, OTHER_PASSWORD)).toBe(false);
      expect(await opens(bench, restarted, PASSWORD)).toBe(true);
      expect(bench.keychain.values.size).toBe(1);
      expect(changes).toBeLessThan(30);
    }
  });
});

describe('a removal', () => {
  it('that was left before the password was proven removes nothing', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const remove: Work = (one, wanted) => one.remove(PASSWORD, wanted);
    expect(await leftDuring(bench, wallet, 'get', remove)).toMatchObject(code('request-refused'));
    expect(wallet.status().state).toBe('locked');
    expect(await opens(bench, await bench.open(), PASSWORD)).toBe(true);
  });

  it('that was left while the keychain deletes its half is a whole one', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const remove: Work = (one, wanted) => one.remove(PASSWORD, wanted);
    expect(await leftDuring(bench, wallet, 'delete', remove)).toEqual(done);
    expect(wallet.status().state).toBe('none');
    expect(bench.keychain.values.size).toBe(0);
    expect(filesOf(bench.disk)).toEqual(FILES.map(() => undefined));
    expect((await bench.open()).status().state).toBe('none');
  });
});
