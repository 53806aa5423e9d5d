import { describe, expect, it } from 'vitest';
import type { FailureCode } from '#domain/failure.ts';
import { ok } from '#domain/result.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { systemRandom } from '../../../src-main/system/clock.ts';
import { sealKeystore } from '../../../src-main/wallet/keystore.ts';
import { SecretBytes } from '../../../src-main/wallet/secret-bytes.ts';
import { cryptoSelfTest } from '../../../src-main/wallet/self-test.ts';
import { CHEAP, PASSWORD, WalletBench, WORDS } from '../../support/wallet-bench.ts';

const OTHER_PASSWORD = 'another battery staple';
const code = (value: FailureCode) => ({ ok: false, failure: { code: value } });
const done = ok(undefined);

const ADDRESS =
  'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3jcu5d8ps7zex2k2xt3uqxgjqnnj83ws8lhrn648jjxtwqfjkjv7';

describe('wallet', () => {
  it('is made of new words that were proven', async () => {
    const bench = new WalletBench();
    const wallet = await bench.open();
    expect(wallet.status()).toEqual({ state: 'none', sessionOnly: false, autoLockMinutes: 10 });
    expect(wallet.address(0)).toMatchObject(code('no-wallet'));
    const phrase = wallet.newPhrase(24);
    const proof = phrase.positions.map((position) => phrase.words()[position - 1] ?? '');
    expect(await wallet.create(phrase, proof.toReversed(), PASSWORD)).toMatchObject(
      code('phrase-proof-wrong'),
    );
    expect(await wallet.create(phrase, proof, 'short')).toMatchObject(code('password-too-weak'));
    expect(wallet.status().state).toBe('none');
    expect(await wallet.create(phrase, proof, PASSWORD)).toEqual(done);
    expect(wallet.status().state).toBe('locked');
    expect(wallet.previewImport(phrase.words().join(' '))).toEqual(wallet.address(0));
    expect(await wallet.create(phrase, proof, PASSWORD)).toMatchObject(code('wallet-exists'));
    expect(await wallet.import(WORDS, PASSWORD)).toMatchObject(code('wallet-exists'));
  });

  it('is made of existing words for this process alone, under bytes that nobody chose', async () => {
    const wallet = await new WalletBench().open();
    expect(await wallet.importForNow('not words')).toMatchObject(code('phrase-malformed'));
    const sealed = await wallet.importForNow(WORDS);
    if (!sealed.ok) throw new Error(sealed.failure.code);
    expect(Buffer.from(sealed.value, 'base64')).toHaveLength(24);
    expect(wallet.address(0)).toEqual(ok(ADDRESS));
    expect((await wallet.checkPassword(sealed.value)).ok).toBe(true);
    expect(await wallet.checkPassword('')).toMatchObject(code('wrong-password'));
    expect(await wallet.importForNow(WORDS)).toMatchObject(code('wallet-exists'));
    const other = await (await new WalletBench().open()).importForNow(WORDS);
    expect(other).not.toEqual(sealed);
  });

  it('stays locked when the unlock was given up before the keychain answered', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    expect(await wallet.unlock(PASSWORD, 5, () => false)).toMatchObject(code('request-refused'));
    expect(wallet.status().state).toBe('locked');
    expect(await wallet.unlock(PASSWORD, 5, () => true)).toEqual(done);
    expect(wallet.status().state).toBe('unlocked');
  });

  it('shows its address and keys while locked, also after a restart', async () => {
    const bench = new WalletBench();
    await bench.withWallet();
    const wallet = await bench.open();
    expect(wallet.status()).toMatchObject({ state: 'locked', address: ADDRESS });
    const hashes = wallet.ownKeyHashes(20);
    expect(hashes.ok && hashes.value).toHaveLength(41);
    expect(hashes.ok && new Set(hashes.value).size).toBe(41);
  });

  it('says whether a password is right, and no more often than the delay allows', async () => {
    const bench = new WalletBench();
    const empty = await bench.open();
    expect(await empty.checkPassword(PASSWORD)).toMatchObject(code('no-wallet'));
    const wallet = await bench.withWallet();
    expect(await wallet.checkPassword(OTHER_PASSWORD)).toMatchObject(code('wrong-password'));
    expect(await wallet.checkPassword(PASSWORD)).toMatchObject(code('password-delayed'));
    await bench.clock.advance(1_000);
    expect(await wallet.checkPassword(PASSWORD)).toEqual(done);
    expect(wallet.status().state).toBe('locked');
  });

  it('unlocks for as long as it was asked, by either clock', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const states: string[] = [];
    wallet.onChange(() => states.push(wallet.status().state));
    wallet.setAutoLock(0);
    expect(await wallet.unlock('wrong password', 5)).toMatchObject(code('wrong-password'));
    await bench.clock.advance(1_000);
    expect(await wallet.unlock(PASSWORD, 5)).toEqual(done);
    expect(wallet.status()).toMatchObject({
      state: 'unlocked',
      unlockedUntil: bench.clock.now() + 5 * MINUTE_MS,
    });
    await bench.clock.advance(5 * MINUTE_MS - 1);
    expect(wallet.status().state).toBe('unlocked');
    await bench.clock.advance(1);
    expect(wallet.status().state).toBe('locked');
    expect(states).toEqual(['locked', 'unlocked', 'locked']);
    await wallet.unlock(PASSWORD, 5);
    bench.clock.jump(-60 * MINUTE_MS);
    await bench.clock.advance(5 * MINUTE_MS);
    expect(wallet.status().state).toBe('locked');
    await wallet.unlock(PASSWORD, 5);
    // The machine slept: the monotonic clock stood still.
    states.length = 0;
    bench.clock.jump(6 * MINUTE_MS);
    expect(wallet.status().state).toBe('locked');
    // Whoever asks first takes the news from nobody.
    await bench.clock.advance(0);
    expect(states).toEqual(['locked']);
  });

  it('locks when nobody touches it, and at once when asked', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    wallet.setAutoLock(2);
    await wallet.unlock(PASSWORD, 60);
    for (let minute = 0; minute < 5; minute += 1) {
      await bench.clock.advance(MINUTE_MS);
      wallet.touch();
    }
    expect(wallet.status().state).toBe('unlocked');
    await bench.clock.advance(2 * MINUTE_MS);
    wallet.touch();
    expect(wallet.status().state).toBe('locked');
    await wallet.unlock(PASSWORD, 60);
    wallet.lock();
    expect(wallet.status().state).toBe('locked');
  });

  it('changes its password: the old one and old copies of the file are of no use afterwards', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const oldCopy = bench.disk.read('keystore');
    expect(await wallet.changePassword('wrong password', OTHER_PASSWORD)).toMatchObject(
      code('wrong-password'),
    );
    await bench.clock.advance(1_000);
    expect(await wallet.changePassword(PASSWORD, 'short')).toMatchObject(code('password-too-weak'));
    expect(await wallet.changePassword(PASSWORD, OTHER_PASSWORD)).toEqual(done);
    expect(await wallet.unlock(PASSWORD, 1)).toMatchObject(code('wrong-password'));
    await bench.clock.advance(1_000);
    expect(await wallet.unlock(OTHER_PASSWORD, 1)).toEqual(done);
    expect(bench.keychain.values.size).toBe(1);
    expect(bench.disk.read('keystore.previous')).toEqual(bench.disk.read('keystore'));
    bench.disk.write('keystore', oldCopy ?? new Uint8Array());
    bench.disk.remove('keystore.previous');
    expect((await bench.open()).status()).toMatchObject({
      state: 'unavailable',
      failure: { code: 'keychain-entry-lost' },
    });
  });

  it('is backed up to a file that the password opens on another machine, and removed with its password', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    const backup = await wallet.exportBackup(PASSWORD);
    if (!backup.ok) throw new Error(backup.failure.code);
    expect(backup.value).toContain(ADDRESS);
    const other = await new WalletBench().open();
    expect(await other.restoreBackup(backup.value, OTHER_PASSWORD)).toMatchObject(code('wrong-password'));
    expect(await other.restoreBackup('{}', PASSWORD)).toMatchObject(code('backup-malformed'));
    expect(
      await other.restoreBackup(backup.value.replace('"keystore": "VENI', '"keystore": "VENJ'), PASSWORD),
    ).toMatchObject(code('backup-malformed'));
    expect(other.status().state).toBe('none');
    expect(await other.restoreBackup(backup.value, PASSWORD)).toEqual(done);
    expect(other.address(3)).toEqual(wallet.address(3));
    expect(await other.unlock(PASSWORD, 1)).toEqual(done);
    const practice = await new WalletBench().open('practice', 'preprod');
    expect(await practice.restoreBackup(backup.value, PASSWORD)).toMatchObject(code('backup-other-network'));

    expect(await wallet.remove(OTHER_PASSWORD)).toMatchObject(code('wrong-password'));
    await bench.clock.advance(1_000);
    expect(await wallet.remove(PASSWORD)).toEqual(done);
    expect(wallet.status().state).toBe('none');
    expect(bench.keychain.values.size).toBe(0);
    expect((await bench.open()).status().state).toBe('none');
  });

  it('makes wrong passwords wait, across a restart', async () => {
    const bench = new WalletBench();
    await (await bench.withWallet()).unlock('wrong password', 1);
    const wallet = await bench.open();
    expect(await wallet.exportBackup(PASSWORD)).toMatchObject({
      failure: { code: 'password-delayed', data: { seconds: 1 } },
    });
    await bench.clock.advance(1_000);
    expect((await wallet.exportBackup(PASSWORD)).ok).toBe(true);
  });

  it('does one thing at a time', async () => {
    const bench = new WalletBench();
    const wallet = await bench.open();
    const [first, second] = await Promise.all([
      wallet.import(WORDS, PASSWORD),
      wallet.import(WORDS, PASSWORD),
    ]);
    expect(first).toEqual(done);
    expect(second).toMatchObject(code('wallet-exists'));
  });

  it('keeps profiles apart', async () => {
    const bench = new WalletBench();
    await bench.withWallet();
    expect((await bench.open('practice')).status()).toMatchObject({ failure: { code: 'keystore-foreign' } });
    expect((await bench.open('live', 'preprod')).status()).toMatchObject({
      failure: { code: 'keystore-foreign' },
    });
  });
});

describe('a wallet in trouble never looks like a first start', () => {
  it.each([
    [{ status: 'locked-or-lost', lost: false }, 'keychain-locked-or-lost'],
    [{ status: 'locked-or-lost', lost: true }, 'keychain-entry-lost'],
    [{ status: 'unavailable' }, 'keychain-unavailable'],
    [{ status: 'timeout' }, 'keychain-timeout'],
    [{ status: 'crashed' }, 'keychain-crashed'],
  ] as const)('keychain %o', async (trouble, expected) => {
    const bench = new WalletBench();
    await bench.withWallet();
    bench.keychain.trouble = trouble;
    const wallet = await bench.open();
    expect(wallet.status()).toMatchObject({ state: 'unavailable', failure: { code: expected } });
    expect((await wallet.import(WORDS, PASSWORD)).ok).toBe(false);
    const phrase = wallet.newPhrase(12);
    const proof = phrase.positions.map((position) => phrase.words()[position - 1] ?? '');
    expect(await wallet.create(phrase, proof, PASSWORD)).toMatchObject(code(expected));
    expect(await wallet.unlock(PASSWORD, 1)).toMatchObject(code(expected));
    bench.keychain.trouble = undefined;
    expect(await wallet.refresh({ interactive: true })).toMatchObject({ state: 'locked', address: ADDRESS });
  });

  it('also when the keychain forgot its entry, and can be restored from its words then', async () => {
    const bench = new WalletBench();
    await bench.withWallet();
    bench.keychain.values.clear();
    const wallet = await bench.open();
    expect(wallet.status()).toMatchObject({ state: 'unavailable', failure: { code: 'keychain-entry-lost' } });
    expect(await wallet.import(WORDS, OTHER_PASSWORD)).toEqual(done);
    expect(await wallet.unlock(OTHER_PASSWORD, 1)).toEqual(done);
    expect(wallet.status()).toMatchObject({ state: 'unlocked', address: ADDRESS });
    expect(bench.disk.read('keystore.replaced')).toBeDefined();
  });

  it('also when its file is gone or damaged; a damaged file is replaced by its second copy', async () => {
    const bench = new WalletBench();
    await bench.withWallet();
    const whole = bench.disk.read('keystore') ?? new Uint8Array();
    bench.disk.write(
      'keystore',
      whole.map((byte, index) => (index === 200 ? byte ^ 1 : byte)),
    );
    expect((await bench.open()).status()).toMatchObject({ state: 'locked', address: ADDRESS });
    bench.disk.remove('keystore.previous');
    expect((await bench.open()).status()).toMatchObject({ failure: { code: 'keystore-corrupt' } });
    bench.disk.remove('keystore');
    expect((await bench.open()).status()).toMatchObject({ failure: { code: 'keystore-missing' } });
    bench.disk.write('wallet.json', Buffer.from('{"exi'));
    expect((await bench.open()).status()).toMatchObject({ failure: { code: 'keystore-missing' } });
  });

  it('also when its file was exchanged for one with another address', async () => {
    const bench = new WalletBench();
    await bench.withWallet();
    const entry = [...bench.keychain.values.keys()][0]?.split('/').at(-1) ?? '';
    const forged = await sealKeystore(
      SecretBytes.take(new Uint8Array(96).fill(1)),
      SecretBytes.ofText(PASSWORD),
      { id: Buffer.from(entry, 'hex'), key: SecretBytes.take(new Uint8Array(32).fill(2)) },
      {
        network: 'mainnet',
        profile: 'live',
        account: 0,
        publicKey: new Uint8Array(64).fill(3),
        cost: CHEAP,
        random: systemRandom,
      },
    );
    bench.disk.write('keystore', forged);
    expect((await bench.open()).status()).toEqual({
      state: 'unavailable',
      failure: { code: 'keystore-corrupt' },
      sessionOnly: false,
      autoLockMinutes: 10,
    });
  });

  it('also when the system has no keychain this time', async () => {
    const bench = new WalletBench();
    await bench.withWallet();
    bench.keychain.kind = 'session';
    bench.keychain.values.clear();
    const wallet = await bench.open();
    expect(wallet.status()).toMatchObject({
      state: 'unavailable',
      failure: { code: 'keychain-unavailable' },
    });
    expect((await wallet.import(WORDS, PASSWORD)).ok).toBe(false);
  });

  it('lives for the session only where no keychain is, and leaves nothing on disk', async () => {
    const bench = new WalletBench();
    bench.keychain.kind = 'session';
    const wallet = await bench.withWallet();
    expect(wallet.status()).toMatchObject({
      state: 'locked',
      sessionOnly: true,
      failure: { code: 'keychain-absent' },
    });
    expect(await wallet.unlock(PASSWORD, 1)).toEqual(done);
    expect(bench.disk.read('keystore')).toBeUndefined();
    expect(bench.disk.read('wallet.json')).toBeUndefined();
    bench.keychain.values.clear();
    expect((await bench.open()).status().state).toBe('none');
  });

  it('says so when the disk refuses', async () => {
    const bench = new WalletBench();
    const wallet = await bench.withWallet();
    for (const [reason, said] of [
      ['ENOSPC', 'storage-full'],
      ['EACCES', 'wallet-unwritable'],
    ] as const) {
      bench.disk.write = () => {
        throw Object.assign(new Error('the disk refuses'), { code: reason, syscall: 'write' });
      };
      expect(await wallet.changePassword(PASSWORD, OTHER_PASSWORD)).toMatchObject(code(said));
    }
  });
});

/** Plays an action with the power going off before each of its changes, then looks at what a restart finds. */
async function atEveryPowerCut(
  prepare: (bench: WalletBench) => Promise<void>,
  action: (bench: WalletBench) => Promise<unknown>,
  check: (bench: WalletBench, finished: boolean) => Promise<void>,
): Promise<number> {
  for (let changes = 0; ; changes += 1) {
    const bench = new WalletBench();
    await prepare(bench);
    bench.changesLeft = changes;
    const finished = await action(bench).then(
      () => bench.changesLeft > 0,
      () => false,
    );
    bench.changesLeft = Number.POSITIVE_INFINITY;
    await bench.clock.advance(60_000);
    await check(bench, finished);
    if (finished) return changes;
  }
}

/** Which of the passwords opens the wallet after a restart. */
async function openedBy(bench: WalletBench, passwords: readonly string[]): Promise<string | undefined> {
  const wallet = await bench.open();
  for (const password of passwords) {
    await bench.clock.advance(60_000);
    if ((await wallet.unlock(password, 1)).ok) return password;
  }
  return undefined;
}

describe('a power cut at any moment', () => {
  it('of a first import leaves no wallet or a whole one', async () => {
    const cuts = await atEveryPowerCut(
      async () => undefined,
      async (bench) => (await bench.open()).import(WORDS, PASSWORD),
      async (bench, finished) => {
        const { state } = (await bench.open()).status();
        expect(finished ? ['locked'] : ['none', 'locked']).toContain(state);
        if (state === 'locked') expect(await openedBy(bench, [PASSWORD])).toBe(PASSWORD);
        else expect(await (await bench.open()).import(WORDS, PASSWORD)).toEqual(done);
        expect(bench.keychain.values.size).toBe(1);
      },
    );
    expect(cuts).toBeGreaterThan(4);
  });

  it('of a change of password leaves the old or the new one, and tidies up later', async () => {
    const seen = new Set<string | undefined>();
    const cuts = await atEveryPowerCut(
      async (bench) => void (await bench.withWallet()),
      async (bench) => (await bench.open()).changePassword(PASSWORD, OTHER_PASSWORD),
      async (bench, finished) => {
        const by = await openedBy(bench, finished ? [OTHER_PASSWORD] : [PASSWORD, OTHER_PASSWORD]);
        expect(by).toBeDefined();
        seen.add(by);
        expect(bench.keychain.values.size).toBe(1);
        expect(bench.disk.read('keystore.previous')).toEqual(bench.disk.read('keystore'));
      },
    );
    expect(cuts).toBeGreaterThan(6);
    expect(seen.size).toBe(2);
  });

  it('of a removal leaves a whole wallet or none', async () => {
    const seen = new Set<string>();
    await atEveryPowerCut(
      async (bench) => void (await bench.withWallet()),
      async (bench) => (await bench.open()).remove(PASSWORD),
      async (bench, finished) => {
        const { state } = (await bench.open()).status();
        seen.add(state);
        expect(finished ? ['none'] : ['none', 'locked']).toContain(state);
        if (state === 'locked') expect(await openedBy(bench, [PASSWORD])).toBe(PASSWORD);
      },
    );
    expect([...seen].sort()).toEqual(['locked', 'none']);
  });
});

describe('cryptography of this runtime', () => {
  it('gives the known answers', async () => {
    expect(await cryptoSelfTest()).toEqual(done);
  });
});
