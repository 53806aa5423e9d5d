import type { VaultTable } from '#contract/index.ts';
import type { deskVault } from '#contract/vault.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { profileProposals } from '../features/vault/profile-proposals.ts';
import { vaultCalls } from '../features/vault/vault-calls.ts';
import { limitsTopic, vaultOpenings } from '../features/vault/vault-openings.ts';
import { VaultWindow, type VaultSurroundings } from '../features/vault/vault-window.ts';
import type { Handlers } from '../gate/handlers.ts';
import { failureView } from '../gate/wire.ts';
import type { Profile } from '../profile/profile.ts';
import type { DeskParts } from './desk-parts.ts';

/** The work of other features that the vault window does. */
export interface VaultLinks {
  readonly leaveApproval: () => Promise<void>;
  /** Asks the practice ledger for funds. Failures: `practice-only`, of the ledger. */
  readonly fund: (address: string) => Promise<Result<undefined, Failure>>;
}

/** The vault window, what it shows of the wallet and the preferences, and the wallet's locking on its own. */
export function vaultSide({ windows, clock, front, profiles, preferences, budget }: DeskParts) {
  let profile: Profile | undefined;
  const surroundings = (): VaultSurroundings => {
    const status = profile?.wallet.status();
    return {
      sessionOnly: status?.sessionOnly ?? false,
      ...(status?.failure === undefined ? {} : { keychainNote: failureView(status.failure) }),
      profile: profiles.mark,
      theme: preferences.value.theme,
    };
  };
  const vault = new VaultWindow(windows, clock, front, surroundings());
  const surround = (): void => vault.surround(surroundings());
  profiles.onChange((opened) => {
    profile = opened;
    opened?.wallet.setAutoLock(preferences.value.autoLockMinutes);
    opened?.wallet.onChange(surround);
    surround();
  });
  preferences.onChange(({ autoLockMinutes }) => {
    profile?.wallet.setAutoLock(autoLockMinutes);
    surround();
  });
  const { live } = profiles;
  return {
    vault,
    userActed: () => profile?.wallet.touch(),
    sleeps: () => profile?.wallet.lock(),
    proposals: () => profileProposals({ profiles, vault, live, windows, budget }),
    main: (): Handlers<typeof deskVault> => ({
      calls: vaultOpenings({
        profiles,
        vault,
        live,
        protection: () => preferences.protection,
        exchanges: () => profiles.exchanges(),
      }),
      topics: { limits: limitsTopic(profiles) },
    }),
    window: ({ leaveApproval, fund }: VaultLinks): Handlers<VaultTable> => ({
      calls: vaultCalls({
        profiles,
        vault,
        windows,
        live,
        relisted: () => profiles.relisted(),
        reconfigured: async () => {
          await profiles.reconfigured();
          surround();
        },
        removeProfile: (id) => profiles.remove(id),
        leaveApproval,
        setProtection: (wanted) => preferences.change(wanted),
        fund,
      }),
      topics: { task: vault.topic },
    }),
  };
}
