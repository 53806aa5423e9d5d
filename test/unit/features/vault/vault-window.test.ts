import { beforeEach, describe, expect, it } from 'vitest';
import type { VaultTask } from '#contract/index.ts';
import type { ProfileTermsView, LiveAddressesView } from '#contract/profile.ts';
import { Front } from '../../../../src-main/gate/front.ts';
import { VaultWindow } from '../../../../src-main/features/vault/vault-window.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { TestWindows } from '../../../support/test-app.ts';
import { codeOf, must } from '../../../support/trader.ts';

const honest: LiveAddressesView = {
  network: 'preprod',
  baseUrl: 'https://api.example.org',
  chartsUrl: 'https://charts.example.org',
  chartsWsUrl: 'wss://charts.example.org',
  ledgerUrl: 'https://ledger.example.org/api/v0',
};
const terms = (addresses: LiveAddressesView): ProfileTermsView => ({
  name: 'Live',
  colour: 'blue',
  addresses,
  excluded: [],
});
const addresses = (wanted: LiveAddressesView): VaultTask => ({
  kind: 'profile-change',
  now: terms(honest),
  wanted: terms(wanted),
  asksPassword: true,
});
const deletion = (kept: string): VaultTask => ({ kind: 'profile-delete', now: terms(honest), kept });
const forgetting = (key: 'api-key' | 'ledger-key'): VaultTask => ({
  kind: 'forget-key',
  key,
  host: 'api.example.org',
  asksPassword: true,
});
const times = (unlockMinutes: number): VaultTask => ({
  kind: 'protection',
  now: { autoLockMinutes: 5, unlockMinutes: 5 },
  wanted: { autoLockMinutes: 10, unlockMinutes },
});

let vault: VaultWindow;
let windows: TestWindows;
let front: Front;

beforeEach(() => {
  windows = new TestWindows();
  front = new Front(new ManualClock());
  vault = new VaultWindow(windows, new ManualClock(), front, {
    sessionOnly: false,
    profile: { name: 'Live', colour: 'blue', network: 'preprod' },
    theme: 'dark',
  });
});

describe('a proposal of the trading window, while the user looks at it', () => {
  it.each([
    ['addresses', addresses(honest), addresses({ ...honest, ledgerUrl: 'https://ledger.evil.example' })],
    ['times', times(15), times(240)],
    ['a deletion', deletion('profiles/one'), deletion('profiles/other')],
    ['the deletion of a key', forgetting('api-key'), forgetting('ledger-key')],
  ])('is not exchanged for another one: %s', async (_what, shown, other) => {
    must(await vault.open(shown));
    const task = vault.current(shown.kind);
    expect(codeOf(await vault.open(other))).toBe('vault-busy');
    expect(vault.current(shown.kind)).toBe(task);
    // The same one again only brings the window to the front, also while a password is checked.
    must(await vault.open(structuredClone(shown)));
    expect(vault.current(shown.kind)).toBe(task);
  });

  it('makes room for another one once the user has left it', async () => {
    must(await vault.open(times(15)));
    vault.closed();
    must(await vault.open(times(240)));
    expect(vault.current('protection')).toEqual(times(240));
  });

  it('is opened again with what it says now where it proposes nothing', async () => {
    must(await vault.open({ kind: 'unlock', minutes: 15 }));
    must(await vault.open({ kind: 'unlock', minutes: 5 }));
    expect(vault.current('unlock')).toEqual({ kind: 'unlock', minutes: 5 });
  });
});

describe('a task that is given up by something else than the user there', () => {
  const why = { code: 'left-with-profile' } as const;

  it('leaves the window up and empty, with the reason, until the user closes it', async () => {
    must(await vault.open({ kind: 'import', practice: false }));
    vault.leave(why);
    expect(vault.topic.value.task).toEqual({ kind: 'left', why });
    expect([windows.vaultOpen, front.asks]).toEqual([true, true]);
    // A second reason changes nothing, and none of the window's tasks continues.
    vault.leave({ code: 'left-with-wallet' });
    expect(vault.topic.value.task).toEqual({ kind: 'left', why });
    expect(vault.current('import')).toBeUndefined();
    vault.cancel();
    expect([windows.vaultOpen, front.asks]).toEqual([false, false]);
  });

  it('makes room for the next one, in the same window', async () => {
    must(await vault.open(times(15)));
    vault.leave(why);
    front.acted('desk');
    must(await vault.open({ kind: 'unlock', minutes: 5 }));
    expect(vault.current('unlock')).toBeDefined();
  });

  it('opens no window for itself', () => {
    vault.leave(why);
    expect(vault.topic.value.task).toEqual({ kind: 'idle' });
  });
});

it('does not come up under a page that the browser was given just before', async () => {
  front.acted('desk');
  front.handedOut();
  expect(codeOf(await vault.open(times(15)))).toBe('page-opening');
  expect([windows.vaultOpen, front.asks]).toEqual([false, false]);
});

it('does not come up over an approval that the user types into', async () => {
  front.comes('approval');
  front.acted('approval');
  expect(codeOf(await vault.open(times(15)))).toBe('window-waits');
  front.acted('desk');
  must(await vault.open(times(15)));
});
