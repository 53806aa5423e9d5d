import type { ProtectionView } from '#contract/vault.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { DONE, type OpenProfile, type VaultCalls } from '../../gate/handlers.ts';
import type { Windows } from '../../ports/windows.ts';
import type { LiveProfiles } from './live-profiles.ts';
import { policyOf } from './policy-store.ts';
import { agreeToProfile } from './profile-proposals.ts';
import type { VaultProfile } from './vault-openings.ts';
import type { VaultWindow } from './vault-window.ts';
import { tasksOf, TOO_SOON } from './vault-work.ts';
import { walletTaskCalls } from './wallet-tasks.ts';

export interface VaultParts {
  readonly profiles: Pick<OpenProfile<VaultProfile>, 'current'>;
  readonly vault: VaultWindow;
  readonly windows: Windows;
  readonly live: LiveProfiles;
  /** Shows that there is another live profile. */
  readonly relisted: () => void;
  /** Takes what is new of the open live profile into use. */
  readonly reconfigured: () => Promise<void>;
  /** Deletes the open live profile. Failures: `live-profile-closed`, `keychain-refused`. */
  readonly removeProfile: (id: string) => Promise<Result<undefined, Failure>>;
  readonly leaveApproval: () => Promise<void>;
  readonly setProtection: (wanted: ProtectionView) => void;
  /** Asks the practice ledger for funds. Failures: `practice-only`, of the ledger. */
  readonly fund: (address: string) => Promise<Result<undefined, Failure>>;
}

/** The call that sets limits, with the password of the wallet that signs. */
export function policyCalls(
  profiles: Pick<OpenProfile<Pick<VaultProfile, 'wallet' | 'policy'>>, 'current'>,
  vault: VaultWindow,
): Pick<VaultCalls, 'vault.setPolicy'> {
  const { during, ending } = tasksOf(profiles, vault);
  return {
    'vault.setPolicy': ({ password, limits }) =>
      during('vault.setPolicy', ['policy'], ({ wallet, policy }, task) =>
        ending(task, (wanted) =>
          policy.change(policyOf(limits), async () => {
            const right = await wallet.checkPassword(password);
            return !right.ok || wanted() ? right : vault.refuse('vault.setPolicy');
          }),
        ),
      ),
  };
}

/** The calls of the vault window. Each is refused unless main opened the window for its task. */
export function vaultCalls(parts: VaultParts): VaultCalls {
  const { profiles, vault, live, relisted, reconfigured, removeProfile } = parts;
  const { leaveApproval, setProtection } = parts;
  const { during } = tasksOf(profiles, vault);
  return {
    ...walletTaskCalls(parts),
    // Where there is a network, keys are the wallet's own.
    'vault.previewKeys': () => Promise.resolve(vault.refuse('vault.previewKeys')),
    'vault.useKeys': () => Promise.resolve(vault.refuse('vault.useKeys')),
    'vault.setKey': ({ key }) =>
      during('vault.setKey', ['api-key', 'ledger-key'], async ({ id }, task) => {
        const owner = id === undefined ? undefined : live.get(id);
        // The key is for the hosts that the window shows, whichever profile is open by now.
        if (!owner || live.keys.hostFor(owner, task.kind) !== task.host)
          return failed(failure('live-profile-closed'));
        const outcome = await live.keys.setKey(owner, task.kind, key);
        if (!outcome.ok) return outcome;
        vault.finishTask(task);
        await reconfigured();
        return DONE;
      }),
    'vault.forgetKey': ({ password = '' }) =>
      during('vault.forgetKey', ['forget-key'], async ({ id, wallet }, task) => {
        const owner = id === undefined ? undefined : live.get(id);
        // The key is that of the hosts that the window shows, whichever profile is open by now.
        if (!owner || live.keys.hostFor(owner, task.key) !== task.host)
          return failed(failure('live-profile-closed'));
        if (!task.asksPassword && !vault.wasRead) return TOO_SOON;
        if (wallet.holdsKey()) {
          const right = await wallet.checkPassword(password);
          if (!right.ok) return right;
        }
        if (vault.current('forget-key') !== task) return vault.refuse('vault.forgetKey');
        const gone = await live.keys.forgetKey(owner, task.key);
        if (!gone.ok) return gone;
        vault.finishTask(task);
        await leaveApproval();
        await reconfigured();
        return DONE;
      }),
    ...policyCalls(profiles, vault),
    'vault.agreeToProfile': ({ password = '' }) =>
      during(
        'vault.agreeToProfile',
        ['profile-add', 'profile-change', 'profile-delete'],
        async (profile, task) => {
          const takesPassword = task.kind === 'profile-change' && task.asksPassword;
          if (!takesPassword && !vault.wasRead) return TOO_SOON;
          const stillAsked = () =>
            vault.current(task.kind) === task ? ok(undefined) : vault.refuse('vault.agreeToProfile');
          const agreed = await agreeToProfile(task, password, {
            profile,
            live,
            remove: removeProfile,
            stillAsked,
          });
          if (!agreed.ok) return agreed;
          vault.finishTask(task);
          if (task.kind === 'profile-add') relisted();
          else {
            await leaveApproval();
            await reconfigured();
          }
          return DONE;
        },
      ),
    'vault.setProtection': ({ password }) =>
      during('vault.setProtection', ['protection'], async ({ wallet }, task) => {
        const right = await wallet.checkPassword(password);
        if (!right.ok) return right;
        if (vault.current('protection') !== task) return vault.refuse('vault.setProtection');
        setProtection(task.wanted);
        vault.finishTask(task);
        return DONE;
      }),
  };
}
