// Calls of the vault window that the user leaves while they are under way.
import { beforeEach, describe, expect, it } from 'vitest';
import type { VaultTask } from '#contract/index.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { vaultCalls, type VaultParts } from '../../../../src-main/features/vault/vault-calls.ts';
import { Front } from '../../../../src-main/gate/front.ts';
import { VaultWindow } from '../../../../src-main/features/vault/vault-window.ts';
import { DEFAULT_POLICY } from '../../../../src-main/inspect/policy.ts';
import { systemRandom } from '../../../../src-main/system/clock.ts';
import { NewPhrase } from '../../../../src-main/wallet/recovery-phrase.ts';
import { LEFT } from '../../../../src-main/wallet/vault.ts';
import { policyView } from '../../../../src-main/features/vault/policy-store.ts';
import { nowhere } from '../../../support/live-profile.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { TestWindows } from '../../../support/test-app.ts';
import { codeOf, must } from '../../../support/trader.ts';

const PASSWORD = 'correct horse battery';
let vault: VaultWindow;
let clock: ManualClock;
let calls: ReturnType<typeof vaultCalls>;
/** The events before the keychain answers. */
let meanwhile: () => Promise<void> | void;
let changes: string[];

/** Does its work where it is still wanted once the keychain has answered. */
const late =
  (name: string) =>
  async (...given: readonly unknown[]) => {
    await meanwhile();
    const wanted = given.at(-1) as () => boolean;
    if (!wanted()) return LEFT;
    changes.push(name);
    return ok(undefined);
  };

beforeEach(() => {
  changes = [];
  meanwhile = () => undefined;
  clock = new ManualClock();
  vault = new VaultWindow(new TestWindows(), clock, new Front(clock), {
    sessionOnly: false,
    profile: { name: 'Live', colour: 'blue', network: 'preprod' },
    theme: 'dark',
  });
  const wallet = {
    newPhrase: () => new NewPhrase(systemRandom, 12),
    address: () => ok('addr_test1'),
    create: late('create'),
    import: late('import'),
    restoreBackup: late('restore'),
    unlock: late('unlock'),
    changePassword: late('change'),
    holdsKey: () => false,
    remove: late('remove'),
    watch: late('watch'),
    unwatch: late('unwatch'),
    checkPassword: async () => {
      await meanwhile();
      return ok(undefined);
    },
  };
  const policy = {
    change: async (_limits: unknown, allowed: () => Promise<{ ok: boolean }>) => {
      const leave = await allowed();
      if (leave.ok) changes.push('policy');
      return leave;
    },
  };
  calls = vaultCalls({
    vault,
    profiles: { current: () => ok({ id: 'live', wallet, policy }) },
    fund: () => Promise.resolve(ok(undefined)),
    live: {
      get: () => ({}),
      add: () => late('add')(() => true),
      keys: {
        hostFor: () => 'api.example.org',
        forgetKey: () => late('forget')(() => true),
      },
    },
    relisted: () => undefined,
    reconfigured: () => Promise.resolve(),
    leaveApproval: () => Promise.resolve(),
  } as unknown as VaultParts);
});

const LIMITS: VaultTask = { kind: 'policy', limits: policyView(DEFAULT_POLICY), lost: false, exchanges: [] };

const TASKS: readonly (readonly [string, VaultTask, () => Promise<unknown>])[] = [
  [
    'create',
    { kind: 'create', practice: true },
    () => {
      vault.holdPhrase(new NewPhrase(systemRandom, 12));
      return calls['vault.create']({ proof: [], password: PASSWORD });
    },
  ],
  ['create', { kind: 'quick-practice' }, () => calls['vault.quickPractice']({ password: PASSWORD })],
  [
    'import',
    { kind: 'import', practice: true },
    () => calls['vault.import']({ phrase: '', password: PASSWORD }),
  ],
  [
    'restore',
    { kind: 'restore', practice: true },
    () => calls['vault.restore']({ backup: '', password: PASSWORD }),
  ],
  ['unlock', { kind: 'unlock', minutes: 5 }, () => calls['vault.unlock']({ password: PASSWORD, minutes: 5 })],
  [
    'change',
    { kind: 'change-password' },
    () => calls['vault.changePassword']({ current: PASSWORD, next: PASSWORD }),
  ],
  ['watch', { kind: 'watch' }, () => calls['vault.watch']({ watched: 'addr_test1' })],
  ['unwatch', { kind: 'unwatch', address: 'addr_test1' }, () => calls['vault.unwatch']({})],
  ['remove', { kind: 'remove' }, () => calls['vault.remove']({ password: PASSWORD })],
  [
    'policy',
    LIMITS,
    () => calls['vault.setPolicy']({ password: PASSWORD, limits: policyView(DEFAULT_POLICY) }),
  ],
];

describe.each(TASKS)('the work of a window: %s of %j', (name, task, work) => {
  it('is done and closes the window, also when it was opened for the same once more', async () => {
    must(await vault.open(task));
    await clock.advance(1_000);
    meanwhile = async () => void must(await vault.open(structuredClone(task)));
    must((await work()) as Awaited<ReturnType<VaultWindow['open']>>);
    expect(changes).toEqual([name]);
    expect(vault.current(task.kind)).toBeUndefined();
  });

  it('is not done when the window was left, and does not close it for what it is open for by then', async () => {
    must(await vault.open(task));
    await clock.advance(1_000);
    meanwhile = async () => {
      vault.cancel();
      vault.closed();
      must(await vault.open({ kind: 'backup' }));
    };
    expect(codeOf((await work()) as Awaited<ReturnType<VaultWindow['open']>>)).toBe('request-refused');
    expect(changes).toEqual([]);
    expect(vault.current('backup')).toBeDefined();
  });
});

it('work that ended after the window was left does not close it for another task', async () => {
  must(await vault.open({ kind: 'quick-practice' }));
  const calling = vaultCalls({
    vault,
    profiles: {
      current: () =>
        ok({
          wallet: {
            newPhrase: () => new NewPhrase(systemRandom, 12),
            address: () => ok('addr_test1'),
            create: () => Promise.resolve(ok(undefined)),
          },
        }),
    },
    fund: async () => {
      vault.cancel();
      vault.closed();
      return vault.open({ kind: 'backup' });
    },
  } as unknown as VaultParts);
  must(await calling['vault.quickPractice']({ password: PASSWORD }));
  expect(vault.current('backup')).toBeDefined();
});

describe('what takes no password', () => {
  const TERMS = { name: 'Live', colour: 'blue', addresses: nowhere, excluded: [] } as const;
  const ADDED: VaultTask = { kind: 'profile-add', wanted: { ...TERMS, excluded: [] } };
  const UNTYPED: readonly (readonly [VaultTask, () => Promise<Result<unknown, Failure>>])[] = [
    [{ kind: 'unwatch', address: 'addr_test1' }, () => calls['vault.unwatch']({})],
    [ADDED, () => calls['vault.agreeToProfile']({})],
    [
      { kind: 'forget-key', key: 'api-key', host: 'api.example.org', asksPassword: false },
      () => calls['vault.forgetKey']({}),
    ],
  ];

  it.each(UNTYPED)('is not agreed to in the moment in which it appears: %j', async (task, agree) => {
    must(await vault.open(task));
    expect(codeOf(await agree())).toBe('vault-too-soon');
    await clock.advance(699);
    expect(codeOf(await agree())).toBe('vault-too-soon');
    expect(changes).toEqual([]);
    await clock.advance(1);
    must(await agree());
    expect(changes).toHaveLength(1);
  });

  it('has its moment again when something else is shown, or the same is brought to the front', async () => {
    must(await vault.open({ kind: 'unwatch', address: 'addr_test1' }));
    await clock.advance(1_000);
    must(await vault.open({ kind: 'unwatch', address: 'addr_test2' }));
    expect(codeOf(await calls['vault.unwatch']({}))).toBe('vault-too-soon');
    await clock.advance(1_000);
    must(await vault.open({ kind: 'unwatch', address: 'addr_test2' }));
    expect(codeOf(await calls['vault.unwatch']({}))).toBe('vault-too-soon');
    await clock.advance(1_000);
    must(await calls['vault.unwatch']({}));
  });
});
