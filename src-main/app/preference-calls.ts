import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import type { Desk } from './desk.ts';
import { lowersProtection } from './protection.ts';
import { DONE, type MainCalls } from '../gate/calls.ts';

export function preferenceCalls({ preferences, host, vault }: Desk): MainCalls<'preferences'> {
  return {
    'preferences.set': (changes) => {
      if (lowersProtection(preferences.value, changes))
        return Promise.resolve(failed(failure('password-needed')));
      preferences.change(changes);
      return Promise.resolve(DONE);
    },
    'preferences.lower': async (wanted) => {
      const profile = host.current();
      if (!profile.ok) return profile;
      // Without a wallet there is no password; another profile's wallet must not be opened wider from here.
      const { address, failure: trouble } = profile.value.wallet.status();
      if (address === undefined) return failed(trouble ?? failure('no-wallet'));
      const { autoLockMinutes, unlockMinutes } = preferences.value;
      const opened = await vault.open({
        kind: 'protection',
        now: { autoLockMinutes, unlockMinutes },
        wanted,
      });
      return opened.ok ? DONE : opened;
    },
  };
}
