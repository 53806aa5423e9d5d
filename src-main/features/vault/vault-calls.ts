import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Desk } from '../../app/desk.ts';
import { policyOf } from './policy-document.ts';
import type { Profile } from '../../profile/profile.ts';
import { DONE, type VaultCalls } from '../../gate/calls.ts';

const QUICK_PHRASE_LENGTH = 24;

/** The calls of the vault window. Each is refused unless main opened the window for it. */
export function vaultCalls({ parts, host, vault, approval, preferences }: Desk): VaultCalls {
  const withProfile = async <T>(
    allowed: boolean,
    name: string,
    work: (profile: Profile) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> => {
    if (!allowed) return vault.refuse(name);
    const profile = host.current();
    return profile.ok ? work(profile.value) : profile;
  };
  /** Ends the task when the work succeeded; else the user may try again. */
  const ending = async (work: Promise<Result<unknown, Failure>>) => {
    const result = await work;
    if (!result.ok) return result;
    vault.finish();
    return DONE;
  };
  return {
    'vault.newPhrase': ({ words }) =>
      withProfile(vault.current('create') !== undefined, 'vault.newPhrase', ({ wallet }) => {
        const phrase = wallet.newPhrase(words);
        vault.holdPhrase(phrase);
        return Promise.resolve(ok({ words: [...phrase.words()], prove: [...phrase.positions] }));
      }),
    'vault.create': ({ proof, password }) =>
      withProfile(vault.current('create') !== undefined, 'vault.create', ({ wallet }) => {
        const { phrase } = vault;
        return phrase
          ? ending(wallet.create(phrase, proof, password))
          : Promise.resolve(vault.refuse('vault.create'));
      }),
    'vault.quickPractice': ({ password }) =>
      withProfile(vault.current('quick-practice') !== undefined, 'vault.quickPractice', async (profile) => {
        const phrase = profile.wallet.newPhrase(QUICK_PHRASE_LENGTH);
        const words = phrase.words();
        const proof = phrase.positions.map((position) => words[position - 1] ?? '');
        const created = await profile.wallet.create(phrase, proof, password);
        phrase.wipe();
        if (!created.ok) return created;
        const address = profile.wallet.address(0);
        // Without funds the wallet is still there; the trading window offers to ask for them again.
        if (address.ok) await host.fund(address.value);
        vault.finish();
        return DONE;
      }),
    'vault.previewImport': ({ phrase }) =>
      withProfile(vault.current('import') !== undefined, 'vault.previewImport', ({ wallet }) => {
        const address = wallet.previewImport(phrase);
        return Promise.resolve(address.ok ? ok({ address: address.value }) : address);
      }),
    'vault.import': ({ phrase, password }) =>
      withProfile(vault.current('import') !== undefined, 'vault.import', ({ wallet }) =>
        ending(wallet.import(phrase, password)),
      ),
    'vault.restore': ({ backup, password }) =>
      withProfile(vault.current('restore') !== undefined, 'vault.restore', ({ wallet }) =>
        ending(wallet.restoreBackup(backup, password)),
      ),
    'vault.unlock': ({ password, minutes }) =>
      withProfile(vault.current('unlock') !== undefined, 'vault.unlock', ({ wallet }) =>
        ending(wallet.unlock(password, minutes)),
      ),
    'vault.changePassword': ({ current, next }) =>
      withProfile(vault.current('change-password') !== undefined, 'vault.changePassword', ({ wallet }) =>
        ending(wallet.changePassword(current, next)),
      ),
    'vault.backup': ({ password }) =>
      withProfile(vault.current('backup') !== undefined, 'vault.backup', async ({ wallet, mode }) => {
        const text = await wallet.exportBackup(password);
        if (!text.ok) return text;
        const path = await parts.windows.saveFile(`touchstone-${mode}-wallet.json`, text.value);
        // The window stays and tells where the file is.
        return ok(path === undefined ? { saved: false } : { saved: true, place: path });
      }),
    'vault.remove': ({ password }) =>
      withProfile(vault.current('remove') !== undefined, 'vault.remove', ({ wallet }) =>
        ending(wallet.remove(password)),
      ),
    'vault.setKey': ({ key }) =>
      withProfile(vault.current('api-key', 'ledger-key') !== undefined, 'vault.setKey', async () => {
        const task = vault.current('api-key', 'ledger-key');
        if (!task) return vault.refuse('vault.setKey');
        const kept = await host.live.setKey(task.kind, key);
        if (!kept.ok) return kept;
        vault.finish();
        await host.reconfigured();
        return DONE;
      }),
    'vault.setPolicy': ({ password, limits }) =>
      withProfile(vault.current('policy') !== undefined, 'vault.setPolicy', ({ wallet, policy }) =>
        ending(policy.change(policyOf(limits), () => wallet.checkPassword(password))),
      ),
    'vault.setAddresses': ({ password = '' }) => {
      const task = vault.current('live-addresses');
      return withProfile(task !== undefined, 'vault.setAddresses', async ({ mode, wallet }) => {
        if (!task) return vault.refuse('vault.setAddresses');
        if (mode === 'live' && wallet.status().state !== 'none') {
          const right = await wallet.checkPassword(password);
          if (!right.ok) return right;
        }
        // The window may have been opened for something else while the password was checked.
        if (vault.current('live-addresses') !== task) return vault.refuse('vault.setAddresses');
        const configured = host.live.configure(task.wanted);
        if (!configured.ok) return configured;
        vault.finish();
        await approval.leave();
        await host.reconfigured();
        return DONE;
      });
    },
    'vault.setProtection': ({ password }) => {
      const task = vault.current('protection');
      return withProfile(task !== undefined, 'vault.setProtection', async ({ wallet }) => {
        const right = await wallet.checkPassword(password);
        if (!right.ok) return right;
        if (!task || vault.current('protection') !== task) return vault.refuse('vault.setProtection');
        preferences.change(task.wanted);
        vault.finish();
        return DONE;
      });
    },
    'vault.cancel': () => {
      vault.cancel();
      return Promise.resolve(DONE);
    },
  };
}
