import type { InputOf, MainTable, VaultTask } from '#contract/index.ts';
import type { PolicyInForceView } from '#contract/profile.ts';
import type { ProtectionView } from '#contract/vault.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import {
  done,
  withProfile,
  type MainCalls,
  type OpenProfile,
  type ProfileMode,
} from '../../gate/handlers.ts';
import { Topic } from '../../gate/topic.ts';
import { failureView, type ExchangeName } from '../../gate/wire.ts';
import { DEFAULT_POLICY } from '../../inspect/policy.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { LiveProfiles } from './live-profiles.ts';
import { policyView, type PolicyStore } from './policy-store.ts';
import type { TaskOf, VaultWindow } from './vault-window.ts';

/** Minutes that an unlock lasts while the user has chosen none. */
const DEFAULT_UNLOCK_MINUTES = 15;

export interface VaultProfile {
  /** Of the live profile; `undefined` for practice. */
  readonly id: string | undefined;
  readonly mode: ProfileMode;
  readonly wallet: Wallet;
  readonly policy: PolicyStore;
  /** How many trades are signed and have not come to their end. @throws StorageError */
  readonly openTrades: () => number;
}

export interface VaultOpeningParts {
  readonly profiles: OpenProfile<VaultProfile>;
  readonly vault: VaultWindow;
  readonly live: LiveProfiles;
  readonly protection: () => ProtectionView;
  /** The exchanges that are known by name or from answers. */
  readonly exchanges: () => readonly ExchangeName[];
}

type TaskName = InputOf<MainTable, 'wallet.openVault'>['task'];
type VaultOpeningCalls = Pick<MainCalls<'wallet'>, 'wallet.openVault'> &
  Pick<MainCalls<'preferences'>, 'preferences.lower'>;

/** The tasks for which the trading window may have the vault window opened. Only there can they be agreed to. */
export function vaultOpenings(parts: VaultOpeningParts): VaultOpeningCalls {
  const { profiles, vault, protection } = parts;
  const handler = withProfile(profiles);
  return {
    'wallet.openVault': handler(async ({ task }, profile) => {
      const { wallet, policy } = profile;
      // The user may have opened the keychain since: it is asked again before the window says that it is locked.
      if (wallet.status().state === 'unavailable') await wallet.refresh({ interactive: true });
      if (task === 'policy') await policy.current();
      const open = profiles.current();
      if (!open.ok) return open;
      // The user has gone to another profile while the keychain answered.
      if (open.value !== profile) return failed(failure('vault-closed'));
      const opening = taskOf(task, parts, profile);
      return opening.ok ? done(await vault.open(opening.value)) : opening;
    }),
    'preferences.lower': handler(async (wanted, { wallet }) => {
      // Without a wallet there is no password; another profile's wallet must not be opened wider from here.
      const { state, address, failure: trouble } = wallet.status();
      if (state === 'watching') return failed(failure('watch-only'));
      if (address === undefined) return failed(trouble ?? failure('no-wallet'));
      return done(await vault.open({ kind: 'protection', now: protection(), wanted }));
    }),
  };
}

/**
 * The task that the vault window is opened for. Failures: `wallet-exists`, `no-wallet`, `watch-only`, `practice-only`,
 * `not-configured`.
 */
function taskOf(
  task: TaskName,
  { live, protection, exchanges }: VaultOpeningParts,
  { id, mode, wallet, policy }: VaultProfile,
): Result<VaultTask, Failure> {
  const practice = mode === 'practice';
  const { state, address, failure: trouble } = wallet.status();
  switch (task) {
    case 'create':
      return state === 'none' ? ok({ kind: task, practice }) : failed(failure('wallet-exists'));
    case 'quick-practice':
      if (!practice) return failed(failure('practice-only'));
      return state === 'none' ? ok({ kind: task }) : failed(failure('wallet-exists'));
    case 'watch':
      return state === 'none' || trouble?.code === 'watched-corrupt'
        ? ok({ kind: task })
        : failed(failure('wallet-exists'));
    case 'import':
    case 'restore':
      // A wallet that can no longer be opened may be replaced from its words or its backup.
      return state === 'none' || state === 'unavailable'
        ? ok({ kind: task, practice })
        : failed(failure('wallet-exists'));
    case 'unlock':
      if (state === 'watching') return failed(failure('watch-only'));
      return address === undefined
        ? failed(trouble ?? failure('no-wallet'))
        : ok({ kind: task, minutes: protection().unlockMinutes || DEFAULT_UNLOCK_MINUTES });
    case 'change-password':
    case 'backup':
    case 'remove':
      if (state === 'watching' && address !== undefined)
        return task === 'remove' ? ok({ kind: 'unwatch', address }) : failed(failure('watch-only'));
      return address === undefined ? failed(failure('no-wallet')) : ok({ kind: task });
    case 'policy': {
      // Limits are for what is signed, and change with the password of the key that signs.
      if (state === 'watching') return failed(failure('watch-only'));
      if (address === undefined)
        return failed((state === 'unavailable' ? trouble : undefined) ?? failure('no-wallet'));
      return ok(policyTask(policy, exchanges()));
    }
    case 'forget-api-key':
    case 'forget-ledger-key': {
      const owner = id === undefined ? undefined : live.get(id);
      if (!owner) return failed(failure('live-only'));
      const key = task === 'forget-api-key' ? 'api-key' : 'ledger-key';
      const host = live.keys.hostFor(owner, key);
      return ok({
        kind: 'forget-key',
        key,
        ...(host === undefined ? {} : { host }),
        asksPassword: wallet.holdsKey(),
      });
    }
    case 'api-key':
    case 'ledger-key': {
      const owner = id === undefined ? undefined : live.get(id);
      const host = owner && live.keys.hostFor(owner, task);
      return host === undefined
        ? failed(failure('not-configured', { missing: 'addresses' }))
        : ok({ kind: task, host });
    }
  }
}

/**
 * Whether a change keeps the wallet open for longer than now. Of all preferences only these two protect anything: what
 * a trade may do is bounded by the limits, which the vault window alone changes, and what it is by the approval window.
 */
export function lowersProtection(
  now: ProtectionView,
  change: { readonly [K in keyof ProtectionView]?: ProtectionView[K] | undefined },
): boolean {
  const { autoLockMinutes = now.autoLockMinutes, unlockMinutes = now.unlockMinutes } = change;
  return (
    idleTime(autoLockMinutes) > idleTime(now.autoLockMinutes) ||
    (unlockMinutes || DEFAULT_UNLOCK_MINUTES) > (now.unlockMinutes || DEFAULT_UNLOCK_MINUTES)
  );
}

function idleTime(autoLockMinutes: number): number {
  return autoLockMinutes === 0 ? Number.POSITIVE_INFINITY : autoLockMinutes;
}

/** The limits of the open profile. */
export function limitsTopic(profiles: OpenProfile<VaultProfile>): Topic<PolicyInForceView> {
  const topic = new Topic<PolicyInForceView>({});
  let ends: readonly (() => void)[] = [];
  profiles.onChange((profile) => {
    for (const end of ends) end();
    ends = [];
    topic.set({});
    if (!profile) return;
    const { wallet, policy } = profile;
    const show = (): void => topic.set(limitsView(policy));
    // Limits that could not be read, for instance because the keychain was closed, may be readable with the wallet.
    const read = (): void => void policy.current();
    ends = [policy.onChange(show), wallet.onChange(read)];
    show();
    read();
  });
  return topic;
}

/** The vault window's task of changing limits, as they were read last. */
export function policyTask({ known }: PolicyStore, exchanges: readonly ExchangeName[]): TaskOf<'policy'> {
  return {
    kind: 'policy',
    limits: policyView(known?.ok ? known.value : DEFAULT_POLICY),
    lost: known?.ok !== true,
    exchanges: [...exchanges],
  };
}

/** Limits as the desk's page is shown them, as they were read last. */
export function limitsView({ known }: PolicyStore): PolicyInForceView {
  if (!known) return {};
  return known.ok ? { limits: policyView(known.value) } : { failure: failureView(known.failure) };
}
