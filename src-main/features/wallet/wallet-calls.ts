import type { InputOf, MainTable, VaultTask } from '#contract/index.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { DEFAULT_POLICY } from '../../inspect/policy.ts';
import type { Desk } from '../../app/desk.ts';
import { policyView } from '../vault/policy-document.ts';
import type { Profile } from '../../profile/profile.ts';
import { DEFAULT_UNLOCK_MINUTES } from '../../app/protection.ts';
import { DONE, type MainCalls } from '../../gate/calls.ts';

type TaskName = InputOf<MainTable, 'wallet.openVault'>['task'];

export function walletCalls(desk: Desk): MainCalls<'wallet'> & MainCalls<'balance'> {
  const { host, feeds, vault, approval, sets } = desk;
  return {
    'wallet.openVault': async ({ task }) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const { wallet } = profile.value;
      // The user may have opened the keychain since: it is asked again before the window says that it is locked.
      if (wallet.status().state === 'unavailable') await wallet.refresh({ interactive: true });
      if (task === 'policy') await profile.value.policy.current();
      const made = taskOf(task, desk, profile.value);
      if (!made.ok) return made;
      const opened = await vault.open(made.value);
      return opened.ok ? DONE : opened;
    },
    'wallet.refresh': async () => {
      const profile = host.current();
      if (!profile.ok) return profile;
      await profile.value.wallet.refresh({ interactive: true });
      return DONE;
    },
    'wallet.lock': async () => {
      const profile = host.current();
      if (profile.ok) profile.value.wallet.lock();
      vault.finish();
      sets.stop();
      await approval.leave();
      return DONE;
    },
    'wallet.fund': async () => {
      const profile = host.current();
      if (!profile.ok) return profile;
      const address = profile.value.wallet.address(0);
      if (!address.ok) return address;
      const funded = await host.fund(address.value);
      if (!funded.ok) return funded;
      feeds.refreshBalance();
      return DONE;
    },
    'balance.refresh': () => {
      feeds.refreshBalance();
      return Promise.resolve(DONE);
    },
  };
}

/** What the vault window is opened for. Failures: `wallet-exists`, `no-wallet`, `practice-only`, `not-configured`. */
function taskOf(task: TaskName, { host, preferences }: Desk, profile: Profile): Result<VaultTask, Failure> {
  const practice = profile.mode === 'practice';
  const { state, address } = profile.wallet.status();
  switch (task) {
    case 'create':
      return state === 'none' ? ok({ kind: task, practice }) : failed(failure('wallet-exists'));
    case 'quick-practice':
      if (!practice) return failed(failure('practice-only'));
      return state === 'none' ? ok({ kind: task }) : failed(failure('wallet-exists'));
    case 'import':
    case 'restore':
      // A wallet that can no longer be opened may be replaced by its words or its backup.
      return state === 'none' || state === 'unavailable'
        ? ok({ kind: task, practice })
        : failed(failure('wallet-exists'));
    case 'unlock':
      return address === undefined
        ? failed(profile.wallet.status().failure ?? failure('no-wallet'))
        : ok({ kind: task, minutes: preferences.value.unlockMinutes || DEFAULT_UNLOCK_MINUTES });
    case 'change-password':
    case 'backup':
    case 'remove':
      return address === undefined ? failed(failure('no-wallet')) : ok({ kind: task });
    case 'policy': {
      const trouble = state === 'unavailable' ? profile.wallet.status().failure : undefined;
      if (address === undefined) return failed(trouble ?? failure('no-wallet'));
      const { known } = profile.policy;
      return ok({
        kind: task,
        limits: policyView(known?.ok ? known.value : DEFAULT_POLICY),
        lost: known?.ok !== true,
        exchanges: [...host.topic.value.exchanges],
      });
    }
    case 'api-key':
    case 'ledger-key': {
      if (practice) return failed(failure('not-configured', { missing: 'its addresses' }));
      const hostName = host.live.hostFor(task);
      return hostName === undefined
        ? failed(failure('not-configured', { missing: 'its addresses' }))
        : ok({ kind: task, host: hostName });
    }
  }
}
