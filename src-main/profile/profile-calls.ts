import { failure } from '#domain/failure.ts';
import { failed } from '#domain/result.ts';
import type { Desk } from '../app/desk.ts';
import { DONE, type MainCalls } from '../gate/calls.ts';

export function profileCalls({ host, vault, approval }: Desk): MainCalls<'profile'> {
  return {
    'profile.proposeLive': async (wanted) => {
      const fit = host.live.check(wanted);
      if (!fit.ok) return fit;
      const profile = host.current();
      if (!profile.ok) return profile;
      const { mode, wallet } = profile.value;
      const now = host.live.addresses();
      // What is set up belongs to the live wallet, whose password only the open profile can check.
      if (now !== undefined && mode !== 'live') return failed(failure('live-profile-closed'));
      const asksPassword = mode === 'live' && wallet.status().state !== 'none';
      const opened = await vault.open({
        kind: 'live-addresses',
        ...(now === undefined ? {} : { now }),
        wanted,
        asksPassword,
      });
      return opened.ok ? DONE : opened;
    },
    'profile.switch': async ({ mode }) => {
      // What these windows were open for belongs to the profile that is left.
      vault.finish();
      await approval.leave();
      await host.switchTo(mode);
      return DONE;
    },
  };
}
