import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveAddressesView } from '#contract/profile.ts';
import { HeldClock } from '../../support/held-clock.ts';
import { agreeOnceRead, termsNowhere } from '../../support/live-profile.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startFundedApp, type TestApp } from '../../support/test-app.ts';
import { codeOf, must } from '../../support/trader.ts';
import { WORDS } from '../../support/wallet-bench.ts';
import { MINUTE_MS } from '#domain/time.ts';

const PASSWORD = 'canary-password-51c9';
const LIVE_PASSWORD = 'another canary password of live';
const folder = temporaryDirectory();
const clock = new HeldClock();
let test: TestApp;

const honest: LiveAddressesView = {
  network: 'preprod',
  baseUrl: 'https://api.example.org',
  chartsUrl: 'https://charts.example.org',
  chartsWsUrl: 'wss://charts.example.org',
  ledgerUrl: 'https://ledger.example.org/api/v0',
};
const evil: LiveAddressesView = { ...honest, ledgerUrl: 'https://ledger.evil.example/api/v0' };

beforeAll(async () => {
  ({ test } = await startFundedApp(folder.path, PASSWORD, { clock }));
});
afterAll(async () => {
  await test.close();
  folder.remove();
});

/** Waits out the delay after a wrong password. */
function passDelay(): void {
  clock.hold();
  clock.advance(2_000);
}

describe('how long the wallet stays open', () => {
  const times = () => {
    const { autoLockMinutes, unlockMinutes } = test.main.topic('preferences');
    return [autoLockMinutes, unlockMinutes];
  };

  it('is shortened from the trading window, and lengthened by none of its messages', async () => {
    expect(times()).toEqual([10, 0]);
    must(await test.main.call('preferences.set', { autoLockMinutes: 5, unlockMinutes: 5 }));
    expect(times()).toEqual([5, 5]);
    for (const change of [
      { autoLockMinutes: 0 },
      { autoLockMinutes: 6 },
      { autoLockMinutes: 240 },
      { unlockMinutes: 0 },
      { unlockMinutes: 240 },
      { autoLockMinutes: 1, unlockMinutes: 6 },
      { theme: 'light' as const, autoLockMinutes: 0 },
    ])
      expect(codeOf(await test.main.call('preferences.set', change)), JSON.stringify(change)).toBe(
        'password-needed',
      );
    expect(times()).toEqual([5, 5]);
    expect(test.main.topic('preferences').theme).toBe('dark');
    expect(test.main.topic('wallet').autoLockMinutes).toBe(5);
  });

  it('is lengthened in the vault window, by the password, as it was shown there', async () => {
    must(await test.main.call('preferences.lower', { autoLockMinutes: 0, unlockMinutes: 60 }));
    const { task } = await test.vault.topicWhen('task', (view) => view.task.kind === 'protection');
    expect(task).toEqual({
      kind: 'protection',
      now: { autoLockMinutes: 5, unlockMinutes: 5 },
      wanted: { autoLockMinutes: 0, unlockMinutes: 60 },
    });
    expect(times()).toEqual([5, 5]);
    expect(codeOf(await test.vault.call('vault.setProtection', { password: 'not it at all' }))).toBe(
      'wrong-password',
    );
    expect(times()).toEqual([5, 5]);
    passDelay();
    must(await test.vault.call('vault.setProtection', { password: PASSWORD }));
    expect(times()).toEqual([0, 60]);
    expect(codeOf(await test.vault.call('vault.setProtection', { password: PASSWORD }))).toBe(
      'request-refused',
    );
    must(await test.main.call('preferences.set', { autoLockMinutes: 5 }));
  });

  it('is not drawn out by the trading window, whatever it calls; only by what the shell saw', async () => {
    const { main } = test;
    const unlock = async (): Promise<void> => {
      must(await main.call('wallet.openVault', { task: 'unlock' }));
      must(await test.vault.call('vault.unlock', { password: PASSWORD, minutes: 60 }));
    };
    clock.hold();
    await unlock();
    clock.advance(3 * MINUTE_MS);
    for (const call of ['app.touch', 'app.about', 'wallet.refresh', 'balance.refresh'])
      await main.call(call as 'app.about', {});
    clock.advance(2 * MINUTE_MS + 1);
    expect(test.app.main.topics.wallet).toBeDefined();
    await main.topicWhen('wallet', ({ state }) => state === 'locked');
    await unlock();
    clock.advance(3 * MINUTE_MS);
    test.app.userActed();
    clock.advance(3 * MINUTE_MS);
    must(await main.call('preferences.set', { theme: 'dark' }));
    expect(main.topic('wallet').state).toBe('unlocked');
    // However busy the user is, the unlock ends when its own time is over.
    for (let minute = 0; minute < 55; minute += 1) {
      clock.advance(MINUTE_MS);
      test.app.userActed();
    }
    await main.topicWhen('wallet', ({ state }) => state === 'locked');
    clock.release();
  });

  it('locks it when the machine goes to sleep, whatever the clock does meanwhile', async () => {
    const { main } = test;
    // The clock is back at a time soon after the wrong password.
    passDelay();
    must(await main.call('wallet.openVault', { task: 'unlock' }));
    must(await test.vault.call('vault.unlock', { password: PASSWORD, minutes: 60 }));
    await main.topicWhen('wallet', ({ state }) => state === 'unlocked');
    test.app.sleeps();
    await main.topicWhen('wallet', ({ state }) => state === 'locked');
    test.app.woke();
    clock.release();
  });
});

describe('the terms of a live profile', () => {
  const hosts = () => test.main.topic('profile').ledgerHost;
  const wanted = { ...termsNowhere, addresses: honest };
  let id = '';

  it('are shown in the vault window and set from there alone', async () => {
    must(await test.main.call('profile.add', wanted));
    const { task } = await test.vault.topicWhen('task', (view) => view.task.kind === 'profile-add');
    expect(task).toEqual({ kind: 'profile-add', wanted });
    expect(codeOf(await test.main.call('vault.agreeToProfile' as 'app.about', {}))).toBe('request-refused');
    expect(test.main.topic('profile').profiles).toEqual([]);
    must(await agreeOnceRead(test.vault));
    expect(codeOf(await agreeOnceRead(test.vault))).toBe('request-refused');
    const { profiles } = await test.main.topicWhen('profile', (view) => view.profiles.length === 1);
    id = profiles[0]?.id ?? '';
  });

  it('are not changed from another profile, whose password is not that of its wallet', async () => {
    for (const call of [
      test.main.call('profile.change', { id, addresses: evil }),
      test.main.call('profile.delete', { id }),
      test.main.call('profile.export', {}),
    ])
      expect(codeOf(await call)).toBe('live-profile-closed');
    expect(codeOf(await test.main.call('profile.change', { id: 'aaaaaaaa' }))).toBe('profile-unknown');
  });

  it('are changed by the password of its wallet', async () => {
    must(await test.main.call('profile.switch', { profile: id }));
    await test.main.topicWhen('profile', ({ mode }) => mode === 'live');
    must(await test.main.call('wallet.openVault', { task: 'import' }));
    must(await test.vault.call('vault.import', { phrase: WORDS, password: LIVE_PASSWORD }));
    must(await test.main.call('wallet.openVault', { task: 'api-key' }));
    must(await test.vault.call('vault.setKey', { key: 'canary-api-key-77aa' }));
    await test.main.topicWhen('profile', ({ service }) => service === 'ready');
    expect(hosts()).toBe('ledger.example.org');

    must(await test.main.call('profile.change', { id, addresses: evil }));
    const { task } = await test.vault.topicWhen('task', (view) => view.task.kind === 'profile-change');
    const changed = { ...wanted, addresses: evil };
    expect(task).toEqual({ kind: 'profile-change', now: wanted, wanted: changed, asksPassword: true });
    expect(codeOf(await agreeOnceRead(test.vault))).toBe('wrong-password');
    passDelay();
    expect(codeOf(await test.vault.call('vault.agreeToProfile', { password: PASSWORD }))).toBe(
      'wrong-password',
    );
    expect(hosts()).toBe('ledger.example.org');
    passDelay();
    passDelay();
    must(await test.vault.call('vault.agreeToProfile', { password: LIVE_PASSWORD }));
    await test.main.topicWhen('profile', ({ ledgerHost }) => ledgerHost === 'ledger.evil.example');
    clock.release();
  });
});
