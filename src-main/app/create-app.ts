import type { MainTable, VaultTable } from '../../src-preload/contract/index.ts';
import type { AppParts } from './app-parts.ts';
import { DeskFeeds } from './desk-feeds.ts';
import type { Desk } from './desk.ts';
import type { Handlers } from './gate/handlers.ts';
import { applicationCalls } from './handlers/application.ts';
import { preferenceCalls } from './handlers/preferences.ts';
import { profileCalls } from './handlers/profile.ts';
import { swapCalls } from './handlers/swap.ts';
import { tokenCalls } from './handlers/tokens.ts';
import { vaultCalls } from './handlers/vault.ts';
import { walletCalls } from './handlers/wallet.ts';
import { Preferences } from './preferences.ts';
import { ProfileHost } from './profile-host.ts';
import type { Profile } from './profile.ts';
import { VaultDesk, type VaultSurroundings } from './vault-desk.ts';
import { failureView } from './views.ts';

/** The application, whichever shell it runs in. */
export interface App {
  readonly main: Handlers<MainTable>;
  readonly vault: Handlers<VaultTable>;
  /** Opens the profile used last and connects it in the background. */
  start(): Promise<void>;
  /** The shell tells that the vault window is gone. */
  vaultClosed(): void;
  /** Locks, ends every call and helper, closes the files. */
  stop(): Promise<void>;
}

/** Builds the application from its ports. */
export function createApp(parts: AppParts): App {
  const preferences = new Preferences(parts.settings);
  const host = new ProfileHost(parts);
  const feeds = new DeskFeeds(parts, host);
  let profile: Profile | undefined;
  const surroundings = (): VaultSurroundings => {
    const status = profile?.wallet.status();
    return {
      sessionOnly: status?.sessionOnly ?? false,
      ...(status?.failure === undefined ? {} : { keychainNote: failureView(status.failure) }),
      theme: preferences.value.theme,
    };
  };
  const vault = new VaultDesk(parts.windows, parts.clock, surroundings());
  host.onProfile((opened) => {
    if (opened && opened !== profile) {
      opened.wallet.setAutoLock(preferences.value.autoLockMinutes);
      opened.wallet.onChange(() => vault.surround(surroundings()));
    }
    profile = opened;
    vault.surround(surroundings());
  });
  preferences.onChange(({ autoLockMinutes }) => {
    profile?.wallet.setAutoLock(autoLockMinutes);
    vault.surround(surroundings());
  });
  const desk: Desk = { parts, host, feeds, preferences, vault };
  return {
    main: {
      calls: {
        ...applicationCalls(desk),
        ...preferenceCalls(desk),
        ...profileCalls(desk),
        ...walletCalls(desk),
        ...tokenCalls(desk),
        ...swapCalls(desk),
      },
      topics: {
        profile: host.topic,
        wallet: feeds.wallet,
        balance: feeds.balance,
        trades: feeds.trades,
        preferences: preferences.topic,
      },
    },
    vault: { calls: vaultCalls(desk), topics: { task: vault.topic } },
    start: () => host.start(),
    vaultClosed: () => vault.closed(),
    stop: async () => {
      vault.finish();
      await feeds.stop();
      await host.stop();
    },
  };
}
