import type { VaultTask } from '#contract/index.ts';
import type { ProtectionView } from '#contract/protection-views.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { DONE, type OpenProfile, type VaultCalls } from '../../gate/handlers.ts';
import { saveFile } from '../../gate/outside.ts';
import type { Windows } from '../../ports/windows.ts';
import type { LiveProfiles } from './live-profiles.ts';
import { policyOf } from './policy-store.ts';
import { agreeToProfile } from './profile-proposals.ts';
import type { VaultProfile } from './vault-openings.ts';
import type { TaskOf, VaultWindow } from './vault-window.ts';

const QUICK_PHRASE_LENGTH = 24;

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

/** The answer to an agreement that took no password, and came before anybody could have read what it is to. */
const TOO_SOON = Promise.resolve(failed(failure('vault-too-soon')));

type Answer<Output> = Promise<Result<Output, Failure>>;

/** The calls of the vault window. Each is refused unless main opened the window for its task. */
export function vaultCalls(parts: VaultParts): VaultCalls {
  const { profiles, vault, windows, live, relisted, reconfigured, removeProfile } = parts;
  const { leaveApproval, setProtection, fund } = parts;
  /** Does the work of a call while the window is open for one of these tasks. */
  const during = <Kind extends VaultTask['kind'], Output>(
    name: string,
    kinds: readonly Kind[],
    work: (profile: VaultProfile, task: TaskOf<Kind>) => Answer<Output>,
  ): Answer<Output> => {
    const task = vault.current(...kinds);
    if (!task) return Promise.resolve(vault.refuse(name));
    const profile = profiles.current();
    return profile.ok ? work(profile.value, task) : Promise.resolve(profile);
  };
  /**
   * Ends the task when the work succeeded; otherwise the user may try again. A window that was left while the keychain
   * kept it waiting changes nothing afterwards, and what it is open for by then is not ended.
   */
  const ending = async (
    task: VaultTask,
    work: (wanted: () => boolean) => Promise<Result<unknown, Failure>>,
  ) => {
    const wanted = () => vault.current(task.kind) === task;
    const result = await work(wanted);
    if (!result.ok) return result;
    if (wanted()) vault.finish();
    return DONE;
  };
  return {
    'vault.newPhrase': ({ words }) =>
      during('vault.newPhrase', ['create'], ({ wallet }) => {
        const phrase = wallet.newPhrase(words);
        vault.holdPhrase(phrase);
        return Promise.resolve(ok({ words: [...phrase.words()], prove: [...phrase.positions] }));
      }),
    'vault.create': ({ proof, password }) =>
      during('vault.create', ['create'], ({ wallet }, task) => {
        const { phrase } = vault;
        return phrase
          ? ending(task, (wanted) => wallet.create(phrase, proof, password, wanted))
          : Promise.resolve(vault.refuse('vault.create'));
      }),
    'vault.quickPractice': ({ password }) =>
      during('vault.quickPractice', ['quick-practice'], ({ wallet }, task) =>
        ending(task, async (wanted) => {
          const phrase = wallet.newPhrase(QUICK_PHRASE_LENGTH);
          const words = phrase.words();
          const proof = phrase.positions.map((position) => words[position - 1] ?? '');
          const created = await wallet.create(phrase, proof, password, wanted);
          phrase.wipe();
          if (!created.ok) return created;
          const address = wallet.address(0);
          // Without funds the wallet still exists; the trading window offers to ask for them again.
          if (address.ok) await fund(address.value);
          return DONE;
        }),
      ),
    'vault.previewImport': ({ phrase }) =>
      during('vault.previewImport', ['import'], ({ wallet }) => {
        const address = wallet.previewImport(phrase);
        return Promise.resolve(address.ok ? ok({ address: address.value }) : address);
      }),
    'vault.import': ({ phrase, password }) =>
      during('vault.import', ['import'], ({ wallet }, task) =>
        ending(task, (wanted) => wallet.import(phrase, password, wanted)),
      ),
    'vault.previewWatched': ({ watched }) =>
      during('vault.previewWatched', ['watch'], ({ wallet }) => {
        const address = wallet.previewWatched(watched);
        return Promise.resolve(address.ok ? ok({ address: address.value }) : address);
      }),
    'vault.watch': ({ watched }) =>
      during('vault.watch', ['watch'], ({ wallet }, task) =>
        ending(task, (wanted) => wallet.watch(watched, wanted)),
      ),
    'vault.unwatch': () =>
      during('vault.unwatch', ['unwatch'], ({ wallet }, task) =>
        vault.wasRead ? ending(task, (wanted) => wallet.unwatch(wanted)) : TOO_SOON,
      ),
    'vault.restore': ({ backup, password }) =>
      during('vault.restore', ['restore'], ({ wallet }, task) =>
        ending(task, (wanted) => wallet.restoreBackup(backup, password, wanted)),
      ),
    'vault.unlock': ({ password, minutes }) =>
      during('vault.unlock', ['unlock'], ({ wallet }, task) =>
        ending(task, (wanted) => wallet.unlock(password, minutes, wanted)),
      ),
    'vault.changePassword': ({ current, next }) =>
      during('vault.changePassword', ['change-password'], ({ wallet }, task) =>
        ending(task, (wanted) => wallet.changePassword(current, next, wanted)),
      ),
    'vault.backup': ({ password }) =>
      during('vault.backup', ['backup'], async ({ wallet, mode }, task) => {
        const text = await wallet.exportBackup(password);
        if (vault.current('backup') !== task) return vault.refuse('vault.backup');
        // The window stays open and shows where the file is.
        return text.ok ? saveFile(windows, `touchstone-${mode}-wallet.json`, text.value) : text;
      }),
    'vault.remove': ({ password }) =>
      during('vault.remove', ['remove'], ({ wallet }, task) =>
        ending(task, (wanted) => wallet.remove(password, wanted)),
      ),
    'vault.setKey': ({ key }) =>
      during('vault.setKey', ['api-key', 'ledger-key'], async ({ id }, task) => {
        const owner = id === undefined ? undefined : live.get(id);
        // The key is for the hosts that the window shows, whichever profile is open by now.
        if (!owner || live.keys.hostFor(owner, task.kind) !== task.host)
          return failed(failure('live-profile-closed'));
        const kept = await live.keys.setKey(owner, task.kind, key);
        if (!kept.ok) return kept;
        vault.finish();
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
        vault.finish();
        await leaveApproval();
        await reconfigured();
        return DONE;
      }),
    'vault.setPolicy': ({ password, limits }) =>
      during('vault.setPolicy', ['policy'], ({ wallet, policy }, task) =>
        ending(task, (wanted) =>
          policy.change(policyOf(limits), async () => {
            const right = await wallet.checkPassword(password);
            return !right.ok || wanted() ? right : vault.refuse('vault.setPolicy');
          }),
        ),
      ),
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
          vault.finish();
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
        vault.finish();
        return DONE;
      }),
    'vault.cancel': () => {
      vault.cancel();
      return Promise.resolve(DONE);
    },
  };
}
