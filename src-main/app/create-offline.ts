import type { ApprovalTable, OfflineTable, VaultTable } from '#contract/index.ts';
import type { NetworkName } from '#domain/network.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { approvalCalls, ApprovalWindow } from '../features/approval/approval-window.ts';
import { broughtKeyCalls, offlineCalls } from '../features/offline/offline-calls.ts';
import { OfflineDesk, type OfflineDeskParts } from '../features/offline/offline-desk.ts';
import { policyCalls } from '../features/vault/vault-calls.ts';
import { limitsView, policyTask } from '../features/vault/vault-openings.ts';
import type { PolicyStore } from '../features/vault/policy-store.ts';
import { VaultWindow, type VaultSurroundings } from '../features/vault/vault-window.ts';
import { walletTaskCalls } from '../features/vault/wallet-tasks.ts';
import { Front } from '../gate/front.ts';
import type { Handlers, VaultCalls } from '../gate/handlers.ts';
import { failureView, type ExchangeName } from '../gate/wire.ts';
import type { SettingsStore } from '../ports/journal.ts';
import type { Log } from '../ports/system.ts';
import type { WindowName, Windows } from '../ports/windows.ts';
import { languageOf } from '#domain/words/catalogue.ts';
import { Preferences } from '../features/settings/preferences.ts';

/** Everything that signing without a network is built from: nothing here reaches a service or a ledger. */
export interface OfflineAppParts extends Pick<
  OfflineDeskParts,
  'clock' | 'random' | 'version' | 'wallet' | 'scripts' | 'record'
> {
  readonly log: Log;
  readonly settings: SettingsStore;
  readonly windows: Windows;
  /** The limits of this computer. */
  readonly policy: PolicyStore;
  /** Exchanges that the limits can name. */
  readonly exchanges: readonly ExchangeName[];
}

/** The application on a computer without a network. */
export interface OfflineApp {
  readonly offline: Handlers<OfflineTable>;
  readonly vault: Handlers<VaultTable>;
  readonly approval: Handlers<ApprovalTable>;
  /** As of `App`. */
  userActed(): void;
  acted(where: WindowName, pressed?: boolean): void;
  objection(where: WindowName): Failure | undefined;
  sleeps(): void;
  woke(): void;
  vaultClosed(): void;
  approvalClosed(): void;
  /** Forgets every key. */
  stop(): Promise<void>;
}

/** The network that windows name while no bundle is open. */
const NETWORK: NetworkName = 'mainnet';

/** Builds what `--offline` starts. */
export function createOfflineApp(parts: OfflineAppParts): OfflineApp {
  const { clock, random, version, log, windows, settings, scripts, wallet, record, policy, exchanges } =
    parts;
  const preferences = new Preferences(settings);
  const front = new Front(clock);
  const { theme, startOffline, autoLockMinutes } = preferences.value;
  wallet.setAutoLock(autoLockMinutes);
  const approval = new ApprovalWindow({ windows, clock, front, log, machineTime: (moment) => moment }, theme);
  const language = languageOf(preferences.value.language);
  approval.setLanguage(language);
  windows.speak(language);
  const desk = new OfflineDesk({
    clock,
    random,
    version,
    wallet,
    approval,
    scripts,
    record,
    limits: {
      get known() {
        return policy.known;
      },
      current: () => policy.current(),
      onChange: (listener) => policy.onChange(listener),
      view: () => limitsView(policy),
    },
    theme,
    startsOffline: startOffline,
  });
  const surroundings = (): VaultSurroundings => {
    const { sessionOnly, failure: note } = wallet.status();
    const bundle = desk.bundle();
    const network = bundle.ok ? bundle.value.network : NETWORK;
    return {
      sessionOnly,
      ...(note === undefined ? {} : { keychainNote: failureView(note) }),
      profile: { name: 'Offline', colour: 'slate', network },
      theme: preferences.value.theme,
    };
  };
  const vault = new VaultWindow(windows, clock, front, surroundings());
  wallet.onChange(() => vault.surround(surroundings()));
  preferences.onChange((changed) => {
    approval.setTheme(changed.theme);
    vault.surround(surroundings());
  });
  return {
    offline: {
      calls: offlineCalls({
        desk,
        wallet,
        windows,
        openVault: (task) => {
          vault.surround(surroundings());
          return vault.open(task);
        },
        policyTask: async () => {
          await policy.current();
          return policyTask(policy, exchanges);
        },
        keep: (choice) => preferences.change(choice),
      }),
      topics: { desk: desk.topic },
    },
    vault: {
      calls: {
        ...refusing(vault),
        ...walletTaskCalls({
          profiles: { current: () => ok({ mode: 'live', wallet }) },
          vault,
          windows,
          fund: () => Promise.resolve(failed(failure('practice-only'))),
        }),
        ...policyCalls({ current: () => ok({ wallet, policy }) }, vault),
        ...broughtKeyCalls(desk, vault),
      },
      topics: { task: vault.topic },
    },
    approval: { calls: approvalCalls(approval, windows), topics: { task: approval.topic } },
    userActed: () => wallet.touch(),
    acted: (where, pressed) => front.acted(where, pressed),
    objection: (where) => front.objection(where),
    sleeps: () => wallet.lock(),
    // Nothing shown offline goes out of date.
    woke: () => undefined,
    vaultClosed: () => vault.closed(),
    approvalClosed: () => approval.closed(),
    stop: async () => {
      vault.finish();
      await approval.cancel();
      desk.putAway();
      wallet.close();
    },
  };
}

/** Profiles and their keys have no place here. */
function refusing(
  vault: VaultWindow,
): Pick<VaultCalls, 'vault.setKey' | 'vault.forgetKey' | 'vault.agreeToProfile' | 'vault.setProtection'> {
  const refuse = (name: string) => () => Promise.resolve(vault.refuse(name));
  return {
    'vault.setKey': refuse('vault.setKey'),
    'vault.forgetKey': refuse('vault.forgetKey'),
    'vault.agreeToProfile': refuse('vault.agreeToProfile'),
    'vault.setProtection': refuse('vault.setProtection'),
  };
}
